"""Keeps one websocket to Slack open, whatever becomes of the one before.

The SDK connects again by itself, and nearly always can; a client of it that went silent for good
was seen all the same (https://github.com/slackapi/bolt-python/issues/417 and others). Here a
websocket from which nothing came for too long is thrown away with its client.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Protocol, TypeAlias

import structlog

from bot.errors import Fault, UserError
from bot.socket_mode.backoff import pause_seconds

SILENT_SECONDS = 30.0
"""Pings go out every few seconds; the SDK has had its chance by then."""

LOOK_SECONDS = 1.0

_log = structlog.get_logger(__name__)


class Socket(Protocol):
    """A websocket to Slack."""

    def signs(self) -> object:
        """Something that changes whenever anything comes from Slack."""
        ...

    def is_broken(self) -> bool:
        """Whether nothing can come any more."""
        ...

    async def close(self) -> None:
        """Finish what is being acknowledged, and close it."""
        ...


Opens: TypeAlias = Callable[[], Awaitable[Socket]]
"""Opens a websocket. Raises a `Fault` when it fails, `UserError` when Slack refuses the token."""


class Watchdog:
    """The websocket of the moment."""

    def __init__(
        self,
        opens: Opens,
        *,
        silent_seconds: float = SILENT_SECONDS,
        look_seconds: float = LOOK_SECONDS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Open websockets this way; `clock` counts seconds and never goes back."""
        self._opens = opens
        self._silent_seconds = silent_seconds
        self._look_seconds = look_seconds
        self._clock = clock
        self._socket: Socket | None = None
        self._signs: object = None
        self._heard_at = 0.0

    @property
    def is_connected(self) -> bool:
        """Whether a websocket is open, as far as anybody knows."""
        return self._socket is not None and not self._socket.is_broken()

    async def connect(self) -> None:
        """Open the first websocket, however long that takes.

        Raises `UserError` when Slack refuses the token.
        """
        failures = 0
        while True:
            try:
                self._use(await self._opens())
            except Fault as fault:
                failures += 1
                await _pause(failures, fault)
            else:
                return

    async def watch(self) -> None:
        """Open another one whenever the last is lost. Ends by being cancelled."""
        while True:
            await asyncio.sleep(self._look_seconds)
            if not self._is_lost():
                continue
            _log.warning("The connection to Slack is lost; a new one is opened")
            await self.close()
            await self._reconnect()
            _log.info("Connected to Slack again")

    async def close(self) -> None:
        """Close the websocket, if there is one."""
        socket, self._socket = self._socket, None
        if socket is not None:
            await socket.close()

    async def _reconnect(self) -> None:
        """A token that is refused now was taken before: somebody may mend it."""
        refusals = 0
        while self._socket is None:
            try:
                await self.connect()
            except UserError as error:
                refusals += 1
                await _pause(refusals, error)

    def _use(self, socket: Socket) -> None:
        self._socket = socket
        self._signs = socket.signs()
        self._heard_at = self._clock()

    def _is_lost(self) -> bool:
        if self._socket is None:
            return True
        signs = self._socket.signs()
        if signs != self._signs:
            self._signs = signs
            self._heard_at = self._clock()
        return self._socket.is_broken() or self._clock() - self._heard_at > self._silent_seconds


async def _pause(failures: int, error: Fault | UserError) -> None:
    seconds = pause_seconds(failures)
    _log.warning(
        "Slack cannot be reached; it is tried again",
        because=str(error),
        advice=error.advice,
        in_seconds=round(seconds),
    )
    await asyncio.sleep(seconds)
