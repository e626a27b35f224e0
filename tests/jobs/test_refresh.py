import asyncio
from collections.abc import Sequence
from datetime import datetime, timedelta

from structlog.testing import capture_logs

from bot.errors import Unreachable
from bot.github_status.current import Read, Reading
from bot.github_status.facts.refs import Ref
from bot.jobs import JOBS, Ground, JobKind, ticking
from bot.jobs.due import TICK
from bot.jobs.refresh import REFRESH, Refresh
from tests.builders import NOW, a_ref, a_snapshot

ONE, OTHER = a_ref(1), a_ref(2)
EVERY = timedelta(minutes=10)
FAILED = Read(error=Unreachable("GitHub cannot be reached.", advice="Look at the network."))


class _Current:
    """Reads as planned; without a plan a reading hangs until it is finished."""

    def __init__(self) -> None:
        self.begun: list[Ref] = []
        self.waiting: dict[Ref, asyncio.Future[Read]] = {}

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
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        await asyncio.sleep(0)

    def taken(self) -> list[Ref]:
        begun, self.begun = self.begun, []
        return begun


def _job(current: _Current, *trackers: Ref) -> Refresh:
    return Refresh(Ground(current=current, trackers=trackers or (ONE, OTHER), read_every=EVERY))


async def test_refresh__every_tracker_at_the_start_and_then_when_it_is_time() -> None:
    current = _Current()
    job = _job(current)

    job.on_tick(NOW)
    assert current.taken() == [ONE, OTHER]
    await current.ends()

    job.on_tick(NOW + EVERY - TICK)
    assert current.taken() == []
    job.on_tick(NOW + EVERY)
    assert current.taken() == [ONE, OTHER]
    await current.ends()


async def test_refresh__a_slow_tracker_holds_up_nobody() -> None:
    current = _Current()
    job = _job(current)
    job.on_tick(NOW)
    await current.ends(None, OTHER)
    current.taken()

    job.on_tick(NOW + EVERY)

    assert current.taken() == [OTHER]
    await current.ends()


async def test_refresh__what_failed_is_tried_on_the_next_tick_and_told_once() -> None:
    current = _Current()
    job = _job(current, ONE)
    ticks: Sequence[datetime] = [NOW + TICK * number for number in range(8)]

    with capture_logs() as log:
        tried = []
        for tick in ticks:
            job.on_tick(tick)
            tried.append(bool(current.taken()))
            if current.waiting:
                await current.ends(FAILED)
        job.on_tick(NOW + timedelta(hours=1))
        await current.ends()

    assert tried == [True, True, False, True, False, False, False, True]
    assert [entry["event"] for entry in log] == [
        "A tracker cannot be read; it is tried again",
        "A tracker can be read again",
    ]
    assert log[0]["because"] == "GitHub cannot be reached."
    assert log[0]["tracker"] == str(ONE)


async def test_refresh__stopping_in_the_middle_of_a_reading() -> None:
    current = _Current()
    job = _job(current, ONE)
    job.on_tick(NOW)
    [reading] = [t for t in asyncio.all_tasks() if t is not asyncio.current_task()]

    reading.cancel()
    await asyncio.sleep(0)
    await asyncio.sleep(0)

    assert reading.cancelled()


async def test_ticking__at_once_and_then_on_every_tick() -> None:
    seen: list[datetime] = []

    class Seeing:
        def __init__(self, ground: Ground) -> None:
            """Sees."""

        def on_tick(self, now: datetime) -> None:
            seen.append(now)

    class Broken(Seeing):
        def on_tick(self, now: datetime) -> None:
            raise ValueError("a mistake")

    jobs = (JobKind(name="broken", on=Broken), JobKind(name="seeing", on=Seeing))
    ground = Ground(current=_Current(), trackers=(ONE,), read_every=EVERY)
    with capture_logs() as log:
        every = timedelta(seconds=0.05)
        async with ticking(ground, now=lambda: NOW, jobs=jobs, every=every):
            assert seen == [NOW]
            async with asyncio.timeout(10):
                while len(seen) < 3:  # noqa: ASYNC110 -- the clock is what is tested
                    await asyncio.sleep(0.01)
        count = len(seen)
        await asyncio.sleep(0.1)

    assert len(seen) == count, "no tick after the end"
    assert {entry["job"] for entry in log} == {"broken"}


def test_jobs__what_there_is() -> None:
    assert JOBS == (REFRESH,)
    assert [job.name for job in JOBS] == ["refresh"]
