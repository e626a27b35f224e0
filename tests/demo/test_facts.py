"""From facts and pages to nodes in the form of GitHub's answers."""

from typing import Any

import pytest

from scripts.demo.facts import node, read_facts
from scripts.demo.page import page_labels, page_timeline
from tests.builders import a_ref
from tests.demo.sources import PAGE, a_fact


def made(**fields: Any) -> dict[str, Any]:
    (fact,) = read_facts([a_fact(**fields)]).values()
    return node(fact)


def events(**fields: Any) -> list[Any]:
    """The time line that a fact makes; empty when it makes none."""
    timeline: list[Any] = made(**fields).get("timelineItems", {"nodes": []})["nodes"]
    return timeline


def a_push(at: str = "2026-06-13T07:05:33Z", *, oid: str = "0a1b2c3d4") -> dict[str, Any]:
    commit = {"oid": oid, "authoredDate": at, "committedDate": at}
    return {"__typename": "PullRequestCommit", "commit": commit}


def test_node__leaves_out_what_is_not_known() -> None:
    assert made() == {
        "__typename": "PullRequest",
        "id": "",
        "number": 7,
        "title": "feat: seven",
        "url": "https://github.com/acme/widgets/pull/7",
        "author": {"__typename": "User", "login": "ana"},
        "prState": "OPEN",
        "mergedAt": None,
        "closedAt": None,
        "timelineItems": {"nodes": [a_push()]},
    }


def test_node__author_not_seen_is_not_a_deleted_account() -> None:
    assert "author" not in made(author_login=None)


def test_node__takes_what_is_known() -> None:
    known = made(is_draft=True, created_at="2026-06-01", base_branch="main", labels=["bug"])

    assert known["isDraft"] is True
    assert known["createdAt"] == "2026-06-01T00:00:00Z"
    assert known["baseRefName"] == "main"
    assert known["labels"] == {"nodes": [{"name": "bug"}]}


def test_node__merged() -> None:
    merged = made(
        state="MERGED",
        merged_at="2026-06-20T01:02:03Z",
        last_activity_at="2026-06-20T01:02:03Z",
        last_activity_evidence="merge to main (commit time of the squash commit)",
    )

    assert merged["mergedAt"] == merged["closedAt"] == "2026-06-20T01:02:03Z"
    assert merged["timelineItems"]["nodes"] == [
        {"__typename": "MergedEvent", "createdAt": "2026-06-20T01:02:03Z"}
    ]


def test_node__merged_at_an_unknown_moment() -> None:
    merged = made(
        state="MERGED",
        last_activity_at="2026-06-01",
        last_activity_evidence="date of the description; no later dated event was seen",
    )

    assert not {"mergedAt", "closedAt", "timelineItems"} & merged.keys()


def test_node__closed_without_a_merge() -> None:
    closed = made(state="CLOSED")

    assert closed["mergedAt"] is None
    assert "closedAt" not in closed


@pytest.mark.parametrize(
    ("state", "closed_at"), [("OPEN", {"closedAt": None}), ("CLOSED", {})], ids=["open", "closed"]
)
def test_node__issue(state: str, closed_at: dict[str, None]) -> None:
    issue = made(kind="issue", state=state)

    assert issue == closed_at | {
        "__typename": "Issue",
        "id": "",
        "number": 7,
        "title": "feat: seven",
        "url": "https://github.com/acme/widgets/issues/7",
        "author": {"__typename": "User", "login": "ana"},
        "issueState": state,
    }


def test_timeline__reviews_and_requests_that_have_a_date() -> None:
    seen = [
        {"login": "bo", "state": None, "submitted_at": "2026-06-20"},
        {"login": "bo", "state": "REQUESTED", "submitted_at": "2026-06-10"},
        {"login": "cy", "state": "APPROVED", "submitted_at": None},
    ]
    bo = {"__typename": "User", "login": "bo"}

    assert events(reviewers=seen) == [
        {
            "__typename": "ReviewRequestedEvent",
            "createdAt": "2026-06-10T00:00:00Z",
            "requestedReviewer": bo,
        },
        a_push(),
        {"__typename": "PullRequestReview", "submittedAt": "2026-06-20T00:00:00Z", "author": bo},
    ]


def test_timeline__last_activity_that_is_a_review_stands_once() -> None:
    timeline = events(
        reviewers=[{"login": "bo", "state": None, "submitted_at": "2026-06-20"}],
        last_activity_at="2026-06-20",
        last_activity_evidence="review threads by bo dated 2026-06-20; newest commit earlier",
    )

    assert [event["__typename"] for event in timeline] == ["PullRequestReview"]


def test_timeline__commit_that_no_evidence_names() -> None:
    assert events(evidence=[]) == [a_push(oid="")]


def test_timeline__evidence_of_another_sort_is_refused() -> None:
    with pytest.raises(ValueError, match="no sort of event"):
        made(last_activity_evidence="somebody told us")


def test_page_timeline() -> None:
    ana, bo = ({"__typename": "User", "login": login} for login in ("ana", "bo"))
    bot = {"__typename": "Bot", "login": "a-bot"}
    review = {"__typename": "PullRequestReview", "author": bo}

    assert page_timeline(PAGE, bots={"a-bot"}) == [
        {"__typename": "ReviewRequestedEvent", "actor": ana, "createdAt": "2026-06-24T19:11:00Z"},
        {"__typename": "IssueComment", "author": bot, "createdAt": "2026-06-24T19:11:56Z"},
        {
            "__typename": "IssueComment",
            "author": ana,
            "createdAt": "2026-06-24T19:20:05Z",
            "body": "/ok to test 763fb26",
        },
        {
            "__typename": "HeadRefForcePushedEvent",
            "actor": ana,
            "createdAt": "2026-06-24T20:08:00Z",
            "beforeCommit": {"oid": "763fb26"},
            "afterCommit": {"oid": "c289b97"},
        },
        review | {"submittedAt": "2026-06-25T00:00:00Z", "reviewState": "COMMENTED"},
        review | {"submittedAt": "2026-06-25T00:00:00Z", "reviewState": "DISMISSED"},
        {
            "__typename": "ReviewDismissedEvent",
            "actor": ana,
            "createdAt": "2026-06-25T19:27:00Z",
            "previousReviewState": "APPROVED",
            "pullRequestCommit": {"commit": {"oid": "3879443"}},
            "review": {"author": bo},
        },
        {"__typename": "IssueComment", "author": ana, "createdAt": "2026-06-26T20:00:18Z"},
    ]


def test_page_labels__stand_below_what_is_of_their_day() -> None:
    ana = {"__typename": "User", "login": "ana"}
    page = """\
ana deployed to public June 25, 2026 17:29 Inactive

ana added L2 Runs it all and removed L1 Runs a part labels Jun 25, 2026

ana added 4 commits June 26, 2026 09:47

ana added the r1 label Jun 26, 2026
"""

    assert [(e["__typename"], e["label"]["name"], e["createdAt"]) for e in page_labels(page)] == [
        ("LabeledEvent", "L2", "2026-06-25T17:29:00Z"),
        ("UnlabeledEvent", "L1", "2026-06-25T17:29:00Z"),
        ("LabeledEvent", "r1", "2026-06-26T00:00:00Z"),
    ]
    assert {event["actor"]["login"] for event in page_labels(page)} == {ana["login"]}


def test_read_facts__by_ref() -> None:
    assert list(read_facts([a_fact()])) == [a_ref(7)]
