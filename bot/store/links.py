"""Links between names, logins and Slack ids that were made in Slack."""

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Row, delete, insert, select

from bot.store.engine import Database
from bot.store.tables import LINKS


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredLink:
    """One link. Who made it for themself gets messages by it, and no rights."""

    name: str
    """As an index writes it."""
    github: str | None
    slack: str
    by: str
    """Slack id of who made it."""
    by_maintainer: bool
    at: datetime


class Links:
    """The links of a database: of a name one, and of a Slack id one."""

    def __init__(self, database: Database) -> None:
        """Use this database; nothing is opened yet."""
        self._database = database

    async def all(self) -> tuple[StoredLink, ...]:
        """Every one, oldest first."""
        oldest_first = select(LINKS).order_by(LINKS.c.at, LINKS.c.name)
        async with self._database.reading() as connection:
            return tuple([_link(row) for row in await connection.execute(oldest_first)])

    async def put(self, link: StoredLink) -> tuple[StoredLink, ...]:
        """Write it in place of whatever has its name (folded by the caller) or Slack id.

        Returns what was there. A link that somebody made for themself replaces neither a
        maintainer's nor another person's: then nothing is written, and what stands is returned.
        """
        same = (LINKS.c.name == link.name) | (LINKS.c.slack == link.slack)
        async with self._database.transaction(LINKS) as connection:
            found = await connection.execute(select(LINKS).where(same).order_by(LINKS.c.at))
            before = tuple([_link(row) for row in found])
            if link.by_maintainer or not any(goes_before(old, link) for old in before):
                await connection.execute(delete(LINKS).where(same))
                await connection.execute(insert(LINKS).values(**asdict(link)))
        return before

    async def remove(self, name: str) -> StoredLink | None:
        """Take it out; returns what was there."""
        gone = delete(LINKS).where(LINKS.c.name == name).returning(LINKS)
        async with self._database.transaction() as connection:
            row = (await connection.execute(gone)).first()
        return None if row is None else _link(row)

    async def forget(self, slack: str) -> None:
        """Whatever links this Slack id."""
        async with self._database.transaction() as connection:
            await connection.execute(delete(LINKS).where(LINKS.c.slack == slack))


def goes_before(old: StoredLink, own: StoredLink) -> bool:
    """Whether a link that somebody makes for themself may not go over the old one."""
    return old.by_maintainer or old.slack != own.slack


def _link(row: Row[Any]) -> StoredLink:
    return StoredLink(**row._asdict())
