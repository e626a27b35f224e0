from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store.engine import Database, database_url
from bot.store.snapshots import Snapshots


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite+aiosqlite:///{tmp_path}/data/nemorl-status.db"


@pytest.fixture
async def database(url: str) -> AsyncIterator[Database]:
    database = Database(database_url(url))
    yield database
    await database.close()


@pytest.fixture
def snapshots(database: Database) -> Snapshots:
    return Snapshots(database)
