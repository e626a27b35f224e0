"""One pull request or issue in depth."""

from collections.abc import Iterator

from bot.answers.answer import Answer, Block, Heading, Line, Note, PullFacts, Tone, Verbatim
from bot.answers.audience import Audience
from bot.answers.coverage import buttons, coverage_blocks
from bot.answers.links import ref_label, ref_span
from bot.answers.names import row_owners
from bot.answers.parts import Part, counted, day, joined, listed, plural, said, shortened, unstopped
from bot.answers.private import redacted
from bot.answers.progress import event_words
from bot.answers.reviews import checks_parts, review_parts, unknown_facts
from bot.answers.rows import Telling, row_line, row_progress, row_title, telling_of
from bot.answers.scope import path_words, readings_of
from bot.answers.turns import turn_sentence
from bot.github_status.facts.index import Box, Role
from bot.github_status.facts.known import UNKNOWN
from bot.github_status.facts.pulls import Pull
from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Reading
from bot.github_status.judge.verdicts import JudgedRow, JudgedTracker, RowState, Turn
from bot.people.people import People

EVENTS_AT_MOST = 8
"""Newest entries of the time line that are told; the others are counted."""


def pull_answer(tracker: JudgedTracker, *, ref: Ref, audience: Audience, people: People) -> Answer:
    """Everything that is known of this ref, and every row that lists it, or else that names it.

    A ref that no row names, or that this audience may not see, is said so.
    """
    tracker = redacted(tracker, audience)
    telling = telling_of(tracker, people)
    listing = tuple(row for row in tracker.rows() if _is_about(row, ref))
    naming = tuple(row for row in tracker.rows() if _names(row, ref))
    rows = listing or naming
    part = readings_of(tracker.snapshot, rows)
    title = (
        _title(ref, listing, tracker) if rows else f"{ref_label(ref, tracker)} is not shown here"
    )
    blocks: tuple[Block, ...] = (
        Heading(
            (
                *said(ref_span(ref, _reading(tracker, ref), tracker)),
                *said(_after_ref(title, ref, tracker)),
            )
        ),
        *_listed_blocks(listing[:1], telling),
        *(Line(_place_part(row)) for row in listing),
        *_naming_lines(ref, naming, telling),
        *_drift_lines(rows),
        *_history_blocks(listing[:1], telling),
        *_not_known_notes(listing[:1]),
        *(() if rows else (_nowhere_note(tracker),)),
        *coverage_blocks(tracker, part),
        buttons(question=str(ref)),
    )
    facts = PullFacts(tracker=tracker, rows=rows, coverage=part.coverage)
    return Answer(blocks=blocks, facts=facts, title=title)


def _is_about(row: JudgedRow, ref: Ref) -> bool:
    if row.ref is None:
        return False
    item = row.reading.item if row.reading else None
    return row.ref == ref or (item is not None and item.ref == ref)


def _names(row: JudgedRow, ref: Ref) -> bool:
    return any(r.ref == ref and r.role is not Role.PRIMARY for r in row.row.refs)


def _reading(tracker: JudgedTracker, ref: Ref) -> Reading | None:
    return next((r for r in tracker.snapshot.readings if r.ref == ref), None)


def _title(ref: Ref, listing: tuple[JudgedRow, ...], tracker: JudgedTracker) -> str:
    reading = _reading(tracker, ref)
    title = (
        row_title(listing[0])
        if listing
        else (reading.item.title if reading and reading.item else "")
    )
    return f"{ref_label(ref, tracker)} {shortened(title)}".rstrip()


def _after_ref(title: str, ref: Ref, tracker: JudgedTracker) -> str:
    return title.removeprefix(ref_label(ref, tracker))


def _listed_blocks(rows: tuple[JudgedRow, ...], telling: Telling) -> Iterator[Block]:
    for row in rows:
        yield row_line(row, telling)
        if row.state in (RowState.OPEN, RowState.DRAFT) and isinstance(_item(row), Pull):
            yield Line(_turn_part(row.turn, telling))
            if row.turn.command:
                yield Verbatim(row.turn.command)
            yield from _stale_lines(row, telling)
        yield from (Line(part) for part in _depth_parts(row, telling))


