"""One row of the index as one line: its mark, ref and words, and what is true of it now."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import assert_never

from bot.answers.answer import Line, Mark
from bot.answers.counting import unknown_word
from bot.answers.links import ref_label, row_ref
from bot.answers.names import author_is_owner, author_login, shown_name
from bot.answers.parts import NAME_AT_MOST, Part, continued, day, joined, said, shortened
from bot.answers.progress import progress_part
from bot.answers.replaced import replaced_parts
from bot.answers.turns import parked_part, turn_part
from bot.github_status.facts.index import Box, Workstream
from bot.github_status.facts.known import UNKNOWN
from bot.github_status.facts.pulls import EventKind, Issue, Item, Pull, StateReason
from bot.github_status.facts.snapshot import Outcome, Reading
from bot.github_status.judge.names import fold_name
from bot.github_status.judge.states import OPEN, item_of, row_state
from bot.github_status.judge.verdicts import DriftKind, JudgedRow, JudgedTracker, RowKind, RowState
from bot.people.people import People


@dataclass(frozen=True, slots=True, kw_only=True)
class Telling:
    """What a row's line is told from, beside the row."""

    tracker: JudgedTracker
    people: People
    """Only those whose names the index knows: readers of the tracker know others by their login."""


def telling_of(tracker: JudgedTracker, people: People) -> Telling:
    """The tracker, and of the people those that own something in it."""
    names = {fold_name(name) for w in tracker.snapshot.index.walk() for name in _named_in(w)}
    known = tuple(link for link in people.links if fold_name(link.name) in names)
    return Telling(tracker=tracker, people=People(known))


def _named_in(workstream: Workstream) -> Iterator[str]:
    yield from workstream.owners
    for row in workstream.rows:
        yield from row.owners


def row_line(
    row: JudgedRow, telling: Telling, *, depth: int = 0, also: Iterable[Part] = ()
) -> Line:
    """The row in one line; `also` is said at its end."""
    parts = (
        *_state_parts(row, telling),
        *replaced_parts(row, telling.tracker),
        *_index_parts(row),
        *_reading_parts(row, telling),
        *also,
    )
    name = _name_part(row, telling.tracker)
    return Line(joined([name, *parts]), mark=row_mark(row), depth=depth)


def short_row_line(row: JudgedRow, tracker: JudgedTracker, *, also: Iterable[Part]) -> Line:
    """Only the row's name and its state, where that is known; `also` is said at its end."""
    state = _item_state(row.item, row.state, now=tracker.now) if row.item else ()
    return Line(joined([_name_part(row, tracker), state, *also]), mark=row_mark(row))


def _name_part(row: JudgedRow, tracker: JudgedTracker) -> Part:
    ref, words = row_ref(row, tracker), row_words(row)
    return joined([said(ref) if ref else (), said(words) if words else ()], by=" ")


def row_words(row: JudgedRow) -> str:
    """The index's own words for the row, else GitHub's title; at most two lines long."""
    words = row.row.text or row_title(row)
    if row.state is RowState.MERGED and row.row.status:
        words = words.removesuffix(f"({row.row.status})").rstrip() or words
    return shortened(words)


def box_state(box: Box) -> str:
    """ "box ticked", "box empty" or "no box"."""
    match box:
        case Box.TICKED:
            return "box ticked"
        case Box.EMPTY:
            return "box empty"
        case Box.NONE:
            return "no box"
        case _:
            assert_never(box)


def row_title(row: JudgedRow) -> str:
    """GitHub's title, else the index's words."""
    return row.item.title if row.item else row.row.text


def open_pull(row: JudgedRow) -> Pull | None:
    """The row's pull request while it is open, a draft included; `None` for any other row."""
    return row.item if row.state in OPEN and isinstance(row.item, Pull) else None


def row_progress(row: JudgedRow, telling: Telling) -> Part:
    """When the row's pull request last moved, and by what."""
    item = row.item
    opened_at = None if item is None or item.created_at is UNKNOWN else item.created_at
    return progress_part(
        row.staleness, opened_at=opened_at, now=telling.tracker.now, people=telling.people
    )


def merged_at(row: JudgedRow) -> datetime | None:
    """When it was merged; `None` when it was not, or when that is not known."""
    if not isinstance(row.item, Pull) or row.item.merged_at is UNKNOWN:
        return None
    return row.item.merged_at


def row_mark(row: JudgedRow) -> Mark:
    """The sign before the row."""
    if row.kind is RowKind.NONE:
        return _box_mark(row.row.box)
    return _mark_of(row.state, is_done=row.done is True)


def _box_mark(box: Box) -> Mark:
    """Of a row without a ref its box is all there is."""
    match box:
        case Box.TICKED:
            return Mark.DONE
        case Box.EMPTY:
            return Mark.OPEN
        case Box.NONE:
            return Mark.NONE
        case _:
            assert_never(box)


def _mark_of(state: RowState, *, is_done: bool) -> Mark:
    match state:
        case RowState.OPEN:
            return Mark.OPEN
        case RowState.DRAFT:
            return Mark.DRAFT
        case RowState.MERGED:
            return Mark.MERGED
        case RowState.CLOSED:
            return Mark.DONE if is_done else Mark.CLOSED
        case RowState.NOT_FOUND:
            return Mark.NOT_FOUND
        case RowState.NOT_VISIBLE:
            return Mark.NOT_VISIBLE
        case RowState.UNKNOWN:
            return Mark.UNKNOWN
        case _:
            assert_never(state)


