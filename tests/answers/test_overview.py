from dataclasses import replace
from datetime import timedelta

from bot.answers.audience import PUBLIC, TERMINAL
from bot.answers.overview import overview_answer
from bot.github_status.facts.index import Box
from bot.github_status.facts.pulls import IssueState, StateReason
from bot.github_status.facts.snapshot import Outcome
from bot.github_status.judge.verdicts import DriftKind, JudgedRow, JudgedTracker, RowKind, RowState
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
from tests.builders import NOW, a_pull, a_row, a_tracker_issue, at


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

    assert "GitHub says 1 not found, 1 not visible, 1 could not be read." in text
    assert "1 ref could not be read. GitHub did not answer in time. Ask again in a minute." in text
    assert "1 ref is not visible. GitHub did not answer" in text


def test_headline__as_it_was_not_opened_yet_is_not_unknown() -> None:
    def unknown(number: int, *, unopened: bool = False) -> JudgedRow:
        return a_judged_row(number, state=RowState.UNKNOWN, done=None, unopened=unopened)

    rows = (unknown(7), unknown(8, unopened=True), unknown(9, unopened=True))

    text = overview(a_judged_tracker(a_judged_workstream(*rows)))

    assert "GitHub says 2 not opened yet, 1 not known." in text


def test_headline__rows_without_a_ref_are_counted() -> None:
    tasks = [
        a_judged_row(None, row=a_row(None, line=line, box=box))
        for line, box in ((21, Box.TICKED), (22, Box.EMPTY), (23, Box.NONE))
    ]
    manual = a_judged_workstream(*tasks, name="Manual", line=20)
    mixed = a_judged_workstream(a_merged_row(7), a_judged_row(None, row=a_row(None, line=8)))

    lines = overview(a_judged_tracker(mixed, manual)).splitlines()

    assert lines[0] == (
        "The index says 2 of 5 done; boxes and GitHub together say 2 done, 2 open, 1 not known."
        " [2 of 4]"
    )
    assert lines[1:3] == [
        "Refit | [1 of 2] | 2 rows: 1 done, 1 open |  | ",
        "Manual | [1 of 2] | 3 rows: 1 done, 1 open, 1 not known |  | ",
    ]


def test_boxes__out_of_date_are_those_that_drift_offers_to_tick() -> None:
    landed = a_finding(DriftKind.SUCCESSOR_LANDED, 7)
    said_so = a_finding(DriftKind.TEXT_CONTRADICTS, 7)
    ahead = a_finding(DriftKind.TICKED_UNMERGED, 8, repair=None)
    rows = (a_judged_row(7, findings=(said_so, landed)), a_judged_row(8, findings=(ahead,)))

    assert "1 box is out of date" in overview(a_judged_tracker(a_judged_workstream(*rows)))


def test_notes__a_ref_of_several_workstreams_counts_once() -> None:
    gym = a_judged_workstream(a_merged_row(7, row=a_row(7, line=21)), name="Gym", line=20)
    refit = a_judged_workstream(a_merged_row(7), a_merged_row(8))
    note = "1 ref stands in several workstreams and counts once in the total."

    assert note in overview(a_judged_tracker(refit, gym))
    assert "several workstreams" not in overview(a_judged_tracker(refit))


def test_notes__the_last_state_of_what_failed() -> None:
    kept = a_judged_row(7, reading=a_reading_that(Outcome.FAILED, 7, item=a_pull(7)))
    also_kept = a_judged_row(8, reading=a_reading_that(Outcome.FAILED, 8, item=a_pull(8)))
    lost = a_judged_row(9, reading=a_reading_that(Outcome.FAILED, 9))

    def notes(*rows: JudgedRow) -> str:
        return overview(a_judged_tracker(a_judged_workstream(*rows)))

    assert "in a minute. Its last state is shown." in notes(kept)
    assert "in a minute. Their last state is shown." in notes(kept, also_kept)
    assert "in a minute. The last state is shown for 1 of them." in notes(kept, lost)


def test_headline__index_without_boxes_or_rows_or_refs() -> None:
    boxless = a_judged_row(7, row=a_row(7, box=Box.NONE))
    refless = a_judged_row(None, row=a_row(None))

    assert overview(a_judged_tracker()).startswith("The index has no rows.\n")
    assert overview(a_judged_tracker(a_judged_workstream(boxless))).startswith(
        "The index lists 1 ref without boxes; GitHub says 1 open."
    )
    assert overview(a_judged_tracker(a_judged_workstream(refless))).startswith(
        "The index says 0 of 1 done; no row is about a pull request. [0 of 1]"
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
    tracker = a_judged_tracker(a_judged_workstream(a_judged_row(7)), now=NOW - timedelta(days=1))
    moved = replace(tracker.snapshot.issue, ref=tracker.snapshot.index.refs()[0])
    tracker = replace(tracker, snapshot=replace(tracker.snapshot, issue=moved))

    text = overview(tracker)

    assert (
        "As it was: states are those of 18 Aug 2026, 12:00 UTC, and what has no date is unknown"
        " then; the text of the index is that of the reading of 19 Aug 2026, 12:00 UTC."
    ) in text
    assert "The tracking issue is acme/widgets#7 now: write that in the settings." in text
