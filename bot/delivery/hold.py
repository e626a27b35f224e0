"""The hold on a message: begun by us, and nobody else's until the lease has passed."""

import asyncio
from datetime import timedelta
from typing import Final

from bot.delivery.patience import Clocks, Deadline, GivenUp, TimeLimit
from bot.store.messages import Begun, MessageRecord, Messages

SPARE_SECONDS: Final = 5.0
"""Between the end of a call and the end of the lease: clocks of two machines differ a little."""


class Hold(TimeLimit):
    """Keeps the lease of one message long enough for what comes next."""

    def __init__(
        self, messages: Messages, key: str, *, holder: str, clocks: Clocks, lease: timedelta
    ) -> None:
        """Nothing is begun yet; the time runs."""
        super().__init__(clocks, lease)
        self._messages = messages
        self._key = key
        self._holder = holder
        self._lease = lease
        self._ends = Deadline(clocks, lease)

    async def begin(self, channel: str) -> tuple[Begun, MessageRecord]:
        """What may be done with it. Cancelled, it leaves nothing begun that was not before."""
        ends = Deadline(self._clocks, self._lease)  # from before the store is asked: never too late
        beginning = asyncio.ensure_future(
            self._messages.begin(
                self._key,
                channel=channel,
                holder=self._holder,
                now=self._clocks.now(),
                lease=self._lease,
            )
        )
        try:
            begun, record = await asyncio.shield(beginning)
        except asyncio.CancelledError:
            begun, _ = await beginning
            if begun is Begun.NEW:
                await self.release()
            raise
        self._ends = ends
        return begun, record

    async def keep(self, seconds: float) -> None:
        """Make sure that it stays ours for so long, and a little longer. Raises `GivenUp`.

        Between the end of this and what follows nothing may be awaited: a process that stood
        still for longer than its lease must not post.
        """
        needed = min(seconds + SPARE_SECONDS, self._lease.total_seconds() / 2)
        while self._ends.left_seconds() < needed:
            await self._extend()

    async def spare(self, seconds: float, *, code: str = "") -> None:
        """Keep it while that is waited for; raises `GivenUp` where there is no time, or it is
        lost."""
        await super().spare(seconds, code=code)
        if self._ends.left_seconds() < seconds + SPARE_SECONDS:
            await self._extend()

    async def _extend(self) -> None:
        ends = Deadline(self._clocks, self._lease)
        if not await self._messages.extend(
            self._key, holder=self._holder, now=self._clocks.now(), lease=self._lease
        ):
            raise GivenUp(is_lost=True)
        self._ends = ends

    async def release(self) -> None:
        """It was certainly not posted: somebody may begin it anew."""
        await self._messages.release(self._key, holder=self._holder)
