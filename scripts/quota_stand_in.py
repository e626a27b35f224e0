"""A GitHub in memory that answers our queries at once and writes down what each one costs."""

import json
import re
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import httpx

from bot.github_status.facts.refs import Ref
from scripts.query_cost import points

PEOPLE = 12
"""Who wrote the rows of a tracker, in turn."""

_REPOSITORY = re.compile(r'(\w+): repository\(owner: "([^"]+)", name: "([^"]+)"\)')
_ITEM = re.compile(r"n(\d+): issueOrPullRequest\(")
_SEARCH = re.compile(r"(s\d+): search\(")


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One request."""

    name: str
    """Of the query: "Tracker", "Readings", "Nearby"."""
    points: int


@dataclass
class StandIn(httpx.AsyncBaseTransport):
    """Every number is an open pull request on which a person was the last to act."""

    tracker: Ref
    body: str
    at: datetime
    asked: list[Asked] = field(default_factory=list)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Answer as GitHub does."""
        query: str = json.loads(await request.aread())["query"]
        name = query.split(maxsplit=2)[1]
        self.asked.append(Asked(name=name, points=points(query)))
        body = json.dumps({"data": self._data(query)}).encode()
        return httpx.Response(200, stream=httpx.ByteStream(body))

    def _data(self, query: str) -> dict[str, Any]:
        operation = query.partition("\nfragment ")[0]
        data: dict[str, Any] = {alias: {"nodes": []} for alias in _SEARCH.findall(operation)}
        found = list(_REPOSITORY.finditer(operation))
        ends = [*(match.start() for match in found[1:]), len(operation)]
        for match, end in zip(found, ends, strict=False):  # where none was found one end remains
            alias, owner, repository = match.groups()
            here = f"{owner}/{repository}"
            numbers = map(int, _ITEM.findall(operation, match.end(), end))
            items = {f"n{number}": self._node(here, number) for number in numbers}
            data[alias] = {"nameWithOwner": here, "isPrivate": False, **items}
        return data

    def _node(self, repository: str, number: int) -> dict[str, Any]:
        moment, who = self.at.isoformat(), {"__typename": "User", "login": _person(number)}
        shared = {
            "id": f"id{number}",
            "number": number,
            "url": f"https://github.com/{repository}/pull/{number}",
            "title": f"Change {number}",
            "author": who,
            "repository": {"nameWithOwner": repository, "isPrivate": False},
            "body": "",
        }
        if f"{repository}#{number}" == str(self.tracker):
            state = {"__typename": "Issue", "issueState": "OPEN", "updatedAt": moment}
            return {**shared, **state, "body": self.body, "lastEditedAt": None}
        entry = {"__typename": "IssueComment", "createdAt": moment, "body": "Done.", "author": who}
        page = {"pageInfo": {"hasPreviousPage": True, "startCursor": "older"}, "nodes": [entry]}
        state = {"__typename": "PullRequest", "prState": "OPEN", "createdAt": moment}
        return {**shared, **state, "timelineItems": page}


def _person(number: int) -> str:
    return f"person{number % PEOPLE}"
