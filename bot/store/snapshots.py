"""Stored readings: payloads by tracker and moment, and how much history is kept."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Select, delete, insert, select

from bot.store.engine import Database
from bot.store.tables import SNAPSHOTS

KEEP_ALL = timedelta(hours=48)
KEEP_DAYS = timedelta(days=100)
"""For so long the newest of each day (UTC) is kept: a quarter, and some room."""
KEEP_WEEKS = timedelta(days=2 * 366)
"""For so long the newest of each week (ISO, UTC) is kept."""

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
        same = (SNAPSHOTS.c.tracker_key == tracker_key) & (SNAPSHOTS.c.as_of == as_of)
        new = {"tracker_key": tracker_key, "as_of": as_of, "payload": payload}
        async with self._database.transaction() as connection:
            await connection.execute(delete(SNAPSHOTS).where(same))
            await connection.execute(insert(SNAPSHOTS).values(new))

    async def newest_snapshot(self, tracker_key: str) -> Kept | None:
        """The newest reading of this tracker; `None` when there is none."""
        return await self._first(_newest_first(tracker_key))

    async def snapshot_before(self, tracker_key: str, moment: datetime) -> Kept | None:
        """The newest reading of this tracker from before this moment; `None` when there is none."""
        return await self._first(_newest_first(tracker_key).where(SNAPSHOTS.c.as_of < moment))

    async def prune_snapshots(self, tracker_key: str, *, now: datetime) -> int:
        """Forget the readings of this tracker that history does not need; returns how many."""
        async with self._database.transaction() as connection:
            found = await connection.execute(
                select(SNAPSHOTS.c.id, SNAPSHOTS.c.as_of).where(
                    SNAPSHOTS.c.tracker_key == tracker_key
                )
            )
            by_moment = {as_of: key for key, as_of in found}
            kept = kept_moments(by_moment, now=now)
            gone = [key for as_of, key in by_moment.items() if as_of not in kept]
            for start in range(0, len(gone), _DELETE_AT_ONCE):
                some = gone[start : start + _DELETE_AT_ONCE]
                await connection.execute(delete(SNAPSHOTS).where(SNAPSHOTS.c.id.in_(some)))
        return len(gone)

    async def _first(self, statement: Select[datetime, bytes]) -> Kept | None:
        async with self._database.transaction() as connection:
            found = (await connection.execute(statement.limit(1))).first()
        return None if found is None else Kept(as_of=found.as_of, payload=found.payload)


def kept_moments(moments: Iterable[datetime], *, now: datetime) -> frozenset[datetime]:
    """Which readings history needs.

    All of the last 48 hours, then the newest of each day for 100 days, then the newest of each
    week for two years. Whatever its age, the newest reading is kept: of all, and of those that are
    not ahead of the clock.
    """
    newest_first = sorted(moments, reverse=True)
    kept = {*newest_first[:1], *[at for at in newest_first if at <= now][:1]}
    periods: set[tuple[int, ...]] = set()
    for at in newest_first:
        period = _period(at, age=now - at)
        if period is not None and period not in periods:
            kept.add(at)
        periods.add(period or ())
    return frozenset(kept)


def _period(at: datetime, *, age: timedelta) -> tuple[int, ...] | None:
    """The stretch of time of which only the newest reading is kept; `None`: none of it is."""
    if age <= KEEP_ALL:
        return (at.year, at.month, at.day, at.hour, at.minute, at.second, at.microsecond)
    if age <= KEEP_DAYS:
        return (at.year, at.month, at.day)
    if age <= KEEP_WEEKS:
        return tuple(at.isocalendar())[:2]
    return None


def _newest_first(tracker_key: str) -> Select[datetime, bytes]:
    return (
        select(SNAPSHOTS.c.as_of, SNAPSHOTS.c.payload)
        .where(SNAPSHOTS.c.tracker_key == tracker_key)
        .order_by(SNAPSHOTS.c.as_of.desc())
    )
