"""Subscriptions of channels to digests, and the tracker that a channel asks by default."""

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Row,
    Table,
    delete,
    exists,
    insert,
    select,
    true,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.engine import Database
from bot.store.tables import DEFAULT_TRACKERS, DIGESTS, SUBSCRIPTIONS
from bot.store.upserts import upsert

BY_SETTINGS = "settings"
"""Who subscribed a channel that the settings file names."""

_OF_CHANNELS = (DEFAULT_TRACKERS, DIGESTS, SUBSCRIPTIONS)
"""Digests too: a slot that the old channel got is not due in the new one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Subscription:
    """A channel that gets the digest of a tracker."""

    channel: str
    tracker_key: str
    at: str
    """`mon 09:00`."""
    zone: str
    """IANA name."""
    since: datetime
    """Earlier slots were never promised."""
    by: str
    """Slack id of who subscribed, or `BY_SETTINGS`."""
    says_nothing_new: bool = True
    """False: a week with nothing new is passed over in silence."""
    stopped: str = ""
    """Why nothing is sent any more ("the channel is archived"); empty: it is sent."""

    @property
    def is_by_settings(self) -> bool:
        """The settings file names it, so that nobody changes it in Slack."""
        return self.by == BY_SETTINGS


class Subscriptions:
    """The subscriptions of a database: at most one of a channel and tracker."""

    def __init__(self, database: Database) -> None:
        """Use this database; nothing is opened yet."""
        self._database = database

    async def all(self) -> tuple[Subscription, ...]:
        """Every one, stopped ones too, oldest first."""
        return await self._where(true())

    async def of_channel(self, channel: str) -> tuple[Subscription, ...]:
        """Those of one channel."""
        return await self._where(SUBSCRIPTIONS.c.channel == channel)

    async def put(self, subscription: Subscription) -> Subscription | None:
        """Write it in place of what was there, which is returned; `None`: nothing was.

        `since` moves only when the channel was not subscribed, or was stopped, or to another time:
        a new time promises nothing of a slot that has passed.
        """
        this = _this(subscription.channel, subscription.tracker_key)
        async with self._database.transaction(SUBSCRIPTIONS) as connection:
            before = await _first(connection, this)
            goes_on = before is not None and not before.stopped and _same_time(before, subscription)
            since = before.since if before is not None and goes_on else subscription.since
            row = asdict(subscription) | {"since": since}
            await connection.execute(upsert(connection, SUBSCRIPTIONS, row, change=row))
        return before

    async def restore(self, subscription: Subscription) -> None:
        """Write it as it is, its `since` too."""
        row = asdict(subscription)
        async with self._database.transaction() as connection:
            await connection.execute(upsert(connection, SUBSCRIPTIONS, row, change=row))

    async def remove(self, channel: str, tracker_key: str) -> Subscription | None:
        """Take it out; returns what was there."""
        this = _this(channel, tracker_key)
        async with self._database.transaction(SUBSCRIPTIONS) as connection:
            before = await _first(connection, this)
            await connection.execute(delete(SUBSCRIPTIONS).where(this))
        return before

    async def stop(self, channel: str, tracker_key: str, *, because: str) -> None:
        """Send nothing any more until somebody subscribes anew."""
        this = _this(channel, tracker_key)
        async with self._database.transaction() as connection:
            await connection.execute(update(SUBSCRIPTIONS).where(this).values(stopped=because))

    async def move_channel(self, old: str, new: str) -> None:
        """Slack gave the channel another id."""
        async with self._database.transaction(*_OF_CHANNELS) as connection:
            for table in _OF_CHANNELS:
                await _move(connection, table, old, new)

    async def default_tracker(self, channel: str) -> str | None:
        """The tracker key that is asked in this channel where a question names none."""
        asked = select(DEFAULT_TRACKERS.c.tracker_key).where(DEFAULT_TRACKERS.c.channel == channel)
        async with self._database.reading() as connection:
            return (await connection.execute(asked)).scalar()

    async def set_default_tracker(self, channel: str, tracker_key: str | None) -> str | None:
        """Set or (with `None`) take back; returns what it was."""
        key = DEFAULT_TRACKERS.c
        async with self._database.transaction(DEFAULT_TRACKERS) as connection:
            before = await connection.execute(select(key.tracker_key).where(key.channel == channel))
            await connection.execute(delete(DEFAULT_TRACKERS).where(key.channel == channel))
            if tracker_key is not None:
                row = {"channel": channel, "tracker_key": tracker_key}
                await connection.execute(insert(DEFAULT_TRACKERS).values(**row))
            return before.scalar()

    async def _where(self, where: ColumnElement[bool]) -> tuple[Subscription, ...]:
        order = (SUBSCRIPTIONS.c.since, SUBSCRIPTIONS.c.channel, SUBSCRIPTIONS.c.tracker_key)
        async with self._database.reading() as connection:
            found = await connection.execute(select(SUBSCRIPTIONS).where(where).order_by(*order))
            return tuple([_subscription(row) for row in found])


def _this(channel: str, tracker_key: str) -> ColumnElement[bool]:
    return (SUBSCRIPTIONS.c.channel == channel) & (SUBSCRIPTIONS.c.tracker_key == tracker_key)


async def _first(connection: AsyncConnection, this: ColumnElement[bool]) -> Subscription | None:
    row = (await connection.execute(select(SUBSCRIPTIONS).where(this))).first()
    return None if row is None else _subscription(row)


async def _move(connection: AsyncConnection, table: Table, old: str, new: str) -> None:
    """Give its rows the new channel; where that has the same already, what it has stays."""
    other = table.alias()
    rest = [column for column in table.primary_key if column.name != "channel"]
    same = [other.c[column.name] == column for column in rest]
    has_it = exists().where(other.c.channel == new, *same)
    await connection.execute(delete(table).where(table.c.channel == old, has_it))
    await connection.execute(update(table).where(table.c.channel == old).values(channel=new))


def _subscription(row: Row[Any]) -> Subscription:
    return Subscription(**row._asdict())


def _same_time(one: Subscription, other: Subscription) -> bool:
    return (one.at, one.zone) == (other.at, other.zone)
