"""One pull request or issue in depth."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bot.answers.answer import (
    ActionId,
    Answer,
    Block,
    Button,
    Buttons,
    Heading,
    Line,
    Note,
    PullFacts,
)
from bot.answers.audience import Audience
from bot.answers.coverage import buttons, coverage_blocks
from bot.answers.links import ref_label, ref_span
from bot.answers.parts import said, shortened, stopped, unstopped
from bot.answers.private import redacted
from bot.answers.pull_depth import depth_blocks, not_known_notes
from bot.answers.pull_history import history_blocks
from bot.answers.pull_places import (
    Elsewhere,
    elsewhere_lines,
    missing_finding,
    naming_lines,
    place_lines,
    unlisted_note,
)
from bot.answers.reminder import row_id
from bot.answers.repairs import repair_part
from bot.answers.replaced import capitalised, replaced_in_depth
from bot.answers.rows import Telling, row_title, telling_of
from bot.answers.scope import readings_of
from bot.github_status.facts.index import Role
from bot.github_status.facts.pulls import Pull
from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Snapshot
from bot.github_status.facts.unlisted import Unlisted
from bot.github_status.judge.apart import judged_apart
from bot.github_status.judge.verdicts import JudgedRow, JudgedTracker
from bot.people.people import People


def pull_answer(
    tracker: JudgedTracker,
    *,
    ref: Ref,
    audience: Audience,
    people: People,
    name: str = "",
    unlisted: Unlisted | None = None,
    elsewhere: Sequence[Elsewhere] = (),
) -> Answer:
    """Everything that is known of this ref, and every row that lists it or names it.

    A ref that no row names, or that this audience may not see, is said so. `name`: what the tracker
    is called; empty where nothing about a row can be pressed. `unlisted`: what was read of the ref,
    where the tracker does not know it. `elsewhere`: other trackers that may.
    """
    shown = redacted(tracker, audience)
    about = _about(shown, ref, audience, people, unlisted)
    telling = telling_of(shown, people)
    rows = about.listing or about.naming
    label = ref_label(ref, shown)
    words = f" {_title_words(about)}".rstrip() if about.row or rows else " is not shown here"
    blocks: tuple[Block, ...] = (
        Heading(said(ref_span(ref, about.row.reading if about.row else None, shown), words)),
        *_depth_blocks(about, telling),
        *place_lines(about.listing),
        *naming_lines(ref, about.naming, telling),
        *elsewhere_lines(ref, elsewhere if about.row else (), audience),
        *_replaced_lines(about.listing[:1], shown),
        *_drift_lines(rows),
        *_history_blocks(about, telling),
        *_nowhere_notes(about, tracker, audience, name),
        *coverage_blocks(replace(shown, snapshot=about.part), about.part),
        _buttons(ref, about, name),
    )
    apart = None if about.listing else about.row
    facts = PullFacts(tracker=shown, rows=rows, coverage=about.part.coverage, apart=apart)
    return Answer(blocks=blocks, facts=facts, title=f"{label}{words}")


@dataclass(frozen=True, slots=True, kw_only=True)
class _About:
    """What the answer is about, redacted."""

    ref: Ref
    listing: tuple[JudgedRow, ...]
    """Rows that are about it."""
    naming: tuple[JudgedRow, ...]
    """Rows that only name it."""
    row: JudgedRow | None
    """What is told in depth: the first that lists it, or else it alone; `None`: nothing may be."""
    part: Snapshot
    """With the readings that the answer rests on."""

    @property
    def is_unlisted(self) -> bool:
        """No row names it, and something is known of it all the same."""
        return self.row is not None and not self.listing and not self.naming


def _about(
    tracker: JudgedTracker,
    ref: Ref,
    audience: Audience,
    people: People,
    unlisted: Unlisted | None,
) -> _About:
    listing = tuple(row for row in tracker.rows() if _is_about(row, ref))
    naming = tuple(row for row in tracker.rows() if _names(row, ref))
    part = readings_of(tracker.snapshot, listing or naming)
    own = next((reading for reading in tracker.snapshot.readings if reading.ref == ref), None)
    if not listing and not naming and unlisted is not None and may_be_shown(unlisted, audience):
        own, part = unlisted.reading, _part_of(unlisted, tracker)
    row = next(iter(listing), None)
    if row is None and own is not None and (naming or own.item is not None):
        row = judged_apart(own, tracker, people.for_judge())
    return _About(ref=ref, listing=listing, naming=naming, row=row, part=part)


def may_be_shown(unlisted: Unlisted, audience: Audience) -> bool:
    """Something was read of it, and this audience may see it: what is not known to be public is
    private."""
    item = unlisted.reading.item
    return item is not None and (audience.sees_private or item.is_private is False)


def _part_of(unlisted: Unlisted, tracker: JudgedTracker) -> Snapshot:
    """The tracker's snapshot with nothing but this reading."""
    read_at = unlisted.reading.read_at or tracker.snapshot.as_of
    return replace(
        tracker.snapshot,
        as_of=read_at if tracker.as_it_was else min(read_at, tracker.now),
        readings=(unlisted.reading,),
        credentials=unlisted.credentials,
        notes=unlisted.notes,
    )


