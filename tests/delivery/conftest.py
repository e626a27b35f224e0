from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.demo.slack import FakeSlack, fake_slack
from bot.store.engine import Database, database_url
from bot.store.incidents import Incidents
from bot.store.messages import Messages
from tests.delivery.bench import Bench, SharedClock
from tests.fakes.clock import Clock
from tests.store.migrated import a_migrated_file

NOW = datetime(2026, 7, 20, 16, 0, tzinfo=UTC)


@pytest.fixture
def clock() -> Clock:
    return Clock(NOW)


@pytest.fixture
async def slack(clock: Clock) -> AsyncIterator[FakeSlack]:
    shared = SharedClock(clock)
    async with fake_slack(
        transport="http", clock=shared, enforces_rates=True, post_burst=1
    ) as slack:
        slack.office.hold()  # nobody listens to events here
        yield slack


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    database = Database(database_url(a_migrated_file(tmp_path / "bot.db")))
    yield database
    await database.close()


@pytest.fixture
def bench(slack: FakeSlack, database: Database, clock: Clock) -> Bench:
    return Bench(slack, Messages(database), Incidents(database), clock)
