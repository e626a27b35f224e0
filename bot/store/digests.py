"""Digests: which slots were sent, from which reading."""

from dataclasses import asdict, dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import Row, Select, func, select

from bot.store.engine import Database
from bot.store.tables import DIGESTS
from bot.store.upserts import upsert

_DECIDED = ("as_of", "start")
_SETTLED = 100


class DigestState(StrEnum):
    """How did the slot end? `OPEN`: it has not. `GIVEN_UP`: GitHub could not be read within the
    day. `REFUSED`: Slack would not have it."""

    OPEN = "open"
    SENT = "sent"
    GIVEN_UP = "given_up"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True, kw_only=True)
class DigestRecord:
    """One slot of one channel and tracker."""

    channel: str
    tracker_key: str
    slot: datetime
    state: DigestState = DigestState.OPEN
    as_of: datetime | None = None
    """The stored reading it is made from, kept as long as the record; `None`: none yet."""
    start: datetime | None = None
    """Where its window begins, once that was decided."""


class Digests:
    """The slots of a database."""

    def __init__(self, database: Database) -> None:
        """Use this database; nothing is opened yet."""
        self._database = database

    async def opened(self, channel: str, tracker_key: str, slot: datetime) -> DigestRecord:
        """The record of this slot, made when there is none."""
        return await self._written(
            DigestRecord(channel=channel, tracker_key=tracker_key, slot=slot)
        )

    async def decide(self, record: DigestRecord) -> DigestRecord:
        """Write reading and window, unless somebody was first; returns what stands."""
        first = {name: func.coalesce(DIGESTS.c[name], getattr(record, name)) for name in _DECIDED}
        return await self._written(record, change=first)

    async def end(self, record: DigestRecord, state: DigestState) -> None:
        """How it ended."""
        async with self._database.transaction() as connection:
            ended = {"state": state}
            not_sent = DIGESTS.c.state != DigestState.SENT
            row = asdict(record) | ended
            await connection.execute(upsert(connection, DIGESTS, row, change=ended, where=not_sent))

    async def last_sent(
        self, channel: str, tracker_key: str, *, until: datetime | None = None
    ) -> DigestRecord | None:
        """The newest slot that was sent; `None`: none ever was.

        `until`: of those up to this moment. A clock that once ran ahead sent what is still to come.
        """
        sent = _of(channel, tracker_key).where(DIGESTS.c.state == DigestState.SENT).limit(1)
        if until is not None:
            sent = sent.where(DIGESTS.c.slot <= until)
        async with self._database.reading() as connection:
            row = (await connection.execute(sent)).first()
        return None if row is None else _record(row)

    async def settled(self, channel: str, tracker_key: str) -> frozenset[datetime]:
        """Slots that ended unsent (given up or refused), of the last hundred."""
        newest = _of(channel, tracker_key).limit(_SETTLED)
        async with self._database.reading() as connection:
            found = (await connection.execute(newest)).all()
        unsent = (DigestState.GIVEN_UP, DigestState.REFUSED)
        return frozenset(row.slot for row in found if row.state in unsent)

    async def _written(
        self, record: DigestRecord, *, change: dict[str, Any] | None = None
    ) -> DigestRecord:
        """Make the row, or change it so; what stands then."""
        this = (DIGESTS.c.channel == record.channel) & (DIGESTS.c.slot == record.slot)
        async with self._database.transaction() as connection:
            await connection.execute(upsert(connection, DIGESTS, asdict(record), change=change))
            found = await connection.execute(
                select(DIGESTS).where(this, DIGESTS.c.tracker_key == record.tracker_key)
            )
            return _record(found.one())


def _of(channel: str, tracker_key: str) -> Select[Any]:
    """The slots of one channel and tracker, the newest first."""
    return (
        select(DIGESTS)
        .where(DIGESTS.c.channel == channel, DIGESTS.c.tracker_key == tracker_key)
        .order_by(DIGESTS.c.slot.desc())
    )


def _record(row: Row[Any]) -> DigestRecord:
    return DigestRecord(**row._asdict() | {"state": DigestState(row.state)})
