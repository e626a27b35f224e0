"""Reading the tracker: where it is, what it says, and why it cannot be read."""

from typing import Any

import pytest

from bot.demo.github import FakeGitHub, faults
from bot.errors import GitHubFault, NotAnIssue, TrackerNotThere
from bot.github_status.facts.known import UNKNOWN
from bot.github_status.facts.pulls import IssueState, StateReason
from bot.github_status.github import Credentials, GitHub, decode_tracker, endpoints
from tests.builders import a_ref, at
from tests.fakes.clock import Clock
from tests.github_status.github.conftest import quick


def error(kind: str) -> dict[str, Any]:
    return {"type": kind, "path": ["r0", "n2"], "message": "x"}


BODY = "# Index\r\n- [ ] #7  \r\n\tOwner: Añá 🧪\r\n"


async def test_tracker__every_character_of_the_body(gh: FakeGitHub, github: GitHub) -> None:
    gh.add_issue("Acme/widgets", 1, body=BODY, title="Widgets", updatedAt="2026-08-18", author=None)

    issue = await github.tracker(a_ref(1, repository="acme/Widgets"))

    assert issue.body == BODY
    assert str(issue.ref) == "Acme/widgets#1"
    assert (issue.title, issue.state, issue.reason) == ("Widgets", IssueState.OPEN, None)
    assert (issue.author, issue.updated_at, issue.edited_at) == (None, at("2026-08-18"), None)
    assert issue.is_private is False
    assert len(gh.requests) == 1


async def test_tracker__closed(gh: FakeGitHub, github: GitHub) -> None:
    gh.add_issue("acme/widgets", 1)
    gh.close("acme/widgets", 1, at="2026-08-18", reason="DUPLICATE")

    issue = await github.tracker(a_ref(1))

    assert (issue.state, issue.reason) == (IssueState.CLOSED, StateReason.DUPLICATE)


async def test_tracker__transferred_is_followed(gh: FakeGitHub, github: GitHub) -> None:
    gh.add_issue("acme/widgets", 1, body=BODY)
    gh.transfer("acme/widgets", 1, "acme/gadgets", 42)

    issue = await github.tracker(a_ref(1))

    assert (str(issue.ref), issue.body) == ("acme/gadgets#42", BODY)


async def test_tracker__renamed_repository_is_followed(gh: FakeGitHub, github: GitHub) -> None:
    gh.add_issue("acme/widgets", 1, body=BODY)
    gh.rename("acme/widgets", "acme/gadgets")

    assert str((await github.tracker(a_ref(1))).ref) == "acme/gadgets#1"


async def test_tracker__deleted(gh: FakeGitHub, github: GitHub) -> None:
    gh.add_issue("acme/widgets", 1)
    gh.delete("acme/widgets", 1)

    with pytest.raises(TrackerNotThere, match="was deleted"):
        await github.tracker(a_ref(1))


async def test_tracker__no_such_number(gh: FakeGitHub, github: GitHub) -> None:
    gh.add_repository("acme/widgets")

    with pytest.raises(TrackerNotThere, match="can be read, but has no issue 1"):
        await github.tracker(a_ref(1))


async def test_tracker__no_such_repository(gh: FakeGitHub, github: GitHub) -> None:
    with pytest.raises(
        TrackerNotThere, match="does not exist, or this token may not see it"
    ) as caught:
        await github.tracker(a_ref(1))

    assert caught.value.advice


async def test_tracker__private_looks_like_missing(gh: FakeGitHub, clock: Clock) -> None:
    gh.add_repository("acme/widgets", private=True)
    gh.add_issue("acme/widgets", 1)
    gh.add_token("outsider", sees=set())

    client = GitHub(endpoints(gh.url), Credentials(token="outsider"), policy=quick(clock))
    async with client as github:
        with pytest.raises(TrackerNotThere, match="may not see it"):
            await github.tracker(a_ref(1))


async def test_tracker__single_sign_on_says_how(gh: FakeGitHub, github: GitHub) -> None:
    gh.add_issue("acme/widgets", 1)
    gh.require_saml("acme")

    with pytest.raises(TrackerNotThere, match=r"single sign-on.*Configure SSO"):
        await github.tracker(a_ref(1))


async def test_tracker__pull_request(gh: FakeGitHub, github: GitHub) -> None:
    gh.add_pull("acme/widgets", 1)

    with pytest.raises(NotAnIssue, match="is a pull request"):
        await github.tracker(a_ref(1))


async def test_tracker__discussion(gh: FakeGitHub, github: GitHub) -> None:
    gh.add_discussion("acme/widgets", 1)

    with pytest.raises(NotAnIssue, match="is a discussion"):
        await github.tracker(a_ref(1))


async def test_tracker__redirect_to_another_host_is_not_followed(
    gh: FakeGitHub, github: GitHub
) -> None:
    gh.add_repository("acme/widgets")
    gh.plan(faults.redirect("http://evil.dev/repos/x/y/issues/1", 301), on="/repos", times=None)

    with pytest.raises(TrackerNotThere):
        await github.tracker(a_ref(1))


async def test_tracker__answer_about_something_else_is_refused(
    gh: FakeGitHub, github: GitHub
) -> None:
    gh.add_issue("acme/widgets", 1)
    gh.item("acme/widgets", 1)["number"] = 2

    with pytest.raises(GitHubFault, match="something else"):
        await github.tracker(a_ref(1))


async def test_tracker__moved_to_where_it_cannot_be_found(gh: FakeGitHub, github: GitHub) -> None:
    gh.add_issue("acme/widgets", 1)
    gh.transfer("acme/widgets", 1, "acme/gadgets", 2)
    gh.plan(faults.errors(error("NOT_FOUND"), data={"r0": {"n2": None}}), number=2)

    with pytest.raises(TrackerNotThere, match="whether it moved is not known"):
        await github.tracker(a_ref(1))


async def test_tracker__never_answered(gh: FakeGitHub, github: GitHub) -> None:
    gh.plan(faults.errors(error("ODD"), data={"r0": {"n1": None}}), times=None)

    with pytest.raises(GitHubFault, match="did not answer"):
        await github.tracker(a_ref(1))


async def test_tracker__answer_that_cannot_be_understood(gh: FakeGitHub, github: GitHub) -> None:
    gh.add_issue("acme/widgets", 1)
    node = {"__typename": "Issue", "id": "I_1", "number": 1, "title": 5}
    gh.plan(faults.errors(data={"r0": {"nameWithOwner": "acme/widgets", "n1": node}}))

    with pytest.raises(GitHubFault, match="could not be understood"):
        await github.tracker(a_ref(1))


def test_decode_tracker__bundled_reading_with_few_fields() -> None:
    node = {"__typename": "Issue", "id": "I", "number": 1, "url": "u", "title": "t", "body": BODY}
    answer = {"r0": {"nameWithOwner": "acme/widgets", "n1": node | {"issueState": "OPEN"}}}

    issue = decode_tracker(answer, a_ref(1))

    assert (issue.body, issue.author, issue.is_private) == (BODY, UNKNOWN, UNKNOWN)
