import asyncio
from datetime import datetime, timedelta

from freezegun import freeze_time
from structlog.testing import capture_logs

from bot.errors import StoreFault
from bot.jobs import ticking
from tests.builders import NOW


class Seeing:
    """Notes every tick."""

    def __init__(self, name: str = "seeing") -> None:
        self.name = name
        self.seen: list[datetime] = []
        self.is_closed = False

    async def on_tick(self, now: datetime) -> None:
        self.seen.append(now)

    async def close(self) -> None:
        self.is_closed = True


class Broken(Seeing):
    async def on_tick(self, now: datetime) -> None:
        raise ValueError("a mistake")


class Failing(Seeing):
    async def on_tick(self, now: datetime) -> None:
        raise StoreFault("The database is busy.")


class Slow(Seeing):
    async def on_tick(self, now: datetime) -> None:
        self.seen.append(now)
        await asyncio.sleep(3600)


async def test_ticking__at_once_and_then_on_every_tick() -> None:
    seeing, slow = Seeing(), Slow("slow")
    jobs = (Broken("broken"), Failing("failing"), slow, seeing)
    with capture_logs() as log:
        async with ticking(jobs, now=lambda: NOW, every=timedelta(seconds=0.05)):
            async with asyncio.timeout(10):
                while len(seeing.seen) < 3:  # noqa: ASYNC110 -- the clock is what is tested
                    await asyncio.sleep(0.01)
        count = len(seeing.seen)
        await asyncio.sleep(0.1)

    assert len(seeing.seen) == count, "no tick after the end"
    assert seeing.seen[0] == NOW
    assert slow.seen == [NOW], "not again before it has returned"
    assert seeing.is_closed
    assert {(entry["job"], entry["log_level"]) for entry in log} == {
        ("broken", "error"),
        ("failing", "warning"),
    }


async def test_ticking__goes_on_when_the_clock_is_set_back() -> None:
    seeing = Seeing()

    async def sees(ticks: int) -> None:
        async with asyncio.timeout(5):
            while len(seeing.seen) < ticks:  # noqa: ASYNC110 -- the clock is what is tested
                await asyncio.sleep(0.01)

    with freeze_time(NOW, real_asyncio=True, tick=True) as wall:
        async with ticking((seeing,), now=lambda: NOW, every=timedelta(seconds=0.05)):
            await sees(3)
            wall.move_to(NOW - timedelta(days=1))
            await sees(len(seeing.seen) + 3)