def _state_parts(row: JudgedRow, telling: Telling) -> tuple[Part, ...]:
    match row.state:
        case RowState.OPEN | RowState.DRAFT:
            return _open_parts(row, telling)
        case RowState.MERGED:
            return (_merged_part(row.item, now=telling.tracker.now),)
        case RowState.CLOSED:
            return (_author_part(row, telling), _closed_part(row.item, now=telling.tracker.now))
        case RowState.NOT_FOUND:
            return (said(unknown_word(row)),)
        case RowState.NOT_VISIBLE:
            return (said(f"{unknown_word(row)}{_because(row)}"),)
        case RowState.UNKNOWN:
            return _unknown_parts(row)
        case _:
            assert_never(row.state)


def _open_parts(row: JudgedRow, telling: Telling) -> tuple[Part, ...]:
    if row.kind is RowKind.ISSUE:
        return (said("open issue"),)
    progress = row_progress(row, telling)
    if row.state is RowState.DRAFT:
        progress = (*said("draft, "), *progress)
    turn = turn_part(row.turn, telling.people, reviewed=_has_review(row))
    parked = parked_part(row.staleness, now=telling.tracker.now)
    return (_author_part(row, telling), parked, progress, turn)


def _has_review(row: JudgedRow) -> bool:
    """Of its reviews one at least is known."""
    event = row.staleness.last_progress
    return event is not None and event.kind is EventKind.REVIEW


def _author_part(row: JudgedRow, telling: Telling) -> Part:
    author = author_login(row)
    if author is None or author_is_owner(row, telling.people):
        return ()
    return said(f"by {shown_name(author, telling.people)}")


def state_part(reading: Reading, *, now: datetime) -> Part:
    """The state of what was read: "merged 19 Jul", "open"."""
    return _item_state(item_of(reading), row_state(reading), now=now)


def _item_state(item: Item | None, state: RowState, *, now: datetime) -> Part:
    """ "merged 19 Jul", "open"."""
    if state is RowState.MERGED:
        return _merged_part(item, now=now)
    if state is RowState.CLOSED:
        return _closed_part(item, now=now)
    return said(_STATE_WORDS[state])


_STATE_WORDS = {
    RowState.OPEN: "open",
    RowState.DRAFT: "draft",
    RowState.NOT_FOUND: "not found",
    RowState.NOT_VISIBLE: "not visible",
    RowState.UNKNOWN: "state not known",
}


def _merged_part(item: Item | None, *, now: datetime) -> Part:
    at = item.merged_at if isinstance(item, Pull) else None
    if at is UNKNOWN:
        return said("merged")
    return said("merged ", day(at, now=now)) if at else said("merged")


def _closed_part(item: Item | None, *, now: datetime) -> Part:
    words = _closed_words(item)
    if item is None or item.closed_at is UNKNOWN or item.closed_at is None:
        return said(words)
    return said(f"{words} ", day(item.closed_at, now=now))


def _closed_words(item: Item | None) -> str:
    if not isinstance(item, Issue):
        return "closed unmerged"
    if item.reason is UNKNOWN or item.reason is None:
        return "closed"
    match item.reason:
        case StateReason.COMPLETED:
            return "done, closed"
        case StateReason.NOT_PLANNED:
            return "not planned, closed"
        case StateReason.DUPLICATE:
            return "a duplicate, closed"
        case StateReason.REOPENED:
            return "closed"
        case _:
            assert_never(item.reason)


def _unknown_parts(row: JudgedRow) -> tuple[Part, ...]:
    if row.kind is RowKind.NONE:
        names_nothing = row.row.box is Box.NONE
        return (said("names no pull request" if names_nothing else box_state(row.row.box)),)
    if row.reading is not None and row.reading.outcome is not Outcome.READ:
        return (said(f"{unknown_word(row)}{_because(row)}"),)
    return (said(unknown_word(row) if row.unopened else "state not known"),)


def _because(row: JudgedRow) -> str:
    reason = row.reading.reason if row.reading else ""
    return f": {continued(reason)}" if reason else ""


def _index_parts(row: JudgedRow) -> tuple[Part, ...]:
    kinds = {finding.kind for finding in row.findings}
    parts: list[Part] = []
    if any(finding.box_is_behind for finding in row.findings):
        parts.append(said("box still empty"))
    if DriftKind.TICKED_UNMERGED in kinds:
        parts.append(said("box ticked"))
    if DriftKind.TEXT_CONTRADICTS in kinds and row.row.status:
        parts.append(said(f"the index says “{shortened(row.row.status, at_most=NAME_AT_MOST)}”"))
    if DriftKind.SUCCESSOR_LANDED in kinds and not row.relations:
        parts.append(said("what took its place has landed"))
    if row.row.struck:
        parts.append(said("struck through"))
    if DriftKind.DUPLICATE_ROW in kinds:
        parts.append(said("listed twice here"))
    return tuple(parts)


def _reading_parts(row: JudgedRow, telling: Telling) -> tuple[Part, ...]:
    reading = row.reading
    if reading is None or reading.item is None:
        return ()
    parts: list[Part] = []
    if reading.item.ref != reading.ref and row.ref is not None:
        parts.append(said(f"now {ref_label(reading.item.ref, telling.tracker)}"))
    if reading.outcome is not Outcome.READ and reading.read_at is not None:
        parts.append(said("last read ", day(reading.read_at, now=telling.tracker.now)))
    return tuple(parts)
