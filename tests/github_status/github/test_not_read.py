"""Refs that do not resolve: moved, missing, not visible, or not readable in part."""

import asyncio
import json

import pytest

from bot.demo.github import FakeGitHub, faults
from bot.github_status.facts.known import UNKNOWN
from bot.github_status.facts.pulls import Checks, ChecksState, Pull
from bot.github_status.facts.snapshot import Outcome, Reading
from bot.github_status.github import Credentials, GitHub, endpoints
from tests.builders import a_ref
from tests.fakes.clock import Clock
from tests.github_status.github.conftest import quick

PAT = faults.FORBIDDEN_PAT
COUNTS_NOTE = (
    "GitHub does not tell how many checks pass and fail everywhere: the credential lacks a "
    "permission."
)


async def read_one(github: GitHub, number: int = 7, repository: str = "acme/widgets") -> Reading:
    (reading,) = (await github.readings([a_ref(number, repository=repository)])).readings
    return reading


def pull_of(reading: Reading) -> Pull:
    assert isinstance(reading.item, Pull), reading.reason
    return reading.item


async def test_readings__number_that_was_never_there(gh: FakeGitHub, github: GitHub) -> None:
    gh.add_pull("acme/widgets", 7)

    batch = await github.readings([a_ref(7), a_ref(8)])

    assert [r.outcome for r in batch.readings] == [Outcome.READ, Outcome.NOT_FOUND]
    assert batch.readings[1].reason == "acme/widgets has no such number."


async def test_readings__deleted(gh: FakeGitHub, github: GitHub) -> None:
    gh.add_issue("acme/widgets", 7)
    gh.delete("acme/widgets", 7)

    reading = await read_one(github)

    assert (reading.outcome, reading.reason) == (Outcome.NOT_FOUND, "It was deleted.")


async def test_readings__discussion(gh: FakeGitHub, github: GitHub) -> None:
    gh.add_discussion("acme/widgets", 7)

    reading = await read_one(github)

    assert reading.outcome is Outcome.NOT_FOUND
    assert "discussion" in reading.reason


async def test_readings__transferred_issue_is_read_at_its_new_place(
    gh: FakeGitHub, github: GitHub
) -> None:
    gh.add_issue("acme/widgets", 7, title="moved about")
    gh.transfer("acme/widgets", 7, "acme/gadgets", 70)
    gh.rename("acme/gadgets", "acme/gizmos")

    reading = await read_one(github)

    assert reading.item is not None
    assert (reading.ref, str(reading.item.ref)) == (a_ref(7), "acme/gizmos#70")


async def test_readings__transferred_out_of_sight(gh: FakeGitHub, clock: Clock) -> None:
    gh.add_issue("acme/widgets", 7)
    gh.add_repository("acme/secret", private=True)
    gh.transfer("acme/widgets", 7, "acme/secret", 70)
    gh.add_token("outsider", sees=set())

    client = GitHub(endpoints(gh.url), Credentials(token="outsider"), policy=quick(clock))
    async with client as github:
        assert (await read_one(github)).outcome is Outcome.NOT_FOUND


async def test_readings__moved_to_another_host_is_not_followed(
    gh: FakeGitHub, github: GitHub
) -> None:
    gh.add_repository("acme/widgets")
    gh.plan(faults.redirect("https://evil.dev/repos/acme/widgets/issues/7", 301), on="/repos")

    assert (await read_one(github)).outcome is Outcome.NOT_FOUND


async def test_readings__redirects_in_a_circle_end(gh: FakeGitHub, github: GitHub) -> None:
    gh.add_repository("acme/widgets")
    gh.plan(faults.redirect("/repos/acme/widgets/issues/7", 301), on="/repos", times=None)

    assert (await read_one(github)).outcome is Outcome.NOT_FOUND
    assert len(gh.requests) <= 6


async def test_readings__renamed_repository_gives_the_new_ref(
    gh: FakeGitHub, github: GitHub
) -> None:
    gh.add_pull("acme/widgets", 7)
    gh.rename("acme/widgets", "acme/gadgets")

    batch = await github.readings([a_ref(7), a_ref(7, repository="acme/gadgets")])

    assert [str(r.ref) for r in batch.readings] == ["acme/widgets#7", "acme/gadgets#7"]
    assert {str(pull_of(r).ref) for r in batch.readings} == {"acme/gadgets#7"}


