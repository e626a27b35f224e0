"""The two ways to Slack: a websocket of ours, or Slack's requests to us."""

from collections.abc import Callable
from functools import partial
from typing import Protocol, TypeAlias

from slack_bolt.async_app import AsyncApp
from slack_sdk.web.async_client import AsyncWebClient

from bot.socket_mode import Watchdog, open_socket
from bot.web import SLACK_PATH, SlackRoute

Say: TypeAlias = Callable[[str], None]
"""Tells whoever started the bot something, in a line."""


class Transport(Protocol):
    """A way to Slack."""

    @property
    def route(self) -> SlackRoute | None:
        """What Slack posts to; `None` where it does not."""
        ...

    @property
    def is_connected(self) -> bool:
        """Whether questions can come, as far as anybody knows."""
        ...

    async def serve(self, app: AsyncApp, *, base: str, say: Say) -> None:
        """Let questions come. Ends by being cancelled, or with an error that ends the bot.

        `base`: the address of our own server.
        """
        ...

    async def close(self) -> None:
        """Let no more questions come."""
        ...


class SocketMode:
    """A websocket that the bot opens, so that nothing has to reach it."""

    route = None

    def __init__(self, client: AsyncWebClient, app_token: str) -> None:
        """Open websockets with this token."""
        self._client = client
        self._app_token = app_token
        self._watchdog: Watchdog | None = None

    @property
    def is_connected(self) -> bool:
        """Whether a websocket is open."""
        return self._watchdog is not None and self._watchdog.is_connected

    async def serve(self, app: AsyncApp, *, base: str, say: Say) -> None:
        """Connect, and connect again whenever the connection is lost."""
        self._watchdog = Watchdog(partial(open_socket, app, self._client, self._app_token))
        await self._watchdog.connect()
        say(f"Connected to Slack by Socket Mode; health is at {base}/healthz and {base}/readyz.")
        await self._watchdog.watch()

    async def close(self) -> None:
        """Close the websocket."""
        if self._watchdog is not None:
            await self._watchdog.close()


class HttpMode:
    """Requests that Slack makes to our server."""

    def __init__(self, signing_secret: str) -> None:
        """Requests are signed with this secret."""
        self.route = SlackRoute(signing_secret)

    @property
    def is_connected(self) -> bool:
        """Whether requests are answered; whether Slack finds the way here, nobody knows."""
        return self.route.is_open

    async def serve(self, app: AsyncApp, *, base: str, say: Say) -> None:
        """Answer requests; the server itself is somebody else's."""
        self.route.open(app.async_dispatch)
        say(f"Listening for Slack at {base}{SLACK_PATH}; health is at {base}/healthz and /readyz.")

    async def close(self) -> None:
        """The server closes first."""
