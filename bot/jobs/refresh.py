"""The job that reads every tracker: at the start, every so many minutes, and soon after a webhook.

Of several replicas one reads, and the others load what it stored.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from typing import Protocol

import structlog

from bot.errors import NemorlStatusError, StoreFault
from bot.github_status.current import Reading
from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Snapshot
from bot.github_status.reader import tracker_key
from bot.jobs.due import TICK, is_settled, pause_after
from bot.jobs.holding import Hold, Holder
from bot.jobs.under_way import UnderWay
from bot.store.marks import Dirty

_log = structlog.get_logger(__name__)


class ReadsOnce(Protocol):
    """What of `Current` is used here."""

    async def caught_up(self, tracker: Ref) -> Snapshot | None:
        """The newest snapshot, whoever read it."""
        ...

    def reading(self, tracker: Ref) -> Reading:
        """The reading that is under way, else a new one; its result is never an exception."""
        ...


class KnowsMarks(Protocol):
    """What of the stored marks is used here; each may raise `StoreFault`."""

    async def dirty(self, tracker_key: str) -> Dirty | None:
        """What no reading has covered."""
        ...

    async def cover(self, tracker_key: str, *, count: int) -> None:
        """A reading that began after so many marks has ended well."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class _Look:
    """One look at a tracker."""

    tracker: Ref
    now: datetime
    """The tick's."""
    dirty: Dirty | None = None
    marks_seen_at: datetime | None = None
    """A reading that began since then covers `dirty`; `None`: nobody knows of marks."""

    @property
    def is_wanted(self) -> bool:
        """It is marked, and the marks have come to rest."""
        dirty = self.dirty
        return dirty is not None and is_settled(
            since=dirty.since, last_at=dirty.last_at, now=self.now
        )


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
        marks: KnowsMarks | None = None,
        alert: Callable[[NemorlStatusError], Awaitable[None]] | None = None,
    ) -> None:
        """Nothing was read yet. `every`: from one reading of a tracker to the next.

        `marks`: what webhooks have marked for reading; `None`: there are none. `alert` is told of
        every reading that failed.
        """
        self._current = current
        self._trackers = tuple(trackers)
        self._holder = holder
        self._every = every
        self._marks = marks
        self._alert = alert
        self._failures = dict.fromkeys(self._trackers, 0)
        self._partly = dict.fromkeys(self._trackers, 0)
        """Readings in a row that left some refs unread."""
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
        look = _Look(tracker=tracker, now=now)
        try:
            look = await self._seen(look)
            if not await self._has_read(look):
                await self._current.caught_up(tracker)
        except StoreFault as fault:
            _log.warning("Nobody knows who else reads", tracker=str(tracker), because=str(fault))
            if now >= self._rests_until.get(tracker, now):
                await self._read(look, Hold(), every=self._every)

    async def _seen(self, look: _Look) -> _Look:
        """The same with the marks, before anything is read."""
        if self._marks is None:
            return look
        dirty = await self._marks.dirty(tracker_key(look.tracker))
        return replace(look, dirty=dirty, marks_seen_at=self._holder.now())

    async def _has_read(self, look: _Look) -> bool:
        """Whether it was time to read it, and nobody else was at it."""
        key = tracker_key(look.tracker)
        async with self._holder.holding(f"refresh:{key}") as hold:
            if hold is not None:
                await self._read(look, hold, every=self._every)
                return True
        # What cannot be read rests as without webhooks, however often it is marked.
        if not look.is_wanted or self._failures[look.tracker]:
            return False
        async with self._holder.holding(f"marked:{key}") as hold:
            if hold is not None:
                await self._read(look, hold, every=TICK)
            return hold is not None

    async def _read(self, look: _Look, hold: Hold, *, every: timedelta) -> None:
        tracker = look.tracker
        reading = self._current.reading(tracker)
        await asyncio.wait({reading})
        if reading.cancelled():  # everything stops
            return
        read, failed_before = reading.result(), self._failures[tracker]
        error = read.error
        failures = 0 if error is None else failed_before + 1
        self._failures[tracker] = failures
        is_whole = read.snapshot is None or not read.snapshot.coverage.failed
        self._partly[tracker] = 0 if is_whole else self._partly[tracker] + 1
        # Ticks are never quite punctual, so that half of one too early is in time.
        rests_until = look.now + self._pause(tracker, every=every) - TICK / 2
        hold.rests_until = self._rests_until[tracker] = rests_until
        if read.snapshot is not None and is_whole:
            await self._cover(look, began_at=read.snapshot.as_of)
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

    def _pause(self, tracker: Ref, *, every: timedelta) -> timedelta:
        """What was marked and is still unread in part is tried again, and ever more seldom."""
        pause = pause_after(self._failures[tracker], every=every)
        partly = self._partly[tracker]
        return max(pause, pause_after(partly, every=self._every)) if partly else pause

    async def _cover(self, look: _Look, *, began_at: datetime) -> None:
        """What was marked is read, unless that reading was under way when it was marked."""
        if self._marks is None or look.dirty is None or look.marks_seen_at is None:
            return
        if began_at < look.marks_seen_at:
            return
        try:
            await self._marks.cover(tracker_key(look.tracker), count=look.dirty.count)
        except StoreFault as fault:
            _log.warning(
                "What webhooks marked is read once more",
                tracker=str(look.tracker),
                because=str(fault),
            )
