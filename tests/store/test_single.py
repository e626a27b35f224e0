import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy.engine import URL, make_url

from bot.errors import StoreFault, UserError
from bot.store.engine import Database
from bot.store.single import only_run

_RUN = """
import asyncio, sys
from sqlalchemy.engine import make_url
from bot.store.single import only_run

async def main(url):
    async with only_run(make_url(url)):
        print("running", flush=True)
        sys.stdin.read()

asyncio.run(main(sys.argv[1]))
"""


@pytest.fixture
def file(tmp_path: Path) -> URL:
    return make_url(f"sqlite+aiosqlite:///{tmp_path}/data/x.db")


@contextmanager
def _running(url: URL) -> Iterator["subprocess.Popen[str]"]:
    pipe = subprocess.PIPE
    run = [sys.executable, "-c", _RUN, url.render_as_string()]
    with subprocess.Popen(run, stdin=pipe, stdout=pipe, text=True) as first:
        assert first.stdout is not None
        assert first.stdout.readline() == "running\n"
        yield first
        first.kill()


def _mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


async def test_only_run__a_second_process_is_refused_until_the_first_was_killed(file: URL) -> None:
    with _running(file) as first:
        with pytest.raises(UserError) as caught:
            await only_run(file).__aenter__()
        first.kill()
        first.wait()

        async with only_run(file):
            pass

    assert str(file.database) in str(caught.value)
    assert "PostgreSQL" in caught.value.advice


async def test_only_run__a_terminal_command_works_beside_it(file: URL) -> None:
    database = Database(file)

    async with only_run(file):
        await database.check()

    await database.close()


async def test_only_run__one_after_the_other(file: URL) -> None:
    for _ in range(2):
        async with only_run(file):
            pass


async def test_only_run__the_same_file_by_another_name(file: URL, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "data")
    other = make_url(f"sqlite+aiosqlite:///{tmp_path}/link/x.db")

    async with only_run(file):
        with pytest.raises(UserError):
            await only_run(other).__aenter__()


async def test_only_run__its_file_is_for_nobody_else(file: URL) -> None:
    before = os.umask(0)
    try:
        async with only_run(file):
            lock = Path(f"{file.database}.lock")
            assert _mode(lock) == 0o600
            assert _mode(lock.parent) == 0o700
    finally:
        os.umask(before)


async def test_only_run__a_folder_that_cannot_be(file: URL, tmp_path: Path) -> None:
    (tmp_path / "data").write_text("")

    with pytest.raises(StoreFault, match="cannot be locked"):
        await only_run(file).__aenter__()


@pytest.mark.parametrize("address", ["sqlite+aiosqlite://", "postgresql+psycopg://u@h/d"])
async def test_only_run__many_where_nothing_is_shared_or_all_of_it(address: str) -> None:
    async with only_run(make_url(address)), only_run(make_url(address)):
        pass
