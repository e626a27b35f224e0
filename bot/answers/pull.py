"""One pull request or issue in depth."""

from collections.abc import Iterator, Sequence
from typing import assert_never

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
    Tone,
    Verbatim,
)
from bot.answers.audience import Audience
from bot.answers.coverage import buttons, coverage_blocks
from bot.answers.links import ref_label, ref_span
from bot.answers.parts import (
    NAME_AT_MOST,
    Part,
    continued,
    counted,
    day,
    joined,
    listed,
    plural,
    said,
    shortened,
    stopped,
    unstopped,
)
from bot.answers.private import redacted
from bot.answers.progress import event_words, uncounted_words
from bot.answers.reminder import row_id
from bot.answers.repairs import repair_part
from bot.answers.replaced import capitalised, replaced_in_depth
from bot.answers.reviews import checks_parts, review_parts, unknown_facts
from bot.answers.rows import (
    Telling,
    box_state,
    item_line,
    open_pull,
    row_line,
    row_progress,
    row_title,
    telling_of,
)
from bot.answers.scope import path_words, readings_of
from bot.answers.turns import turn_sentence
from bot.github_status.facts.index import Role
from bot.github_status.facts.known import UNKNOWN
from bot.github_status.facts.pulls import Pull
from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Reading
from bot.github_status.judge.as_it_was import as_it_was
from bot.github_status.judge.verdicts import JudgedRow, JudgedTracker, Staleness, Turn, Who
from bot.people.people import People

EVENTS_AT_MOST = 8
"""Newest entries of the time line that are told; the others are counted."""


def pull_answer(
    tracker: JudgedTracker, *, ref: Ref, audience: Audience, people: People, name: str = ""
) -> Answer:
    """Everything that is known of this ref, and every row that lists it, or else that names it.

    A ref that no row names, or that this audience may not see, is said so. `name`: what the tracker
    is called; empty where nothing about a row can be pressed.
    """
    tracker = redacted(tracker, audience)
    telling = telling_of(tracker, people)
    listing = tuple(row for row in tracker.rows() if _is_about(row, ref))
    naming = tuple(row for row in tracker.rows() if _names(row, ref))
    rows = listing or naming
    part = readings_of(tracker.snapshot, rows)
    label, reading = ref_label(ref, tracker), _reading(tracker, ref)
    words = f" {_title_words(listing, reading) if rows else 'is not shown here'}".rstrip()
    blocks: tuple[Block, ...] = (
        Heading(said(ref_span(ref, reading, tracker), words)),
        *_listed_blocks(listing[:1], telling),
        *(Line(_place_part(row)) for row in listing),
        *(() if listing or not rows else _own_lines(ref, reading, telling)),
        *_naming_lines(ref, naming, telling),
        *_replaced_lines(listing[:1], tracker),
        *_drift_lines(rows),
        *_history_blocks(listing[:1], telling),
        *_not_known_notes(listing[:1]),
        *(() if rows else (_nowhere_note(tracker),)),
        *coverage_blocks(tracker, part),
        Buttons((*buttons(question=str(ref)).buttons, *_unpark(listing, name))),
    )
    facts = PullFacts(tracker=tracker, rows=rows, coverage=part.coverage)
    return Answer(blocks=blocks, facts=facts, title=f"{label}{words}")


def _is_about(row: JudgedRow, ref: Ref) -> bool:
    if row.ref is None:
        return False
    return row.ref == ref or (row.item is not None and row.item.ref == ref)


def _names(row: JudgedRow, ref: Ref) -> bool:
    return any(r.ref == ref and r.role is not Role.PRIMARY for r in row.row.refs)


def _reading(tracker: JudgedTracker, ref: Ref) -> Reading | None:
    """What was read of it, as it was at the moment that is asked for."""
    readings = as_it_was(tracker.snapshot, tracker.now).readings
    return next((reading for reading in readings if reading.ref == ref), None)


def _title_words(listing: tuple[JudgedRow, ...], reading: Reading | None) -> str:
    if listing:
        return shortened(row_title(listing[0]))
    return shortened(reading.item.title) if reading and reading.item else ""


def _own_lines(ref: Ref, reading: Reading | None, telling: Telling) -> Iterator[Line]:
    """What it is itself, where no row is about it."""
    if reading is not None:
        yield item_line(ref_span(ref, reading, telling.tracker), reading, telling)


def _unpark(listing: Sequence[JudgedRow], name: str) -> Iterator[Button]:
    """Ends what somebody parked from Slack."""
    parked = [row.ref for row in listing if row.staleness.parked_by is not None and row.ref]
    if name and parked:
        yield Button(ActionId.UNPARK, "Unpark", row_id(name, parked[0]))


def _listed_blocks(rows: tuple[JudgedRow, ...], telling: Telling) -> Iterator[Block]:
    for row in rows:
        yield row_line(row, telling)
        pull = open_pull(row)
        if pull is not None:
            yield Line(_turn_part(row.turn, telling))
            if row.turn.command:
                yield Verbatim(row.turn.command)
            yield from _stale_lines(row, telling)
            yield from (Line(part) for part in _depth_parts(pull, telling))


