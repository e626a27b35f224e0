"""How far a tracker and its workstreams were at the end of a week, counted for a picture."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TypeAlias

from bot.github_status.judge.names import fold_name
from bot.github_status.judge.reached import row_counts
from bot.github_status.judge.verdicts import JudgedRow, JudgedTracker, RowKind

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


def week_counts(tracker: JudgedTracker) -> WeekCounts:
    """The tracker at the moment that it was judged for.

    Where that is earlier than its reading ("as it was"), a row about no ref of its own is not
    known: nothing dates its box.
    """
    was = tracker.as_it_was
    parts: dict[Path, list[JudgedRow]] = {}
    for judged in tracker.walk():
        parts.setdefault(folded_path(judged.workstream.path), []).extend(judged.all_rows())
    return WeekCounts(
        whole=_count(tracker.rows(), as_it_was=was),
        parts={path: _count(rows, as_it_was=was) for path, rows in parts.items()},
    )


def _count(rows: Iterable[JudgedRow], *, as_it_was: bool) -> WeekCount:
    rows = tuple(_opened(rows))
    known = [row for row in rows if not (as_it_was and row.kind is RowKind.NONE)]
    counts = row_counts(known)
    return WeekCount(
        merged=counts.done,
        open=counts.open,
        unknown=counts.unknown + len(rows) - len(known),
    )


def _opened(rows: Iterable[JudgedRow]) -> Iterator[JudgedRow]:
    """What was not opened yet is no row of that moment."""
    return (row for row in rows if not row.unopened)
