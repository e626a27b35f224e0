"""What happened to the rows between two moments: each ref at most once, in index order."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import timedelta

from bot.github_status.facts.index import Role, Row
from bot.github_status.facts.known import UNKNOWN
from bot.github_status.facts.pulls import IssueState, Item, Pull, PullState
from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Outcome, Reading, Snapshot
from bot.github_status.judge.identity import Identities
from bot.github_status.judge.named import others, refs_in_roles
from bot.github_status.judge.relation import RelationKind, of_kind, split_total
from bot.github_status.judge.states import ENDED, OPEN, ended_at
from bot.github_status.judge.verdicts import JudgedRow, JudgedTracker, RowKind, RowState
from bot.github_status.judge.window import Window

NEAR = timedelta(days=1)
"""A reading that is further away from the window's start says nothing about what was stale then."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Past:
    """What is known of the window's start."""

    window: Window
    same: Identities
    then: Mapping[Ref, JudgedRow]
    """As it was, by the present reading."""
    told: Mapping[Ref, JudgedRow] = field(default_factory=dict)
    """By the last digest's reading, where that is near enough."""
    known: Mapping[Ref, Item | None] | None = None
    """What the last digest's reading knew of each of its rows; `None`: there is no such reading."""

    def row_then(self, row: JudgedRow) -> JudgedRow | None:
        """The same row at the window's start, by the present reading."""
        return None if row.ref is None else self.then.get(self.same.of(row.ref))

    def was_stale(self, row: JudgedRow) -> bool | None:
        """Whether it was stale at the window's start; `None` when that is not known."""
        if row.ref is None:
            return None
        told, then = self.told.get(self.same.of(row.ref)), self.row_then(row)
        if told is not None and told.staleness.stale is not None:
            return told.staleness.stale
        if then is None or then.unopened:
            return False
        return then.staleness.stale

    def item_known(self, row: JudgedRow) -> Item | None:
        """What the last digest's reading knew of it; `None`: nothing."""
        if self.known is None or row.ref is None:
            return None
        return self.known.get(self.same.of(row.ref))

    def was_missed(self, row: JudgedRow) -> bool:
        """The last digest's reading had this row and did not know that it had ended."""
        if self.known is None or row.ref is None or self.same.of(row.ref) not in self.known:
            return False
        item = self.item_known(row)
        return item is None or not _has_ended(item)


def by_identity(rows: Iterable[JudgedRow], same: Identities) -> dict[Ref, JudgedRow]:
    """The rows that have a ref, each where it stands first."""
    first: dict[Ref, JudgedRow] = {}
    for row in rows:
        if row.ref is not None:
            first.setdefault(same.of(row.ref), row)
    return first


def known_items(baseline: Snapshot, same: Identities) -> dict[Ref, Item | None]:
    """What this reading knew of the rows of its index; `None`: nothing."""
    readings = {reading.ref: reading for reading in baseline.readings}
    primaries = (row.primary for _, row in baseline.index.rows() if row.primary is not None)
    return {same.of(ref): _item(readings.get(ref)) for ref in primaries}


def _item(reading: Reading | None) -> Item | None:
    return None if reading is None else reading.item


