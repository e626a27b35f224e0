"""The database: how it is opened, prepared and closed, and what its failures are called."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

from sqlalchemy import event, insert, select
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.schema import CreateTable

from bot.errors import StoreFault, UserError
from bot.store.tables import METADATA, SCHEMA, SCHEMA_VERSION

BUSY_TIMEOUT_MS = 10_000
"""How long a statement waits for another process that writes; a write takes some milliseconds."""

_DRIVERS = ("sqlite+aiosqlite", "postgresql+psycopg")
_ADDRESSES = "Write sqlite+aiosqlite:///PATH or postgresql+psycopg://USER@HOST/NAME."


class Database:
    """One database, opened and prepared when it is first used: building it cannot fail."""

    def __init__(self, url: URL) -> None:
        """Keep the address; nothing is opened yet."""
        self._url = url
        self._engine: AsyncEngine | None = None
        self._opening = asyncio.Lock()

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[AsyncConnection]:
        """A connection whose statements hold together; raises `StoreFault` when one fails."""
        try:
            async with self._opening:
                self._engine = self._engine or await _opened(self._url)
            async with self._engine.begin() as connection:
                yield connection
        except (DBAPIError, PoolTimeout, sqlite3.Error, OSError) as error:
            raise _fault(error, _place(self._url)) from error

    async def check(self) -> None:
        """Ask it something small; raises `StoreFault` when it cannot be used."""
        async with self.transaction() as connection:
            await connection.scalar(select(SCHEMA.c.version))

    async def close(self) -> None:
        """Give every connection back; the next use opens the database again."""
        engine, self._engine = self._engine, None
        if engine is not None:
            await engine.dispose()


def database_url(text: str) -> URL:
    """The address, read; raises `UserError` when it is none, or when its driver is missing."""
    try:
        url = make_url(text)
    except (ArgumentError, ValueError) as error:
        raise UserError("DATABASE_URL is no database address.", advice=_ADDRESSES) from error
    if "\0" in text:
        raise UserError("DATABASE_URL is no database address.", advice=_ADDRESSES)
    if (url.database or "").startswith("file:") or "uri" in url.query:
        raise UserError("DATABASE_URL may not have a file: address in it.", advice=_ADDRESSES)
    if url.drivername not in _DRIVERS:
        raise UserError("DATABASE_URL names an unknown kind of database.", advice=_ADDRESSES)
    try:
        url.get_dialect().import_dbapi()
    except ImportError as error:
        raise UserError(
            f"DATABASE_URL asks for {url.drivername}, and its driver is not installed.",
            advice="Install it beside this program: pip install 'psycopg[binary]'.",
        ) from error
    try:
        url.get_dialect()().create_connect_args(url)
    except (ArgumentError, ValueError, TypeError) as error:
        raise UserError("DATABASE_URL has an option that cannot be.", advice=_ADDRESSES) from error
    return url


async def _opened(url: URL) -> AsyncEngine:
    if _is_sqlite(url):
        await asyncio.to_thread(_try_file, url)
    # A payload belongs in no traceback.
    engine = create_async_engine(url, hide_parameters=True)
    if _is_sqlite(url):
        event.listen(engine.sync_engine, "connect", _prepare_sqlite)
    try:
        await _prepare_tables(engine, _place(url))
    except BaseException:
        await engine.dispose()
        raise
    return engine


def _is_sqlite(url: URL) -> bool:
    return url.get_backend_name() == "sqlite"


def _place(url: URL) -> str:
    """Where it is, for messages: never a user or a password."""
    if _is_sqlite(url):
        return url.database or "in memory"
    return str(URL.create(url.drivername, host=url.host, port=url.port, database=url.database))


def _try_file(url: URL) -> None:
    """Make the folder and the file, and raise what is wrong with them.

    They are for nobody else to read: snapshots may hold private repositories. The trial is not
    left to aiosqlite, whose thread may answer after the loop has closed when it cannot connect.
    """
    if url.database and url.database != ":memory:":
        file = Path(url.database)
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not file.exists():
            file.touch(mode=0o600)
    connect: Callable[..., sqlite3.Connection] = sqlite3.connect
    positional, named = url.get_dialect()().create_connect_args(url)
    with closing(connect(*positional, **named)) as connection:
        connection.execute("PRAGMA schema_version")


def _prepare_sqlite(connection: Any, _record: object) -> None:
    # First the patience, then what may need it: two processes that start together both ask for WAL.
    statements = (
        f"PRAGMA busy_timeout = {BUSY_TIMEOUT_MS}",
        "PRAGMA journal_mode = WAL",
        "PRAGMA synchronous = NORMAL",
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


async def _prepare_tables(engine: AsyncEngine, place: str) -> None:
    """Make what is missing, whoever else does the same; refuse what a newer program made."""
    async with engine.begin() as connection:
        for table in METADATA.sorted_tables:
            await connection.execute(CreateTable(table, if_not_exists=True))
    version = await _version(engine) or await _first_version(engine)
    if version is not None and version > SCHEMA_VERSION:
        raise StoreFault(
            f"The database {place} was written by a newer version of this program.",
            advice="Use the newer version, or name another database with DATABASE_URL.",
        )


async def _version(engine: AsyncEngine) -> int | None:
    async with engine.connect() as connection:
        found: int | None = await connection.scalar(select(SCHEMA.c.version))
        return found


async def _first_version(engine: AsyncEngine) -> int | None:
    """Write our version, unless somebody else was first: then theirs."""
    try:
        async with engine.begin() as connection:
            await connection.execute(insert(SCHEMA).values(id=1, version=SCHEMA_VERSION))
    except IntegrityError:
        return await _version(engine)
    return SCHEMA_VERSION


def _fault(error: Exception, place: str) -> StoreFault:
    """Our name for what the database says; its own words may hold data and go no further."""
    # Only the driver's own words: around them SQLAlchemy sets the statement and its values.
    said = str(error.orig if isinstance(error, DBAPIError) else error).lower()
    for words, what, advice in _FAULTS:
        if any(word in said for word in words):
            return StoreFault(what.format(place=place), advice=advice)
    return StoreFault(
        f"The database {place} cannot be used.", advice="Check DATABASE_URL, or name another one."
    )


_FAULTS = (
    (
        ("readonly", "read-only", "permission denied"),
        "The database {place} cannot be written.",
        "Let this program write it and its folder, or name another file with DATABASE_URL.",
    ),
    (
        ("not a database", "malformed", "file is encrypted"),
        "The file {place} is no database, or it is damaged.",
        "Move it away, or name another file with DATABASE_URL; a new one is made.",
    ),
    (
        ("unable to open", "not a directory", "file exists", "is a directory"),
        "The database {place} cannot be opened.",
        "Name a file in a folder that can be written: DATABASE_URL=sqlite+aiosqlite:///PATH.",
    ),
    (
        ("disk is full", "no space left", "disk i/o"),
        "The disk that holds the database {place} is full, or fails.",
        "Make room on it, or name a file elsewhere with DATABASE_URL.",
    ),
    (
        ("locked", "busy"),
        "Another process keeps the database {place} busy.",
        "Ask again; if it stays so, end the process that holds it.",
    ),
)