async def test_readings__many_missing_numbers_are_not_all_looked_for(
    gh: FakeGitHub, github: GitHub
) -> None:
    gh.add_repository("acme/widgets")

    batch = await github.readings([a_ref(number) for number in range(1, 51)])

    assert {r.outcome for r in batch.readings} == {Outcome.NOT_FOUND}
    assert len([seen for seen in gh.requests if seen.method == "GET"]) == 20


async def test_readings__not_found_stays_when_rest_fails(gh: FakeGitHub, github: GitHub) -> None:
    gh.add_repository("acme/widgets")
    gh.plan(faults.html(502), on="/repos", times=None)

    assert (await read_one(github)).outcome is Outcome.NOT_FOUND


async def test_readings__repository_that_does_not_resolve(gh: FakeGitHub, github: GitHub) -> None:
    gh.add_pull("acme/widgets", 7)

    batch = await github.readings([a_ref(7), a_ref(7, repository="acme/nowhere")])

    seen, unseen = batch.readings
    assert (seen.outcome, unseen.outcome) == (Outcome.READ, Outcome.NOT_VISIBLE)
    assert "does not exist, or this token may not see it" in unseen.reason


async def test_readings__single_sign_on_says_how(gh: FakeGitHub, github: GitHub) -> None:
    gh.add_pull("acme/widgets", 7)
    gh.add_pull("other/things", 7)
    gh.require_saml("acme")

    batch = await github.readings([a_ref(7), a_ref(7, repository="other/things")])

    assert [r.outcome for r in batch.readings] == [Outcome.NOT_VISIBLE, Outcome.READ]
    assert "Configure SSO" in batch.readings[0].reason


@pytest.mark.parametrize("refusal", [faults.FORBIDDEN_PAT, faults.FORBIDDEN_INTEGRATION])
async def test_readings__forbidden_item(
    gh: FakeGitHub, github: GitHub, refusal: faults.Refusal
) -> None:
    gh.add_pull("acme/widgets", 7)
    gh.add_pull("acme/widgets", 8)
    gh.refuse("acme/widgets", 7, "", refusal)

    batch = await github.readings([a_ref(7), a_ref(8)])

    assert [r.outcome for r in batch.readings] == [Outcome.NOT_VISIBLE, Outcome.READ]


async def test_readings__forbidden_field_is_unknown_with_one_note(
    gh: FakeGitHub, github: GitHub
) -> None:
    for number in (7, 8):
        gh.add_pull("acme/widgets", number)
        gh.refuse("acme/widgets", number, "statusCheckRollup", faults.FORBIDDEN_PAT)

    batch = await github.readings([a_ref(7), a_ref(8)])

    assert [pull_of(r).checks for r in batch.readings] == [UNKNOWN, UNKNOWN]
    assert batch.notes == (
        "GitHub did not let us read checks everywhere: the credential lacks a permission.",
    )
    assert len(gh.requests) == 1


async def test_readings__forbidden_counts_leave_the_state_and_are_remembered(
    gh: FakeGitHub, github: GitHub
) -> None:
    gh.add_pull("acme/widgets", 7)
    gh.refuse("acme/widgets", 7, "statusCheckRollup.contexts", faults.FORBIDDEN_PAT)

    first = await read_one(github)
    after_first = len(gh.requests)
    second = await read_one(github)

    assert pull_of(first).checks == pull_of(second).checks == Checks(state=ChecksState.PASSING)
    assert (after_first, len(gh.requests)) == (2, 3)


async def test_readings__forbidden_counts_cost_one_request_for_a_repository_and_say_so(
    gh: FakeGitHub, github: GitHub
) -> None:
    refs = [a_ref(n, repository=r) for r in ("acme/widgets", "acme/gadgets") for n in range(1, 11)]
    for ref in refs:
        gh.add_pull(str(ref.repository), ref.number)
        if ref.repository.name == "widgets":
            gh.refuse("acme/widgets", ref.number, "statusCheckRollup.contexts", PAT)

    first = await github.readings(refs)
    after_first = len(gh.requests)
    second = await github.readings(refs)

    checks = [pull_of(r).checks for r in first.readings]
    assert checks[:10] == [Checks(state=ChecksState.PASSING)] * 10
    assert checks[10] == Checks(state=ChecksState.PASSING, passing=3, failing=0, running=0)
    assert [pull_of(r).checks for r in second.readings] == checks
    assert first.notes == second.notes == (COUNTS_NOTE,)
    assert (after_first, len(gh.requests)) == (2, 3)


