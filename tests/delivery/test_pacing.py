import asyncio
from datetime import UTC, datetime

import pytest

from bot.delivery import Pacer
from tests.fakes.clock import Clock

NOW = datetime(2026, 7, 20, 16, 0, tzinfo=UTC)


class Line:
    """Who had a turn, and when."""

    def __init__(self, seconds: float = 1.0) -> None:
        self.clock = Clock(NOW)
        self.seen: list[tuple[str, float]] = []
        self.pacer = Pacer(seconds, monotonic=self.monotonic, sleep=self.clock.sleep)

    def monotonic(self) -> float:
        return self.clock.now.timestamp()

    def asks(self, name: str, *, again: bool = False, share: float = 1) -> asyncio.Task[None]:
        async def asked() -> None:
            await self.pacer.turn(again=again, share=share)
            self.seen.append((name, (self.clock.now - NOW).total_seconds()))

        return asyncio.ensure_future(asked())


async def test_turns__one_a_second_in_the_order_of_asking() -> None:
    line = Line()

    await asyncio.gather(*(line.asks(name) for name in "abc"))
    line.clock.move(60)
    await asyncio.gather(*(line.asks(name) for name in "de"))

    assert line.seen == [("a", 0), ("b", 1), ("c", 2), ("d", 62), ("e", 63)]


async def test_turns__what_is_repeated_goes_before_those_who_wait() -> None:
    line = Line()
    waiting = [line.asks(name) for name in "abc"]

    await waiting[0]
    line.pacer.hold_off(30)
    again = line.asks("again", again=True)
    await asyncio.gather(*waiting, again)

    assert [name for name, _ in line.seen] == ["a", "again", "b", "c"]
    assert line.seen[1][1] >= 30
    assert [at - line.seen[1][1] for _, at in line.seen[2:]] == [1, 2]


async def test_turns__what_slack_allows_less_often_takes_more_of_one() -> None:
    line = Line()

    await asyncio.gather(line.asks("a", share=1.25), line.asks("b"))

    assert line.seen == [("a", 0), ("b", 1.25)]


@pytest.mark.parametrize("which", [0, 1, 2], ids=["who is let in", "who is next", "the last one"])
async def test_turns__who_gives_up_keeps_nobody_waiting(which: int) -> None:
    line = Line()
    await line.asks("first")
    waiting = [line.asks(name) for name in "abc"]
    await asyncio.sleep(0)

    waiting[which].cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    await line.asks("last")

    assert len(line.seen) == 4
    assert [name for name, _ in line.seen][-1] == "last"
