"""A GitHub that answers after a fixed time and costs next to nothing, in a process of its own.

    python -m benchmarks.github_stand_in LATENCY_SECONDS

prints its port once it serves. What a pull request looks like in GraphQL is worked out once, by the
tests' fake with GitHub's schema; each answer then only has its numbers put in. Tracker 300 lists
300 pull requests, and so on. `GET /requests` tells how many requests there were.
"""

import asyncio
import json
import re
import sys
from collections.abc import Callable
from functools import cache
from typing import Any

from aiohttp import web

from benchmarks import rest_answers
from benchmarks.standing_in import FIRST
from bot.demo.github.graphql import run
from bot.demo.github.nodes import comment, commit, pushed
from bot.demo.github.tokens import Token
from bot.demo.github.world import World

_THERE = rest_answers.API.encode()
_ANY = 987_654_321
"""Stands for the number of whatever pull request is asked for."""
_PEOPLE = tuple(f"person{number:02}" for number in range(12))
_BUDGET = {"limit": 5000, "used": 1, "remaining": 4999}
_ROW = re.compile(r"n(\d+): issueOrPullRequest\(")


class StandIn:
    """The answers."""

    def __init__(self, latency_seconds: float) -> None:
        """Every answer takes so long, and however long it takes to make it."""
        self._latency_seconds = latency_seconds
        self._requests = 0

    def application(self) -> web.Application:
        """The routes."""
        app = web.Application(client_max_size=64 * 1024 * 1024)
        place = f"/repos/{rest_answers.REPOSITORY}"
        app.router.add_post("/graphql", self._graphql)
        app.router.add_get(place + "/pulls/{number}", self._rest(_pull, "number"))
        app.router.add_get(place + "/pulls/{number}/reviews", self._rest(_reviews, "number"))
        app.router.add_get(place + "/commits/{sha}/check-runs", self._rest(_check_runs, "sha"))
        app.router.add_get("/requests", self._count)
        return app

    async def _graphql(self, request: web.Request) -> web.Response:
        due = self._due()
        query = (await request.json())["query"]
        body = _rows(query) if query.startswith("query Readings") else _anything(query)
        return await _at(due, body)

    def _rest(self, answer: Callable[[str], bytes], name: str) -> Callable[[web.Request], Any]:
        async def handle(request: web.Request) -> web.Response:
            due = self._due()
            # Libraries follow the addresses that an answer has.
            here = f"http://{request.host}".encode()
            return await _at(due, answer(request.match_info[name]).replace(_THERE, here))

        return handle

    def _due(self) -> float:
        self._requests += 1
        return asyncio.get_running_loop().time() + self._latency_seconds

    async def _count(self, _: web.Request) -> web.Response:
        return web.json_response(self._requests)


async def _at(due: float, body: bytes) -> web.Response:
    """The answer, at that moment: making it is part of the latency."""
    await asyncio.sleep(due - asyncio.get_running_loop().time())
    headers = {"X-RateLimit-Remaining": "4999", "X-RateLimit-Limit": "5000"}
    return web.Response(body=body, content_type="application/json", headers=headers)


def _rows(query: str) -> bytes:
    """What was asked of each pull request."""
    operation, begin, fragments = query.partition("\nfragment ")
    node = _node(begin + fragments)
    rows = (
        b'"n%s":%s' % (number, node.replace(b"%d" % _ANY, number))
        for number in map(str.encode, _ROW.findall(operation))
    )
    head = b'"nameWithOwner":"acme/widgets","isPrivate":false'
    budget = b'{"cost":1,"nodeCount":1,"remaining":4999}'
    return b'{"data":{"rateLimit":%s,"r0":{%s,%s}}}' % (budget, head, b",".join(rows))


@cache
def _node(fragments: str) -> bytes:
    """One pull request, as these fragments ask for it."""
    named = f"n{_ANY}: issueOrPullRequest(number: {_ANY}) {{ __typename ...Pull0 ...IssueFacts }}"
    place = f'repository(owner: "acme", name: "widgets") {{ {named} }}'
    answer = json.loads(_anything(f"query Readings {{ r0: {place} }}{fragments}"))
    return json.dumps(answer["data"]["r0"][f"n{_ANY}"]).encode()


@cache
def _anything(query: str) -> bytes:
    """The fake's own answer, worked out once."""
    token = Token(login="tester")
    ran = run(_world(query), token, query, variables=None, dropped=frozenset(), quota=_BUDGET)
    if "errors" in ran.answer:
        raise AssertionError(ran.answer["errors"])
    return json.dumps(ran.answer).encode()


def _world(query: str) -> World:
    world, repository = World(), rest_answers.REPOSITORY
    _add(world, _ANY)
    for count in {int(number) for number in _ROW.findall(query)} - {_ANY}:
        body = "\n".join(f"- [ ] #{FIRST + one} what it does" for one in range(count))
        world.add_issue(repository, count, body=f"## Refit\nOwner: Ana Souza\n\n{body}\n")
    if "search(" in query:
        for number in range(1, 51):
            world.add_pull(repository, number, body="What it does. " * 20)
    return world


def _add(world: World, number: int) -> None:
    """A pull request with a week of work and talk behind it."""
    repository = rest_answers.REPOSITORY
    head = pushed(commit("a" * 40, at="2026-08-18", by="ana"))
    commits = [pushed(commit(f"{one:040x}", at=f"2026-08-1{one}", by="ana")) for one in range(6)]
    talk = [
        comment(by=_PEOPLE[one], body="This could be said in fewer words. " * 6, at="2026-08-17")
        for one in range(10)
    ]
    world.add_pull(
        repository,
        number,
        body="What it does, and why. " * 20,
        labels=["bug", "refit"],
        assignees=["ana"],
        head="a" * 40,
        checks={"SUCCESS": rest_answers.CHECKS},
        events=[*commits, *talk, head],
    )
    for one in range(rest_answers.REVIEWS):
        state = "APPROVED" if one % 2 else "CHANGES_REQUESTED"
        world.review(repository, number, state, by=f"reviewer{one}", at="2026-08-18", body="Well.")
    world.request_review(repository, number, "bo", at="2026-08-18")


@cache
def _pull(number: str) -> bytes:
    return json.dumps(rest_answers.pull(int(number))).encode()


@cache
def _reviews(number: str) -> bytes:
    return json.dumps(rest_answers.reviews(int(number))).encode()


@cache
def _check_runs(sha: str) -> bytes:
    return json.dumps(rest_answers.check_runs(sha)).encode()


async def _serve(latency_seconds: float) -> None:
    runner = web.AppRunner(StandIn(latency_seconds).application(), access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    sys.stdout.write(f"{runner.addresses[0][1]}\n")
    sys.stdout.flush()
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(_serve(float(sys.argv[1])))
