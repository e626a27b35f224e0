"""Which workstreams of two readings of an index are the same: by their path, else by their rows.

Everything is looked up: a body of GitHub's full length may have thousands of headings.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from bot.github_status.facts.index import Index, Row, Workstream
from bot.github_status.judge.names import fold_name

RowKey: TypeAlias = Callable[[Row], Hashable]


@dataclass(frozen=True, slots=True, kw_only=True)
class Matches:
    """Pairs of workstreams, one of each reading."""

    by_before: Mapping[int, Workstream]
    by_after: Mapping[int, Workstream]
    elsewhere: frozenset[int]
    """By identity, those of the later reading that were found by their rows."""

    def after(self, workstream: Workstream) -> Workstream | None:
        """What this one of the earlier reading is in the later one; `None`: nothing."""
        return self.by_before.get(id(workstream))

    def before(self, workstream: Workstream) -> Workstream | None:
        """What this one of the later reading was in the earlier one; `None`: nothing."""
        return self.by_after.get(id(workstream))


def matched_workstreams(before: Index, after: Index, key: RowKey) -> Matches:
    """Those with the same path; of the others those that have most of the same rows, and then
    whatever stands below them under the same name."""
    pairs = _Pairs()
    there = _by_path(after)
    for place, was in _by_path(before).items():
        if place in there:
            pairs.add(was, there[place])
    _pair_by_rows(before, after, key, pairs)
    return Matches(
        by_before=pairs.by_before, by_after=pairs.by_after, elsewhere=frozenset(pairs.elsewhere)
    )


class _Pairs:
    """Pairs that were found so far."""

    def __init__(self) -> None:
        self.by_before: dict[int, Workstream] = {}
        self.by_after: dict[int, Workstream] = {}
        self.elsewhere: set[int] = set()

    def add(self, was: Workstream, now: Workstream) -> None:
        self.by_before[id(was)] = now
        self.by_after[id(now)] = was

    def is_new(self, now: Workstream) -> bool:
        return id(now) not in self.by_after


_Place: TypeAlias = tuple[tuple[str, ...], int]
"""A folded path, and which one of those that share it."""


def _by_path(index: Index) -> Mapping[_Place, Workstream]:
    seen: Counter[tuple[str, ...]] = Counter()
    found: dict[_Place, Workstream] = {}
    for workstream in index.walk():
        path = tuple(map(_folded, workstream.path))
        found[path, seen[path]] = workstream
        seen[path] += 1
    return found


def _folded(name: str) -> str:
    return fold_name(name) or name


def _pair_by_rows(before: Index, after: Index, key: RowKey, pairs: _Pairs) -> None:
    left = {id(now): now for now in after.walk() if pairs.is_new(now)}
    sizes: dict[int, int] = {}
    homes: dict[Hashable, list[int]] = {}
    for at, now in left.items():
        keys = _keys(now, key)
        sizes[at] = len(keys)
        for one in keys:
            homes.setdefault(one, []).append(at)
    for was in before.walk():
        if id(was) not in pairs.by_before:
            keys = _keys(was, key)
            shared = Counter(
                at for one in keys for at in homes.get(one, ()) if pairs.is_new(left[at])
            )
            # Of equals the first is taken: outer ones are met before those inside of them.
            at, count = next(iter(shared.most_common(1)), (0, 0))
            if at and 2 * count > max(len(keys), sizes[at]):
                pairs.add(was, left[at])
                pairs.elsewhere.add(at)
        _pair_children(was, pairs)


def _pair_children(was: Workstream, pairs: _Pairs) -> None:
    """Below a pair that stands elsewhere, the same names are the same workstreams."""
    now = pairs.by_before.get(id(was))
    if now is None:
        return
    there = {_folded(child.name): child for child in reversed(now.workstreams)}
    for child in was.workstreams:
        found = there.get(_folded(child.name))
        if found is not None and id(child) not in pairs.by_before and pairs.is_new(found):
            pairs.add(child, found)


def _keys(workstream: Workstream, key: RowKey) -> dict[Hashable, None]:
    """What its rows, and those under it, are about: each once, in order."""
    return dict.fromkeys(key(row) for inner in workstream.walk() for row in inner.rows)
