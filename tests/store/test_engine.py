import os
import sqlite3
import stat
import sys
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.errors import StoreFault, UserError
from bot.store.engine import Database, database_url
from bot.store.migrations import HEAD
from bot.store.snapshots import Snapshots
from bot.store.tables import CLAIMS

NOW = datetime(2026, 8, 19, 12, 0, tzinfo=UTC)


@pytest.fixture
def url(tmp_path: Path) -> str:
    """Of a file that is not there yet: what happens on disk is what these tests are about."""
    return f"sqlite+aiosqlite:///{tmp_path}/data/nemorl-status.db"


@pytest.fixture
async def database(url: str) -> AsyncIterator[Database]:
    database = Database(database_url(url))
    yield database
    await database.close()


def _file(url: str) -> Path:
    return Path(url.removeprefix("sqlite+aiosqlite:///"))


async def _fault(url: str) -> StoreFault:
    """What the first use of this database says."""
    database = Database(database_url(url))
    with pytest.raises(StoreFault) as caught:
        await Snapshots(database).save_snapshot("t", NOW, b"x")
    await database.close()
    return caught.value


async def test_database__is_for_nobody_else(url: str, database: Database) -> None:
    before = os.umask(0)
    async with database.transaction() as connection:
        await connection.execute(CLAIMS.delete())
        modes = _modes(_file(url).parent)
    os.umask(before)

    assert modes.pop("data") == 0o700
    assert set(modes) == {_file(url).name + end for end in ("", "-wal", "-shm")}
    assert set(modes.values()) == {0o600}


def _modes(folder: Path) -> dict[str, int]:
    """Of a folder and what is in it."""
    files = [folder, *folder.iterdir()]
    return {file.name: stat.S_IMODE(file.stat().st_mode) for file in files}


async def test_database__only_one_name_is_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    database = Database(database_url("sqlite+aiosqlite:///:memory:x"))

    await database.check()
    await database.close()

    assert stat.S_IMODE((tmp_path / ":memory:x").stat().st_mode) == 0o600


async def test_database__writes_ahead_and_keeps_its_version(url: str, snapshots: Snapshots) -> None:
    await snapshots.save_snapshot("t", NOW, b"x")

    with sqlite3.connect(_file(url)) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        found = connection.execute("SELECT version_num FROM alembic_version").fetchall()
    connection.close()
    assert found == [(HEAD,)]


async def test_database__building_it_opens_nothing(url: str) -> None:
    database = Database(database_url(url))
    await database.close()

    assert not _file(url).parent.exists()


async def test_database__opens_again_after_it_was_closed(
    database: Database, snapshots: Snapshots
) -> None:
    await snapshots.save_snapshot("t", NOW, b"x")
    await database.close()

    assert await snapshots.newest_snapshot("t") is not None


async def test_check__a_database_that_can_be_used(database: Database) -> None:
    await database.check()


async def test_check__one_that_cannot(tmp_path: Path) -> None:
    database = Database(database_url(f"sqlite+aiosqlite:///{tmp_path}"))

    with pytest.raises(StoreFault):
        await database.check()


async def test_database__in_memory_for_one_process() -> None:
    database = Database(database_url("sqlite+aiosqlite:///:memory:"))
    snapshots = Snapshots(database)

    await snapshots.save_snapshot("t", NOW, b"x")

    assert await snapshots.newest_snapshot("t") is not None
    await database.close()


async def test_database__a_file_that_is_no_database(url: str) -> None:
    _file(url).parent.mkdir()
    _file(url).write_text("Dear diary, " * 200)

    fault = await _fault(url)

    assert "is no database" in str(fault)
    assert "Move it away" in fault.advice
    assert _file(url).read_text().startswith("Dear diary")


async def test_database__a_file_that_was_cut_off(url: str) -> None:
    database = Database(database_url(url))
    snapshots = Snapshots(database)
    for number in range(50):
        await snapshots.save_snapshot(f"t{number}", NOW, bytes(5_000))
    await database.close()
    whole = _file(url).read_bytes()
    _file(url).write_bytes(whole[: len(whole) // 2])

    fault = await _fault(url)

    assert "damaged" in str(fault)


async def test_database__a_folder_where_the_file_should_be(url: str) -> None:
    _file(url).mkdir(parents=True)

    assert "cannot be opened" in str(await _fault(url))


async def test_database__a_file_where_its_folder_should_be(url: str) -> None:
    _file(url).parent.write_text("")

    fault = await _fault(url)

    assert "cannot be opened" in str(fault)
    assert "DATABASE_URL" in fault.advice


async def test_database__a_file_that_cannot_be_written(url: str, database: Database) -> None:
    await database.check()
    await database.close()
    # Not by its mode: whoever runs the tests as root may write everything.
    # https://www.sqlite.org/fileformat.html#file_format_version_numbers: above 2 is read-only.
    content = bytearray(_file(url).read_bytes())
    content[18] = 3
    _file(url).write_bytes(content)

    fault = await _fault(url)

    assert "cannot be written" in str(fault)


async def test_database__a_failure_is_not_named_for_what_was_written(url: str) -> None:
    _file(url).parent.mkdir(parents=True)
    with sqlite3.connect(_file(url)) as connection:
        connection.execute("CREATE TABLE snapshots (id INTEGER)")
    connection.close()
    database = Database(database_url(url))

    with pytest.raises(StoreFault) as caught:
        await Snapshots(database).save_snapshot("busy/read-only#1", NOW, b"x")
    await database.close()

    assert "tables of another program" in str(caught.value)
    assert "busy/read-only#1" not in str(caught.value.__cause__)


async def test_database__a_newer_version_is_left_alone(url: str, snapshots: Snapshots) -> None:
    await snapshots.save_snapshot("t", NOW, b"x")
    with sqlite3.connect(_file(url)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()

    fault = await _fault(url)

    assert "newer version" in str(fault)
    assert "DATABASE_URL" in fault.advice


@pytest.mark.parametrize(
    ("text", "says"),
    [
        pytest.param("nonsense", "no database address", id="no address"),
        pytest.param("mysql+aiomysql://u:hunter2@h/d", "unknown kind", id="another database"),
        pytest.param("sqlite:///x.db", "unknown kind", id="the driver without asyncio"),
        pytest.param("sqlite+aiosqlite:///file:x.db", "file: address", id="file:"),
        pytest.param("sqlite+aiosqlite:///x.db?mode=ro&uri=true", "file: address", id="uri"),
        pytest.param("postgresql+psycopg://u:hunter2@h:port/d", "no database", id="a bad port"),
        pytest.param("sqlite+aiosqlite:///a\0hunter2.db", "no database address", id="a NUL"),
        pytest.param(
            "sqlite+aiosqlite:///x.db?timeout=hunter2", "an option that cannot be", id="an option"
        ),
    ],
)
def test_database_url__mistakes(text: str, says: str) -> None:
    with pytest.raises(UserError) as caught:
        database_url(text)

    assert says in str(caught.value)
    assert caught.value.advice
    assert "hunter2" not in str(caught.value) + caught.value.advice


def test_database_url__a_driver_that_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)

    with pytest.raises(UserError, match="not installed") as caught:
        database_url("postgresql+psycopg://u:hunter2@h/d")

    assert "nemorl-status[postgres]" in caught.value.advice
    assert "hunter2" not in str(caught.value) + caught.value.advice
