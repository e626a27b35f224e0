"""JSON to facts: absent, null and wrong, field by field."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from structlog.testing import capture_logs

from bot.github_status.facts.known import UNKNOWN
from bot.github_status.facts.pulls import (
    Actor,
    ActorKind,
    Association,
    AutoMerge,
    Checks,
    ChecksState,
    Issue,
    IssueState,
    Login,
    Mergeable,
    Pull,
    PullState,
    QueueEntry,
    Review,
    ReviewDecision,
    ReviewRequest,
    ReviewState,
    StateReason,
    Team,
)
from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Outcome
from bot.github_status.github.decode import decode_answer, decode_item
from bot.github_status.github.json_fields import Undecodable
from tests.builders import NOW, a_ref, an_actor, at

HOME = {"nameWithOwner": "acme/widgets", "isPrivate": False}


def pull_node(**fields: Any) -> dict[str, Any]:
    """The least that a pull request needs."""
    needed = {
        "__typename": "PullRequest",
        "id": "PR_7",
        "number": 7,
        "url": "https://x",
        "title": "t",
    }
    return needed | {"prState": "OPEN", "repository": HOME} | fields


def issue_node(**fields: Any) -> dict[str, Any]:
    needed = {"__typename": "Issue", "id": "I_7", "number": 7, "url": "https://x", "title": "t"}
    return needed | {"issueState": "OPEN", "repository": HOME} | fields


def pull(**fields: Any) -> Pull:
    item = decode_item(pull_node(**fields), read_at=NOW)
    assert isinstance(item, Pull)
    return item


def issue(**fields: Any) -> Issue:
    item = decode_item(issue_node(**fields), read_at=NOW)
    assert isinstance(item, Issue)
    return item


def listed(*nodes: Any, **fields: Any) -> dict[str, Any]:
    return {"nodes": list(nodes), **fields}


def test_decode_item__what_is_absent_is_unknown() -> None:
    expected = Pull(
        ref=a_ref(7),
        node_id="PR_7",
        url="https://x",
        title="t",
        state=PullState.OPEN,
        is_private=False,
    )

    assert pull() == expected


def test_decode_item__null_is_as_github_means_it() -> None:
    nullable = ("author", "mergedBy", "mergedAt", "closedAt", "reviewDecision")
    found = pull(**dict.fromkeys((*nullable, "mergeQueueEntry", "autoMergeRequest")))

    assert (found.author, found.merged_by, found.merged_at, found.closed_at) == (None,) * 4
    assert (found.review_decision, found.queue_entry, found.auto_merge) == (None, None, None)


@pytest.mark.parametrize(
    "field", ["labels", "assignees", "latestOpinionatedReviews", "reviewRequests", "timelineItems"]
)
def test_decode_item__list_that_is_null_could_not_be_read(field: str) -> None:
    assert pull(**{field: None}) == pull()


FIELDS: dict[str, tuple[dict[str, Any], str, Any]] = {
    "draft": ({"isDraft": True}, "is_draft", True),
    "author": ({"author": {"__typename": "User", "login": "ana"}}, "author", an_actor()),
    "bot as GraphQL has it": (
        {"author": {"__typename": "Bot", "login": "renovate"}},
        "author",
        an_actor("renovate", kind=ActorKind.BOT),
    ),
    "bot as REST has it": (
        {"author": {"__typename": "User", "login": "renovate[bot]"}},
        "author",
        an_actor("renovate", kind=ActorKind.BOT),
    ),
    "new kind of account": (
        {"author": {"__typename": "Robot", "login": "r"}},
        "author",
        an_actor("r"),
    ),
    "association": ({"authorAssociation": "MEMBER"}, "author_association", Association.MEMBER),
    "new association": ({"authorAssociation": "FRIEND"}, "author_association", UNKNOWN),
    "created": ({"createdAt": "2026-08-18T00:00:00Z"}, "created_at", at("2026-08-18")),
    "other zone": ({"createdAt": "2026-08-18T02:00:00+02:00"}, "created_at", at("2026-08-18")),
    "merged": ({"mergedAt": "2026-08-18T00:00:00Z"}, "merged_at", at("2026-08-18")),
    "base": ({"baseRefName": "main"}, "base_branch", "main"),
    "head": ({"headRefOid": "abc"}, "head_oid", "abc"),
    "head branch": ({"headRefName": "seven"}, "head_branch", "seven"),
    "of a fork": ({"isCrossRepository": True}, "from_fork", True),
    "labels": ({"labels": listed({"name": "a"}, None, {"name": "b"})}, "labels", ("a", "b")),
    "assignees": ({"assignees": listed({"login": "ana"})}, "assignees", (an_actor(),)),
    "conflict": ({"mergeable": "CONFLICTING"}, "mergeable", Mergeable.CONFLICTING),
    "conflict not known yet": ({"mergeable": "UNKNOWN"}, "mergeable", Mergeable.NOT_KNOWN_YET),
    "decision": (
        {"reviewDecision": "REVIEW_REQUIRED"},
        "review_decision",
        ReviewDecision.REVIEW_REQUIRED,
    ),
    "queue": (
        {
            "mergeQueueEntry": {
                "position": 2,
                "state": "QUEUED",
                "enqueuedAt": "2026-08-18T00:00:00Z",
            }
        },
        "queue_entry",
        QueueEntry(position=2, state="QUEUED", enqueued_at=at("2026-08-18")),
    ),
    "auto-merge": (
        {"autoMergeRequest": {"enabledAt": None, "enabledBy": {"login": "ana"}}},
        "auto_merge",
        AutoMerge(enabled_at=None, enabled_by=an_actor()),
    ),
    "private": ({"repository": HOME | {"isPrivate": True}}, "is_private", True),
    "visibility absent": ({"repository": {"nameWithOwner": "acme/widgets"}}, "is_private", UNKNOWN),
    "moved": (
        {"repository": {"nameWithOwner": "acme/new"}},
        "ref",
        a_ref(7, repository="acme/new"),
    ),
}


@pytest.mark.parametrize(("node", "field", "expected"), FIELDS.values(), ids=FIELDS.keys())
def test_decode_item__field(node: dict[str, Any], field: str, expected: Any) -> None:
    assert getattr(pull(**node), field) == expected


@pytest.mark.parametrize(
    ("fields", "state", "reason"),
    [
        ({}, IssueState.OPEN, UNKNOWN),
        ({"stateReason": None}, IssueState.OPEN, None),
        (
            {"issueState": "CLOSED", "stateReason": "COMPLETED"},
            IssueState.CLOSED,
            StateReason.COMPLETED,
        ),
        (
            {"issueState": "CLOSED", "stateReason": "DUPLICATE"},
            IssueState.CLOSED,
            StateReason.DUPLICATE,
        ),
        ({"issueState": "CLOSED", "stateReason": "BORED"}, IssueState.CLOSED, UNKNOWN),
    ],
)
def test_decode_item__issue(fields: dict[str, Any], state: IssueState, reason: Any) -> None:
    assert (issue(**fields).state, issue(**fields).reason) == (state, reason)


BAD_NODES: dict[str, Any] = {
    "no type": {**pull_node(), "__typename": None},
    "another type": {**pull_node(), "__typename": "Discussion"},
    "no id": {key: value for key, value in pull_node().items() if key != "id"},
    "number as text": pull_node(number="7"),
    "number that is true": pull_node(number=True),
    "number 0": pull_node(number=0),
    "title null": pull_node(title=None),
    "new state": pull_node(prState="HALF_MERGED"),
    "repository without a name": pull_node(repository={}),
    "name that is none": pull_node(repository={"nameWithOwner": "../.."}),
    "moment without a zone": pull_node(createdAt="2026-08-18T00:00:00"),
    "moment out of range": pull_node(createdAt="0001-01-01T00:00:00+14:00"),
    "no moment": pull_node(createdAt="yesterday"),
    "draft as text": pull_node(isDraft="false"),
    "labels as a list": pull_node(labels=["a"]),
    "nodes that are none": pull_node(labels={"nodes": None}),
    "label of numbers": pull_node(labels=listed(1)),
    "login as number": pull_node(author={"login": 1}),
    "count as text": pull_node(reviewThreads=listed(totalCount="1")),
}


@pytest.mark.parametrize("node", BAD_NODES.values(), ids=BAD_NODES.keys())
def test_decode_answer__bad_node_is_a_failed_reading_and_the_log_names_the_field(node: Any) -> None:
    with pytest.raises(Undecodable):
        decode_item(node, read_at=NOW)

    with capture_logs() as logs:
        answer = {"r0": HOME | {"n7": node, "n8": issue_node(number=8)}}
        bad, good = decode_answer(answer, [a_ref(7), a_ref(8)], read_at=NOW)

    assert (bad.outcome, good.outcome) == (Outcome.FAILED, Outcome.READ)
    assert bad.reason
    assert logs[0]["ref"] == "acme/widgets#7"


def test_decode_answer__finds_refs_by_name_whatever_their_order() -> None:
    node = pull_node()
    del node["repository"]
    answer = {
        "rateLimit": {"cost": 1},
        "r3": {
            "nameWithOwner": "acme/gadgets",
            "n7": issue_node(repository={"nameWithOwner": "acme/gadgets"}),
        },
        "r1": {"nameWithOwner": "Acme/Widgets", "isPrivate": True, "n7": node},
        "r2": {"nameWithOwner": "acme/widgets", "n9": None},
        "r4": None,
    }
    refs = [a_ref(7), a_ref(7, repository="acme/gadgets"), a_ref(9), a_ref(10)]

    readings = decode_answer(answer, refs, read_at=NOW)

    outcomes = [reading.outcome for reading in readings]
    assert outcomes == [Outcome.READ, Outcome.READ, Outcome.NOT_FOUND, Outcome.FAILED]
    assert readings[0].item is not None
    assert (str(readings[0].item.ref), readings[0].item.is_private) == ("Acme/Widgets#7", True)
    assert readings[0].read_at == NOW


def test_decode_item__half_a_character_becomes_a_replacement_mark() -> None:
    assert pull(title="a\ud800b").title == "a\ufffdb"
    assert pull(title="\U0001f9ea ñ\x00").title == "\U0001f9ea ñ\x00"


def rollup(state: str, counts: dict[str, int] | None = None, **fields: Any) -> dict[str, Any]:
    if counts is None:
        return {"state": state, **fields}
    by_state = [{"state": name, "count": count} for name, count in counts.items()]
    contexts = {"checkRunCountsByState": by_state, "statusContextCountsByState": []}
    return {"state": state, "contexts": contexts}


S = ChecksState
CHECKS: dict[str, tuple[Any, Any]] = {
    "none at all": (None, Checks(state=S.NEVER_RAN)),
    "passing, counts absent": (rollup("SUCCESS"), Checks(state=S.PASSING)),
    "error": (rollup("ERROR"), Checks(state=S.FAILING)),
    "pending": (rollup("PENDING"), Checks(state=S.RUNNING)),
    "expected, counts absent": (rollup("EXPECTED"), Checks(state=S.RUNNING)),
    "expected but never started": (
        rollup("EXPECTED", {}),
        Checks(state=S.NEVER_RAN, passing=0, failing=0, running=0),
    ),
    "counts null": (rollup("SUCCESS", contexts=None), Checks(state=S.PASSING)),
    "one kind of counts absent": (
        rollup("SUCCESS", contexts={"checkRunCountsByState": []}),
        Checks(state=S.PASSING),
    ),
    "counted": (
        rollup("FAILURE", {"SUCCESS": 2, "SKIPPED": 1, "FAILURE": 1, "CANCELLED": 1, "QUEUED": 3}),
        Checks(state=S.FAILING, passing=3, failing=2, running=3),
    ),
    "waiting for approval": (
        rollup("FAILURE", {"ACTION_REQUIRED": 4}),
        Checks(state=S.WAITING_FOR_APPROVAL, passing=0, failing=0, running=0),
    ),
    "waiting beside passing": (
        rollup("PENDING", {"WAITING": 1, "SUCCESS": 2}),
        Checks(state=S.WAITING_FOR_APPROVAL, passing=2, failing=0, running=0),
    ),
    "failing beside waiting": (
        rollup("FAILURE", {"ACTION_REQUIRED": 1, "FAILURE": 1}),
        Checks(state=S.FAILING, passing=0, failing=1, running=0),
    ),
    "new state": (rollup("DREAMING"), UNKNOWN),
}


@pytest.mark.parametrize(("value", "expected"), CHECKS.values(), ids=CHECKS.keys())
def test_decode_checks__of_the_pull_or_of_its_last_commit(value: Any, expected: Any) -> None:
    assert pull(statusCheckRollup=value).checks == expected
    assert pull(commits=listed({"commit": {"statusCheckRollup": value}})).checks == expected


@pytest.mark.parametrize("commits", [None, listed(), listed(None), listed({"commit": {}})])
def test_decode_checks__last_commit_not_told(commits: Any) -> None:
    assert pull(commits=commits).checks is UNKNOWN


def test_decode_reviews__last_opinion_of_each_person() -> None:
    def review(state: str, login: str | None, **fields: Any) -> dict[str, Any]:
        return {"state": state, "author": login and {"login": login}, **fields}

    found = pull(
        latestOpinionatedReviews=listed(
            review("APPROVED", "Bo", submittedAt=None, commit=None),
            review("CHANGES_REQUESTED", None),
            review("DISMISSED", "bo", commit={"oid": "abc"}, authorCanPushToRepository=True),
            None,
            review("APPROVED", None),
        )
    )

    assert found.reviews == (
        Review(author=None, state=ReviewState.CHANGES_REQUESTED),
        Review(author=an_actor("bo"), state=ReviewState.DISMISSED, commit_oid="abc", can_push=True),
        Review(author=None, state=UNKNOWN),
        Review(author=None, state=ReviewState.APPROVED),
    )


def test_decode_reviews__more_than_were_read() -> None:
    reviews = listed({"state": "APPROVED", "author": None}, totalCount=2)

    assert pull(latestOpinionatedReviews=reviews).reviews is UNKNOWN
    assert pull(reviewRequests=listed(totalCount=1)).requests is UNKNOWN


def test_decode_requests__people_teams_and_those_who_may_not_be_seen() -> None:
    found = pull(
        reviewRequests=listed(
            {"asCodeOwner": True, "requestedReviewer": {"__typename": "User", "login": "bo"}},
            {"requestedReviewer": {"__typename": "Team", "combinedSlug": "acme/reviewers"}},
            {"requestedReviewer": {"__typename": "Mannequin", "login": "m"}},
            {"requestedReviewer": None},
            {"requestedReviewer": {}},
            None,
        )
    )

    mannequin = Actor(login=Login("m"), kind=ActorKind.MANNEQUIN)
    assert found.requests == (
        ReviewRequest(reviewer=an_actor("bo"), as_code_owner=True),
        ReviewRequest(reviewer=Team(slug="acme/reviewers")),
        ReviewRequest(reviewer=mannequin),
        *(ReviewRequest(reviewer=None),) * 3,
    )


@pytest.mark.parametrize(
    ("resolved", "total", "expected"),
    [
        ([], 0, 0),
        ([True, False, False], 3, 2),
        ([True, False], 150, 1),
        ([True, True], 150, UNKNOWN),
        ([True, None], 2, UNKNOWN),
        ([False, None], 2, 1),
    ],
    ids=["none", "all read", "more, some open", "more, none open", "hidden", "hidden, some open"],
)
def test_decode_unresolved_threads__counts(
    resolved: list[bool | None], total: int, expected: Any
) -> None:
    nodes = [None if value is None else {"isResolved": value} for value in resolved]

    assert pull(reviewThreads=listed(*nodes, totalCount=total)).unresolved_threads == expected


ODD = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=8,
)
NAMES = (
    "__typename", "id", "number", "url", "title", "prState", "issueState", "isDraft", "author",
    "createdAt",
    "repository", "labels", "assignees", "mergeable", "reviewDecision", "latestOpinionatedReviews",
    "reviewRequests", "reviewThreads", "statusCheckRollup", "commits", "mergeQueueEntry",
    "autoMergeRequest",
    "timelineItems", "stateReason",
)  # fmt: skip
ENTRIES = (
    "__typename", "createdAt", "actor", "author", "body", "commit", "submittedAt", "reviewState",
    "review", "dismissalMessage", "pullRequestCommit",
    "beforeCommit", "afterCommit", "requestedReviewer", "state", "isResolved", "name", "login",
)  # fmt: skip
TYPES = st.sampled_from(
    ("PullRequestCommit", "PullRequestReview", "IssueComment", "HeadRefForcePushedEvent",
     "ClosedEvent", "ReviewDismissedEvent", "ReviewRequestedEvent")
)  # fmt: skip
ENTRY = st.dictionaries(st.sampled_from(ENTRIES), ODD | st.just("2026-08-18T00:00:00Z"), max_size=6)
CONNECTION = st.fixed_dictionaries(
    {
        "nodes": st.lists(
            st.none() | ENTRY | st.builds(lambda e, t: {**e, "__typename": t}, ENTRY, TYPES)
        )
    },
    optional={"totalCount": ODD, "pageInfo": ODD},
)
DAMAGE = st.dictionaries(st.sampled_from(NAMES), ODD | CONNECTION | ENTRY, max_size=5)


@given(damage=DAMAGE, base=st.sampled_from([pull_node(), issue_node(), {}]))
def test_decode_answer__never_raises(damage: dict[str, Any], base: dict[str, Any]) -> None:
    answer = {"r0": HOME | {"n7": base | damage}}

    (reading,) = decode_answer(answer, [a_ref(7)], read_at=NOW)

    assert reading.ref == a_ref(7)
    assert (reading.item is not None) is (reading.outcome is Outcome.READ)


@given(answer=st.dictionaries(st.text(max_size=5), ODD, max_size=4))
def test_decode_answer__whatever_the_answer_is(answer: dict[str, Any]) -> None:
    refs: list[Ref] = [a_ref(7), a_ref(8)]

    readings = decode_answer(answer, refs, read_at=NOW)

    assert {reading.outcome for reading in readings} == {Outcome.FAILED}
