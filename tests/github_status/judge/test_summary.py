from bot.github_status.facts.index import Box
from bot.github_status.facts.pulls import IssueState, StateReason
from bot.github_status.judge.how_far import Counts
from bot.github_status.judge.verdicts import RowKind
from tests.builders import (
    a_closed_pull,
    a_merged_pull,
    a_pull,
    a_ref,
    a_row,
    a_workstream,
    an_issue,
)
from tests.github_status.judge.judging import judged


def test_counts__a_ref_in_two_workstreams_counts_once() -> None:
    inner = a_workstream(a_row(7, line=9, box=Box.TICKED), name="Inner", line=8)
    tracker = judged(
        a_workstream(a_row(7), workstreams=(inner,)),
        a_workstream(a_row(7, line=12, box=Box.TICKED), name="Gym", line=11),
        items=(a_merged_pull(),),
    )

    assert tracker.counts == Counts(refs=1, merged=1, done=1, ticked=1, drift=1)
    assert [w.counts.refs for w in tracker.walk()] == [1, 1, 1]


def test_counts__issues_are_done_when_completed() -> None:
    completed = an_issue(1, state=IssueState.CLOSED, reason=StateReason.COMPLETED)
    dropped = an_issue(2, state=IssueState.CLOSED, reason=StateReason.NOT_PLANNED)
    rows = [a_row(n, box=Box.NONE) for n in (1, 2, 3, 4, 5)]
    tracker = judged(
        a_workstream(*rows),
        items=(completed, dropped, a_merged_pull(3), a_closed_pull(4)),
    )

    counts = tracker.counts
    assert (counts.refs, counts.merged, counts.closed, counts.unknown) == (5, 1, 3, 1)
    assert counts.done == 2


def test_counts__a_row_without_a_ref_is_no_ref() -> None:
    tracker = judged(a_workstream(a_row(None, box=Box.TICKED)))

    assert tracker.counts == Counts()
    assert [row.kind for row in tracker.rows()] == [RowKind.NONE]


def test_also_here__is_shown_and_counts_elsewhere() -> None:
    gym = a_workstream(name="Gym", line=20)
    tracker = judged(a_workstream(a_row(7, also=("Gym",))), gym, items=(a_pull(),))

    judged_gym = tracker.workstreams[1]
    assert [row.ref for row in judged_gym.also_here] == [a_ref(7)]
    assert judged_gym.counts.refs == 0


def test_also_here__listed_in_a_part_of_it_is_listed() -> None:
    part = a_workstream(a_row(7, line=22), path=("Gym", "Part"), line=21)
    gym = a_workstream(name="Gym", line=20, workstreams=(part,))
    tracker = judged(a_workstream(a_row(7, also=("Gym",))), gym, items=(a_pull(),))

    assert tracker.workstreams[1].also_here == ()
