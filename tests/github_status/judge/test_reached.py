from dataclasses import replace
from typing import Any

import pytest

from bot.github_status.facts.index import Box, Role, RowRef
from bot.github_status.facts.pulls import IssueState, StateReason
from bot.github_status.judge.how_far import Reached, RowCounts
from bot.github_status.judge.reached import row_counts
from bot.github_status.judge.verdicts import DriftKind, TurnRule
from tests.builders import a_closed_pull, a_merged_pull, a_pull, a_row, a_workstream, an_issue
from tests.github_status.judge.judging import a_named_ref, judged, kinds, only

DONE, OPEN, CLOSED, UNKNOWN = Reached
COMPLETED = an_issue(8, state=IssueState.CLOSED, reason=StateReason.COMPLETED)


def about(role: Role | None, number: int = 8) -> tuple[RowRef, ...]:
    """A row that is about this ref as what its words call it; `None`: as the work itself."""
    return (replace(a_named_ref(number), claim=role),)


@pytest.mark.parametrize(
    ("fields", "eight", "how_far"),
    [
        ({"refs": about(None)}, a_merged_pull(8), DONE),
        ({"refs": about(None)}, a_pull(8), OPEN),
        ({"refs": about(None), "box": Box.TICKED}, a_pull(8), OPEN),
        ({"refs": about(None)}, a_closed_pull(8), CLOSED),
        ({"refs": about(None)}, COMPLETED, DONE),
        ({"refs": about(None)}, None, UNKNOWN),
        ({"refs": (a_named_ref(8, Role.CONTEXT),)}, a_merged_pull(8), OPEN),
        ({"refs": (a_named_ref(8, Role.CONTEXT),), "box": Box.TICKED}, a_pull(8), DONE),
        ({"refs": (a_named_ref(8, Role.CONTEXT),), "box": Box.NONE}, a_merged_pull(8), UNKNOWN),
        ({"refs": (), "box": Box.NONE, "status": "✅ done"}, None, DONE),
        ({"refs": about(Role.FIXED_BY)}, a_merged_pull(8), DONE),
        ({"refs": about(Role.FIXED_BY)}, a_pull(8), OPEN),
        ({"refs": about(Role.FIXED_BY)}, a_closed_pull(8), OPEN),
        ({"refs": about(Role.FIXED_BY)}, None, UNKNOWN),
        ({"refs": about(Role.FIXED_BY), "box": Box.TICKED}, None, DONE),
        ({"refs": (*about(Role.FIXED_BY), a_named_ref(9, Role.FIXED_BY))}, a_merged_pull(8), OPEN),
        (
            {"refs": about(Role.FIXED_BY), "status": "fixed", "text": "partly fixed in #8"},
            a_merged_pull(8),
            OPEN,
        ),
        ({"refs": about(Role.SPLIT_INTO)}, a_merged_pull(8), DONE),
        ({"refs": about(Role.SPLIT_INTO)}, a_pull(8), OPEN),
        ({"refs": about(Role.SUPERSEDED_BY)}, a_closed_pull(8), CLOSED),
    ],
    ids=[
        "merged",
        "open",
        "open, whatever its box",
        "closed",
        "completed",
        "not read",
        "context is merged, box empty",
        "context is open, ticked",
        "context is merged, no box",
        "no box, says done",
        "its fix landed",
        "its fix is open",
        "its fix was closed",
        "its fix was not read",
        "its fix was not read, ticked",
        "one of two fixes landed",
        "a part was fixed",
        "split into what landed",
        "split into what is open",
        "superseded by what was closed",
    ],
)
def test_reached(fields: dict[str, Any], eight: Any, how_far: Reached) -> None:
    items = (a_pull(9),) if eight is None else (eight, a_pull(9))
    (row,) = judged(a_workstream(a_row(7, **fields)), items=items).rows()

    assert row.reached is how_far


def test_rows_of_one_fix_count_each__and_the_same_work_once() -> None:
    fixed = [a_row(8, line=line, refs=about(Role.FIXED_BY)) for line in (1, 2)]
    work = [a_row(9, line=line) for line in (3, 4)]
    task = a_row(None, line=5, box=Box.TICKED)
    tracker = judged(a_workstream(*fixed, *work, task), items=(a_merged_pull(8), a_pull(9)))

    assert row_counts(tracker.rows()) == RowCounts(rows=4, done=3, open=1, ticked=1)
    assert (tracker.counts.refs, tracker.counts.merged) == (2, 1)


def test_a_ticked_row_without_a_ref__is_finished() -> None:
    empty, ticked = judged(
        a_workstream(a_row(None, line=1), a_row(None, line=2, box=Box.TICKED))
    ).rows()

    assert (empty.turn.rule, ticked.turn.rule) == (TurnRule.NOT_KNOWN, TurnRule.FINISHED)


def resolved(*rows: Any, name: str = "✅ Resolved") -> Any:
    return a_workstream(a_row(None, line=1, box=Box.TICKED), a_row(7, line=2), *rows, name=name)


@pytest.mark.parametrize(
    ("row", "says"),
    [
        (a_row(None, line=3), "It stands under “✅ Resolved”; the box is empty."),
        (a_row(8, line=3), "It stands under “✅ Resolved”; GitHub says open."),
    ],
)
def test_label_of_what_is_done__and_a_row_that_is_not(row: Any, says: str) -> None:
    more = a_row(None, line=4, box=Box.TICKED)
    tracker = judged(resolved(row, more), items=(a_merged_pull(7), a_pull(8)))
    finding = only(tracker, DriftKind.TEXT_CONTRADICTS)

    assert (finding.line, finding.evidence) == (3, says)
    assert finding.repair == ("tick the box" if row.primary is None else None)


@pytest.mark.parametrize(
    "name", ["Not done", "To be merged", "Definition of done", "Resolved by the new path", "Refit"]
)
def test_label_that_does_not_say_done__claims_nothing(name: str) -> None:
    rows = (a_row(None, line=3), a_row(None, line=4, box=Box.TICKED))
    tracker = judged(resolved(*rows, name=name), items=(a_merged_pull(7),))

    assert DriftKind.TEXT_CONTRADICTS not in kinds(tracker)


def test_label_most_of_whose_rows_are_open__is_not_believed() -> None:
    tasks = [a_row(None, line=line) for line in range(3, 9)]
    tracker = judged(resolved(*tasks), items=(a_merged_pull(7),))

    assert kinds(tracker) == [DriftKind.MERGED_UNTICKED]
