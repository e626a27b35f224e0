"""The Web API over HTTP: tokens, scopes, rates and faults around the methods."""

import asyncio
import json
from collections.abc import Mapping
from email.utils import formatdate

from aiohttp import web

from bot.demo.slack import (
    methods_chat,
    methods_conversations,
    methods_files,
    methods_people,
    methods_views,
)
from bot.demo.slack.call import Call, Method
from bot.demo.slack.faults import WITHOUT_EFFECT, Fault, FaultKind, Faults
from bot.demo.slack.journal import Journal
from bot.demo.slack.rates import Rates
from bot.demo.slack.refusals import JsonObject, Refused
from bot.demo.slack.world import World

_TABLES = (
    methods_chat.METHODS,
    methods_conversations.METHODS,
    methods_files.METHODS,
    methods_people.METHODS,
    methods_views.METHODS,
)


class WebApi:
    """Answers `/api/<method>`."""

    def __init__(
        self,
        world: World,
        journal: Journal,
        *,
        faults: Faults,
        extra: tuple[Method, ...] = (),
    ) -> None:
        """Serve the methods of the tables, and `extra`."""
        self._world = world
        self._journal = journal
        self._faults = faults
        self.rates = Rates(world.clock)
        self._methods = {m.name: m for table in (*_TABLES, extra) for m in table}
        # Whether calls that come too fast are refused.
        self.enforces_rates = False

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Answer one call."""
        name = request.match_info["method"]
        response: web.StreamResponse
        with self._journal.record(name, at=self._world.clock.now()) as call:
            call.args, token = await read_arguments(request)
            wait = self._wait_seconds(name, call.args)
            if wait:
                response, call.error = too_fast(wait), "ratelimited"
            else:
                fault = self._faults.take(name, call.args)
                response, call.error = await self._respond(request, name, call.args, token, fault)
            call.status = response.status
        return response

    def answer(self, name: str, args: JsonObject, token: str | None) -> JsonObject:
        """The body that Slack would answer; all state changes happen here, at once."""
        try:
            method = self._method(name)
            self._check_token(method, token)
            self._check_arguments(method, args)
            call = Call(self._world, args)
            if method.scope is not None:
                call.need_scope(method.scope)
            return {"ok": True, **method.answer(call)}
        except Refused as refusal:
            return refusal.as_json()

    async def _respond(
        self,
        request: web.Request,
        name: str,
        args: JsonObject,
        token: str | None,
        fault: Fault | None,
    ) -> tuple[web.StreamResponse, str | None]:
        if fault is not None and fault.kind in WITHOUT_EFFECT:
            return played_before(request, fault), fault.error or fault.kind.name.lower()
        body = self.answer(name, args, token)
        if fault is not None:
            return await played_after(request, fault, body), fault.kind.name.lower()
        headers = {"Date": formatdate(self._world.clock.now(), usegmt=True)}
        if self._methods.get(name) is None or self._methods[name].token == "bot":
            headers["X-OAuth-Scopes"] = ",".join(sorted(self._world.app.scopes))
        return web.json_response(body, headers=headers), body.get("error")

    def _method(self, name: str) -> Method:
        if name not in self._methods:
            self._journal.accuse(f"the app called {name}, which the fake Slack does not have")
            raise Refused("unknown_method", req_method=name)
        return self._methods[name]

    def _check_token(self, method: Method, token: str | None) -> None:
        app = self._world.app
        if method.token is None:
            return
        if not token:
            raise Refused("not_authed")
        if token not in (app.bot_token, app.app_token):
            raise Refused("invalid_auth")
        if token != (app.bot_token if method.token == "bot" else app.app_token):
            raise Refused("not_allowed_token_type")
        if app.token_error is not None:
            raise Refused(app.token_error)

    def _check_arguments(self, method: Method, args: JsonObject) -> None:
        # Bolt's clients send team_id with every call.
        for name in sorted(args.keys() - set(method.args.split()) - {"team_id"}):
            self._journal.accuse(f"{method.name} has no argument {name!r}")

    def _wait_seconds(self, name: str, args: JsonObject) -> int:
        method = self._methods.get(name)
        if method is None or not self.enforces_rates:
            return 0
        channel = None
        if name == "chat.postMessage":
            wanted = str(args.get("channel"))
            # A person's id stands for the conversation with them.
            channel = self._world.dm(wanted).id if wanted in self._world.users else wanted
        return self.rates.wait_seconds(name, per_minute=method.per_minute, channel=channel)


async def read_arguments(request: web.Request) -> tuple[JsonObject, str | None]:
    """The arguments from query, form or JSON, and the token from the header or among them."""
    args: JsonObject = dict(request.query)
    if request.content_type == "application/json":
        try:
            body = json.loads(await request.read() or b"{}")
        except ValueError:
            body = {}
        args |= body if isinstance(body, dict) else {}
    elif request.method == "POST":
        form = await request.post()
        args |= {key: value for key, value in form.items() if isinstance(value, str)}
    token = args.pop("token", None)
    header = request.headers.get("Authorization", "")
    if header.startswith("Bearer "):
        token = header.removeprefix("Bearer ")
    return args, token if isinstance(token, str) else None


def too_fast(seconds: int) -> web.Response:
    """Slack's answer to calls that come too fast."""
    headers = {"Retry-After": str(seconds)}
    return web.json_response({"ok": False, "error": "ratelimited"}, status=429, headers=headers)


def played_before(request: web.Request, fault: Fault) -> web.Response:
    """The answer of a fault that keeps the call from taking effect."""
    if fault.kind is FaultKind.REFUSED:
        return web.json_response({"ok": False, "error": fault.error, **fault.more})
    if fault.kind is FaultKind.RATE_LIMITED:
        return too_fast(int(fault.seconds))
    if fault.kind is FaultKind.HTML_500:
        return server_error()
    return _hung_up(request)


def server_error() -> web.Response:
    """A page instead of an answer."""
    page = "<!DOCTYPE html><html><body>Server Error</body></html>"
    return web.Response(status=500, text=page, content_type="text/html")


async def played_after(
    request: web.Request, fault: Fault, body: Mapping[str, object]
) -> web.Response:
    """The answer of a fault that comes once the call took effect."""
    if fault.kind is FaultKind.INVALID_JSON:
        text = json.dumps(body)
        return web.Response(text=text[: len(text) // 2], content_type="application/json")
    if fault.kind is FaultKind.HTML_500_AFTER:
        return server_error()
    if fault.kind is FaultKind.REFUSED_AFTER:
        return web.json_response({"ok": False, "error": fault.error})
    if fault.kind in (FaultKind.SLOW, FaultKind.TIMEOUT_AFTER):
        await asyncio.sleep(fault.seconds)
    if fault.kind is FaultKind.SLOW:
        return web.json_response(body)
    return _hung_up(request)


def _hung_up(request: web.Request) -> web.Response:
    if request.transport is not None:
        request.transport.abort()
    return web.Response()
