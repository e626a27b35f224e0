"""How statements hold together, on both kinds."""

import asyncio

import pytest
from sqlalchemy import func, insert, select

from bot.store.engine import Database, database_url
from bot.store.subscriptions import Subscriptions
from bot.store.tables import DEFAULT_TRACKERS

_ROW = {"channel": "C1", "tracker_key": "acme/widgets#1"}
_COUNT = select(func.count()).select_from(DEFAULT_TRACKERS)


async def _count(database: Database) -> int:
    async with database.reading() as connection:
        return (await connection.execute(_COUNT)).scalar_one()


async def test_transaction__what_fails_leaves_nothing(database: Database) -> None:
    async def write_and_fail() -> None:
        async with database.transaction() as connection:
            await connection.execute(insert(DEFAULT_TRACKERS).values(**_ROW))
            raise LookupError

    with pytest.raises(LookupError):
        await write_and_fail()

    assert await _count(database) == 0


async def test_reading__does_not_wait_for_who_writes(database: Database) -> None:
    async with database.transaction(DEFAULT_TRACKERS) as connection:
        await connection.execute(insert(DEFAULT_TRACKERS).values(**_ROW))
        meanwhile = await _count(database)

    assert meanwhile == 0
    assert await _count(database) == 1


async def test_transaction__what_was_read_first_is_still_so_when_it_is_written(
    database: Database,
) -> None:
    """Each is told what the one before it has set, whoever comes when."""
    subscriptions = Subscriptions(database)
    keys = [f"acme/widgets#{number}" for number in range(20)]

    before = await asyncio.gather(*[subscriptions.set_default_tracker("C1", key) for key in keys])

    last = await subscriptions.default_tracker("C1")
    assert {*before, last} == {None, *keys}


async def test_transaction__many_at_once_in_memory() -> None:
    database = Database(database_url("sqlite+aiosqlite:///:memory:"))
    subscriptions = Subscriptions(database)

    await asyncio.gather(
        *[subscriptions.set_default_tracker(f"C{number}", "acme/widgets#1") for number in range(20)]
    )

    assert await _count(database) == 20
    await database.close()
