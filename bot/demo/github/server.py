"""The fake over real HTTP: routes, headers, budgets, planned faults, and what was asked."""

import asyncio
import time
from collections.abc import Callable
from email.utils import formatdate
from typing import Any

from aiohttp import web

from bot.demo.github import graphql, rest
from bot.demo.github.books import Quota, Seen
from bot.demo.github.faults import RESOURCE_LIMIT, Fault, Refusal, query_timeout
from bot.demo.github.graphql import REFUSALS
from bot.demo.github.nodes import Node
from bot.demo.github.planned import Hook, Planned
from bot.demo.github.playing import played
from bot.demo.github.tokens import Token
from bot.demo.github.world import World
from bot.demo.guard import only_here


class FakeGitHub(World):
    """A world, its web server and its books. Made by `fake_github()`, or `served_github()`."""

    def __init__(self) -> None:
        """Nothing exists and nothing was asked."""
        super().__init__()
        self.url = ""
        """Base address; REST below it, GraphQL at `/graphql`."""
        self.requests: list[Seen] = []
        """Every request, in the order of arrival."""
        self.latency_seconds = 0.0
        """Every answer takes at least so long."""
        self.most_at_once = 0
        """The highest number of requests that were open at one time."""
        self.quotas = {"graphql": Quota(), "core": Quota()}
        self.sends_quota_headers = True
        """GitHub Enterprise Server without rate limits sends none."""
        self.clock_ahead_seconds = 0.0
        """So far its `Date` header is ahead of this machine's clock."""
        self.dropped: frozenset[str] = frozenset()
        self.invalid: list[Node] = []
        """Validation errors that were answered: a query of ours is wrong for this server."""
        self.crashes: list[Exception] = []
        """Requests that the fake has no answer for."""
        self.planned: list[Planned] = []
        self.hooks: list[Hook] = []
        """What happened already stays, with nothing left of its `nth`."""
        self._open = 0

    # --- faults ---

    def plan(
        self,
        fault: Fault,
        *,
        times: int | None = 1,
        on: str = "/graphql",
        number: int | None = None,
        containing: str = "",
    ) -> None:
        """Answer the next `times` requests below the path `on` with a fault; `None`: all of them.

        Only those that ask for this `number`, or whose query contains this text, where it is given.
        """

        def matches(seen: Seen) -> bool:
            asked = number is None or seen.asks_for(number)
            return seen.path.startswith(on) and asked and containing in seen.query

        self.planned.append(Planned(fault, matches, times))

    def when(
        self, containing: str, does: Callable[[], object], *, nth: int = 1, is_after: bool = False
    ) -> None:
        """Do something right before, or after, the `nth` query from now with these words in it is
        carried out: somebody else acts meanwhile.
        """
        self.hooks.append(Hook(containing, does, nth, is_after))

    def plan_timeouts(self, *, above: int) -> None:
        """Every query for more than `above` items times out."""
        self.planned.append(
            Planned(query_timeout(), lambda s: s.query.count("issueOrPullRequest(") > above, None)
        )

    def heal(self) -> None:
        """Forget every planned fault."""
        self.planned.clear()

    def _happen(self, seen: Seen, *, is_after: bool) -> None:
        for hook in self.hooks:
            hook.happens(seen, is_after=is_after)

    def refuse(
        self, repository: str, number: int, field: str = "", refusal: Refusal = RESOURCE_LIMIT
    ) -> None:
        """Refuse one field of an item, by path (`statusCheckRollup.contexts`); empty: the item
        itself.
        """
        node = self.item(repository, number)
        *parents, last = field.split(".")
        for parent in parents:
            node = node[parent]
        node.setdefault(REFUSALS, {})[last] = refusal

    def drop_from_schema(self, *names: str) -> None:
        """Be an older server: without `Type`, `Type.field`, `Type.field.argument`, `Enum.VALUE`."""
        self.dropped = self.dropped | frozenset(names)

    def spend_quota(
        self, *, remaining: int = 0, resource: str = "graphql", reset_in: int = 3600
    ) -> None:
        """Leave only this much of the budget until it is renewed."""
        quota = self.quotas[resource]
        quota.used = quota.limit - remaining
        quota.reset_epoch = int(time.time()) + reset_in

    @property
    def points(self) -> int:
        """GraphQL points that were spent."""
        return self.quotas["graphql"].used

    def check(self) -> None:
        """Raise `AssertionError` for requests that the fake has no answer for."""
        if self.crashes:
            raise AssertionError("the fake GitHub could not answer a request") from self.crashes[0]

    # --- web server ---

    def application(self) -> web.Application:
        """The routes."""
        app = web.Application(middlewares=[only_here(), self._front_door])
        for path in ("/graphql", "/api/graphql"):
            app.router.add_post(path, self._graphql)
        for base in ("", "/api/v3"):
            app.router.add_get(base + "/user", self._user)
            app.router.add_get(base + "/rate_limit", self._rate_limit)
            app.router.add_get(base + "/repos/{owner}/{name}/issues/{number}", self._issue)
            app.router.add_get(base + "/repositories/{id}/issues/{number}", self._issue)
            app.router.add_get(base + "/repos/{owner}/{name}/installation", self._installation)
            app.router.add_post(base + "/app/installations/{id}/access_tokens", self._access_token)
        return app

    @web.middleware
    async def _front_door(self, request: web.Request, handler: Any) -> web.StreamResponse:
        body = (
            await request.json()
            if request.can_read_body and request.path.endswith("graphql")
            else {}
        )
        loop = asyncio.get_running_loop()
        seen = Seen(
            method=request.method,
            path=request.path,
            at=self.clock(),
            loop_at=loop.time(),
            query=body.get("query", ""),
            variables=body.get("variables") or {},
            token=_bearer(request),
            headers=dict(request.headers),
        )
        self.requests.append(seen)
        self._open += 1
        self.most_at_once = max(self.most_at_once, self._open)
        try:
            await asyncio.sleep(self.latency_seconds)
            response = await self._answer(request, handler, seen)
            seen.status = response.status
        finally:
            self._open -= 1
            seen.seconds = loop.time() - seen.loop_at
        if not response.prepared:
            ahead = time.time() + self.clock_ahead_seconds
            response.headers["Date"] = formatdate(ahead, usegmt=True)
        return response

    async def _answer(self, request: web.Request, handler: Any, seen: Seen) -> web.StreamResponse:
        self._happen(seen, is_after=False)
        if (fault := self._fault_for(seen)) is not None:
            if fault.is_done_first:
                await handler(request)
                self._happen(seen, is_after=True)
            return await played(fault, request)
        if not request.headers.get("User-Agent"):
            return _json({"message": "Request forbidden by administrative rules."}, status=403)
        if request.headers.get("Authorization") is None:
            return _json({"message": "This endpoint requires you to be authenticated."}, status=401)
        try:
            answer: web.StreamResponse = await handler(request)
        except web.HTTPNotFound:
            return _json({"message": "Not Found"}, status=404)
        except Exception as error:
            self.crashes.append(error)
            raise
        self._happen(seen, is_after=True)
        return answer

    def _fault_for(self, seen: Seen) -> Fault | None:
        for planned in self.planned:
            if planned.times != 0 and planned.matches(seen):
                if planned.times is not None:
                    planned.times -= 1
                return planned.fault
        return None

    def _token(self, request: web.Request) -> Token | None:
        return self.tokens.get(_bearer(request))

    async def _graphql(self, request: web.Request) -> web.Response:
        token, quota = self._token(request), self.quotas["graphql"]
        if token is None:
            return _json({"message": "Bad credentials"}, status=401)
        if quota.remaining <= 0:
            entry = {"type": "RATE_LIMITED", "message": "API rate limit exceeded for user ID 1."}
            return self._counted({"errors": [entry]}, "graphql", 0)
        body = await request.json()
        told = {"limit": quota.limit, "used": quota.used, "remaining": quota.remaining}
        ran = graphql.run(
            self,
            token,
            body["query"],
            variables=body.get("variables"),
            dropped=self.dropped,
            quota=told,
        )
        self.invalid += [
            e for e in ran.answer.get("errors", ()) if "code" in e.get("extensions", {})
        ]
        return self._counted(ran.answer, "graphql", ran.cost.points)

    async def _user(self, request: web.Request) -> web.Response:
        token = self._token(request)
        if token is None:
            return _json({"message": "Bad credentials"}, status=401)
        return self._counted({"login": token.login, "type": "User"}, "core", 1)

    async def _rate_limit(self, request: web.Request) -> web.Response:
        """It costs nothing: https://docs.github.com/en/rest/rate-limit/rate-limit."""
        if self._token(request) is None:
            return _json({"message": "Bad credentials"}, status=401)
        if not self.sends_quota_headers:
            return _json({"message": "Rate limiting is not enabled."}, status=404)
        resources = {
            name: {
                "limit": quota.limit,
                "used": quota.used,
                "remaining": quota.remaining,
                "reset": quota.reset_epoch,
            }
            for name, quota in self.quotas.items()
        }
        return self._counted({"resources": resources, "rate": resources["core"]}, "core", 0)

    async def _issue(self, request: web.Request) -> web.Response:
        token = self._token(request)
        if token is None:
            return _json({"message": "Bad credentials"}, status=401)
        answer = rest.issue(self, token, rest.named(self, request.match_info), base=self.url)
        response = self._counted(answer.content, "core", 1, status=answer.status)
        if answer.location is not None:
            response.headers["Location"] = answer.location
        return response

    async def _installation(self, request: web.Request) -> web.Response:
        place = f"{request.match_info['owner']}/{request.match_info['name']}".lower()
        answer = rest.installation(self, _bearer(request), place)
        return _json(answer.content, status=answer.status)

    async def _access_token(self, request: web.Request) -> web.Response:
        wanted = await request.json() if request.can_read_body else None
        answer = rest.access_token(self, _bearer(request), int(request.match_info["id"]), wanted)
        return _json(answer.content, status=answer.status)

    def _counted(
        self, answer: Node, resource: str, points: int, *, status: int = 200
    ) -> web.Response:
        """The answer with GitHub's headers, and the points taken from the budget."""
        quota = self.quotas[resource]
        quota.used += points
        response = _json(answer, status=status)
        response.headers["X-GitHub-Request-Id"] = f"FAKE:{len(self.requests)}"
        if self.sends_quota_headers:
            response.headers["X-RateLimit-Limit"] = str(quota.limit)
            response.headers["X-RateLimit-Remaining"] = str(quota.remaining)
            response.headers["X-RateLimit-Used"] = str(quota.used)
            response.headers["X-RateLimit-Reset"] = str(quota.reset_epoch)
            response.headers["X-RateLimit-Resource"] = resource
        return response


def _bearer(request: web.Request) -> str:
    return request.headers.get("Authorization", "").removeprefix("Bearer ")


def _json(answer: Node, *, status: int = 200) -> web.Response:
    return web.json_response(answer, status=status)
