"""The job that reads every tracker: at the start, and then every so many minutes.

Of several replicas one reads, and the others load what it stored.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Protocol

import structlog

from bot.errors import NemorlStatusError, StoreFault
from bot.github_status.current import Reading
from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Snapshot
from bot.github_status.reader import tracker_key
from bot.jobs.due import TICK, pause_after
from bot.jobs.holding import Hold, Holder
from bot.jobs.under_way import UnderWay

_log = structlog.get_logger(__name__)


class ReadsOnce(Protocol):
    """What of `Current` is used here."""

    async def caught_up(self, tracker: Ref) -> Snapshot | None:
        """The newest snapshot, whoever read it."""
        ...

    def reading(self, tracker: Ref) -> Reading:
        """The reading that is under way, else a new one; its result is never an exception."""
        ...


class Refresh:
    """Begins readings, and tells once when a tracker cannot be read, and once when it can again."""

    name = "refresh"

    def __init__(
        self,
        current: ReadsOnce,
        trackers: Sequence[Ref],
        holder: Holder,
        *,
        every: timedelta,
        alert: Callable[[NemorlStatusError], Awaitable[None]] | None = None,
    ) -> None:
        """Nothing was read yet. `every`: from one reading of a tracker to the next.

        `alert` is told of every reading that failed.
        """
        self._current = current
        self._trackers = tuple(trackers)
        self._holder = holder
        self._every = every
        self._alert = alert
        self._failures = dict.fromkeys(self._trackers, 0)
        self._rests_until: dict[Ref, datetime] = {}
        self._under_way = UnderWay()

    async def on_tick(self, now: datetime) -> None:
        """Begin the readings that are due, and wait for none: a slow one holds up nobody."""
        for tracker in self._trackers:
            self._under_way.begin(tracker, partial(self._look_at, tracker, now))

    async def ended(self) -> None:
        """Wait for what was begun."""
        await self._under_way.ended()

    async def close(self) -> None:
        """Wait for no reading any more; whoever asked for one still does."""
        await self._under_way.close()

    async def _look_at(self, tracker: Ref, now: datetime) -> None:
        try:
            async with self._holder.holding(f"refresh:{tracker_key(tracker)}") as hold:
                if hold is None:
                    await self._current.caught_up(tracker)
                else:
                    await self._read(tracker, hold, now)
        except StoreFault as fault:
            _log.warning("Nobody knows who else reads", tracker=str(tracker), because=str(fault))
            if now >= self._rests_until.get(tracker, now):
                await self._read(tracker, Hold(), now)

    async def _read(self, tracker: Ref, hold: Hold, now: datetime) -> None:
        reading = self._current.reading(tracker)
        await asyncio.wait({reading})
        if reading.cancelled():  # everything stops
            return
        error, failed_before = reading.result().error, self._failures[tracker]
        failures = 0 if error is None else failed_before + 1
        self._failures[tracker] = failures
        # Ticks are never quite punctual, so that half of one too early is in time.
        rests_until = now + pause_after(failures, every=self._every) - TICK / 2
        hold.rests_until = self._rests_until[tracker] = rests_until
        if failures == 1 and error is not None:
            _log.warning(
                "A tracker cannot be read; it is tried again",
                tracker=str(tracker),
                because=str(error),
                advice=error.advice,
            )
        if error is not None and self._alert is not None:
            await self._alert(error)
        if failures == 0 and failed_before:
            _log.info("A tracker can be read again", tracker=str(tracker), failed=failed_before)
