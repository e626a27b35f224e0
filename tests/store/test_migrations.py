"""Opening databases that are new, older, newer or of somebody else, on both kinds."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, inspect, text
from sqlalchemy.engine import make_url

from bot.errors import StoreFault
from bot.store import migrations
from bot.store.claims import Claims
from bot.store.engine import Database, database_url
from bot.store.migrating import SCRIPTS
from bot.store.migrations import HEAD
from bot.store.tables import METADATA

NOW = datetime(2026, 8, 19, 12, 0, tzinfo=UTC)
_NEXT = """
import sqlalchemy as sa
from alembic import op

revision = "next"
down_revision = {head!r}


def upgrade() -> None:
    op.create_table("more", sa.Column("id", sa.Integer))
    op.execute("UPDATE claims SET holder = 'next'")
    op.execute({last!r})
"""


@contextmanager
def _connection(url: str) -> Iterator[Connection]:
    """Past our own engine."""
    engine = create_engine(make_url(url.replace("+aiosqlite", "")))
    with engine.begin() as connection:
        yield connection
    engine.dispose()


async def _use(url: str) -> None:
    database = Database(database_url(url))
    try:
        await database.check()
    finally:
        await database.close()


async def _claim(url: str, key: str) -> bool:
    database = Database(database_url(url))
    once = await Claims(database).once(key, now=NOW)
    await database.close()
    return once


@pytest.fixture
def next_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of one more step than there is."""
    scripts = tmp_path / "scripts"
    (scripts / "versions").mkdir(parents=True)
    ours = Path(migrations.__file__).parent
    for file in ("env.py", *[f"versions/{one.name}" for one in ours.glob("versions/v*.py")]):
        (scripts / file).write_bytes((ours / file).read_bytes())
    monkeypatch.setattr("bot.store.migrating.SCRIPTS", str(scripts))
    monkeypatch.setattr("bot.store.opening.HEAD", "next")
    return scripts / "versions" / "next.py"


def _write(step: Path, *, last: str) -> None:
    step.write_text(_NEXT.format(head=HEAD, last=last))


def test_head__is_the_newest_step() -> None:
    config = Config()
    config.set_main_option("script_location", SCRIPTS)

    assert ScriptDirectory.from_config(config).get_heads() == [HEAD]


async def test_migrations__end_in_the_tables_that_the_program_knows(empty_url: str) -> None:
    await _use(empty_url)

    with _connection(empty_url) as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, METADATA) == []


async def test_opening__by_many_at_once(empty_url: str) -> None:
    claimed = await asyncio.gather(*[_claim(empty_url, "x") for _ in range(4)])

    assert sum(claimed) == 1


async def test_opening__of_an_older_one_takes_the_next_step(
    empty_url: str, next_step: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as older:
        older.setattr("bot.store.opening.HEAD", HEAD)
        assert await _claim(empty_url, "x")
    _write(next_step, last="SELECT 1")

    assert not await _claim(empty_url, "x")

    with _connection(empty_url) as connection:
        assert connection.scalar(text("SELECT holder FROM claims")) == "next"
        assert connection.scalar(text("SELECT version_num FROM alembic_version")) == "next"


async def test_opening__a_step_that_fails_leaves_it_as_it_was(
    empty_url: str, next_step: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as older:
        older.setattr("bot.store.opening.HEAD", HEAD)
        assert await _claim(empty_url, "x")
    _write(next_step, last="SELECT nonsense")

    with pytest.raises(StoreFault):
        await _use(empty_url)

    with _connection(empty_url) as connection:
        assert connection.scalar(text("SELECT holder FROM claims")) == ""
        assert connection.scalar(text("SELECT version_num FROM alembic_version")) == HEAD
        assert not inspect(connection).has_table("more")


async def test_opening__a_step_that_fails_leaves_a_new_one_empty(
    empty_url: str, next_step: Path
) -> None:
    _write(next_step, last="SELECT nonsense")

    with pytest.raises(StoreFault):
        await _use(empty_url)

    with _connection(empty_url) as connection:
        assert inspect(connection).get_table_names() == []


async def test_opening__of_a_newer_one_is_refused_and_nothing_changed(empty_url: str) -> None:
    assert await _claim(empty_url, "x")
    with _connection(empty_url) as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        connection.execute(text("DROP TABLE snapshots"))

    with pytest.raises(StoreFault, match="newer version") as caught:
        await _use(empty_url)

    assert "DATABASE_URL" in caught.value.advice
    with _connection(empty_url) as connection:
        assert not inspect(connection).has_table("snapshots")


async def test_opening__beside_tables_of_somebody_else(empty_url: str) -> None:
    if empty_url.startswith("sqlite"):
        Path(empty_url.removeprefix("sqlite+aiosqlite:///")).parent.mkdir()
    with _connection(empty_url) as connection:
        connection.execute(text("CREATE TABLE links (id INTEGER)"))

    with pytest.raises(StoreFault, match="tables of another program"):
        await _use(empty_url)

    with _connection(empty_url) as connection:
        assert inspect(connection).get_table_names() == ["links"]


_QUIET = """
import asyncio, sys
from bot.store.engine import Database, database_url

async def main(url):
    database = Database(database_url(url))
    await database.check()
    await database.close()

asyncio.run(main(sys.argv[1]))

from bot.__main__ import main
sys.argv[1:] = ["--help"]
try:
    main()
except SystemExit:
    pass
print("loaded:", [name for name in sys.modules if name.split(".")[0] in ("alembic", "filelock")])
"""


@pytest.mark.parametrize("empty_url", ["sqlite"], indirect=True)
async def test_opening__of_one_that_is_up_to_date_loads_nothing_heavy(empty_url: str) -> None:
    await _use(empty_url)

    run = [sys.executable, "-c", _QUIET, empty_url]
    done = await asyncio.to_thread(subprocess.run, run, capture_output=True, text=True, check=True)

    assert done.stdout.endswith("loaded: []\n")
