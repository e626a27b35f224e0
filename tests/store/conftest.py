import pytest

from bot.store.engine import Database
from bot.store.snapshots import Snapshots
from tests.store.databases import database, empty_url, postgres, url

__all__ = ["database", "empty_url", "postgres", "url"]


@pytest.fixture
def snapshots(database: Database) -> Snapshots:
    return Snapshots(database)
