"""Words and bars for counts."""

from collections import Counter
from collections.abc import Iterable

from bot.answers.answer import Bar
from bot.answers.parts import counted
from bot.answers.scope import each_ref_once
from bot.github_status.judge.verdicts import Counts, DriftKind, Finding, JudgedRow, RowState

_BOX_KINDS = (DriftKind.MERGED_UNTICKED, DriftKind.DONE_UNTICKED, DriftKind.TICKED_UNMERGED)

_UNKNOWN_WORDS = {RowState.NOT_FOUND: "not found", RowState.NOT_VISIBLE: "not visible"}


def state_words(counts: Counts, rows: Iterable[JudgedRow]) -> str:
    """ "3 merged, 2 open, 1 closed, 1 not found": what is none is left out; "no refs" when all are.

    `rows` are those that were counted; they tell why a state is unknown.
    """
    words = [f"{count} {word}" for count, word in _known(counts) if count]
    return ", ".join([*words, *_unknown_words(counts, rows)]) or "no refs"


def bar(counts: Counts) -> Bar | None:
    """Reached of what can be reached; `None` when nothing can."""
    total = counts.done + counts.open
    return Bar(counts.done, total) if total else None


def outdated_boxes(findings: Iterable[Finding]) -> int:
    """How many boxes say something else than GitHub."""
    return sum(finding.kind in _BOX_KINDS for finding in findings)


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
    states = Counter(_UNKNOWN_WORDS.get(row.state) for row in each_ref_once(rows) if row.ref)
    named = {word: states[word] for word in _UNKNOWN_WORDS.values() if states[word]}
    rest = counts.unknown - sum(named.values())
    return [f"{count} {word}" for word, count in named.items()] + (
        [f"{rest} not read"] if rest > 0 else []
    )
