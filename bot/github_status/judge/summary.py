"""The tree of judged workstreams, and its counts: each ref once in a workstream, and once in
all."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import TypeAlias, TypedDict

from bot.github_status.facts.index import Box, Index, Workstream
from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Snapshot
from bot.github_status.judge.around import around
from bot.github_status.judge.claims import everything_said
from bot.github_status.judge.drift import SECTION_KINDS, findings_of
from bot.github_status.judge.drift.ground import Ground, placed_problems
from bot.github_status.judge.drift.owners import unowned_sections
from bot.github_status.judge.how_far import Counts
from bot.github_status.judge.left import sorted_out, with_subjects
from bot.github_status.judge.missing import Missing, missing_rows
from bot.github_status.judge.reached import reached
from bot.github_status.judge.relation import Relation
from bot.github_status.judge.relations import as_written, relations_of
from bot.github_status.judge.rows import Bench, judged_row
from bot.github_status.judge.rules import Rules
from bot.github_status.judge.states import OPEN
from bot.github_status.judge.verdicts import Finding, JudgedRow, JudgedWorkstream, RowState
from bot.github_status.judge.workstreams import NameBook, name_book, named_by


def judged_workstreams(snapshot: Snapshot, bench: Bench) -> tuple[JudgedWorkstream, ...]:
    """The outermost workstreams with everything under them, in the order of the index.

    `snapshot`: as it was at the bench's moment.
    """
    index = snapshot.index
    ground = Ground(
        book=name_book(index),
        problems=placed_problems(index),
        readings=bench.readings,
        people=bench.people,
        rules=bench.rules,
        lines=tuple(snapshot.issue.body.splitlines()),
        unowned=unowned_sections(index),
        **_beside_the_index(snapshot, bench.rules),
    )
    found = _found(index, ground)
    tree = tuple(_judged(workstream, ground, bench, found) for workstream in index.workstreams)
    visitors = _visitors(tree, ground.book)
    return tuple(_with_visitors(judged, visitors) for judged in tree)


class _Beside(TypedDict):
    relations: Mapping[Ref, tuple[Relation, ...]]
    missing: Mapping[int, tuple[Missing, ...]]


def _beside_the_index(snapshot: Snapshot, rules: Rules) -> _Beside:
    """What pull requests say of each other, listed or not."""
    beside = around(snapshot)
    said = everything_said(beside, rules)
    relations = relations_of(beside, said, snapshot.index)
    missing: dict[int, tuple[Missing, ...]] = {}
    for one in missing_rows(snapshot, beside, relations, said, rules):
        missing[id(one.workstream)] = (*missing.get(id(one.workstream), ()), one)
    return _Beside(relations=as_written(relations, beside, snapshot.index), missing=missing)


_Found: TypeAlias = Mapping[int, tuple[Finding, ...]]
"""By identity of a workstream, every finding of its own."""


def _found(index: Index, ground: Ground) -> _Found:
    every = [(workstream, findings_of(ground, workstream)) for workstream in index.walk()]
    told = with_subjects(every, ground.lines)
    return {id(workstream): own for (workstream, _), own in zip(every, told, strict=True)}


def _judged(
    workstream: Workstream, ground: Ground, bench: Bench, found: _Found
) -> JudgedWorkstream:
    counting, left = sorted_out(found[id(workstream)], bench.left, bench.now)
    of_section, of_rows = _parted(counting, workstream)
    left_of_section, left_of_rows = _parted(left, workstream)
    rows = tuple(
        replace(
            judged_row(row, workstream, tuple(of_rows.get(row.line, ())), bench),
            relations=ground.related(row.primary),
            reached=reached(ground, row),
            left=tuple(left_of_rows.get(row.line, ())),
        )
        for row in workstream.rows
    )
    under = tuple(_judged(child, ground, bench, found) for child in workstream.workstreams)
    judged = JudgedWorkstream(
        workstream=workstream,
        rows=rows,
        also_here=(),
        findings=of_section,
        counts=Counts(),
        problems=ground.problems.get(id(workstream), ()),
        left=left_of_section,
        workstreams=under,
    )
    return replace(judged, counts=counts_of([judged]))


def _parted(
    findings: Iterable[Finding], workstream: Workstream
) -> tuple[tuple[Finding, ...], dict[int, list[Finding]]]:
    """Those about the section, and those about its rows by line."""
    of_section: list[Finding] = []
    of_rows: dict[int, list[Finding]] = {row.line: [] for row in workstream.rows}
    for finding in findings:
        is_of_row = finding.line in of_rows and finding.kind not in SECTION_KINDS
        (of_rows[finding.line] if is_of_row else of_section).append(finding)
    return tuple(of_section), of_rows


def counts_of(workstreams: Iterable[JudgedWorkstream]) -> Counts:
    """The counts of these and everything under them. A row without a primary ref counts for its
    drift only."""
    every = tuple(workstreams)
    by_ref: dict[Ref, list[JudgedRow]] = {}
    for row in (row for workstream in every for row in workstream.all_rows()):
        if row.ref is not None:
            by_ref.setdefault(row.ref, []).append(row)
    states = [rows[0].state for rows in by_ref.values()]
    merged, closed = states.count(RowState.MERGED), states.count(RowState.CLOSED)
    is_open = sum(state in OPEN for state in states)
    return Counts(
        refs=len(states),
        merged=merged,
        open=is_open,
        closed=closed,
        unknown=len(states) - merged - closed - is_open,
        ticked=_refs_with(by_ref, lambda row: row.row.box is Box.TICKED),
        stale=_refs_with(by_ref, lambda row: row.staleness.stale is True),
        parked=_refs_with(by_ref, lambda row: row.staleness.parked is True),
        drift=sum(1 for workstream in every for _ in workstream.all_findings()),
        done=_refs_with(by_ref, lambda row: row.done is True),
    )


def _refs_with(by_ref: dict[Ref, list[JudgedRow]], holds: Callable[[JudgedRow], bool]) -> int:
    return sum(any(map(holds, rows)) for rows in by_ref.values())


_Visitors = dict[int, dict[Ref, JudgedRow]]
"""By identity of a workstream, the rows that name it and that it does not list, each ref once."""


def _visitors(tree: Iterable[JudgedWorkstream], book: NameBook) -> _Visitors:
    visitors: _Visitors = {}
    for row in (row for judged in tree for row in judged.all_rows()):
        if row.ref is None:
            continue
        for named in named_by(row.row.also, book):
            if row.ref not in book.refs_of(named):
                visitors.setdefault(id(named), {}).setdefault(row.ref, row)
    return visitors


def _with_visitors(judged: JudgedWorkstream, visitors: _Visitors) -> JudgedWorkstream:
    """The same tree with the rows that are also here."""
    return replace(
        judged,
        also_here=tuple(visitors.get(id(judged.workstream), {}).values()),
        workstreams=tuple(_with_visitors(child, visitors) for child in judged.workstreams),
    )
