"""How the index itself changed between two readings: rows, workstreams and owners.

A row is told by what it is about, one without a ref by its words; its place among the rows of its
workstream says nothing. A workstream is the same one where its path is, or where most of the rows
are: a new heading over the same rows is one change.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import zip_longest
from typing import TypeAlias

from bot.github_status.facts.index import Index, Row, Workstream
from bot.github_status.facts.refs import Ref
from bot.github_status.judge.identity import Identities
from bot.github_status.judge.names import fold_name
from bot.github_status.judge.same_workstreams import Matches, matched_workstreams


class IndexChangeKind(StrEnum):
    """How did the index itself change? `RENAMED`: a workstream, with its rows."""

    ADDED = "added"
    REMOVED = "removed"
    MOVED = "moved"
    OWNERS = "owners"
    RENAMED = "renamed"


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexChange:
    """One change of the index: of a row, or of a whole workstream."""

    kind: IndexChangeKind
    ref: Ref | None = None
    """`None` for a row without one, and for a workstream."""
    text: str = ""
    """The row's words; empty for a workstream."""
    path: tuple[str, ...]
    """The workstream where it is now; where it was, when it was removed."""
    path_before: tuple[str, ...] | None = None
    """Where it stood, when it was moved; its path before, when a workstream was renamed."""
    owners: tuple[str, ...] = ()
    """Who answers for it now, as written; who did, when it was removed."""
    owners_before: tuple[str, ...] = ()
    """Who answered for it before, where that is what changed."""
    section_owners: tuple[str, ...] = ()
    """Who answers for the workstream of `path`."""
    of_workstream: bool = False
    """It is about a whole workstream, and not about a row."""


Key: TypeAlias = Ref | str
"""What tells a row: what it is about, or its words."""


@dataclass(frozen=True, slots=True)
class _Place:
    """A row where it stands."""

    workstream: Workstream
    row: Row


_Places: TypeAlias = Mapping[Key, list[_Place]]


def row_key(row: Row, same: Identities) -> Key:
    """What tells this row from others of its index, and finds it in another one; empty when it has
    neither a ref nor words."""
    if row.primary is not None:
        return same.of(row.primary)
    return fold_name(row.text) or row.text


def index_changes(before: Index, after: Index, same: Identities) -> tuple[IndexChange, ...]:
    """What somebody changed in the index, in its order; what was removed stands last."""
    if before == after:
        return ()
    matches = matched_workstreams(before, after, lambda row: row_key(row, same))
    old, new = _places(before, same), _places(after, same)
    changes = [
        *_workstream_changes(after, matches),
        *_row_changes(old, new, matches),
    ]
    return tuple(change for _, change in sorted(changes, key=lambda found: found[0]))


_Found: TypeAlias = tuple[tuple[bool, int], IndexChange]
"""A change, and where it is told: whether it is gone, and its line."""


def _places(index: Index, same: Identities) -> _Places:
    places: dict[Key, list[_Place]] = {}
    for workstream, row in index.rows():
        key = row_key(row, same)
        if key:
            places.setdefault(key, []).append(_Place(workstream, row))
    return places


def _row_changes(old: _Places, new: _Places, matches: Matches) -> Iterator[_Found]:
    for key, places in new.items():
        before = old.get(key, [])
        moved = _moved(before, places, matches)
        if moved is not None:
            yield moved
        if before and _differ(before[0].row.owners, places[0].row.owners):
            yield _owners_of_row(before[0], places[0])
    for key, places in old.items():
        if key not in new:
            yield _removed(places[0])


def _moved(before: list[_Place], after: list[_Place], matches: Matches) -> _Found | None:
    """Where the row went; a row that stands in several workstreams is told once."""
    homes = {id(matches.after(place.workstream)) for place in before}
    here = {id(place.workstream) for place in after}
    come = [place for place in after if id(place.workstream) not in homes]
    gone = [p for p in before if id(matches.after(p.workstream)) not in here]
    to, source = next(zip_longest(come, gone), (None, None))
    if to is None:
        return None if source is None else _removed(source)
    if source is None:
        return _at(to), _about(to, IndexChangeKind.ADDED)
    return _at(to), _about(to, IndexChangeKind.MOVED, path_before=source.workstream.path)


def _removed(place: _Place) -> _Found:
    return (True, place.row.line), _about(place, IndexChangeKind.REMOVED)


def _owners_of_row(before: _Place, after: _Place) -> _Found:
    owners = before.row.owners or before.workstream.owners
    return _at(after), _about(after, IndexChangeKind.OWNERS, owners_before=owners)


def _at(place: _Place) -> tuple[bool, int]:
    return False, place.row.line


def _about(
    place: _Place,
    kind: IndexChangeKind,
    *,
    path_before: tuple[str, ...] | None = None,
    owners_before: tuple[str, ...] = (),
) -> IndexChange:
    return IndexChange(
        kind=kind,
        ref=place.row.primary,
        text=place.row.text,
        path=place.workstream.path,
        path_before=path_before,
        owners=place.row.owners or place.workstream.owners,
        owners_before=owners_before,
        section_owners=place.workstream.owners,
    )


def _workstream_changes(after: Index, matches: Matches) -> Iterator[_Found]:
    above: dict[int, Workstream] = {}
    told: dict[int, tuple[tuple[str, ...], tuple[str, ...]]] = {}
    for now in after.walk():
        above.update((id(child), now) for child in now.workstreams)
        was = matches.before(now)
        if was is None or not any(inner.rows for inner in now.walk()):
            continue
        if id(now) in matches.elsewhere:
            yield (False, now.line), _of_workstream(_place_kind(was, now), now, was)
        if _differ(was.owners, now.owners):
            told[id(now)] = was.owners, now.owners
            outer = told.get(id(above.get(id(now))))
            has_none_of_its_own = now.owners_inherited or not now.owners
            if not (has_none_of_its_own and outer == told[id(now)]):
                yield (False, now.line), _of_workstream(IndexChangeKind.OWNERS, now, was)


def _place_kind(was: Workstream, now: Workstream) -> IndexChangeKind:
    renamed = fold_name(was.name) != fold_name(now.name)
    return IndexChangeKind.RENAMED if renamed else IndexChangeKind.MOVED


def _of_workstream(kind: IndexChangeKind, now: Workstream, was: Workstream) -> IndexChange:
    is_owners = kind is IndexChangeKind.OWNERS
    return IndexChange(
        kind=kind,
        path=now.path,
        path_before=None if is_owners else was.path,
        owners=now.owners,
        owners_before=was.owners if is_owners else (),
        section_owners=now.owners,
        of_workstream=True,
    )


def _differ(before: Iterable[str], after: Iterable[str]) -> bool:
    """They are other people: order, case and accents say nothing."""
    return {fold_name(name) or name for name in before} != {
        fold_name(name) or name for name in after
    }
