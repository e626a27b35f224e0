"""The newest snapshot of each tracker for many askers: remembered, and read once for all of them.

Nobody who asks here meets an exception because GitHub or the store failed: what happened is a
value. An asker who gives up leaves the reading to the others.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Protocol, TypeAlias

import structlog

from bot.errors import Fault, NemorlStatusError, StoreFault, Unreachable
from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Snapshot
from bot.github_status.reader import is_ahead
from bot.insight import request

LONGEST_READING_SECONDS = 15 * 60
"""A reading that takes longer is given up, so that the next asker can begin another one. A large
tracker that has to wait for GitHub's quota once takes some minutes."""

MOST_TRACKERS = 64
"""Snapshots kept in memory; the one that nobody asked for the longest goes first."""

_log = structlog.get_logger(__name__)


class ReadsTrackers(Protocol):
    """What of the reader is used here."""

    async def latest(self, tracker: Ref, *, now: datetime) -> Snapshot | None:
        """The newest stored snapshot; raises `StoreFault`."""
        ...

    async def newest_as_of(self, tracker: Ref) -> datetime | None:
        """When the newest stored snapshot was read; raises `StoreFault`."""
        ...

    async def refresh(self, tracker: Ref, *, now: datetime) -> Snapshot:
        """A new reading; raises a `Fault` or a `UserError`."""
        ...


class State(StrEnum):
    """What can be answered from?

    `FRESH`: a snapshot that is new enough. `WAITED`: the same, just read. `TOO_SLOW`: the last
    snapshot, while a new reading is under way. `FAILED`: GitHub could not be asked; perhaps with
    the last snapshot. `NOTHING`: a first reading is under way.
    """

    FRESH = "fresh"
    WAITED = "waited"
    TOO_SLOW = "too_slow"
    FAILED = "failed"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """How a reading ended: with a snapshot, or with why there is none."""

    snapshot: Snapshot | None = None
    error: NemorlStatusError | None = None


Reading: TypeAlias = asyncio.Task[Read]
"""One reading, shared by everybody who waits for it. Wait with `asyncio.wait`, never cancel it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What an asker gets."""

    state: State
    snapshot: Snapshot | None = None
    """The newest one; `None` where none is known."""
    error: NemorlStatusError | None = None
    """Why there is no new one, where `FAILED`."""
    reading: Reading | None = None
    """What is under way, where `TOO_SLOW` or `NOTHING`; `Current.finished` waits for it."""


