"""The database: how it is opened and closed, and how its statements hold together."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from sqlalchemy import Table, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.store.address import database_url, is_sqlite, place_of
from bot.store.faults import store_fault
from bot.store.opening import READS_ONLY, opened
from bot.store.tables import SCHEMA_VERSION

__all__ = ["Database", "database_url"]

ANSWER_WITHIN_SECONDS = 60
"""The longest that a PostgreSQL may take for one transaction: its own limits are shorter, and do
not help when the machine is gone or stands still."""


class Database:
    """One database, opened and prepared when it is first used: building it cannot fail."""

    def __init__(self, url: URL) -> None:
        """Keep the address; nothing is opened yet."""
        self._url = url
        self._engine: AsyncEngine | None = None
        self._opening = asyncio.Lock()
        # SQLite lets one write at a time; those who wait for it in a queue are not kept waiting by
        # luck, as in its own waiting, nor each with a thread and a connection.
        self._writing = asyncio.Lock()

    @asynccontextmanager
    async def transaction(self, *read_first: Table) -> AsyncIterator[AsyncConnection]:
        """A connection whose statements hold together; raises `StoreFault` when one fails.

        It is for writing: on SQLite nobody else writes meanwhile. Where what is written depends on
        what was read, name the tables: on PostgreSQL nobody else writes those then.
        """
        async with AsyncExitStack() as stack:
            if is_sqlite(self._url):
                await stack.enter_async_context(self._writing)
            connection = await stack.enter_async_context(self._connection(reads_only=False))
            if not is_sqlite(self._url):
                for table in sorted(read_first, key=lambda table: table.name):
                    lock = f"LOCK TABLE {table.name} IN SHARE ROW EXCLUSIVE MODE"
                    await connection.execute(text(lock))
            yield connection

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """The same for reading only: it neither waits for who writes nor keeps them waiting."""
        async with self._connection(reads_only=True) as connection:
            yield connection

    async def check(self) -> None:
        """Ask it something small; raises `StoreFault` when it cannot be used."""
        async with self.reading() as connection:
            await connection.execute(SCHEMA_VERSION.select())

    async def close(self) -> None:
        """Give every connection back; the next use opens the database again."""
        engine, self._engine = self._engine, None
        if engine is not None:
            await engine.dispose()

    @asynccontextmanager
    async def _connection(self, *, reads_only: bool) -> AsyncIterator[AsyncConnection]:
        try:
            async with self._opening:
                self._engine = self._engine or await opened(self._url)
            engine = self._engine.execution_options(**{READS_ONLY: reads_only})
            # A statement on SQLite is over in time, and a thread that is at it cannot be stopped.
            limit = None if is_sqlite(self._url) else ANSWER_WITHIN_SECONDS
            async with asyncio.timeout(limit), engine.begin() as connection:
                yield connection
        except (DBAPIError, PoolTimeout, sqlite3.Error, OSError) as error:
            raise store_fault(error, place_of(self._url)) from error
