"""One reading at a time of each tracker, however many processes share the store.

Who comes while somebody reads waits for that reading instead of making another one, so that several
replicas ask GitHub as often as one.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from datetime import datetime, timedelta
from typing import Protocol

import structlog

from bot.errors import StoreFault
from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Snapshot
from bot.github_status.reader import tracker_key

LEASE = timedelta(minutes=1)
"""So long after its process died a reading still keeps others from reading."""

LOOK_SECONDS = 0.5
"""How often somebody who waits looks whether the reading has ended."""

_log = structlog.get_logger(__name__)


class Claims(Protocol):
    """The verbs of stored claims that are used here; each may raise `StoreFault`."""

    async def take(self, key: str, *, holder: str, now: datetime, lease: timedelta) -> bool:
        """Whether the holder has it now."""
        ...

    async def extend(self, key: str, *, holder: str, now: datetime, lease: timedelta) -> bool:
        """Whether the holder still has it."""
        ...

    async def give_back(self, key: str, *, holder: str, not_before: datetime | None = None) -> None:
        """Anybody may have it."""
        ...


class Reads(Protocol):
    """What of the reader is used here."""

    async def latest(self, tracker: Ref, *, now: datetime) -> Snapshot | None:
        """The newest stored snapshot."""
        ...

    async def newest_as_of(self, tracker: Ref) -> datetime | None:
        """When it was read."""
        ...

    async def refresh(self, tracker: Ref, *, now: datetime) -> Snapshot:
        """A new reading."""
        ...


class SharedReader:
    """A reader that other processes read with, too."""

    def __init__(
        self,
        reader: Reads,
        claims: Claims,
        *,
        holder: str,
        clock: Callable[[], datetime],
        look_seconds: float = LOOK_SECONDS,
    ) -> None:
        """Read with this reader, as this holder."""
        self._reader = reader
        self._claims = claims
        self._holder = holder
        self._clock = clock
        self._look_seconds = look_seconds

    async def latest(self, tracker: Ref, *, now: datetime) -> Snapshot | None:
        """As the reader's."""
        return await self._reader.latest(tracker, now=now)

    async def newest_as_of(self, tracker: Ref) -> datetime | None:
        """As the reader's."""
        return await self._reader.newest_as_of(tracker)

    async def refresh(self, tracker: Ref, *, now: datetime) -> Snapshot:
        """A reading that began at `now` or later, by whomever. Raises as the reader's."""
        while True:
            async with self._turn(tracker) as is_ours:
                others = await self._read_since(tracker, now)
                if others is not None:
                    return others
                if is_ours:
                    return await self._reader.refresh(tracker, now=self._clock())
            await asyncio.sleep(self._look_seconds)

    async def _read_since(self, tracker: Ref, asked_at: datetime) -> Snapshot | None:
        try:
            newest = await self._reader.newest_as_of(tracker)
            if newest is None or newest < asked_at:
                return None
            found = await self._reader.latest(tracker, now=self._clock())
        except StoreFault:
            return None
        # The newest may be ahead of the clock, and then an older one is handed over.
        return found if found is not None and found.as_of >= asked_at else None

    @asynccontextmanager
    async def _turn(self, tracker: Ref) -> AsyncIterator[bool]:
        """Whether it is our turn to read, kept up while the block runs.

        Without a store that works everybody reads for themself.
        """
        key = f"reading:{tracker_key(tracker)}"
        try:
            is_ours = await self._claims.take(
                key, holder=self._holder, now=self._clock(), lease=LEASE
            )
        except StoreFault as fault:
            _log.warning("Nobody knows who else reads", tracker=str(tracker), because=str(fault))
            yield True
            return
        if not is_ours:
            yield False
            return
        keeper = asyncio.create_task(self._keep_up(key))
        try:
            yield True
        finally:
            keeper.cancel()
            with suppress(StoreFault):  # the lease ends by itself
                await self._claims.give_back(key, holder=self._holder)

    async def _keep_up(self, key: str) -> None:
        while True:
            await asyncio.sleep(LEASE.total_seconds() / 3)
            with suppress(StoreFault):
                await self._claims.extend(key, holder=self._holder, now=self._clock(), lease=LEASE)
