"""Stored readings: payloads by tracker and moment, and how much history is kept."""

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Select, delete, func, select

from bot.store.engine import Database
from bot.store.tables import DIGESTS, SNAPSHOTS
from bot.store.upserts import upsert

KEEP_ALL = timedelta(hours=48)
KEEP_DAYS = 100
"""Of so many days (UTC) that had a reading the newest one is kept: a quarter, and some room."""
KEEP_WEEKS = 106
"""Of so many weeks (ISO, UTC) that had a reading the newest one is kept: two years, and some."""

_DELETE_AT_ONCE = 500
"""SQLite takes at most 999 values in one statement where it was built long ago."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """One stored reading."""

    as_of: datetime
    payload: bytes


class Snapshots:
    """The stored readings of a database."""

    def __init__(self, database: Database) -> None:
        """Use this database; nothing is opened yet."""
        self._database = database

    async def save_snapshot(self, tracker_key: str, as_of: datetime, payload: bytes) -> None:
        """Keep this reading; one of the same tracker and moment is replaced."""
        new = {"tracker_key": tracker_key, "as_of": as_of, "payload": payload}
        same = (SNAPSHOTS.c.tracker_key, SNAPSHOTS.c.as_of)
        async with self._database.transaction() as connection:
            await connection.execute(
                upsert(connection, SNAPSHOTS, new, change={"payload": payload}, same=same)
            )

    async def newest_snapshot(self, tracker_key: str) -> Kept | None:
        """The newest reading of this tracker; `None` when there is none."""
        return await self._first(_newest_first(tracker_key))

    async def snapshot_before(self, tracker_key: str, moment: datetime) -> Kept | None:
        """The newest reading of this tracker from before this moment; `None` when there is none."""
        return await self._first(_newest_first(tracker_key).where(SNAPSHOTS.c.as_of < moment))

    async def snapshot_at(self, tracker_key: str, as_of: datetime) -> Kept | None:
        """The reading of this tracker from this very moment; `None` when there is none."""
        return await self._first(_newest_first(tracker_key).where(SNAPSHOTS.c.as_of == as_of))

    async def newest_as_of(self, tracker_key: str) -> datetime | None:
        """From when the newest reading is, without fetching it; `None` when there is none."""
        newest = select(func.max(SNAPSHOTS.c.as_of)).where(SNAPSHOTS.c.tracker_key == tracker_key)
        async with self._database.reading() as connection:
            as_of: datetime | None = await connection.scalar(newest)
        return as_of

    async def prune_snapshots(self, tracker_key: str, *, now: datetime) -> int:
        """Forget the readings of this tracker that neither history nor a digest needs; how many."""
        of_digests = select(DIGESTS.c.as_of).where(DIGESTS.c.tracker_key == tracker_key)
        of_all = select(SNAPSHOTS.c.id, SNAPSHOTS.c.as_of).where(
            SNAPSHOTS.c.tracker_key == tracker_key
        )
        async with self._database.transaction(SNAPSHOTS) as connection:
            by_moment = {as_of: key for key, as_of in await connection.execute(of_all)}
            named = {as_of for (as_of,) in await connection.execute(of_digests)}
            kept = kept_moments(by_moment, now=now) | named
            gone = [key for as_of, key in by_moment.items() if as_of not in kept]
            for start in range(0, len(gone), _DELETE_AT_ONCE):
                some = gone[start : start + _DELETE_AT_ONCE]
                await connection.execute(delete(SNAPSHOTS).where(SNAPSHOTS.c.id.in_(some)))
        return len(gone)

    async def _first(self, statement: Select[datetime, bytes]) -> Kept | None:
        async with self._database.reading() as connection:
            found = (await connection.execute(statement.limit(1))).first()
        return None if found is None else Kept(as_of=found.as_of, payload=found.payload)


def kept_moments(moments: Iterable[datetime], *, now: datetime) -> frozenset[datetime]:
    """Which readings history needs.

    All of the 48 hours up to the newest reading, then the newest of each day for 100 days, and of
    each week for 106 weeks. Days and weeks without a reading do not count: however wrong the clock
    is, and whatever it dates a reading, history is thinned out by what came and never by its age.
    A reading that is ahead of the clock is kept.
    """
    newest_first = sorted(moments, reverse=True)
    newest = next((at for at in newest_first if at <= now), now)
    days = _newest_of_each(newest_first, lambda at: at.date().toordinal())
    weeks = _newest_of_each(newest_first, lambda at: tuple(at.isocalendar())[:2])
    recent = [at for at in newest_first if newest - at <= KEEP_ALL]
    return frozenset([*recent, *days[:KEEP_DAYS], *weeks[:KEEP_WEEKS]])


def _newest_of_each(
    newest_first: Iterable[datetime], period: Callable[[datetime], Hashable]
) -> list[datetime]:
    """The newest reading of each period that has one, the newest period first."""
    newest: dict[Hashable, datetime] = {}
    for at in newest_first:
        newest.setdefault(period(at), at)
    return list(newest.values())


def _newest_first(tracker_key: str) -> Select[datetime, bytes]:
    return (
        select(SNAPSHOTS.c.as_of, SNAPSHOTS.c.payload)
        .where(SNAPSHOTS.c.tracker_key == tracker_key)
        .order_by(SNAPSHOTS.c.as_of.desc())
    )
