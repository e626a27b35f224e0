"""Refs that lead nowhere, elsewhere, or stand twice, and rows that other workstreams should know
of."""

from collections.abc import Iterator

from bot.github_status.facts.index import ProblemKind, Row, Workstream
from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Outcome
from bot.github_status.judge.drift.ground import Ground, row_finding
from bot.github_status.judge.sentences import listed
from bot.github_status.judge.verdicts import DriftKind, Finding
from bot.github_status.judge.workstreams import is_within, named_by


def cross_reference(ground: Ground, workstream: Workstream) -> Iterator[Finding]:
    """A row names workstreams that do not list it."""
    for row in workstream.rows:
        names = [w.name for w in _not_listing(ground, workstream, row)]
        if names:
            evidence = (
                f"The row says that it also belongs to {listed(names)}; it is not listed there."
            )
            repair = f"list it under {listed(names)}, or drop the note"
            yield row_finding(DriftKind.CROSS_REFERENCE, row, workstream, evidence, repair)


def _not_listing(ground: Ground, workstream: Workstream, row: Row) -> list[Workstream]:
    ref = row.primary
    if ref is None or not row.also:
        return []
    return [
        other
        for other in named_by(row.also, ground.book)
        if not is_within(workstream, other) and not ground.book.lists(other, ref)
    ]


def not_found(ground: Ground, workstream: Workstream) -> Iterator[Finding]:
    """The repository can be read and has no such number."""
    for row, refs in _rows_ending(ground, workstream, Outcome.NOT_FOUND):
        named = listed(str(ref) for ref in refs)
        evidence = f"GitHub has no {named}, though the repository can be read."
        yield _about(refs[0], DriftKind.NOT_FOUND, row, workstream, evidence)


def not_visible(ground: Ground, workstream: Workstream) -> Iterator[Finding]:
    """Forbidden, or the repository does not resolve."""
    for row, refs in _rows_ending(ground, workstream, Outcome.NOT_VISIBLE):
        named = listed(str(ref) for ref in refs)
        evidence = f"{named} does not exist, or this token may not see it."
        yield _about(refs[0], DriftKind.NOT_VISIBLE, row, workstream, evidence)


def _rows_ending(
    ground: Ground, workstream: Workstream, outcome: Outcome
) -> Iterator[tuple[Row, list[Ref]]]:
    """Rows with the refs for which asking ended so, in whatever role the row names them."""
    for row in workstream.rows:
        refs = [named.ref for named in row.refs if ground.outcome(named.ref) is outcome]
        if refs:
            yield row, refs


def _about(ref: Ref, kind: DriftKind, row: Row, workstream: Workstream, evidence: str) -> Finding:
    path = workstream.path
    return Finding(kind=kind, line=row.line, path=path, ref=ref, evidence=evidence, repair=None)


def moved(ground: Ground, workstream: Workstream) -> Iterator[Finding]:
    """The repository or the issue now has another name or place."""
    for row in workstream.rows:
        item = ground.item(row.primary)
        if item is not None and item.ref != row.primary:
            evidence = f"{row.primary} is now {item.ref}."
            repair = f"write {item.ref}"
            yield row_finding(DriftKind.MOVED, row, workstream, evidence, repair)


def duplicate_row(_ground: Ground, workstream: Workstream) -> Iterator[Finding]:
    """A row about the same ref stands further up in this workstream."""
    first: dict[Ref, Row] = {}
    for row in workstream.rows:
        if row.primary is None:
            continue
        earlier = first.setdefault(row.primary, row)
        # A row nested under the row about the same ref tells of a part of it.
        if earlier is not row and row.parent_line != earlier.line:
            evidence = f"The same ref already stands on line {earlier.line} of this section."
            repair = "keep one of the two rows"
            yield row_finding(DriftKind.DUPLICATE_ROW, row, workstream, evidence, repair)


def malformed_ref(ground: Ground, workstream: Workstream) -> Iterator[Finding]:
    """A ref that a person can read and GitHub does not link."""
    rows = {row.line: row for row in workstream.rows}
    for problem in ground.problems.get(id(workstream), ()):
        if problem.kind is ProblemKind.MALFORMED_REF:
            row = rows.get(problem.line)
            yield Finding(
                kind=DriftKind.MALFORMED_REF,
                line=problem.line,
                path=workstream.path,
                ref=row.primary if row else None,
                evidence=problem.message,
                repair=f"write {problem.suggestion}" if problem.suggestion else None,
            )
