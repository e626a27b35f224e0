"""Which part of a tracker an answer is about: workstreams, rows, and the readings behind them."""

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TypeAlias

from bot.answers.parts import NAME_AT_MOST, TITLE_NAME_AT_MOST, shortened
from bot.github_status.facts.index import Workstream
from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Snapshot
from bot.github_status.judge.verdicts import JudgedRow, JudgedTracker, JudgedWorkstream

Chosen: TypeAlias = tuple[JudgedWorkstream, ...] | None
"""The workstreams a question is about; `None`: all."""

_Place: TypeAlias = tuple[int, tuple[str, ...]]
"""The line that opens a workstream, and its path: tells it from others of the same name."""

_BRACKETS = re.compile(r"\s*\([^()]*\)$")


def chosen_workstreams(tracker: JudgedTracker, chosen: Chosen) -> tuple[JudgedWorkstream, ...]:
    """The same workstreams as they stand in this tracker (which may be redacted), each once.

    One that stands inside another of them is left to that one.
    """
    if chosen is None:
        return tracker.workstreams
    wanted = {_place_of(judged.workstream) for judged in chosen}
    return tuple(w for top in tracker.workstreams for w in _outermost(top, wanted))


def scope_question(command: str, chosen: Chosen, more: str = "") -> str:
    """The question as somebody would type it: "stale Refit 14d"."""
    names = dict.fromkeys(w.workstream.name for w in chosen or ())
    return " ".join(word for word in (command, *names, more) if word)


def scope_words(chosen: Chosen) -> str:
    """ " in Refit" for a title; empty for the whole tracker."""
    names = dict.fromkeys(
        shortened(workstream_title(w), at_most=TITLE_NAME_AT_MOST) for w in chosen or ()
    )
    return f" in {', '.join(names)}" if names else ""


def workstream_title(judged: JudgedWorkstream) -> str:
    """The workstream's name, with those above it."""
    return path_words(judged.workstream.path)


def path_words(path: tuple[str, ...]) -> str:
    """A workstream by its path, in one line."""
    return " › ".join(path) if path else "Rows under no heading"


def home_words(row: JudgedRow) -> str:
    """The workstream that the row stands in, without what ends its names in brackets."""
    names = tuple(_BRACKETS.sub("", name) or name for name in row.workstream.path)
    return shortened(path_words(names), at_most=NAME_AT_MOST)


def kept(
    workstreams: Iterable[JudgedWorkstream], keep: Callable[[JudgedRow], bool]
) -> tuple[JudgedWorkstream, ...]:
    """The same trees with only the rows that `keep` accepts; branches without one are dropped."""
    pruned = (_pruned(workstream, keep) for workstream in workstreams)
    return tuple(w for w in pruned if w.rows or w.workstreams)


def each_ref_once(rows: Iterable[JudgedRow]) -> tuple[JudgedRow, ...]:
    """The rows, each ref where it stands first; rows without a ref all stay."""
    seen: set[Ref] = set()
    first: list[JudgedRow] = []
    for row in rows:
        ref = row.ref or (row.reading.ref if row.reading else None)
        if ref is None or ref not in seen:
            first.append(row)
        if ref is not None:
            seen.add(ref)
    return tuple(first)


def part_read(tracker: JudgedTracker, chosen: Chosen) -> Snapshot:
    """The snapshot with only what these workstreams' own rows name: its coverage is theirs."""
    if chosen is None:
        return tracker.snapshot
    rows = [row for w in chosen_workstreams(tracker, chosen) for row in w.all_rows()]
    return readings_of(tracker.snapshot, rows)


def readings_of(snapshot: Snapshot, rows: Iterable[JudgedRow]) -> Snapshot:
    """The snapshot with only the readings of what these rows name."""
    wanted: set[Ref] = set()
    for row in rows:
        wanted.update(ref.ref for ref in row.row.refs)
        if row.reading is not None:
            wanted.add(row.reading.ref)
    return replace(snapshot, readings=tuple(r for r in snapshot.readings if r.ref in wanted))


def _place_of(workstream: Workstream) -> _Place:
    return workstream.line, workstream.path


def _outermost(judged: JudgedWorkstream, wanted: set[_Place]) -> tuple[JudgedWorkstream, ...]:
    if _place_of(judged.workstream) in wanted:
        return (judged,)
    return tuple(w for child in judged.workstreams for w in _outermost(child, wanted))


def _pruned(judged: JudgedWorkstream, keep: Callable[[JudgedRow], bool]) -> JudgedWorkstream:
    return replace(
        judged,
        rows=tuple(row for row in judged.rows if keep(row)),
        also_here=(),
        workstreams=kept(judged.workstreams, keep),
    )
