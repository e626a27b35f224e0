"""One websocket of Bolt's, as the watchdog sees it."""

import asyncio
import logging
from contextlib import suppress
from typing import Final

import aiohttp
from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.async_app import AsyncApp
from slack_sdk.socket_mode.aiohttp import SocketModeClient
from slack_sdk.socket_mode.request import SocketModeRequest
from slack_sdk.web.async_client import AsyncWebClient

from bot.errors import Fault, UserError
from bot.listeners.slack_calls import SlackRefused, called

PING_SECONDS: Final = 5.0
"""The SDK's own default, half of Bolt's: a dead connection is noticed in ten seconds."""

CONNECTING_SECONDS: Final = 20.0

ACKNOWLEDGING_SECONDS: Final = 3.0
"""Slack does not wait longer for an acknowledgement."""

CLOSING_SECONDS: Final = 2.0

_TOKEN_ERRORS = frozenset(
    {
        "account_inactive",
        "invalid_auth",
        "missing_scope",
        "not_allowed_token_type",
        "not_authed",
        "token_expired",
        "token_revoked",
    }
)


def _silent() -> logging.Logger:
    """The SDK logs addresses with tickets in them, and its tracebacks; the watchdog says it all."""
    logger = logging.getLogger("bot.socket_mode.sdk")
    logger.setLevel(logging.CRITICAL + 1)
    return logger


class _Handler(AsyncSocketModeHandler):
    """Bolt's handler, which knows how much it is working at."""

    messages = 0

    def __init__(self, app: AsyncApp, app_token: str, client: AsyncWebClient) -> None:
        super().__init__(
            app,
            app_token,
            logger=_silent(),
            web_client=client,
            proxy=client.proxy,
            ping_interval=PING_SECONDS,
        )
        self.client.on_message_listeners.append(self._count)
        self._busy = 0
        self.idle = asyncio.Event()
        self.idle.set()

    async def handle(self, client: SocketModeClient, req: SocketModeRequest) -> None:  # type: ignore[override]  # as Bolt itself overrides it
        self._busy += 1
        self.idle.clear()
        try:
            await super().handle(client, req)
        finally:
            self._busy -= 1
            if self._busy == 0:
                self.idle.set()

    async def _count(self, _message: object) -> None:
        self.messages += 1


class BoltSocket:
    """A websocket that is open, or was."""

    def __init__(self, handler: _Handler) -> None:
        """Take over this handler."""
        self._handler = handler
        self._last_pong = 0.0

    def signs(self) -> object:
        """The number of messages, and which ping was answered last."""
        # The SDK forgets it while it connects again, which is no sign of Slack's.
        self._last_pong = self._handler.client.last_ping_pong_time or self._last_pong
        return self._handler.messages, self._last_pong

    def is_broken(self) -> bool:
        """Whether a part of the client has ended that never should."""
        client = self._handler.client
        tasks = (client.message_processor, client.message_receiver, client.current_session_monitor)
        return client.closed or any(task is None or task.done() for task in tasks)

    async def close(self) -> None:
        """Let what came be acknowledged, then close; whatever the SDK does, it ends."""
        with suppress(TimeoutError):
            async with asyncio.timeout(ACKNOWLEDGING_SECONDS):
                await self._handler.idle.wait()
        await _close(self._handler)


async def open_socket(app: AsyncApp, client: AsyncWebClient, app_token: str) -> BoltSocket:
    """Connect to Slack.

    Raises `UserError` when Slack refuses the token, and a `Fault` when it cannot be reached.
    """
    handler = _Handler(app, app_token, client)
    try:
        handler.client.wss_uri = await _address(client, app_token)
        async with asyncio.timeout(CONNECTING_SECONDS):
            await handler.connect_async()  # type: ignore[no-untyped-call]  # Bolt has no types here
    except TimeoutError:
        await _close(handler)
        raise Fault("Slack's websocket does not answer.") from None
    except BaseException:
        await _close(handler)
        raise
    return BoltSocket(handler)


async def _address(client: AsyncWebClient, app_token: str) -> str:
    """Asked here, since the SDK would ask for ever and tell nobody why."""
    try:
        said = await called(client.apps_connections_open, app_token=app_token)
    except SlackRefused as error:
        if error.code not in _TOKEN_ERRORS:
            raise
        raise UserError(
            f"Slack refuses SLACK_APP_TOKEN ({error.code}).",
            advice="Make an App-Level Token (xapp-…) with the scope connections:write under"
            " “Basic Information” of the app.",
        ) from None
    return str(said.get("url", ""))


async def _close(handler: _Handler) -> None:
    client = handler.client
    with suppress(TimeoutError, OSError, aiohttp.ClientError):
        # The other side of a dead connection never says goodbye.
        async with asyncio.timeout(CLOSING_SECONDS):
            await handler.close_async()  # type: ignore[no-untyped-call]  # Bolt has no types here
    for task in (client.message_processor, client.message_receiver, client.current_session_monitor):
        if task is not None:
            task.cancel()
    await client.aiohttp_client_session.close()
