import asyncio
from collections.abc import AsyncIterator
from datetime import datetime, timedelta

import pytest
from structlog.testing import capture_logs

from bot.errors import Unreachable
from bot.github_status.current import Read, Reading
from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Snapshot
from bot.jobs.due import TICK
from bot.jobs.holding import Holder
from bot.jobs.refresh import Refresh
from tests.builders import NOW, a_ref, a_snapshot
from tests.jobs.claims import MemoryClaims

ONE, OTHER = a_ref(1), a_ref(2)
EVERY = timedelta(minutes=10)
FAILED = Read(error=Unreachable("GitHub cannot be reached.", advice="Look at the network."))


class _Current:
    """Reads as planned; without a plan a reading hangs until it is finished."""

    def __init__(self) -> None:
        self.begun: list[Ref] = []
        self.loaded: list[Ref] = []
        self.waiting: dict[Ref, asyncio.Future[Read]] = {}

    async def caught_up(self, tracker: Ref) -> Snapshot | None:
        self.loaded.append(tracker)
        return None

    def reading(self, tracker: Ref) -> Reading:
        self.begun.append(tracker)
        future: asyncio.Future[Read] = asyncio.get_running_loop().create_future()
        self.waiting[tracker] = future

        async def read() -> Read:
            return await future

        return asyncio.create_task(read())

    async def ends(self, read: Read | None = None, *trackers: Ref) -> None:
        for tracker in trackers or tuple(self.waiting):
            self.waiting.pop(tracker).set_result(read or Read(snapshot=a_snapshot()))
        await settled()

    def taken(self) -> list[Ref]:
        begun, self.begun = self.begun, []
        return begun


async def settled() -> None:
    """Let tasks that wait for nothing but each other go on."""
    for _ in range(10):
        await asyncio.sleep(0)


class Replica:
    """A refresh job with a clock of its own."""

    def __init__(self, claims: MemoryClaims, name: str = "a", *trackers: Ref) -> None:
        self.now = NOW
        self.current = _Current()
        holder = Holder(claims=claims, name=name, now=lambda: self.now)
        self.job = Refresh(self.current, trackers or (ONE, OTHER), holder, every=EVERY)

    async def tick(self, now: datetime) -> list[Ref]:
        """What begins to be read at this moment."""
        self.now = now
        await self.job.on_tick(now)
        await settled()
        return self.current.taken()


@pytest.fixture
def claims() -> MemoryClaims:
    return MemoryClaims()


@pytest.fixture
async def replica(claims: MemoryClaims) -> AsyncIterator[Replica]:
    replica = Replica(claims)
    yield replica
    await replica.job.close()


async def test_refresh__every_tracker_at_the_start_and_then_when_it_is_time(
    replica: Replica,
) -> None:
    assert await replica.tick(NOW) == [ONE, OTHER]
    await replica.current.ends()

    assert await replica.tick(NOW + EVERY - TICK) == []
    assert await replica.tick(NOW + EVERY) == [ONE, OTHER]


async def test_refresh__a_slow_tracker_holds_up_nobody(replica: Replica) -> None:
    await replica.tick(NOW)
    await replica.current.ends(None, OTHER)

    assert await replica.tick(NOW + EVERY) == [OTHER]


async def test_refresh__what_failed_is_tried_on_the_next_tick_and_told_once(
    claims: MemoryClaims,
) -> None:
    replica = Replica(claims, "a", ONE)
    tried = []
    with capture_logs() as log:
        for number in range(8):
            tried.append(bool(await replica.tick(NOW + TICK * number)))
            if replica.current.waiting:
                await replica.current.ends(FAILED)
        await replica.tick(NOW + timedelta(hours=1))
        await replica.current.ends()

    assert tried == [True, True, False, True, False, False, False, True]
    assert [entry["event"] for entry in log] == [
        "A tracker cannot be read; it is tried again",
        "A tracker can be read again",
    ]
    assert log[0]["because"] == "GitHub cannot be reached."
    assert log[0]["tracker"] == str(ONE)


async def test_refresh__of_three_replicas_one_reads_and_the_others_load(
    claims: MemoryClaims,
) -> None:
    replicas = [Replica(claims, name, ONE) for name in "abc"]
    readings = 0
    for minute in range(60):
        for replica in replicas:
            readings += len(await replica.tick(NOW + TICK * minute))
        for replica in replicas:
            await replica.current.ends()

    assert readings == 6, "as many in an hour as one bot alone"
    assert all(replica.current.loaded for replica in replicas)


async def test_refresh__goes_on_without_a_store_and_no_more_often(claims: MemoryClaims) -> None:
    claims.is_broken = True
    replica = Replica(claims, "a", ONE)
    readings = 0
    for minute in range(60):
        readings += len(await replica.tick(NOW + TICK * minute))
        await replica.current.ends()

    assert readings == 6


async def test_refresh__stopping_in_the_middle_of_a_reading(replica: Replica) -> None:
    await replica.tick(NOW)

    await replica.job.close()

    assert await replica.tick(NOW + timedelta(hours=1)) == [ONE, OTHER]
