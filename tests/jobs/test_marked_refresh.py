"""Reading what webhooks have marked: soon, once for a burst, and never instead of polling."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from structlog.testing import capture_logs

from bot.errors import StoreFault, Unreachable
from bot.github_status.current import Current, Reading
from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Reading as RowReading
from bot.github_status.facts.snapshot import Snapshot
from bot.jobs.due import MARKS_SETTLE, TICK
from bot.jobs.holding import Holder
from bot.jobs.refresh import Refresh
from bot.store.claims import Claims
from bot.store.engine import Database
from bot.store.marks import Delivery, Marks
from tests.builders import a_failed_reading, a_ref
from tests.fakes.clock import Clock
from tests.web.webhooks import KEY, an_event, holding, taking

TRACKER = a_ref(1)
EVERY = timedelta(minutes=10)


class _Reader:
    """Reads at once, unless it is told to fail, or held."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.began_at: list[datetime] = []
        self.fails: Exception | None = None
        self.reads: tuple[RowReading, ...] = ()
        self.has_begun = asyncio.Event()
        self.may_end = asyncio.Event()
        self.may_end.set()

    def holds(self) -> None:
        """The next reading does not end before it is let go."""
        self.has_begun.clear()
        self.may_end.clear()

    async def latest(self, tracker: Ref, *, now: datetime) -> Snapshot | None:
        return None

    async def newest_as_of(self, tracker: Ref) -> datetime | None:
        return None

    async def refresh(self, tracker: Ref, *, now: datetime) -> Snapshot:
        self.began_at.append(now)
        self.has_begun.set()
        await self.may_end.wait()
        if self.fails is not None:
            raise self.fails
        return replace(holding(*self.reads), as_of=now)


class _Current(Current):
    """Tells when somebody wants a reading."""

    def __init__(self, reader: _Reader, clock: Clock) -> None:
        super().__init__(reader, clock=clock)
        self.is_asked = asyncio.Event()

    def reading(self, tracker: Ref) -> Reading:
        self.is_asked.set()
        return super().reading(tracker)


class Replica:
    """A bot that reads, on a store that others share."""

    def __init__(self, database: Database, clock: Clock, name: str = "a") -> None:
        self.clock = clock
        self.marks = Marks(database)
        self.reader = _Reader(clock)
        self.current = _Current(self.reader, clock)
        holder = Holder(claims=Claims(database), name=name, now=clock)
        self.job = Refresh(self.current, [TRACKER], holder, every=EVERY, marks=self.marks)

    async def tick(self) -> int:
        """How many readings begin now; time goes on to the next tick."""
        before = len(self.reader.began_at)
        await self.job.on_tick(self.clock.now)
        await self.job.ended()
        self.clock.move(TICK.total_seconds())
        return len(self.reader.began_at) - before

    async def ticks(self, count: int) -> list[int]:
        return [await self.tick() for _ in range(count)]

    async def is_told(self, name: str = "1", *, ago: timedelta = MARKS_SETTLE) -> None:
        """A webhook marked the tracker."""
        told = Delivery(id=name, fingerprint=name, tracker_keys=(KEY,))
        await self.marks.mark_dirty([told], now=self.clock.now - ago)

    async def close(self) -> None:
        await self.job.close()
        await self.current.close()


@pytest.fixture
async def replica(database: Database, clock: Clock) -> AsyncIterator[Replica]:
    replica = Replica(database, clock)
    assert await replica.tick() == 1
    yield replica
    await replica.close()


async def test_marked__is_read_on_the_next_tick_and_polling_goes_on(replica: Replica) -> None:
    await replica.is_told()

    assert await replica.ticks(12) == [1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0]


@pytest.mark.no_cover  # many inputs through what others cover
async def test_marked__a_thousand_deliveries_in_a_burst_make_one_reading(replica: Replica) -> None:
    async with taking(replica.marks) as door:
        statuses = await asyncio.gather(*(door.tells(an_event()) for _ in range(1000)))
        dirty = await replica.marks.dirty(KEY)

    assert set(statuses) == {202}
    assert dirty is not None
    assert dirty.count == 1000
    assert await replica.ticks(5) == [1, 0, 0, 0, 0]


