"""Whose turn it is to repair: one repair at a time, in however many processes."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from datetime import datetime, timedelta
from typing import Protocol
from uuid import uuid4

from bot.errors import Fault, StoreFault

CLAIM = "repair"
"""One for every tracker: edits are content, of which GitHub takes one a second."""
LEASE = timedelta(minutes=5)
"""Longer than a repair with every wait and retry takes; it is counted anew before the write."""
BETWEEN_WRITES = timedelta(seconds=1)
WAIT_SECONDS = 10.0
"""For somebody else's repair, which takes some seconds."""
LOOK_SECONDS = 0.5


class Claims(Protocol):
    """The verbs of stored claims that are used here; each may raise `StoreFault`."""

    async def take(self, key: str, *, holder: str, now: datetime, lease: timedelta) -> bool:
        """Whether the holder has it now."""
        ...

    async def extend(self, key: str, *, holder: str, now: datetime, lease: timedelta) -> bool:
        """Whether the holder still has it."""
        ...

    async def give_back(self, key: str, *, holder: str, not_before: datetime | None = None) -> None:
        """Anybody may have it, from then on."""
        ...


class Turn:
    """Lets one repair through after the other."""

    def __init__(
        self,
        claims: Claims,
        *,
        clock: Callable[[], datetime],
        sleep: Callable[[float], Awaitable[object]],
    ) -> None:
        """Claims are shared with every other process."""
        self._claims = claims
        self._clock = clock
        self._sleep = sleep

    @asynccontextmanager
    async def alone(self) -> AsyncIterator[str]:
        """Nobody else repairs meanwhile, nor for a second after; handed over is who holds the turn.

        Raises `Fault` when somebody else takes long, and `StoreFault`.
        """
        holder = uuid4().hex  # two confirmations in one process are two holders
        waited = 0.0
        while not await self._claims.take(CLAIM, holder=holder, now=self._clock(), lease=LEASE):
            if waited >= WAIT_SECONDS:
                raise Fault(
                    "Another repair is being written.", advice="Nothing was changed; ask again."
                )
            await self._sleep(LOOK_SECONDS)
            waited += LOOK_SECONDS
        try:
            yield holder
        finally:
            with suppress(StoreFault):  # the lease ends by itself
                rested = self._clock() + BETWEEN_WRITES
                await self._claims.give_back(CLAIM, holder=holder, not_before=rested)

    async def still_alone(self, holder: str) -> None:
        """Raises `Fault` when the turn went to somebody else meanwhile, and `StoreFault`."""
        if not await self._claims.extend(CLAIM, holder=holder, now=self._clock(), lease=LEASE):
            raise Fault("This repair took too long.", advice="Nothing was changed; ask again.")
