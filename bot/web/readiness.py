"""Is the bot ready? With a way to Slack, a store, and of each tracker a reading new enough."""

import asyncio
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Protocol

from bot.errors import StoreFault
from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Snapshot

READINGS_MISSED = 3
"""So many readings in a row may fail before the newest one is too old."""

PATIENCE_SECONDS = 5.0
"""How long the store may take to answer."""


class KnowsNewest(Protocol):
    """What of `Current` is used here."""

    async def newest(self, tracker: Ref) -> Snapshot | None:
        """The newest snapshot; `None` when none is known."""
        ...


class Store(Protocol):
    """What of the database is used here."""

    async def check(self) -> None:
        """Raises `StoreFault` when it cannot be used."""
        ...


class Readiness:
    """Looks whether everything is there to answer from."""

    def __init__(
        self,
        current: KnowsNewest,
        store: Store,
        trackers: Sequence[Ref],
        *,
        oldest: timedelta,
        now: Callable[[], datetime],
        is_connected: Callable[[], bool],
    ) -> None:
        """`oldest`: how old the newest reading of a tracker may be."""
        self._current = current
        self._store = store
        self._trackers = tuple(trackers)
        self._oldest = oldest
        self._now = now
        self._is_connected = is_connected

    async def is_ready(self) -> bool:
        """Whether it is."""
        if not self._is_connected():
            return False
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                await self._store.check()
                newest = [await self._current.newest(tracker) for tracker in self._trackers]
        except (StoreFault, TimeoutError):
            return False
        return all(s is not None and self._now() - s.as_of <= self._oldest for s in newest)
