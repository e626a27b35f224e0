"""One running bot on a file: a second one is refused. Replicas need PostgreSQL."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from filelock import FileLock, Timeout
from sqlalchemy.engine import URL

from bot.errors import StoreFault, UserError
from bot.store.address import is_in_memory, is_sqlite
from bot.store.files import make_folder


@asynccontextmanager
async def only_run(url: URL) -> AsyncIterator[None]:
    """Within this, no second bot runs on this database; terminal commands do not ask for it.

    Raises `UserError` when one runs already, and `StoreFault` when that cannot be found out. The
    operating system frees the lock when the process ends, however it ends. PostgreSQL is made for
    several at once, and nobody else sees what is in memory: for them nothing is done.
    """
    if not is_sqlite(url) or is_in_memory(url):
        yield
        return
    file = _file(str(url.database))
    lock = FileLock(f"{file}.lock", mode=0o600, blocking=False, thread_local=False)
    try:
        make_folder(file.parent)
        lock.acquire()
    except Timeout as error:
        raise UserError(
            f"A bot is already running on the database {file}.",
            advice="End it before you start another one. Replicas need one PostgreSQL: set"
            " DATABASE_URL.",
        ) from error
    except OSError as error:
        raise StoreFault(
            f"The database {file} cannot be locked: {error.strerror or 'its folder refuses'}.",
            advice="Name a file in a folder that can be written: DATABASE_URL=sqlite+aiosqlite:///"
            "PATH.",
        ) from error
    try:
        yield
    finally:
        lock.release()


def _file(name: str) -> Path:
    return Path(name).resolve()  # whatever links lead to it, it is one file