def _item(row: JudgedRow) -> object:
    return row.reading.item if row.reading else None


def _turn_part(turn: Turn, telling: Telling) -> Part:
    whose = turn_sentence(turn, telling.people)
    since = () if turn.since is None else said(", since ", day(turn.since, now=telling.tracker.now))
    reason = unstopped(turn.reason)
    because = f". {reason[:1].upper()}{reason[1:]}." if reason else "."
    return (*said(whose), *since, *said(because))


def _stale_lines(row: JudgedRow, telling: Telling) -> Iterator[Line]:
    staleness = row.staleness
    if staleness.parked:
        because = shortened(staleness.parked_because or "held on purpose")
        yield Line(said(f"Parked: {because}. It is never called stale."))
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


def _depth_parts(row: JudgedRow, telling: Telling) -> Iterator[Part]:
    item = _item(row)
    if not isinstance(item, Pull) or row.state not in (RowState.OPEN, RowState.DRAFT):
        return
    yield from review_parts(item, telling)
    yield from checks_parts(item)
    if item.labels is not UNKNOWN and item.labels:
        yield said(f"Labels: {shortened(', '.join(item.labels))}")


def _place_part(row: JudgedRow) -> Part:
    owners = row_owners(row)
    owner = f"{plural(len(owners), 'owner')} {', '.join(owners)}" if owners else "no owner named"
    also = f"also {', '.join(row.row.also)}" if row.row.also else ""
    where = f"Listed in {path_words(row.workstream.path)}, line {row.row.line}"
    texts = (where, _box_words(row.row.box), shortened(owner), shortened(also))
    return joined(said(text) for text in texts if text)


def _box_words(box: Box) -> str:
    return {Box.TICKED: "box ticked", Box.EMPTY: "box empty", Box.NONE: "no box"}[box]


def _naming_lines(ref: Ref, naming: tuple[JudgedRow, ...], telling: Telling) -> Iterator[Line]:
    for row in naming:
        role = next(r.role for r in row.row.refs if r.ref == ref and r.role is not Role.PRIMARY)
        about = (
            ref_label(row.ref, telling.tracker) if row.ref else shortened(row.row.text, at_most=60)
        )
        words = role.value.replace("_", " ")
        yield Line(said(f"Named by {about} ({words}), line {row.row.line}"))


def _drift_lines(rows: tuple[JudgedRow, ...]) -> Iterator[Line]:
    for row in rows:
        for finding in row.findings:
            repair = f" Repair: {shortened(finding.repair)}." if finding.repair else ""
            yield Line(said(f"Line {finding.line}: {unstopped(finding.evidence)}.{repair}"))


def _history_blocks(rows: tuple[JudgedRow, ...], telling: Telling) -> Iterator[Block]:
    for row in rows:
        item = _item(row)
        if not isinstance(item, Pull) or item.events is UNKNOWN or not item.events:
            continue
        newest = item.events[-EVENTS_AT_MOST:]
        yield Heading(said("History, newest first"), level=2)
        for event in reversed(newest):
            words = event_words(event, telling.people)
            yield Line((day(event.at, now=telling.tracker.now), *said(f" · {words}")))
        earlier = len(item.events) - len(newest)
        if earlier:
            yield Note(said(f"{counted(earlier, 'earlier entry')} not shown."), Tone.QUIET)


def _not_known_notes(rows: tuple[JudgedRow, ...]) -> Iterator[Note]:
    for row in rows:
        item = _item(row)
        if isinstance(item, Pull) and row.state in (RowState.OPEN, RowState.DRAFT):
            missing = unknown_facts(item)
            if missing:
                yield Note(said(f"Not known: {listed(missing)}."))


def _nowhere_note(tracker: JudgedTracker) -> Note:
    return Note(said(f"No row that may be shown here names it in {tracker.snapshot.issue.title}."))
