from dataclasses import replace

from bot.answers import PUBLIC, TERMINAL, overview_answer
from bot.github_status.facts.index import Box
from bot.github_status.facts.pulls import IssueState, StateReason
from bot.github_status.facts.snapshot import Outcome
from bot.github_status.judge.verdicts import DriftKind, JudgedTracker, RowKind, RowState
from tests.answers.builders import (
    a_finding,
    a_judged_row,
    a_judged_tracker,
    a_judged_workstream,
    a_merged_row,
    a_problem,
    a_reading_that,
)
from tests.answers.words import words_of
from tests.builders import NOW, a_row, a_tracker_issue, at


def overview(tracker: JudgedTracker, *, public: bool = False) -> str:
    audience = PUBLIC if public else TERMINAL
    return words_of(overview_answer(tracker, name="widgets", audience=audience))


def test_headline__index_beside_github() -> None:
    unticked = a_merged_row(8, row=a_row(8), findings=(a_finding(DriftKind.MERGED_UNTICKED, 8),))
    tracker = a_judged_tracker(a_judged_workstream(a_merged_row(7), unticked, a_judged_row(9)))

    text = overview(tracker)

    first, second = text.splitlines()[:2]
    assert first == "The index says 1 of 3 done; GitHub says 2 merged, 1 open. [2 of 3]"
    assert second == "1 box is out of date: ask drift"
    assert "1 box is out of date.\n" in overview(tracker, public=True)


def test_headline__what_is_not_known_is_said_apart() -> None:
    def absent(number: int, state: RowState, outcome: Outcome) -> object:
        reading = a_reading_that(outcome, number)
        return a_judged_row(number, reading=reading, state=state, kind=RowKind.UNKNOWN, done=None)

    rows = (
        absent(7, RowState.NOT_FOUND, Outcome.NOT_FOUND),
        absent(8, RowState.NOT_VISIBLE, Outcome.NOT_VISIBLE),
        absent(9, RowState.UNKNOWN, Outcome.FAILED),
    )
    tracker = a_judged_tracker(a_judged_workstream(*rows))  # type: ignore[arg-type]

    text = overview(tracker)

    assert "GitHub says 1 not found, 1 not visible, 1 not read." in text
    assert "1 ref could not be read. GitHub did not answer in time. Ask again in a minute." in text
    assert "1 ref is not visible. GitHub did not answer" in text


def test_headline__index_without_boxes_or_rows_or_refs() -> None:
    boxless = a_judged_row(7, row=a_row(7, box=Box.NONE))
    refless = a_judged_row(None, row=a_row(None))

    assert overview(a_judged_tracker()).startswith("The index has no rows.\n")
    assert overview(a_judged_tracker(a_judged_workstream(boxless))).startswith(
        "The index lists 1 ref without boxes; GitHub says 1 open."
    )
    assert overview(a_judged_tracker(a_judged_workstream(refless))).startswith(
        "The index has 1 row, and none names a pull request."
    )


def test_table__every_workstream_with_rows_below_it() -> None:
    inner = a_judged_workstream(a_merged_row(7), path=("Refit", "Inner"), line=5)
    outer = a_judged_workstream(workstreams=(inner,))
    empty = a_judged_workstream(name="Reference links", line=9)
    root = a_judged_workstream(a_judged_row(8), path=(), line=1)

    text = overview(a_judged_tracker(root, outer, empty))

    assert "\nRows under no heading | [0 of 1] | 1 open |  | \n" in text
    assert "\nRefit | [1 of 1] | 1 merged |  | \nInner | [1 of 1] | 1 merged |  | \n" in text
    assert "Reference links" not in text


def test_notes__closed_tracker_problems_age_and_notes() -> None:
    issue = a_tracker_issue(state=IssueState.CLOSED, reason=StateReason.NOT_PLANNED)
    tracker = a_judged_tracker(
        a_judged_workstream(a_judged_row(7)),
        problems=(a_problem(9), a_problem(12)),
        snapshot={"issue": issue, "as_of": at("2026-08-19T08:30"), "notes": ("Labels failed.",)},
        now=NOW,
    )

    text = overview(tracker)

    assert "The tracking issue acme/widgets#1 is closed (not planned)." in text
    assert "2 lines of the index could not be read safely: 9 and 12." in text
    assert "Labels failed." in text
    assert text.endswith("1 ref in 1 repository, as of 19 Aug 2026, 08:30 UTC, 3 hours old (token)")


def test_notes__as_it_was_and_moved_tracker() -> None:
    tracker = a_judged_tracker(a_judged_workstream(a_judged_row(7)), as_it_was=True)
    moved = replace(tracker.snapshot.issue, ref=tracker.snapshot.index.refs()[0])
    tracker = replace(tracker, snapshot=replace(tracker.snapshot, issue=moved))

    text = overview(tracker)

    assert "As it was on 19 Aug; what has no date is unknown then." in text
    assert "The tracking issue is acme/widgets#7 now: write that in the settings." in text
