"""Words and bars for counts."""

from collections import Counter
from collections.abc import Iterable

from bot.answers.answer import Bar
from bot.answers.parts import counted
from bot.answers.scope import each_ref_once
from bot.github_status.facts.index import Role
from bot.github_status.facts.snapshot import Outcome
from bot.github_status.judge.how_far import Counts, Reached
from bot.github_status.judge.named import refs_in_roles
from bot.github_status.judge.reached import row_counts
from bot.github_status.judge.verdicts import Finding, JudgedRow, RowKind, RowState

_UNKNOWN_STATES = (RowState.NOT_FOUND, RowState.NOT_VISIBLE, RowState.UNKNOWN)

_UNKNOWN_WORDS = ("not found", "not visible", "not opened yet", "could not be read", "not known")
"""In the order in which they are said."""


def state_words(counts: Counts, rows: Iterable[JudgedRow]) -> str:
    """ "3 merged, 2 open, 1 closed, 1 not found": what is none is left out; "no refs" when all are.

    `rows` are those that were counted; they tell why a state is unknown. Where some are about no
    ref of their own all are counted as rows: "5 rows: 2 done, 3 open".
    """
    rows = tuple(rows)
    if counts_by_rows(rows):
        return f"{counted(row_counts(rows).rows, 'row')}: {row_words(rows)}"
    return ref_words(counts, rows) or "no refs"


def ref_words(counts: Counts, rows: Iterable[JudgedRow]) -> str:
    """The states of the refs alone; empty when there are none."""
    known = [f"{count} {word}" for count, word in _known(counts) if count]
    return ", ".join([*known, *_unknown_words(counts, rows)])


def counts_by_rows(rows: Iterable[JudgedRow]) -> bool:
    """Some of them are about no ref, or only about their fix, which may be that of others, too:
    counts of refs would leave those out."""
    return any(_is_an_item(row) for row in rows)


def _is_an_item(row: JudgedRow) -> bool:
    return row.kind is RowKind.NONE or row.ref in refs_in_roles(row.row, Role.FIXED_BY)


def row_words(rows: Iterable[JudgedRow]) -> str:
    """How far the rows are, by GitHub and their boxes: "2 done, 8 open, 1 not known"."""
    rows = tuple(rows)
    counts = row_counts(rows)
    words = ((counts.done, "done"), (counts.open, "open"), (counts.closed, "closed"))
    known = [f"{count} {word}" for count, word in words if count]
    unknown = (row for row in each_ref_once(rows) if row.reached is Reached.UNKNOWN)
    why = Counter(unknown_word(row) for row in unknown)
    return ", ".join([*known, *(f"{why[word]} {word}" for word in _UNKNOWN_WORDS if why[word])])


def unknown_word(row: JudgedRow) -> str:
    """Why the state of the row's ref is unknown."""
    if row.state is RowState.NOT_FOUND:
        return "not found"
    if row.state is RowState.NOT_VISIBLE:
        return "not visible"
    if row.unopened:
        return "not opened yet"
    has_failed = row.reading is not None and row.reading.outcome is not Outcome.READ
    return "could not be read" if has_failed else "not known"


def bar(rows: Iterable[JudgedRow]) -> Bar | None:
    """Reached of what can be reached; `None` when nothing can. What is closed, or not known, is no
    part of it."""
    counts = row_counts(rows)
    total = counts.done + counts.open
    return Bar(counts.done, total) if total else None


def outdated_boxes(findings: Iterable[Finding]) -> int:
    """How many boxes are empty and should be ticked: those that `drift` offers to tick."""
    return len({finding.line for finding in findings if finding.box_is_behind})


def stale_words(counts: Counts) -> str:
    """ "3 stale"; empty when none is."""
    return f"{counts.stale} stale" if counts.stale else ""


def box_words(count: int) -> str:
    """ "2 boxes out of date"; empty when none is."""
    return f"{counted(count, 'box')} out of date" if count else ""


def _known(counts: Counts) -> tuple[tuple[int, str], ...]:
    # An issue that was closed as completed is `done` and not `merged`.
    issues_done = max(0, counts.done - counts.merged)
    return (
        (counts.merged, "merged"),
        (issues_done, "done"),
        (counts.open, "open"),
        (max(0, counts.closed - issues_done), "closed"),
    )


def _unknown_words(counts: Counts, rows: Iterable[JudgedRow]) -> list[str]:
    if not counts.unknown:
        return []
    unknown = (row for row in each_ref_once(rows) if row.state in _UNKNOWN_STATES)
    words = Counter(unknown_word(row) for row in unknown if row.kind is not RowKind.NONE)
    words["not known"] += max(0, counts.unknown - words.total())
    return [f"{words[word]} {word}" for word in _UNKNOWN_WORDS if words[word]]
