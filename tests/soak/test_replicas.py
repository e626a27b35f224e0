"""Three replicas on one PostgreSQL for an hour: GitHub is asked as often as by one."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta

import pytest

from bot.demo.slack import FakeSlack, fake_slack
from bot.jobs.due import TICK
from bot.jobs.refresh import Refresh
from bot.store.engine import Database
from tests.fakes.clock import Clock
from tests.jobs.bench import TRACKER, Bot, World
from tests.soak.scene import SLOT, snapshot_of
from tests.store.databases import database, url

__all__ = ["database", "url"]

MINUTES = 60
EVERY = timedelta(minutes=10)


@pytest.fixture
async def slack() -> AsyncIterator[FakeSlack]:
    async with fake_slack(transport="http") as slack:
        yield slack


@pytest.mark.parametrize("url", ["postgres"], indirect=True)
@pytest.mark.parametrize("replicas", [1, 3])
async def test_an_hour_of_replicas__asks_github_six_times(
    database: Database, slack: FakeSlack, replicas: int
) -> None:
    clock = Clock(SLOT)
    github = snapshot_of(2, reading=1, as_of=SLOT)
    world = World(slack, database, clock, github)
    running = [_Replica(world.bot()) for _ in range(replicas)]

    for _ in range(MINUTES):
        await asyncio.gather(*(replica.tick() for replica in running))
        clock.move(TICK.total_seconds())
    for replica in running:
        await replica.close()

    assert world.readings == MINUTES * TICK / EVERY


class _Replica:
    """A bot that reads."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.refresh = Refresh(bot.current, [TRACKER.ref], bot.holder, every=EVERY)

    async def tick(self) -> None:
        await self.refresh.on_tick(self.bot.world.clock.now)
        await self.refresh.ended()

    async def close(self) -> None:
        await self.refresh.close()
        await self.bot.dies()