def _has_ended(item: Item) -> bool:
    return item.state in (PullState.MERGED, PullState.CLOSED, IssueState.CLOSED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Happened:
    """The rows that something happened to; each stands in one of `merged`, `closed` and `opened` at
    most, and in one of the others."""

    merged: tuple[JudgedRow, ...]
    closed: tuple[JudgedRow, ...]
    opened: tuple[JudgedRow, ...]
    newly_stale: tuple[JudgedRow, ...]
    still_stale: tuple[JudgedRow, ...]
    undated: tuple[JudgedRow, ...]


def happened(tracker: JudgedTracker, past: Past) -> Happened:
    """What happened in the window, and what is stale at its end."""
    rows = tuple(by_identity(tracker.rows(), past.same).values())
    ended = [row for row in rows if row.state in ENDED and _ended_lately(row, past)]
    newly = [row for row in rows if row.staleness.stale and past.was_stale(row) is False]
    new = {id(row) for row in newly}
    return Happened(
        merged=tuple(row for row in ended if row.done),
        closed=tuple(row for row in ended if not row.done),
        opened=tuple(row for row in rows if row.state in OPEN and _was_opened(row, past)),
        newly_stale=tuple(newly),
        still_stale=tuple(row for row in rows if row.staleness.stale and id(row) not in new),
        undated=tuple(row for row in rows if row.state in ENDED and _is_undated(row, past)),
    )


def _ended_lately(row: JudgedRow, past: Past) -> bool:
    """In the window; or earlier, or on a day that is not known, and nobody was told."""
    at = ended_at(row.item)
    if at is not None and at >= past.window.start:
        return past.window.holds(at)
    return past.was_missed(row)


def _is_undated(row: JudgedRow, past: Past) -> bool:
    """No date says that it ended before the window, and nobody knew it then."""
    return ended_at(row.item) is None and past.item_known(row) is None and not past.was_missed(row)


def _was_opened(row: JudgedRow, past: Past) -> bool:
    """Opened or reopened in the window; a row of the index already where it stood before."""
    item = row.item
    if item is None or row.kind is RowKind.NONE:
        return False
    if item.created_at is not UNKNOWN and item.created_at >= past.window.start:
        return past.window.holds(item.created_at)
    then = past.row_then(row)
    return then is not None and then.state is RowState.CLOSED


@dataclass(frozen=True, slots=True, kw_only=True)
class Split:
    """A row that was split, of whose parts some were merged in the window."""

    row: JudgedRow
    parts: int | None
    """`None`: nobody says how many there are, and there may be more than are known."""
    merged: int
    """Of its parts, so many are merged now."""
    newly: tuple[Ref, ...]
    """Those that were merged in the window, as the index writes them."""
    whole: Ref | None = None
    """What was split; `None`: the row's words name no ref for it."""


def splits(tracker: JudgedTracker, readings: Iterable[Reading], past: Past) -> Iterator[Split]:
    """`readings` are those of the moment that the tracker is judged for."""
    by_ref = {reading.ref: reading for reading in readings}
    for row in tracker.rows():
        parts = {past.same.of(ref): ref for ref in _parts(row)}
        merged = [ref for ref in parts.values() if _is_merged(by_ref.get(ref))]
        newly = [ref for ref in merged if _merged_in(by_ref[ref], past.window)]
        if newly:
            yield Split(
                row=row,
                parts=len(parts),
                merged=len(merged),
                newly=tuple(newly),
                whole=_whole(row.row),
            )
        elif not parts:
            yield from _stated_split(row, past.window)


def _stated_split(row: JudgedRow, window: Window) -> Iterator[Split]:
    """Of a split that the index does not tell of; guesses are left out."""
    stated = (relation for relation in row.relations if relation.is_stated)
    parts = of_kind(tuple(stated), RelationKind.SPLIT_INTO)
    merged = [part for part in parts if part.is_merged]
    newly = [part for part in merged if part.ended_at and window.holds(part.ended_at)]
    if newly:
        total = split_total(parts)
        yield Split(
            row=row,
            parts=None if total is None else max(total, len(parts)),
            merged=len(merged),
            newly=tuple(part.ref for part in newly),
            whole=row.ref,
        )


def _parts(row: JudgedRow) -> tuple[Ref, ...]:
    return refs_in_roles(row.row, Role.SPLIT_INTO)


def _whole(row: Row) -> Ref | None:
    """As in "#12 split into #13 and #14" is about #13 from then on, and #12 is what was split."""
    if row.primary not in refs_in_roles(row, Role.SPLIT_INTO):
        return row.primary
    return next(iter(others(row)), None)


def _is_merged(reading: Reading | None) -> bool:
    if reading is None or reading.outcome in (Outcome.NOT_FOUND, Outcome.NOT_VISIBLE):
        return False
    return isinstance(reading.item, Pull) and reading.item.state is PullState.MERGED


def _merged_in(reading: Reading, window: Window) -> bool:
    at = ended_at(reading.item)
    return at is not None and window.holds(at)
