"""Classic tokens without the scopes that some fields need: GitHub refuses the whole query."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from structlog.testing import capture_logs

from bot.demo.github import FakeGitHub, faults
from bot.errors import BadCredentials
from bot.github_status.facts.known import UNKNOWN
from bot.github_status.facts.pulls import EventKind, Pull, ReviewRequest, Team
from bot.github_status.facts.snapshot import Outcome
from bot.github_status.github import Batch, Credentials, GitHub, endpoints
from tests.builders import a_ref
from tests.fakes.clock import Clock
from tests.github_status.github.conftest import quick
from tests.github_status.github.test_app import INSTALLED, PUBLIC

NOTE = (
    "GitHub does not tell the names of teams asked for a review: that needs a token with read:org."
)
UNSEEN = ReviewRequest(reviewer=None, as_code_owner=False)


@pytest.fixture(autouse=True)
def asked_team(gh: FakeGitHub) -> None:
    """A public pull request that a team is asked to review, and a tracker."""
    gh.add_pull("acme/widgets", 7)
    gh.request_review("acme/widgets", 7, "acme/reviewers", at="2026-08-18")
    gh.add_issue("acme/widgets", 1, body="- [ ] #7")
    gh.add_token("scopeless", scopes=set())


@pytest.fixture
async def client(gh: FakeGitHub, clock: Clock) -> AsyncIterator[GitHub]:
    """With the token that has no scope."""
    credentials = Credentials(token="scopeless")
    async with GitHub(endpoints(gh.url), credentials, policy=quick(clock)) as github:
        yield github


def pull_in(batch: Batch, place: int = 0) -> Pull:
    item = batch.readings[place].item
    assert isinstance(item, Pull), batch.readings[place].reason
    return item


def refusal(field: str, scopes: str = "['read:org']", **more: Any) -> dict[str, Any]:
    message = (
        "Your token has not been granted the required scopes to execute this query. The "
        f"'{field}' field requires one of the following scopes: {scopes}, but your token has only "
        "been granted the: ['repo'] scopes."
    )
    return {"message": message, **more}


async def test_readings__without_any_scope_all_but_the_names_of_teams(
    gh: FakeGitHub, client: GitHub
) -> None:
    first = await client.readings([a_ref(7)])
    after_first = len(gh.requests)
    second = await client.readings([a_ref(7)])

    for batch in (first, second):
        assert pull_in(batch).requests == (UNSEEN,)
        events = pull_in(batch).events
        assert events is not UNKNOWN
        asked = [event for event in events if event.kind is EventKind.REVIEW_REQUESTED]
        assert [event.subject for event in asked] == [None]
        assert pull_in(batch).checks is not UNKNOWN
        assert batch.notes == (NOTE,)
    assert (after_first, len(gh.requests)) == (2, 3)


async def test_readings__nobody_asked_is_not_a_team_without_a_name(
    gh: FakeGitHub, client: GitHub
) -> None:
    gh.add_pull("acme/widgets", 8)

    batch = await client.readings([a_ref(7), a_ref(8)])

    assert (pull_in(batch, 0).requests, pull_in(batch, 1).requests) == ((UNSEEN,), ())


@pytest.mark.parametrize("scope", ["read:org", "admin:org"])
async def test_readings__with_the_scope_nothing_is_missing(
    gh: FakeGitHub, clock: Clock, scope: str
) -> None:
    gh.add_token("scoped", scopes={"public_repo", scope})

    credentials = Credentials(token="scoped")
    async with GitHub(endpoints(gh.url), credentials, policy=quick(clock)) as github:
        batch = await github.readings([a_ref(7)])

    assert pull_in(batch).requests != (UNSEEN,)
    assert (batch.notes, len(gh.requests)) == ((), 1)


async def test_tracker_and_viewer__need_no_scope(gh: FakeGitHub, client: GitHub) -> None:
    assert (await client.tracker(a_ref(1))).body == "- [ ] #7"
    assert await client.viewer() == "tester"
    assert len(gh.requests) == 2


async def test_readings__eight_queries_under_way_learn_it_together(
    gh: FakeGitHub, client: GitHub, clock: Clock
) -> None:
    refs = [a_ref(number) for number in range(101, 301)]
    for ref in refs:
        gh.add_pull("acme/widgets", ref.number)

    with capture_logs() as logs:
        batch = await client.readings(refs)

    assert {reading.outcome for reading in batch.readings} == {Outcome.READ}
    assert batch.notes == (NOTE,)
    assert len(gh.requests) <= 8 + 8
    assert clock.slept == []
    assert len([line for line in logs if "lacks a scope" in line["event"]]) == 1


async def test_readings__app_beside_the_token_is_asked_for_everything(
    gh: FakeGitHub, clock: Clock
) -> None:
    gh.add_app("77", PUBLIC)
    gh.install("77", 5, "secret", only={"secret/things"})
    gh.add_repository("secret/things", private=True)
    gh.add_pull("secret/things", 7)
    gh.request_review("secret/things", 7, "secret/team", at="2026-08-18")
    thing, public = a_ref(7, repository="secret/things"), a_ref(7)
    gh.add_repository("acme/widgets", private=True)
    gh.tokens["scopeless"].scopes = frozenset({"repo"})
    both = Credentials(token="scopeless", app=INSTALLED)

    async with GitHub(endpoints(gh.url), both, policy=quick(clock)) as github:
        batch = await github.readings([thing, public])
        app_alone = await github.readings([thing])

    assert pull_in(batch, 1).requests == (UNSEEN,)
    for of_app in (batch, app_alone):
        (request,) = known_requests(pull_in(of_app))
        assert request.reviewer == Team(slug="secret/team")
    assert (batch.notes, app_alone.notes) == ((NOTE,), ())
    assert (batch.credentials, app_alone.credentials) == (("app", "token"), ("app",))


def known_requests(pull: Pull) -> tuple[ReviewRequest, ...]:
    assert pull.requests is not UNKNOWN
    return pull.requests


async def test_readings__scope_given_later_is_noticed_after_an_hour(
    gh: FakeGitHub, client: GitHub, clock: Clock
) -> None:
    await client.readings([a_ref(7)])
    gh.tokens["scopeless"].scopes = frozenset({"read:org"})

    soon = await client.readings([a_ref(7)])
    clock.move(3601)
    later = await client.readings([a_ref(7)])

    assert (soon.notes, later.notes) == ((NOTE,), ())
    assert pull_in(later).requests != (UNSEEN,)


@pytest.mark.parametrize(
    ("field", "words"),
    [
        ("statusCheckRollup", "what the checks say"),
        ("checkRunCountsByState", "how many checks pass and fail"),
        ("mergeQueueEntry", "the state of merge queues"),
        ("authorCanPushToRepository", "whether a reviewer's approval counts"),
    ],
)
async def test_readings__whatever_part_needs_a_scope_is_left_out(
    gh: FakeGitHub, github: GitHub, field: str, words: str
) -> None:
    gh.plan(faults.errors(refusal(field, "['repo', 'x:y']")), containing=field, times=None)

    batch = await github.readings([a_ref(7)])

    assert pull_in(batch).requests not in (UNKNOWN, (UNSEEN,))
    needed = "that needs a token with repo or x:y."
    assert batch.notes == (f"GitHub does not tell {words}: {needed}",)
    assert len(gh.requests) == 2


async def test_readings__several_parts_at_once_and_each_said_once(
    gh: FakeGitHub, github: GitHub
) -> None:
    entries = [refusal("combinedSlug"), refusal("combinedSlug"), refusal("mergeQueueEntry", "[]")]
    gh.plan(faults.errors(*entries))

    batch = await github.readings([a_ref(7)])

    queue = "GitHub does not tell the state of merge queues: that needs a token with more scopes."
    assert batch.notes == (queue, NOTE)
    assert len(gh.requests) == 2


@pytest.mark.parametrize(
    "entries",
    [
        [refusal("isDraft", "['repo']")],
        [refusal("combinedSlug", "['read:org']"), refusal("isDraft", "['repo']")],
        [refusal("isDraft", "['repo']", type="INSUFFICIENT_SCOPES")],
    ],
    ids=["without a type", "beside one that could", "with a type"],
)
async def test_readings__what_cannot_be_left_out_is_refused_with_the_scope_it_needs(
    gh: FakeGitHub, github: GitHub, entries: list[dict[str, Any]]
) -> None:
    gh.plan(faults.errors(*entries), times=None)

    with pytest.raises(BadCredentials, match="asks for `repo`") as caught:
        await github.readings([a_ref(7)])

    assert "Give the token `repo`" in caught.value.advice
    assert len(gh.requests) == 1


async def test_readings__refused_again_though_it_was_left_out(
    gh: FakeGitHub, github: GitHub
) -> None:
    gh.plan(faults.errors(refusal("combinedSlug")), times=None)

    with pytest.raises(BadCredentials, match="read:org"):
        await github.readings([a_ref(7)])
    with pytest.raises(BadCredentials, match="read:org"):
        await github.tracker(a_ref(1))

    assert len(gh.requests) == 3


async def test_readings__message_that_names_no_field(gh: FakeGitHub, github: GitHub) -> None:
    gh.plan(faults.errors({"type": "INSUFFICIENT_SCOPES", "message": "No."}), times=None)

    with pytest.raises(BadCredentials, match="more scopes"):
        await github.readings([a_ref(7)])


async def test_fake__private_repository_needs_the_scope_repo(
    gh: FakeGitHub, client: GitHub
) -> None:
    gh.add_repository("acme/widgets", private=True)

    assert (await client.readings([a_ref(7)])).readings[0].outcome is Outcome.NOT_VISIBLE
