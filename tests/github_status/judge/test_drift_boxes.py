from typing import Any

import pytest

from bot.github_status.facts.index import Box, Role
from bot.github_status.facts.known import UNKNOWN
from bot.github_status.facts.pulls import IssueState, StateReason
from bot.github_status.judge.verdicts import DriftKind
from tests.builders import (
    a_closed_pull,
    a_merged_pull,
    a_pull,
    a_row,
    a_workstream,
    an_actor,
    an_issue,
    at,
)
from tests.github_status.judge.judging import a_named_ref, judged, kinds, only

MERGED, OPEN, CLOSED = a_merged_pull(on="2026-07-19"), a_pull(), a_closed_pull()
COMPLETED = an_issue(state=IssueState.CLOSED, reason=StateReason.COMPLETED)
NOT_PLANNED = an_issue(state=IssueState.CLOSED, reason=StateReason.NOT_PLANNED)
DUPLICATE = an_issue(state=IssueState.CLOSED, reason=StateReason.DUPLICATE)
NO_REASON = an_issue(state=IssueState.CLOSED, reason=UNKNOWN)


@pytest.mark.parametrize(
    ("item", "box", "kind"),
    [
        (MERGED, Box.EMPTY, DriftKind.MERGED_UNTICKED),
        (MERGED, Box.TICKED, None),
        (MERGED, Box.NONE, None),
        (COMPLETED, Box.EMPTY, DriftKind.DONE_UNTICKED),
        (COMPLETED, Box.TICKED, None),
        (OPEN, Box.TICKED, DriftKind.TICKED_UNMERGED),
        (an_issue(), Box.TICKED, DriftKind.TICKED_UNMERGED),
        (OPEN, Box.EMPTY, None),
        (CLOSED, Box.EMPTY, DriftKind.CLOSED_LISTED),
        (CLOSED, Box.NONE, DriftKind.CLOSED_LISTED),
        (CLOSED, Box.TICKED, None),
        (NOT_PLANNED, Box.EMPTY, DriftKind.CLOSED_LISTED),
        (DUPLICATE, Box.EMPTY, DriftKind.CLOSED_LISTED),
        (NO_REASON, Box.EMPTY, None),
    ],
    ids=[
        "merged and empty",
        "merged and ticked",
        "merged without a box",
        "completed and empty",
        "completed and ticked",
        "open and ticked",
        "open issue and ticked",
        "open and empty",
        "closed and empty",
        "closed without a box",
        "closed and ticked",
        "not planned",
        "a duplicate",
        "closed for a reason that was not read",
    ],
)
def test_box_against_state(item: Any, box: Box, kind: DriftKind | None) -> None:
    tracker = judged(a_workstream(a_row(7, box=box)), items=(item,))

    assert kinds(tracker) == ([kind] if kind else [])


def test_merged_unticked__says_when_and_how_to_mend_it() -> None:
    finding = only(judged(a_workstream(a_row(7)), items=(MERGED,)), DriftKind.MERGED_UNTICKED)

    assert finding.evidence == "The box is empty; GitHub says merged on 19 Jul 2026."
    assert finding.repair == "tick the box"


@pytest.mark.parametrize(
    ("fields", "is_listed"),
    [
        ({"struck": True}, False),
        ({"status": "superseded"}, False),
        ({"status": "closed"}, False),
        ({"status": "closed not planned"}, False),
        ({"status": "moved to v2"}, False),
        ({"status": "in review"}, True),
        ({"refs": (a_named_ref(7), a_named_ref(8, Role.SUPERSEDED_BY))}, False),
        ({"refs": (a_named_ref(7), a_named_ref(8, Role.CONTEXT))}, True),
    ],
    ids=[
        "struck",
        "says superseded",
        "says closed",
        "says not planned",
        "says moved",
        "says in review",
        "names what took its place",
        "names something else",
    ],
)
def test_closed_listed__unless_the_row_says_so(fields: dict[str, Any], is_listed: bool) -> None:
    row = a_row(7, **fields)
    tracker = judged(a_workstream(row), items=(CLOSED, a_pull(8)))

    assert (DriftKind.CLOSED_LISTED in kinds(tracker)) is is_listed


def test_closed_listed__a_section_for_what_was_given_up_is_no_list_of_work() -> None:
    closed = a_workstream(a_row(7, box=Box.NONE), name="❌ Closed / abandoned")
    under = a_workstream(a_row(7, box=Box.NONE), path=("Closed", "Refit"))

    assert kinds(judged(closed, items=(CLOSED,))) == []
    assert kinds(judged(under, items=(CLOSED,))) == []


@pytest.mark.parametrize(
    ("other", "is_named"),
    [
        (a_merged_pull(8, created_at=at("2026-08-18"), on="2026-08-18"), True),
        (a_merged_pull(8, created_at=at("2026-08-16")), False),
        (a_merged_pull(8, created_at=at("2026-08-18"), author=an_actor("bo")), False),
        (a_pull(8, created_at=at("2026-08-18")), False),
        (a_merged_pull(8, created_at=UNKNOWN), False),
    ],
    ids=["later, same author", "earlier", "another author", "still open", "no date"],
)
def test_closed_listed__a_likely_successor(other: Any, is_named: bool) -> None:
    rows = (a_row(7), a_row(8, box=Box.TICKED))
    tracker = judged(a_workstream(*rows), items=(CLOSED, other))

    evidence = only(tracker, DriftKind.CLOSED_LISTED).evidence
    assert ("Perhaps replaced by acme/widgets#8" in evidence) is is_named


def test_closed_listed__two_candidates_are_none() -> None:
    later = [a_merged_pull(n, created_at=at("2026-08-18")) for n in (8, 9)]
    rows = (a_row(7), a_row(8, box=Box.TICKED), a_row(9, box=Box.TICKED))
    tracker = judged(a_workstream(*rows), items=(CLOSED, *later))

    assert "Perhaps" not in only(tracker, DriftKind.CLOSED_LISTED).evidence


@pytest.mark.parametrize(
    ("eight", "nine", "box", "kind"),
    [
        (a_merged_pull(8), a_merged_pull(9), Box.EMPTY, DriftKind.SUCCESSOR_LANDED),
        (a_merged_pull(8), a_merged_pull(9), Box.TICKED, None),
        (a_merged_pull(8), a_pull(9), Box.EMPTY, None),
        (a_merged_pull(8), a_pull(9), Box.TICKED, DriftKind.TICKED_UNMERGED),
    ],
    ids=["all landed", "all landed and ticked", "one is open", "one is open and ticked"],
)
def test_successors(eight: Any, nine: Any, box: Box, kind: DriftKind | None) -> None:
    split = [a_named_ref(n, Role.SPLIT_INTO) for n in (8, 9)]
    row = a_row(7, box=box, refs=(a_named_ref(7), *split))
    tracker = judged(a_workstream(row), items=(OPEN, eight, nine))

    assert kinds(tracker) == ([kind] if kind else [])


def test_successors__one_that_was_not_read_claims_nothing() -> None:
    row = a_row(7, box=Box.TICKED, refs=(a_named_ref(7), a_named_ref(8, Role.SPLIT_INTO)))
    tracker = judged(a_workstream(row), items=(OPEN,))

    assert kinds(tracker) == [DriftKind.NOT_FOUND]


def test_a_state_that_was_not_read_is_no_drift_of_boxes() -> None:
    tracker = judged(a_workstream(a_row(7, box=Box.TICKED)), items=(a_pull(),), readings=())

    assert kinds(tracker) == []
    assert tracker.counts.unknown == 1