async def test_marked__a_burst_that_goes_on_is_waited_for_a_while(replica: Replica) -> None:
    told = []
    for number in range(5):
        await replica.is_told(str(number), ago=timedelta(seconds=1))
        told.append(await replica.tick())

    assert told == [0, 0, 1, 0, 0], "after two minutes it is read all the same"
    assert await replica.tick() == 1


async def test_marked__what_comes_while_it_is_read_is_read_again(replica: Replica) -> None:
    await replica.is_told("1")
    replica.reader.holds()
    tick = asyncio.create_task(replica.tick())
    await replica.reader.has_begun.wait()
    await replica.is_told("2")
    replica.reader.may_end.set()

    assert await tick == 1
    assert await replica.ticks(3) == [1, 0, 0]


async def test_marked__a_reading_that_was_under_way_does_not_count(replica: Replica) -> None:
    """Somebody's question had begun it; what was marked meanwhile may not be in it."""
    replica.reader.holds()
    reading = replica.current.reading(TRACKER)
    await replica.reader.has_begun.wait()
    replica.current.is_asked.clear()
    replica.clock.move(1)
    await replica.is_told()
    tick = asyncio.create_task(replica.tick())
    await replica.current.is_asked.wait()
    replica.reader.may_end.set()
    await asyncio.gather(tick, reading)

    assert await replica.ticks(3) == [1, 0, 0]


async def test_marked__what_cannot_be_read_rests_as_without_webhooks(replica: Replica) -> None:
    replica.reader.fails = Unreachable("GitHub cannot be reached.")
    tried = []
    with capture_logs() as log:
        for number in range(9):
            await replica.is_told(str(number))
            tried.append(await replica.tick())

    assert tried == [1, 0, 0, 0, 0, 0, 0, 0, 0]
    assert sum(entry["log_level"] == "warning" for entry in log) == 1
    replica.reader.fails = None
    assert await replica.ticks(3) == [1, 0, 0]


async def test_marked__what_was_read_in_part_is_read_again_and_ever_more_seldom(
    replica: Replica,
) -> None:
    replica.reader.reads = (a_failed_reading(7),)
    await replica.is_told()

    assert await replica.ticks(8) == [1, 1, 0, 1, 0, 0, 0, 1]
    replica.reader.reads = ()
    assert sum(await replica.ticks(10)) == 1
    assert await replica.marks.dirty(KEY) is None


async def test_marked__of_three_replicas_one_reads(database: Database, clock: Clock) -> None:
    replicas = [Replica(database, clock, name) for name in "abc"]
    readings = []
    for minute in range(6):
        if minute == 2:
            await replicas[0].is_told()
        before = sum(len(one.reader.began_at) for one in replicas)
        await asyncio.gather(*(one.job.on_tick(clock.now) for one in replicas))
        await asyncio.gather(*(one.job.ended() for one in replicas))
        readings.append(sum(len(one.reader.began_at) for one in replicas) - before)
        clock.move(TICK.total_seconds())
    for one in replicas:
        await one.close()

    assert readings == [1, 0, 1, 0, 0, 0]


async def test_marked__a_store_that_forgets_to_tick_it_off(
    replica: Replica, monkeypatch: pytest.MonkeyPatch
) -> None:
    await replica.is_told()

    async def full(*_args: object, **_kwargs: object) -> None:
        raise StoreFault("The disk is full.")

    with capture_logs() as log, monkeypatch.context() as broken:
        broken.setattr(replica.marks, "cover", full)
        assert await replica.tick() == 1

    assert [entry["event"] for entry in log] == ["What webhooks marked is read once more"]
    assert await replica.ticks(3) == [1, 0, 0]
