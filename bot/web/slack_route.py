"""`/slack/events`: one request of Slack's → the guard → Bolt → the answer."""

import time
from collections.abc import Awaitable, Callable
from typing import Final, TypeAlias

import structlog
from aiohttp import web
from slack_bolt.adapter.aiohttp import to_aiohttp_response
from slack_bolt.request.async_request import AsyncBoltRequest
from slack_bolt.response import BoltResponse

from bot.web.bodies import body_of, refused
from bot.web.guard import MOST_BYTES, Body, Refusal, delivery
from bot.web.replays import Replays

SLACK_PATH: Final = "/slack/events"

SLOWEST_BODY_SECONDS = 5.0
"""Slack itself gives up after three."""

_RETRY_HEADERS = ("X-Slack-Retry-Num", "X-Slack-Retry-Reason")

Dispatch: TypeAlias = Callable[[AsyncBoltRequest], Awaitable[BoltResponse]]
"""Bolt."""

_log = structlog.get_logger(__name__)


class SlackRoute:
    """What Slack posts. Nothing of it is ever logged."""

    def __init__(
        self,
        signing_secret: str,
        *,
        clock: Callable[[], float] = time.time,
        slowest_body_seconds: float = SLOWEST_BODY_SECONDS,
    ) -> None:
        """Requests are signed with this secret; `clock` says the seconds since 1970."""
        self._secret = signing_secret
        self._clock = clock
        self._slowest_body_seconds = slowest_body_seconds
        self._dispatch: Dispatch | None = None
        self._replays = Replays(time.monotonic)

    @property
    def is_open(self) -> bool:
        """Whether there is somebody to hand requests to."""
        return self._dispatch is not None

    def open(self, dispatch: Dispatch) -> None:
        """Hand requests on from now on; until then Slack is asked to come again."""
        self._dispatch = dispatch

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Answer one request."""
        raw = await body_of(
            request, most_bytes=MOST_BYTES, slowest_seconds=self._slowest_body_seconds
        )
        if isinstance(raw, web.StreamResponse):
            return raw
        found = delivery(raw, request.headers, secret=self._secret, now=self._clock())
        if isinstance(found, Refusal):
            return refused(found.value)
        if found.signature is None:
            return web.Response()
        if self._dispatch is None:
            return refused(503)
        if not self._replays.take(found.signature):
            return web.Response()
        response = await _answered(self._dispatch, found.body, request)
        if not 200 <= response.status < 300:
            self._replays.give_back(found.signature)
        return response


async def _answered(dispatch: Dispatch, body: Body, request: web.Request) -> web.StreamResponse:
    retries = {h: v for h in _RETRY_HEADERS if (v := request.headers.get(h)) is not None}
    try:
        # As if it had come by Socket Mode: checked and read by the guard, once. In its HTTP mode
        # Bolt would read the text again, and get some wrong.
        asked = AsyncBoltRequest(mode="socket_mode", body=body, headers=dict(retries))
        return await to_aiohttp_response(await dispatch(asked))
    except Exception as error:  # noqa: BLE001 -- a process edge: nobody above would answer Slack
        # Its words and its traceback may hold what somebody sent.
        _log.error("A request of Slack's failed by a mistake of ours", kind=type(error).__name__)
        return refused(500)
