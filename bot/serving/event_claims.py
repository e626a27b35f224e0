"""Slack's events, each answered by one of several replicas: claims that they share."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Protocol

import structlog

from bot.errors import StoreFault
from bot.listeners import RecentClaims
from bot.listeners.claims import KEEP_SECONDS

PREFIX = "event:"
PATIENCE_SECONDS = 1.0
"""Whoever asked waits no longer for the store: two answers are better than none."""

_LEASE = timedelta(seconds=KEEP_SECONDS)

_log = structlog.get_logger(__name__)


class Takes(Protocol):
    """The verbs of stored claims that are used here; each may raise `StoreFault`."""

    async def take(self, key: str, *, holder: str, now: datetime, lease: timedelta) -> bool:
        """Whether the holder has it now."""
        ...

    async def give_back(self, key: str, *, holder: str, not_before: datetime | None = None) -> None:
        """Anybody may have it."""
        ...


class StoredClaims:
    """First in memory, then in the store; where that does not answer, in memory alone.

    Asked after Slack was acknowledged, so that nobody's three seconds run meanwhile.
    """

    def __init__(self, stored: Takes, *, holder: str, now: Callable[[], datetime]) -> None:
        """`holder`: this process, unlike any other one."""
        self._stored = stored
        self._holder = holder
        self._now = now
        self._recent = RecentClaims()

    async def claim(self, key: str) -> bool:
        """Whether nobody had claimed this before."""
        if not await self._recent.claim(key):
            return False
        try:
            return await asyncio.wait_for(
                self._stored.take(PREFIX + key, holder=self._holder, now=self._now(), lease=_LEASE),
                PATIENCE_SECONDS,
            )
        except (StoreFault, TimeoutError) as fault:
            _log.warning("Nobody knows who else answers", because=str(fault) or "it takes too long")
            return True

    async def give_back(self, key: str) -> None:
        """It was not done after all: somebody else may claim it."""
        await self._recent.give_back(key)
        with suppress(StoreFault):  # it is free again in two hours
            await self._stored.give_back(PREFIX + key, holder=self._holder)
