"""Incidents: what maintainers are told in their weekly note, or at once."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Row, delete, select

from bot.store.engine import Database
from bot.store.tables import INCIDENTS
from bot.store.upserts import upsert


@dataclass(frozen=True, slots=True, kw_only=True)
class Incident:
    """Something that went wrong and that a maintainer can mend."""

    key: str
    """What makes it the same one again: `unreachable:U012`, `refused:C012`; told once a week."""
    said: str
    """A sentence: what happened and what to do. Names nobody's private rows."""
    first_at: datetime
    last_at: datetime
    count: int = 1


class Incidents:
    """The incidents of a database that no note has told yet."""

    def __init__(self, database: Database) -> None:
        """Use this database; nothing is opened yet."""
        self._database = database

    async def note(self, key: str, said: str, *, now: datetime) -> None:
        """It happened (again): the newest sentence stands, the count goes up."""
        row = {"said": said, "last_at": now}
        async with self._database.transaction() as connection:
            new = {"key": key, "first_at": now, "count": 1, **row}
            again = {"count": INCIDENTS.c.count + 1, **row}
            await connection.execute(upsert(connection, INCIDENTS, new, change=again))

    async def untold(self) -> tuple[Incident, ...]:
        """What no note has told, oldest first."""
        oldest_first = select(INCIDENTS).order_by(INCIDENTS.c.first_at, INCIDENTS.c.key)
        async with self._database.reading() as connection:
            return tuple([_incident(row) for row in await connection.execute(oldest_first)])

    async def told(self, keys: Sequence[str], *, until: datetime) -> None:
        """A note told these; what happened after `until` stays."""
        these = INCIDENTS.c.key.in_(keys) & (INCIDENTS.c.last_at <= until)
        async with self._database.transaction() as connection:
            await connection.execute(delete(INCIDENTS).where(these))


def _incident(row: Row[Any]) -> Incident:
    return Incident(**row._asdict())
