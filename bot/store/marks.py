"""Marks: which trackers GitHub has told us to read, and by which deliveries."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Executable, case, delete, literal, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.engine import Database
from bot.store.tables import DELIVERIES, DIRTY_TRACKERS, Moment
from bot.store.upserts import upsert


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivery:
    """A webhook that is about trackers."""

    id: str
    """GitHub's; the same when it is sent again."""
    fingerprint: str
    """Of what it says: the same under whatever id it is sent."""
    tracker_keys: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Dirty:
    """A tracker is marked, and no reading has covered that."""

    count: int
    """How many marks it ever got: what a reading that begins now covers."""
    since: datetime
    """When the first came that is not covered, or later."""
    last_at: datetime


class Marks:
    """The marks of a database that several processes share.

    Marks are counted and not compared by moments: clocks of two machines may differ.
    """

    def __init__(self, database: Database) -> None:
        """Use this database; nothing is opened yet."""
        self._database = database

    async def mark_dirty(self, deliveries: Sequence[Delivery], *, now: datetime) -> None:
        """Mark the trackers of those that never came before, and remember these: both or none.

        At most some hundreds: SQLite takes 999 values in one statement where it was built long ago.
        """
        # In one order, so that no two replicas wait for each other.
        by_id = {one.id: one for one in sorted(deliveries, key=lambda one: one.id)}
        rows = [{"id": one.id, "fingerprint": one.fingerprint, "at": now} for one in by_id.values()]
        marks: Counter[str] = Counter()
        async with self._database.transaction() as connection:
            # One statement for all: what takes long is to go to the database and back.
            write = upsert(connection, DELIVERIES, rows, change=None).returning(DELIVERIES.c.id)
            for new in await connection.scalars(write):
                marks.update(set(by_id[new].tracker_keys))
            for key, count in sorted(marks.items()):
                await connection.execute(_marked(connection, key, count, now=now))

    async def dirty(self, tracker_key: str) -> Dirty | None:
        """What no reading has covered; `None` when there is nothing."""
        table = DIRTY_TRACKERS.c
        marked = select(table.marked, table.since, table.last_at).where(
            table.tracker_key == tracker_key, table.marked > table.covered
        )
        async with self._database.reading() as connection:
            found = (await connection.execute(marked)).first()
        if found is None:
            return None
        return Dirty(count=found.marked, since=found.since, last_at=found.last_at)

    async def cover(self, tracker_key: str, *, count: int) -> None:
        """A reading that began after so many marks has ended well; later ones stay."""
        table = DIRTY_TRACKERS.c
        covered = (
            update(DIRTY_TRACKERS)
            .where(table.tracker_key == tracker_key, table.covered < count)
            .values(covered=count, since=table.last_at)
        )
        async with self._database.transaction() as connection:
            await connection.execute(covered)

    async def forget(self, *, before: datetime) -> int:
        """Forget deliveries from before this moment; how many. Marks stay."""
        async with self._database.transaction() as connection:
            gone = await connection.execute(delete(DELIVERIES).where(DELIVERIES.c.at < before))
        return gone.rowcount


def _marked(connection: AsyncConnection, key: str, count: int, *, now: datetime) -> Executable:
    """The statement that counts so many marks more."""
    table = DIRTY_TRACKERS.c
    first = {"tracker_key": key, "marked": count, "covered": 0, "since": now, "last_at": now}
    again = {
        "marked": table.marked + count,
        "since": case((table.marked == table.covered, literal(now, Moment())), else_=table.since),
        "last_at": now,
    }
    return upsert(connection, DIRTY_TRACKERS, first, change=again)
