"""Opening a database: the file, the connections with their limits, the newest tables."""

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, event, inspect, select, text
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import AsyncAdaptedQueuePool

from bot.store.address import is_in_memory, is_sqlite, place_of
from bot.store.files import make_file
from bot.store.migrations import HEAD
from bot.store.tables import SCHEMA_VERSION

BUSY_TIMEOUT_MS = 10_000
"""How long a statement waits for another process that writes; a write takes some milliseconds."""

READS_ONLY = "reads_only"
"""The option of a connection that a transaction on it writes nothing."""

_POSTGRES_LIMITS: dict[str, object] = {
    "connect_timeout": 10,  # seconds
    "keepalives_idle": 30,  # seconds; a server that is gone without a word is found out
    "keepalives_interval": 10,
    "keepalives_count": 3,
    "tcp_user_timeout": 30_000,  # milliseconds
}
"""Ours, where the address says nothing else.
https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-PARAMKEYWORDS"""

_POSTGRES_SESSION = (
    "SET statement_timeout = '30s'",
    "SET lock_timeout = '10s'",
    # Whoever stops in the middle of a transaction keeps nobody else waiting for ever.
    "SET idle_in_transaction_session_timeout = '60s'",
)

_MIGRATION_LOCK = 0x6E656D6F726C  # "nemorl": of all that lock something in this server, us
_MIGRATION_PATIENCE = (
    "SET LOCAL statement_timeout = 0",
    "SET LOCAL lock_timeout = '5min'",
    "SET LOCAL idle_in_transaction_session_timeout = 0",
)


async def opened(url: URL) -> AsyncEngine:
    """An engine on a database that has the newest tables.

    Raises `StoreFault` for a database of a newer version, else whatever the driver raises.
    """
    if is_sqlite(url):
        await asyncio.to_thread(_try_file, url)
    engine = _engine(url)
    try:
        await _bring_up_to_date(engine, place_of(url))
    except BaseException:
        await engine.dispose()
        raise
    return engine


def _engine(url: URL) -> AsyncEngine:
    # A payload belongs in no traceback: `hide_parameters`.
    if is_in_memory(url):
        # A second connection would have a database of its own.
        engine = create_async_engine(
            url, hide_parameters=True, poolclass=AsyncAdaptedQueuePool, pool_size=1, max_overflow=0
        )
    elif is_sqlite(url):
        engine = create_async_engine(url, hide_parameters=True)
    else:
        limits = {name: it for name, it in _POSTGRES_LIMITS.items() if name not in url.query}
        engine = create_async_engine(
            url, hide_parameters=True, pool_pre_ping=True, connect_args=limits
        )
        event.listen(engine.sync_engine, "connect", _prepare_postgres)
        return engine
    event.listen(engine.sync_engine, "connect", _prepare_sqlite)
    event.listen(engine.sync_engine, "begin", _begin_sqlite)
    return engine


def _try_file(url: URL) -> None:
    """Make the file, and raise what is wrong with it.

    The trial is not left to aiosqlite, whose thread may answer after the loop has closed when it
    cannot connect.
    """
    if url.database and not is_in_memory(url):
        make_file(Path(url.database))
    connect: Callable[..., sqlite3.Connection] = sqlite3.connect
    positional, named = url.get_dialect()().create_connect_args(url)
    with closing(connect(*positional, **named)) as connection:
        connection.execute("PRAGMA schema_version")


def _prepare_sqlite(connection: Any, _record: object) -> None:
    # First the patience, then what may need it: two processes that start together both ask for WAL.
    statements = (
        f"PRAGMA busy_timeout = {BUSY_TIMEOUT_MS}",
        "PRAGMA journal_mode = WAL",
        "PRAGMA synchronous = FULL",
        "PRAGMA foreign_keys = ON",
    )
    try:
        cursor = connection.cursor()
        for statement in statements:
            cursor.execute(statement)
        cursor.close()
    except BaseException:
        connection.close()  # nobody else would: the pool has not seen it yet
        raise


def _begin_sqlite(connection: Connection) -> None:
    # Who begins with reading and then writes cannot wait: SQLite answers "busy" at once, since
    # what was read may be out of date. https://www.sqlite.org/lang_transaction.html
    reads_only = connection.get_execution_options().get(READS_ONLY, False)
    connection.exec_driver_sql("BEGIN" if reads_only else "BEGIN IMMEDIATE")


def _prepare_postgres(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    for statement in _POSTGRES_SESSION:
        cursor.execute(statement)
    cursor.close()
    connection.commit()  # else the end of the first transaction would take them back


async def _bring_up_to_date(engine: AsyncEngine, place: str) -> None:
    """Make the newest tables, whoever else does the same; all of them or none."""
    async with engine.connect() as connection:
        await connection.execution_options(**{READS_ONLY: True})
        if await _version(connection) == HEAD:
            return
    # Heavy, and needed on one start of hundreds.
    from bot.store.migrating import migrate  # noqa: PLC0415

    async with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            for statement in _MIGRATION_PATIENCE:
                await connection.execute(text(statement))
            await connection.execute(text(f"SELECT pg_advisory_xact_lock({_MIGRATION_LOCK})"))
        if await _version(connection) != HEAD:
            await connection.run_sync(migrate, place=place)


async def _version(connection: AsyncConnection) -> str | None:
    """The newest migration that the database has; `None`: none."""
    there = await connection.run_sync(lambda sync: inspect(sync).has_table(SCHEMA_VERSION.name))
    if not there:
        return None
    found: str | None = await connection.scalar(select(SCHEMA_VERSION.c.version_num))
    return found
