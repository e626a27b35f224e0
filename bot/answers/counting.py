"""Words and bars for counts."""

from collections import Counter
from collections.abc import Iterable

from bot.answers.answer import Bar
from bot.answers.parts import counted
from bot.answers.scope import each_ref_once
from bot.github_status.facts.index import Box
from bot.github_status.facts.snapshot import Outcome
from bot.github_status.judge.verdicts import Counts, Finding, JudgedRow, RowKind, RowState

_UNKNOWN_STATES = (RowState.NOT_FOUND, RowState.NOT_VISIBLE, RowState.UNKNOWN)

_UNKNOWN_WORDS = ("not found", "not visible", "not opened yet", "could not be read", "not known")
"""In the order in which they are said."""


def state_words(counts: Counts, rows: Iterable[JudgedRow]) -> str:
    """ "3 merged, 2 open, 1 closed, 1 not found": what is none is left out; "no refs" when all are.

    `rows` are those that were counted; they tell why a state is unknown. Rows without a ref are
    counted as well: "5 rows, 0 ticked", "1 merged, 4 rows without a ref (1 ticked)".
    """
    rows = tuple(rows)
    refs, refless = ref_words(counts, rows), refless_rows(rows)
    if not refless:
        return refs or "no refs"
    rows_words = counted(len(refless), "row")
    if not refs:
        return f"{rows_words}{ticked_words(refless)}"
    ticked = sum(row.row.box is Box.TICKED for row in refless)
    return f"{refs}, {rows_words} without a ref{f' ({ticked} ticked)' if ticked else ''}"


def ref_words(counts: Counts, rows: Iterable[JudgedRow]) -> str:
    """The states of the refs alone; empty when there are none."""
    known = [f"{count} {word}" for count, word in _known(counts) if count]
    return ", ".join([*known, *_unknown_words(counts, rows)])


def refless_rows(rows: Iterable[JudgedRow]) -> tuple[JudgedRow, ...]:
    """The rows that are about no pull request or issue: only their box tells how far they are."""
    return tuple(row for row in rows if row.kind is RowKind.NONE)


def ticked_words(rows: Iterable[JudgedRow], *, more: int = 0) -> str:
    """ ", 1 ticked" of these rows, and of `more` ticked ones; empty where none has a box."""
    boxes = Counter(row.row.box for row in rows)
    has_boxes = more or boxes[Box.TICKED] or boxes[Box.EMPTY]
    return f", {boxes[Box.TICKED] + more} ticked" if has_boxes else ""


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


def bar(counts: Counts, rows: Iterable[JudgedRow]) -> Bar | None:
    """Reached of what can be reached; `None` when nothing can. `rows` are those that were counted:
    of one without a ref its box says whether it is reached."""
    boxes = Counter(row.row.box for row in refless_rows(rows))
    done = counts.done + boxes[Box.TICKED]
    total = done + counts.open + boxes[Box.EMPTY]
    return Bar(done, total) if total else None


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
