"""What a PostgreSQL server may do to us, and what we say then."""

import asyncio
import traceback
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime

import pytest
from sqlalchemy import text

from bot.errors import StoreFault
from bot.store.claims import Claims
from bot.store.engine import Database, database_url
from tests.store.databases import Postgres

NOW = datetime(2026, 8, 24, 16, 0, tzinfo=UTC)
_END_OTHERS = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid()
"""

pytestmark = pytest.mark.usefixtures("postgres")


@pytest.fixture
def url(postgres: Postgres) -> str:
    return postgres.url


async def _fault(database: Database) -> StoreFault:
    with pytest.raises(StoreFault) as caught:
        await database.check()
    await database.close()
    return caught.value


@asynccontextmanager
async def _refusing(code: str, words: str) -> AsyncIterator[str]:
    """The address of a server that answers every connection with this error."""
    fields = f"SFATAL\0VFATAL\0C{code}\0M{words}\0\0".encode()
    answer = b"E" + (len(fields) + 4).to_bytes(4, "big") + fields

    async def refuse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(1024)
        writer.write(answer)
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(refuse, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    plain = "sslmode=disable&gssencmode=disable"
    yield f"postgresql+psycopg://bot:hunter2@127.0.0.1:{port}/nemo?{plain}"
    server.close()
    await server.wait_closed()


@pytest.mark.parametrize(
    ("code", "words", "says"),
    [
        ("28P01", 'password authentication failed for user "bot"', "user or password"),
        ("28000", 'no pg_hba.conf entry for host "::1", user "bot"', "user or password"),
        ("3D000", 'database "nemo" does not exist', "no database"),
        ("28000", 'role "bot" does not exist', "does not know this user"),
        ("53300", "sorry, too many clients already", "no connection left"),
        ("53300", "remaining connection slots are reserved", "no connection left"),
        ("57P03", "the database system is starting up", "ended the connection"),
        ("57P01", "the database system is shutting down", "ended the connection"),
    ],
)
async def test_connecting__a_server_that_refuses(code: str, words: str, says: str) -> None:
    async with _refusing(code, words) as url:
        fault = await _fault(Database(database_url(url)))

    assert says in str(fault)
    assert fault.advice
    assert "hunter2" not in "".join(traceback.format_exception(fault)) + fault.advice
    assert "bot:" not in str(fault)


@pytest.mark.parametrize(
    ("address", "says"),
    [
        pytest.param("postgresql+psycopg://u@127.0.0.1:1/d", "cannot be reached", id="no server"),
        pytest.param(
            "postgresql+psycopg://u@/d?host=/nowhere", "cannot be reached", id="no socket"
        ),
    ],
)
async def test_connecting__nobody_there(address: str, says: str) -> None:
    assert says in str(await _fault(Database(database_url(address))))


async def test_connecting__a_database_that_is_not_there(postgres: Postgres) -> None:
    fault = await _fault(Database(database_url(postgres.url_of("nowhere"))))

    assert str(fault) == "There is no database postgresql+psycopg:///nowhere."
    assert "createdb" in fault.advice


async def test_connecting__a_user_who_is_not_known(postgres: Postgres) -> None:
    url = postgres.address.set(username="nobody").render_as_string(hide_password=False)

    assert "does not know this user" in str(await _fault(Database(database_url(url))))


async def test_connection__lost_in_the_middle_and_back_at_the_next_use(
    postgres: Postgres, database: Database
) -> None:
    claims = Claims(database)
    await claims.once("before", now=NOW)

    async def lost() -> None:
        async with database.transaction() as connection:
            await connection.execute(text("DELETE FROM claims"))
            postgres.run(_END_OTHERS, name=str(database_url(postgres.url).database))
            await connection.execute(text("SELECT 1"))

    with pytest.raises(StoreFault, match="connection"):
        await lost()

    assert not await claims.once("before", now=NOW)


async def test_connection__lost_while_nobody_used_it_is_not_noticed(
    postgres: Postgres, database: Database
) -> None:
    await database.check()
    postgres.run(_END_OTHERS, name=str(database_url(postgres.url).database))

    await database.check()


async def test_transaction__a_server_that_takes_too_long(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    await database.check()
    monkeypatch.setattr("bot.store.engine.ANSWER_WITHIN_SECONDS", 0.1)

    with pytest.raises(StoreFault, match="does not answer in time"):
        async with database.transaction() as connection:
            await connection.execute(text("SELECT pg_sleep(20)"))

    monkeypatch.undo()
    await database.check()


async def test_transaction__a_table_that_somebody_keeps(
    postgres: Postgres, database: Database
) -> None:
    async def waiting() -> None:
        async with database.transaction() as connection:
            await connection.execute(text("SET LOCAL lock_timeout = '50ms'"))
            await connection.execute(text("DELETE FROM claims"))

    name = str(database_url(postgres.url).database)
    with postgres.connected(name) as other, other.transaction():
        other.execute("LOCK TABLE claims")

        with pytest.raises(StoreFault, match="Another process keeps"):
            await waiting()


async def test_session__has_its_limits(database: Database) -> None:
    names = ("statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout")

    async with database.reading() as connection:
        found = [await connection.scalar(text(f"SHOW {name}")) for name in names]

    assert found == ["30s", "10s", "1min"]
