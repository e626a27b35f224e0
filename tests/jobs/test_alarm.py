import asyncio
from datetime import datetime, timedelta

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
