"""Database addresses: how they are read, and how they are said."""

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from bot.errors import UserError

_DRIVERS = ("sqlite+aiosqlite", "postgresql+psycopg")
_ADDRESSES = "Write sqlite+aiosqlite:///PATH or postgresql+psycopg://USER@HOST/NAME."


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
            advice="Install it with this program: pip install 'nemorl-status[postgres]'.",
        ) from error
    try:
        url.get_dialect()().create_connect_args(url)
    except (ArgumentError, ValueError, TypeError) as error:
        raise UserError("DATABASE_URL has an option that cannot be.", advice=_ADDRESSES) from error
    return url


def is_sqlite(url: URL) -> bool:
    """Whether it is a file of this machine, or in memory."""
    return url.get_backend_name() == "sqlite"


def place_of(url: URL) -> str:
    """Where it is, for messages: never a user or a password."""
    if is_sqlite(url):
        return url.database or "in memory"
    return str(URL.create(url.drivername, host=url.host, port=url.port, database=url.database))


def is_in_memory(url: URL) -> bool:
    """Whether it is gone with the process."""
    return is_sqlite(url) and url.database in (None, "", ":memory:")