async def test_readings__forbidden_counts_are_learned_by_the_queries_under_way(
    gh: FakeGitHub, github: GitHub
) -> None:
    """Thirteen batches, twelve of them at once: the one that starts later already asks for less."""
    refs = [a_ref(number) for number in range(1, 326)]
    for ref in refs:
        gh.add_pull("acme/widgets", ref.number)
        gh.refuse("acme/widgets", ref.number, "statusCheckRollup.contexts", PAT)

    batch = await github.readings(refs)

    assert {r.outcome for r in batch.readings} == {Outcome.READ}
    assert len(gh.requests) <= 13 + 12


async def test_readings__item_that_a_forbidden_field_takes_along_is_asked_with_less(
    gh: FakeGitHub, github: GitHub
) -> None:
    """`isDraft` may not be null, so the whole pull request is; no shorter query helps."""
    gh.add_pull("acme/widgets", 7)
    gh.refuse("acme/widgets", 7, "isDraft", faults.FORBIDDEN_INTEGRATION)

    first = await read_one(github)
    after_first = len(gh.requests)
    await read_one(github)

    assert first.outcome is Outcome.NOT_VISIBLE
    assert (after_first, len(gh.requests)) == (2, 3)


async def test_readings__resource_limit_on_one_field_keeps_the_rest(
    gh: FakeGitHub, github: GitHub
) -> None:
    gh.add_pull("acme/widgets", 7)
    gh.refuse("acme/widgets", 7, "latestOpinionatedReviews", faults.RESOURCE_LIMIT)

    reading = await read_one(github)

    assert pull_of(reading).reviews is UNKNOWN
    assert pull_of(reading).requests == ()


async def test_readings__answer_about_another_number_is_refused(
    gh: FakeGitHub, github: GitHub
) -> None:
    gh.add_pull("acme/widgets", 7)
    gh.item("acme/widgets", 7)["number"] = 8

    assert (await read_one(github)).outcome is Outcome.FAILED


async def test_readings__node_that_cannot_be_decoded_fails_alone(
    gh: FakeGitHub, github: GitHub
) -> None:
    node = {"__typename": "PullRequest", "id": 1, "number": 8}
    good = {"__typename": "Issue", "id": "I", "number": 7, "url": "u", "title": "t"}
    good |= {"issueState": "OPEN", "repository": {"nameWithOwner": "acme/widgets"}}
    gh.plan(faults.errors(data={"r0": {"nameWithOwner": "acme/widgets", "n7": good, "n8": node}}))

    batch = await github.readings([a_ref(7), a_ref(8)])

    assert [r.outcome for r in batch.readings] == [Outcome.READ, Outcome.FAILED]
    assert "could not be understood" in batch.readings[1].reason


async def test_readings__discussion_that_cannot_be_asked_for_is_a_missing_number(
    gh: FakeGitHub, github: GitHub
) -> None:
    gh.add_discussion("acme/widgets", 7)
    gh.plan(faults.html(502), containing="discussion(", times=None)

    reading = await read_one(github)

    assert reading.reason == "acme/widgets has no such number."


@pytest.mark.parametrize("content", [{"number": 7, "repository_url": "/repos/acme/widgets"}, []])
async def test_readings__rest_that_contradicts_or_says_nothing(
    gh: FakeGitHub, github: GitHub, content: object
) -> None:
    gh.add_repository("acme/widgets")
    gh.plan(faults.Fault(body=json.dumps(content)), on="/repos")

    reading = await read_one(github)

    assert reading.outcome is Outcome.NOT_FOUND
    assert "whether it moved is not known" in reading.reason


async def test_readings__cancelled_half_way_leaves_nothing_running(
    gh: FakeGitHub, github: GitHub
) -> None:
    gh.add_pull("acme/widgets", 7)
    gh.latency_seconds = 10

    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.3):
            await read_one(github)

    assert not [task for task in asyncio.all_tasks() if "Pool" in repr(task.get_coro())]
    gh.latency_seconds = 0
    assert (await read_one(github)).outcome is Outcome.READ
