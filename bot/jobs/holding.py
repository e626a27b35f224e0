"""Doing something that only one process may do, for as long as it takes."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol

from bot.errors import StoreFault

LEASE = timedelta(minutes=2)
"""So long after its process died nobody else begins; kept up while the process lives."""


class Claims(Protocol):
    """The verbs of stored claims that jobs use; each may raise `StoreFault`."""

    async def take(self, key: str, *, holder: str, now: datetime, lease: timedelta) -> bool:
        """Whether the holder has it now."""
        ...

    async def extend(self, key: str, *, holder: str, now: datetime, lease: timedelta) -> bool:
        """Whether the holder still has it."""
        ...

    async def finish(self, key: str, *, holder: str, now: datetime) -> bool:
        """Done for good."""
        ...

    async def give_back(self, key: str, *, holder: str, not_before: datetime | None = None) -> None:
        """Anybody may have it, from that moment on."""
        ...


@dataclass(slots=True)
class Hold:
    """What is held; say how it ended before the block does."""

    is_finished: bool = False
    """Nobody does it ever again."""
    rests_until: datetime | None = None
    """Nobody does it before; `None`: anybody may at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Holder:
    """This process, and the claims that it shares with others."""

    claims: Claims
    name: str
    """Unlike any other process's, also of an earlier run."""
    now: Callable[[], datetime]
    lease: timedelta = LEASE

    @asynccontextmanager
    async def holding(self, key: str) -> AsyncIterator[Hold | None]:
        """Hold this while the block runs; `None` when somebody else does, or it is over or rests.

        Raises `StoreFault` when the claims cannot be asked. What the block does must bear that
        somebody else begins too, should this process stand still for longer than its lease.
        """
        if not await self.claims.take(key, holder=self.name, now=self.now(), lease=self.lease):
            yield None
            return
        hold = Hold()
        keeper = asyncio.create_task(self._keep_up(key))
        try:
            yield hold
        finally:
            keeper.cancel()
            with suppress(StoreFault):  # the lease ends by itself
                await self._let_go(key, hold)

    async def _let_go(self, key: str, hold: Hold) -> None:
        if hold.is_finished:
            await self.claims.finish(key, holder=self.name, now=self.now())
        else:
            await self.claims.give_back(key, holder=self.name, not_before=hold.rests_until)

    async def _keep_up(self, key: str) -> None:
        while True:
            await asyncio.sleep(self.lease.total_seconds() / 3)
            with suppress(StoreFault):
                await self.claims.extend(key, holder=self.name, now=self.now(), lease=self.lease)