def _is_about(row: JudgedRow, ref: Ref) -> bool:
    if row.ref is None:
        return False
    return row.ref == ref or (row.item is not None and row.item.ref == ref)


def _names(row: JudgedRow, ref: Ref) -> bool:
    return any(r.ref == ref and r.role is not Role.PRIMARY for r in row.row.refs)


def _title_words(about: _About) -> str:
    return shortened(row_title(about.row)) if about.row is not None else ""


def _buttons(ref: Ref, about: _About, name: str) -> Buttons:
    offered = buttons(question=str(ref), drift="drift" if about.is_unlisted else None)
    return Buttons((*offered.buttons, *_unpark(about.listing, name)))


def _unpark(listing: Sequence[JudgedRow], name: str) -> Iterator[Button]:
    """Ends what somebody parked from Slack."""
    parked = [row.ref for row in listing if row.staleness.parked_by is not None and row.ref]
    if name and parked:
        yield Button(ActionId.UNPARK, "Unpark", row_id(name, parked[0]))


def _replaced_lines(rows: tuple[JudgedRow, ...], tracker: JudgedTracker) -> Iterator[Line]:
    """What took its place, and who says so."""
    for row in rows:
        for part in replaced_in_depth(row, tracker):
            yield Line((*capitalised(part), *said(".")))


def _drift_lines(rows: tuple[JudgedRow, ...]) -> Iterator[Line]:
    for row in rows:
        for finding in row.findings:
            # What took its place stands above already.
            told = finding.evidence.partition(". ")[0] if finding.names else finding.evidence
            found = said(f"Line {finding.line}: {stopped(unstopped(told))}")
            repair = repair_part(finding.repair) if finding.repair else ()
            mended = (*said(" Repair: "), *repair, *said(".")) if repair else ()
            yield Line((*found, *mended))


def _depth_blocks(about: _About, telling: Telling) -> Iterator[Block]:
    if about.row is not None:
        yield from depth_blocks(about.row, telling)


def _history_blocks(about: _About, telling: Telling) -> Iterator[Block]:
    """What happened, and which facts the judgement lacks."""
    if about.row is None:
        return
    if isinstance(about.row.item, Pull):
        yield from history_blocks(about.row.item, telling)
    yield from not_known_notes(about.row)


def _nowhere_notes(
    about: _About, tracker: JudgedTracker, audience: Audience, name: str
) -> Iterator[Note]:
    if about.is_unlisted:
        yield unlisted_note(name, missing_finding(tracker, about.ref, audience))
    elif about.row is None and not about.naming:
        title = redacted(tracker, audience).snapshot.issue.title
        yield Note(said(f"No row that may be shown here names it in {title}."))