def _turn_part(turn: Turn, telling: Telling) -> Part:
    whose = turn_sentence(turn, telling.people)
    if turn.who is Who.UNKNOWN:
        return said(f"{whose}: {stopped(continued(turn.reason))}")
    since = () if turn.since is None else said(", since ", day(turn.since, now=telling.tracker.now))
    reason = unstopped(turn.reason)
    because = f". {stopped(f'{reason[:1].upper()}{reason[1:]}')}" if reason else "."
    return (*said(whose), *since, *said(because))


def _parked_words(staleness: Staleness, telling: Telling) -> Part:
    if staleness.parked_by is None:
        return said(f"Parked: {shortened(staleness.parked_because or 'held on purpose')}.")
    by = staleness.parked_by
    until = day(by.until, now=telling.tracker.now)
    return said(f"Parked by {shortened(by.by, at_most=NAME_AT_MOST)} until ", until, ".")


def _stale_lines(row: JudgedRow, telling: Telling) -> Iterator[Line]:
    staleness = row.staleness
    if staleness.parked:
        yield Line((*_parked_words(staleness, telling), *said(" It is never called stale.")))
        return
    if staleness.stale is None:
        yield Line(said("Whether it is stale is not known: no progress event was read."))
        return
    words = "Stale: " if staleness.stale else "Not stale: "
    progress = row_progress(row, telling)
    limit = ""
    if staleness.limit_working_days is not None and staleness.limit is not None:
        days = counted(staleness.limit_working_days, "working day")
        limit = f"; the limit “{staleness.limit.value}” is {days}"
    yield Line((*said(words), *progress, *said(f"{limit}.")))


def _depth_parts(pull: Pull, telling: Telling) -> Iterator[Part]:
    yield from review_parts(pull, telling)
    yield from checks_parts(pull)
    if pull.labels is not UNKNOWN and pull.labels:
        yield said(f"Labels: {shortened(', '.join(pull.labels))}")


def _place_part(row: JudgedRow) -> Part:
    owners = row.owners
    owner = f"{plural(len(owners), 'owner')} {', '.join(owners)}" if owners else "no owner named"
    also = f"also {', '.join(row.row.also)}" if row.row.also else ""
    where = f"Listed in {path_words(row.workstream.path)}, line {row.row.line}"
    texts = (where, box_state(row.row.box), shortened(owner), shortened(also))
    return joined(said(text) for text in texts if text)


def _naming_lines(ref: Ref, naming: tuple[JudgedRow, ...], telling: Telling) -> Iterator[Line]:
    for row in naming:
        role = next(r.role for r in row.row.refs if r.ref == ref and r.role is not Role.PRIMARY)
        about = f"{ref_label(row.ref, telling.tracker)} " if row.ref else ""
        where = f"line {row.row.line}, in {path_words(row.workstream.path)}"
        quoted = f"{about}“{shortened(row.row.text)}”"
        yield Line(said(f"{_role_words(role)} {where}: {quoted}"))


def _role_words(role: Role) -> str:
    match role:
        case Role.FIXED_BY:
            return "Named as the fix on"
        case Role.SPLIT_INTO:
            return "Named as what a row was split into on"
        case Role.SUPERSEDED_BY:
            return "Named as what took the place of a row on"
        case Role.DEPENDS_ON:
            return "Named as what a row depends on, on"
        case Role.PART_OF:
            return "Named as what a row is part of, on"
        case Role.PRIMARY | Role.CONTEXT:
            return "Named on"
        case _:
            assert_never(role)


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


def _history_blocks(rows: tuple[JudgedRow, ...], telling: Telling) -> Iterator[Block]:
    for row in rows:
        pull = row.item
        if not isinstance(pull, Pull) or pull.events is UNKNOWN or not pull.events:
            continue
        newest = pull.events[-EVENTS_AT_MOST:]
        yield Heading(said("History, newest first"), level=2)
        for event in reversed(newest):
            words = event_words(event, telling.people)
            at = said(day(event.at, now=telling.tracker.now))
            uncounted = uncounted_words(event, telling.tracker.rules)
            yield Line(joined([at, said(words), said(uncounted) if uncounted else ()]))
        earlier = len(pull.events) - len(newest)
        if earlier:
            yield Note(said(f"{counted(earlier, 'earlier entry')} not shown."), Tone.QUIET)


def _not_known_notes(rows: tuple[JudgedRow, ...]) -> Iterator[Note]:
    for row in rows:
        pull = open_pull(row)
        if pull is None:
            continue
        told = row.turn.missing if row.turn.who is Who.UNKNOWN else ()
        missing = [fact for fact in unknown_facts(pull) if fact not in told]
        if missing:
            yield Note(said(f"{'Not known either' if told else 'Not known'}: {listed(missing)}."))


def _nowhere_note(tracker: JudgedTracker) -> Note:
    return Note(said(f"No row that may be shown here names it in {tracker.snapshot.issue.title}."))
