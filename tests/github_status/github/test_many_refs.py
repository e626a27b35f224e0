"""What the client itself takes for many refs: how many requests, and how many of them at once.

The shared fake runs every query through graphql-core and is slower than the client, so here a
stand-in answers from a template, after the latency of a real answer.
"""

import asyncio
import json
import re

import httpx
import pytest

from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Outcome
from bot.github_status.github import GitHub, endpoints
from tests.builders import a_ref
from tests.github_status.github.conftest import TOKEN

# What these run is covered elsewhere, and following it line by line takes longest here.
pytestmark = pytest.mark.no_cover

LATENCY_SECONDS = 0.08
EVENTS = [
    {"__typename": "IssueComment", "createdAt": "2026-08-18T00:00:00Z", "body": "Looks good " * 40,
     "author": {"__typename": "User", "login": "bo"}}
] * 2  # fmt: skip
NODE = {
    "__typename": "PullRequest", "id": "PR", "url": "https://github.com/acme/x/pull/1",
    "title": "feat: x", "prState": "OPEN", "isDraft": False, "createdAt": "2026-08-17T00:00:00Z",
    "author": {"__typename": "User", "login": "ana"}, "labels": {"nodes": [{"name": "a"}]},
    "timelineItems": {"pageInfo": {"hasPreviousPage": True, "startCursor": "c"}, "nodes": EVENTS},
}  # fmt: skip


class QuickGitHub:
    """Has every pull request of every repository."""

    def __init__(self) -> None:
        self.requests = 0
        self.most_at_once = 0
        self._open = 0

    async def answer(self, request: httpx.Request) -> httpx.Response:
        self.requests += 1
        self._open += 1
        self.most_at_once = max(self.most_at_once, self._open)
        await asyncio.sleep(LATENCY_SECONDS)
        self._open -= 1
        query: str = json.loads(request.content)["query"]
        data: dict[str, object] = {}
        for part in re.split(r"(?=\br\d+: repository)", query)[1:]:
            found = re.match(r'(r\d+): repository\(owner: "(.*?)", name: "(.*?)"\)', part)
            assert found is not None
            home = {"nameWithOwner": f"{found[2]}/{found[3]}", "isPrivate": False}
            numbers = re.findall(r"issueOrPullRequest\(number: (\d+)\)", part)
            items = {f"n{n}": NODE | {"number": int(n), "repository": home} for n in numbers}
            data[found[1]] = home | items
        return httpx.Response(200, json={"data": data})


def refs_in(repositories: int, each: int) -> list[Ref]:
    places = ((r, n) for n in range(1, each + 1) for r in range(repositories))
    return [a_ref(number, repository=f"acme/r{repository}") for repository, number in places]


@pytest.mark.parametrize(("each", "requests"), [(75, 12), (750, 120)], ids=["300", "3,000"])
async def test_readings__as_few_requests_as_batches_and_twelve_at_once(
    each: int, requests: int
) -> None:
    quick, refs = QuickGitHub(), refs_in(4, each)
    http = httpx.AsyncClient(transport=httpx.MockTransport(quick.answer))

    async with http, GitHub(endpoints("http://quick"), TOKEN, http=http) as github:
        batch = await github.readings(refs)

    assert {reading.outcome for reading in batch.readings} == {Outcome.READ}
    assert (quick.requests, quick.most_at_once) == (requests, 12)
