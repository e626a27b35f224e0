"""Messages: each one sent at most once, by its key."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from sqlalchemy import ColumnElement, Row, delete, false, select, true, update

from bot.store.engine import Database
from bot.store.tables import MESSAGES, REMINDED_ROWS
from bot.store.upserts import upsert


class MessageState(StrEnum):
    """How far has it come? `UNSETTLED`: nobody can know whether Slack posted it; never sent
    again."""

    SENDING = "sending"
    SENT = "sent"
    REFUSED = "refused"
    UNSETTLED = "unsettled"


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageRecord:
    """One message as it is remembered."""

    key: str
    state: MessageState
    channel: str
    """Where it goes; once sent, where it is (`D…` for a person)."""
    begun_at: datetime
    """When it was first begun: it can be nowhere in the channel's history before that."""
    ts: str | None = None
    """Slack's name for it within the channel; `None` unless sent."""
    code: str = ""
    """Slack's error code, where refused."""


class Begun(StrEnum):
    """What may be done with a message now?

    `NEW`: post it. `TAKEN_OVER`: somebody began it and never said how it ended; find that out
    first. `BUSY`: somebody is at it. `OVER`: sent, refused or unsettled, as the record says.
    """

    NEW = "new"
    TAKEN_OVER = "taken_over"
    BUSY = "busy"
    OVER = "over"


@dataclass(frozen=True, slots=True, kw_only=True)
class RemindedRow:
    """A row that a person was written to about."""

    tracker_key: str
    ref: str
    """`owner/repo#number`."""
    count: int
    """In how many messages it has stood since its last progress event, this one included."""
    last_at: datetime
    """When the last of them was due."""
    progress_at: datetime | None
    """Its last progress event when it was last sent; a later one begins a new count."""
    message_key: str
    """The last message that it stood in."""
    is_done: bool = False
    """That message was updated to say that nothing is left to do."""
    kind: str = ""
    """What it was asked for, in the word of whoever sent it; empty: not said."""
    because: str = ""
    """Why it was this person who was asked, likewise."""


