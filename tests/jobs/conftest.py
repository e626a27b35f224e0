from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.demo.slack import FakeSlack, User, fake_slack
from bot.store.engine import Database, database_url
from tests.builders import a_merged_pull, a_pull
from tests.delivery.bench import SharedClock
from tests.fakes.clock import Clock
from tests.jobs.bench import World
from tests.jobs.readings import a_holding, a_stale_pull
from tests.jobs.week import ONE_ROW, read
from tests.store.migrated import a_migrated_file

FRIDAY = datetime(2026, 8, 28, 12, 0, tzinfo=UTC)
"""Before the Monday 31 August 09:00 in London, 08:00 UTC."""


@pytest.fixture
def clock() -> Clock:
    return Clock(FRIDAY)


@pytest.fixture
async def slack(clock: Clock) -> AsyncIterator[FakeSlack]:
    shared = SharedClock(clock)
    async with fake_slack(transport="http", clock=shared, enforces_rates=True) as slack:
        slack.office.hold()
        yield slack


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    database = Database(database_url(a_migrated_file(tmp_path / "bot.db")))
    yield database
    await database.close()


BODY = """\
## Refit
Owner: Ana Souza

- [ ] #7 WeightSynchronizer ABC
- [ ] #8 wire synchronizer

## Gym
Owner: Bo Lind

- [x] #9 environments
"""


@pytest.fixture
def world(slack: FakeSlack, database: Database, clock: Clock) -> World:
    snapshot = a_holding(
        BODY,
        a_merged_pull(7, on="2026-08-27"),
        # Parked, so that it is never stale.
        a_pull(8, is_draft=True, labels=("on hold",)),
        a_merged_pull(9, on="2026-08-26"),
    )
    return World(slack, database, clock, snapshot)


@pytest.fixture
def ana(world: World) -> User:
    return world.person("Ana Souza")


@pytest.fixture
async def london(world: World, ana: User) -> World:
    """A digest in London on Mondays, and one stale row of Ana's, who is there."""
    world.holds(ONE_ROW, a_stale_pull(7))
    await world.subscribe()
    await read(world)
    return world
