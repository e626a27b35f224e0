"""How far a tracker and its workstreams were at the end of a week, counted for a picture."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from types import MappingProxyType
from typing import TypeAlias

from bot.github_status.facts.index import Row, Workstream
from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Snapshot
from bot.github_status.judge.around import around
from bot.github_status.judge.as_it_was import as_it_was
from bot.github_status.judge.claims import everything_said
from bot.github_status.judge.drift.ground import Ground
from bot.github_status.judge.how_far import Reached
from bot.github_status.judge.named import own_ref
from bot.github_status.judge.names import fold_name
from bot.github_status.judge.reached import reached, row_counts
from bot.github_status.judge.relations import as_written, relations_of
from bot.github_status.judge.rows import reading_of
from bot.github_status.judge.rules import Rules
from bot.github_status.judge.states import is_unopened
from bot.github_status.judge.workstreams import name_book

Path: TypeAlias = tuple[str, ...]
"""A workstream's path, folded: the same one in every reading."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WeekCount:
    """Rows at one moment, each ref once. What was closed without a merge is in none of them."""

    merged: int
    """Or done otherwise: an issue closed as completed, a ticked task."""
    open: int
    unknown: int = 0
    """Rows whose state at that moment is not known."""

    @property
    def scope(self) -> int:
        """What there is to do, done or not."""
        return self.merged + self.open

    @property
    def is_nothing(self) -> bool:
        """Nothing that is listed was opened yet, as far as is known."""
        return not self.scope


@dataclass(frozen=True, slots=True, kw_only=True)
class WeekCounts:
    """A whole tracker at one moment."""

    whole: WeekCount
    parts: Mapping[Path, WeekCount] = field(default_factory=lambda: MappingProxyType({}))
    """Every workstream with what is under it."""


def folded_path(path: Sequence[str]) -> Path:
    """What tells a workstream in readings of different weeks."""
    return tuple(fold_name(name) or name for name in path)


def week_counts(snapshot: Snapshot, at: datetime, *, rules: Rules) -> WeekCounts:
    """The tracker at this moment: how far its rows are, and nothing else that could be judged.

    Where it is earlier than the reading ("as it was"), a row about no ref of its own is not known:
    nothing dates its box.
    """
    seen = as_it_was(snapshot, at)
    ground = _ground(seen, rules)
    rows = {
        id(workstream): tuple(_rows(workstream, ground, at)) for workstream in seen.index.walk()
    }
    was = at < snapshot.as_of

    def count(*workstreams: Workstream) -> WeekCount:
        return _count([row for one in workstreams for row in rows[id(one)]], as_it_was=was)

    parts: dict[Path, list[Workstream]] = {}
    for workstream in seen.index.walk():
        parts.setdefault(folded_path(workstream.path), []).extend(workstream.walk())
    return WeekCounts(
        whole=count(*seen.index.walk()),
        parts={path: count(*under) for path, under in parts.items()},
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _CountedRow:
    """What of a row is counted."""

    row: Row
    reached: Reached
    own_ref: Ref | None


def _ground(seen: Snapshot, rules: Rules) -> Ground:
    beside = around(seen)
    related = relations_of(beside, everything_said(beside, rules), seen.index)
    return Ground(
        book=name_book(seen.index),
        problems={},
        readings={reading.ref: reading for reading in seen.readings},
        people={},
        rules=rules,
        relations=as_written(related, beside, seen.index),
    )


def _rows(workstream: Workstream, ground: Ground, at: datetime) -> Iterator[_CountedRow]:
    """Its own; what was not opened yet is no row of that moment."""
    for row in workstream.rows:
        if not is_unopened(reading_of(row, ground.readings), at):
            yield _CountedRow(row=row, reached=reached(ground, row), own_ref=own_ref(row))


def _count(rows: Sequence[_CountedRow], *, as_it_was: bool) -> WeekCount:
    known = [row for row in rows if not (as_it_was and row.row.primary is None)]
    counts = row_counts(known)
    return WeekCount(
        merged=counts.done,
        open=counts.open,
        unknown=counts.unknown + len(rows) - len(known),
    )