class Messages:
    """The messages of a database."""

    def __init__(self, database: Database) -> None:
        """Use this database; nothing is opened yet."""
        self._database = database

    async def begin(
        self, key: str, *, channel: str, holder: str, now: datetime, lease: timedelta
    ) -> tuple[Begun, MessageRecord]:
        """Begin to send, in one atomic step; `begun_at` is kept from the first time."""
        row = {"channel": channel, "holder": holder, "at": now + lease}
        new = _new(key, now) | row
        again = {**row, "begun": MESSAGES.c.begun + 1}
        lapsed = (MESSAGES.c.state == MessageState.SENDING) & (MESSAGES.c.at <= now)
        while True:
            async with self._database.transaction() as connection:
                write = upsert(connection, MESSAGES, new, change=again, where=lapsed)
                ours = (await connection.execute(write.returning(MESSAGES))).first()
            if ours is not None:
                return Begun.NEW if ours.begun == 1 else Begun.TAKEN_OVER, _record(ours)
            record = await self.get(key)
            if record is not None:
                is_over = record.state is not MessageState.SENDING
                return Begun.OVER if is_over else Begun.BUSY, record
            # Released between the two statements: it may be begun anew.

    async def sent(
        self,
        key: str,
        *,
        channel: str,
        ts: str,
        now: datetime,
        person: str = "",
        rows: Sequence[RemindedRow] = (),
    ) -> None:
        """It stands in Slack; in the same transaction remember what rows it told whom about."""
        row = {"state": MessageState.SENT, "channel": channel, "ts": ts, "at": now, "code": ""}
        async with self._database.transaction() as connection:
            new = _new(key, now) | row
            await connection.execute(upsert(connection, MESSAGES, new, change=row))
            for place, reminded in enumerate(rows):
                told = asdict(reminded) | {"place": place}
                new = {"person": person, **told}
                await connection.execute(upsert(connection, REMINDED_ROWS, new, change=told))

    async def refused(self, key: str, *, code: str, now: datetime) -> None:
        """Slack will not have it."""
        await self._ended(key, state=MessageState.REFUSED, code=code, at=now)

    async def unsettled(self, key: str, *, now: datetime) -> None:
        """Nobody can know."""
        await self._ended(key, state=MessageState.UNSETTLED, at=now)

    async def release(self, key: str, *, holder: str) -> None:
        """It was certainly not posted: as if it had never been begun."""
        async with self._database.transaction() as connection:
            own = _being_sent(key) & (MESSAGES.c.holder == holder)
            await connection.execute(delete(MESSAGES).where(own))

    async def get(self, key: str) -> MessageRecord | None:
        """What is remembered of it; `None`: it was never begun."""
        async with self._database.reading() as connection:
            found = await connection.execute(select(MESSAGES).where(MESSAGES.c.key == key))
            row = found.first()
        return None if row is None else _record(row)

    async def reminded(self, person: str) -> tuple[RemindedRow, ...]:
        """Every row that this person was written to about, as they stood, oldest message first."""
        return tuple([row for _, row in await self._rows(REMINDED_ROWS.c.person == person)])

    async def reminded_everybody(self) -> dict[str, tuple[RemindedRow, ...]]:
        """The same for everybody who ever was, by Slack id: one statement."""
        by_person: dict[str, list[RemindedRow]] = {}
        for person, row in await self._rows(true()):
            by_person.setdefault(person, []).append(row)
        return {person: tuple(rows) for person, rows in by_person.items()}

    async def not_done(self) -> tuple[tuple[str, RemindedRow], ...]:
        """(person, row) of every row that is not marked done."""
        return await self._rows(REMINDED_ROWS.c.is_done == false())

    async def mark_done(self, person: str, tracker_key: str, ref: str) -> None:
        """The message that told of this row says by now that nothing is left to do."""
        row = (REMINDED_ROWS.c.person == person) & (REMINDED_ROWS.c.ref == ref)
        this = row & (REMINDED_ROWS.c.tracker_key == tracker_key)
        async with self._database.transaction() as connection:
            await connection.execute(update(REMINDED_ROWS).where(this).values(is_done=True))

    async def forget(self, person: str) -> None:
        """What this person was told. That there were messages stays, so that none comes twice."""
        async with self._database.transaction() as connection:
            await connection.execute(delete(REMINDED_ROWS).where(REMINDED_ROWS.c.person == person))

    async def prune(self, *, before: datetime) -> int:
        """Forget messages that ended before this moment and the rows they told of; how many."""
        old = (MESSAGES.c.state != MessageState.SENDING) & (MESSAGES.c.at < before)
        told = REMINDED_ROWS.c.message_key.in_(select(MESSAGES.c.key).where(old))
        async with self._database.transaction() as connection:
            await connection.execute(delete(REMINDED_ROWS).where(told))
            gone = await connection.execute(delete(MESSAGES).where(old))
        return gone.rowcount

    async def _ended(self, key: str, **row: Any) -> None:
        async with self._database.transaction() as connection:
            await connection.execute(update(MESSAGES).where(_being_sent(key)).values(**row))

    async def _rows(self, where: ColumnElement[bool]) -> tuple[tuple[str, RemindedRow], ...]:
        of_message = (REMINDED_ROWS.c.last_at, REMINDED_ROWS.c.message_key)
        order = (REMINDED_ROWS.c.person, *of_message, REMINDED_ROWS.c.place)
        async with self._database.reading() as connection:
            found = await connection.execute(select(REMINDED_ROWS).where(where).order_by(*order))
            return tuple([(row.person, _reminded(row)) for row in found])


def _new(key: str, now: datetime) -> dict[str, Any]:
    """The row of a message that is begun for the first time, but for where and by whom."""
    sending = MessageState.SENDING
    return {"key": key, "state": sending, "begun_at": now, "begun": 1, "holder": "", "code": ""}


def _being_sent(key: str) -> ColumnElement[bool]:
    return (MESSAGES.c.key == key) & (MESSAGES.c.state == MessageState.SENDING)


def _record(row: Row[Any]) -> MessageRecord:
    return MessageRecord(
        key=row.key,
        state=MessageState(row.state),
        channel=row.channel,
        begun_at=row.begun_at,
        ts=row.ts,
        code=row.code,
    )


def _reminded(row: Row[Any]) -> RemindedRow:
    named = row._asdict()
    del named["person"], named["place"]
    return RemindedRow(**named)