class Current:
    """The newest snapshots, in memory and in the store, and the readings that are under way."""

    def __init__(self, reader: ReadsTrackers, *, clock: Callable[[], datetime]) -> None:
        """Read with this reader; a reading that begins here begins at the clock's moment."""
        self._reader = reader
        self._clock = clock
        self._newest: OrderedDict[Ref, Snapshot] = OrderedDict()
        self._readings: dict[Ref, Reading] = {}
        self._loadings: dict[tuple[Ref, bool], asyncio.Task[Snapshot | None]] = {}

    async def newest(self, tracker: Ref) -> Snapshot | None:
        """The newest snapshot, from memory, else from the store; `None` when none is known."""
        return await asyncio.shield(self._loading(tracker))

    async def caught_up(self, tracker: Ref) -> Snapshot | None:
        """The newest snapshot, also where another process read it; `None` when none is known."""
        known = self._newest.get(tracker)
        if known is not None and await self._is_newest(known):
            return known
        return await asyncio.shield(self._loading(tracker, anew=True))

    def reading(self, tracker: Ref) -> Reading:
        """The reading that is under way, else a new one; its result is never an exception."""
        under_way = self._readings.get(tracker)
        if under_way is None:
            under_way = asyncio.create_task(self._read(tracker))
            self._readings[tracker] = under_way
            under_way.add_done_callback(lambda _done: self._readings.pop(tracker, None))
        return under_way

    async def within(
        self, tracker: Ref, *, now: datetime, oldest: timedelta, patience_seconds: float
    ) -> Outcome:
        """A snapshot that is at most `oldest` old, if there is one or it comes in time."""
        loop = asyncio.get_running_loop()
        give_up_at = loop.time() + patience_seconds
        known = await self._known(tracker, seconds=patience_seconds)
        if known is not None and _is_fresh(known, now=now, oldest=oldest):
            return Outcome(state=State.FRESH, snapshot=known)
        reading = self.reading(tracker)
        await asyncio.wait({reading}, timeout=max(0.0, give_up_at - loop.time()))
        if reading.done():
            return _ended(reading.result(), known)
        known = self._newest.get(tracker, known)
        state = State.NOTHING if known is None else State.TOO_SLOW
        return Outcome(state=state, snapshot=known, reading=reading)

    async def finished(self, outcome: Outcome) -> Outcome:
        """The same once what was under way has ended; an outcome with nothing under way as it is.

        There is no limit here: a reading ends by itself.
        """
        if outcome.reading is None:
            return outcome
        read = await asyncio.shield(outcome.reading)
        return _ended(read, outcome.snapshot)

    async def close(self) -> None:
        """Give up whatever is under way."""
        tasks = [*self._readings.values(), *self._loadings.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _known(self, tracker: Ref, *, seconds: float) -> Snapshot | None:
        """The newest snapshot as far as the store tells it in time."""
        remembered = self._newest.get(tracker)
        if remembered is not None:
            return remembered
        loading = self._loading(tracker)
        await asyncio.wait({loading}, timeout=seconds)
        return loading.result() if loading.done() else None

    async def _is_newest(self, known: Snapshot) -> bool:
        """As far as the store tells."""
        try:
            newest = await self._reader.newest_as_of(known.tracker)
        except StoreFault as fault:
            _log.warning(
                "Stored readings are not known", tracker=str(known.tracker), because=str(fault)
            )
            return True
        if newest is None or newest <= known.as_of:
            return True
        return is_ahead(newest, now=self._clock())

    def _loading(self, tracker: Ref, *, anew: bool = False) -> asyncio.Task[Snapshot | None]:
        key = (tracker, anew)
        under_way = self._loadings.get(key)
        if under_way is None:
            under_way = asyncio.create_task(self._load(tracker, anew=anew))
            self._loadings[key] = under_way
            under_way.add_done_callback(lambda _done: self._loadings.pop(key, None))
        return under_way

    async def _load(self, tracker: Ref, *, anew: bool) -> Snapshot | None:
        if tracker in self._newest and not anew:
            self._newest.move_to_end(tracker)
            return self._newest[tracker]
        try:
            stored = await self._reader.latest(tracker, now=self._clock())
        except StoreFault as fault:
            _log.warning("Stored readings are not known", tracker=str(tracker), because=str(fault))
            stored = None
        except Exception as error:  # noqa: BLE001 -- an edge: askers are answered without the store
            _mistake("A stored reading could not be used", tracker, error)
            stored = None
        if stored is None:
            return self._newest.get(tracker)
        return self._remembered(tracker, stored)

    async def _read(self, tracker: Ref) -> Read:
        try:
            async with asyncio.timeout(LONGEST_READING_SECONDS):
                snapshot = await self._reader.refresh(tracker, now=self._clock())
        except NemorlStatusError as error:
            # Whoever waits for it is told, and the job that reads every tracker warns once.
            _log.debug("A reading failed", tracker=str(tracker), because=str(error))
            return Read(error=error)
        except TimeoutError:
            minutes = LONGEST_READING_SECONDS // 60
            return Read(error=Unreachable(f"GitHub did not answer within {minutes} minutes."))
        except Exception as error:  # noqa: BLE001 -- an edge: askers get the last state all the same
            return Read(error=_mistake("A reading failed by a mistake of ours", tracker, error))
        return Read(snapshot=self._remembered(tracker, snapshot))

    def _remembered(self, tracker: Ref, snapshot: Snapshot) -> Snapshot:
        """The newest of what is remembered and this one, which is kept from now on."""
        now = self._clock()
        known = self._newest.get(tracker)
        is_newer = known is None or _newness(known, now=now) <= _newness(snapshot, now=now)
        newest = snapshot if known is None or is_newer else known
        self._newest[tracker] = newest
        self._newest.move_to_end(tracker)
        while len(self._newest) > MOST_TRACKERS:
            self._newest.popitem(last=False)
        return newest


def _is_fresh(snapshot: Snapshot, *, now: datetime, oldest: timedelta) -> bool:
    return now - snapshot.as_of <= oldest and not is_ahead(snapshot.as_of, now=now)


def _newness(snapshot: Snapshot, *, now: datetime) -> tuple[bool, datetime]:
    """What is ahead of the clock goes after everything else."""
    return not is_ahead(snapshot.as_of, now=now), snapshot.as_of


def _ended(read: Read, known: Snapshot | None) -> Outcome:
    if read.snapshot is not None:
        return Outcome(state=State.WAITED, snapshot=read.snapshot)
    return Outcome(state=State.FAILED, snapshot=known, error=read.error)


def _mistake(what: str, tracker: Ref, error: Exception) -> Fault:
    """A bug: its place goes to the log, and a reference to whoever asked."""
    reference = request.reference()
    _log.error(what, tracker=str(tracker), reference=reference, exc_info=error)
    return Fault(
        "Reading the tracker failed by a mistake of this program.",
        advice=f"Please report it with the reference {reference}.",
    )
