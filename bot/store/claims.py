"""Claims: who may do something now, and what is done for good."""

from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, delete, select, update

from bot.store.engine import Database
from bot.store.tables import CLAIMS
from bot.store.upserts import upsert

_HELD, _RESTING, _FINISHED = "held", "resting", "finished"


class Claims:
    """Rights to do things once, in a database that several processes share.

    A key is free, held (by a holder, until its lease ends), resting (given back until a moment), or
    finished. Every verb is one atomic statement; moments are the caller's clock.
    """

    def __init__(self, database: Database) -> None:
        """Use this database; nothing is opened yet."""
        self._database = database

    async def take(self, key: str, *, holder: str, now: datetime, lease: timedelta) -> bool:
        """Whether `holder` holds it from now until `now + lease`.

        False while somebody else's lease runs, while it rests, and once it is finished. The holder
        itself may take it again: the lease is counted anew.
        """
        mine = {"state": _HELD, "holder": holder, "at": now + lease}
        over = (CLAIMS.c.at <= now) & CLAIMS.c.state.in_((_HELD, _RESTING))
        own = (CLAIMS.c.state == _HELD) & (CLAIMS.c.holder == holder)
        return await self._written(key, mine, where=over | own)

    async def extend(self, key: str, *, holder: str, now: datetime, lease: timedelta) -> bool:
        """The lease, counted anew; false when it is no longer the holder's."""
        return await self._changed(key, holder, at=now + lease)

    async def finish(self, key: str, *, holder: str, now: datetime) -> bool:
        """Done for good; false when it is no longer the holder's."""
        return await self._changed(key, holder, state=_FINISHED, holder="", at=now)

    async def give_back(self, key: str, *, holder: str, not_before: datetime | None = None) -> None:
        """Free again, or resting until `not_before`. Does nothing when it is not the holder's."""
        if not_before is not None:
            await self._changed(key, holder, state=_RESTING, holder="", at=not_before)
            return
        async with self._database.transaction() as connection:
            await connection.execute(delete(CLAIMS).where(_held_by(key, holder)))

    async def once(self, key: str, *, now: datetime) -> bool:
        """Take and finish in one: whether nobody ever did this. For events that come twice."""
        return await self._written(key, {"state": _FINISHED, "holder": "", "at": now}, where=None)

    async def finished(self, prefix: str) -> frozenset[str]:
        """Every key that begins like this and is finished."""
        begins = CLAIMS.c.key.startswith(prefix, autoescape=True)
        statement = select(CLAIMS.c.key).where(begins, CLAIMS.c.state == _FINISHED)
        async with self._database.transaction() as connection:
            return frozenset(await connection.scalars(statement))

    async def forget(self, *, before: datetime) -> int:
        """Forget what was finished, given back or left before this moment; how many."""
        async with self._database.transaction() as connection:
            gone = await connection.execute(delete(CLAIMS).where(CLAIMS.c.at < before))
        return gone.rowcount

    async def _written(
        self, key: str, row: dict[str, Any], *, where: ColumnElement[bool] | None
    ) -> bool:
        """Whether the row was made, or what was there allowed to be replaced."""
        async with self._database.transaction() as connection:
            change = None if where is None else row
            write = upsert(connection, CLAIMS, {"key": key, **row}, change=change, where=where)
            found = await connection.execute(write.returning(CLAIMS.c.key))
            return found.first() is not None

    async def _changed(self, key: str, of: str, **row: Any) -> bool:
        async with self._database.transaction() as connection:
            done = await connection.execute(update(CLAIMS).where(_held_by(key, of)).values(**row))
        return done.rowcount == 1


def _held_by(key: str, holder: str) -> ColumnElement[bool]:
    same = (CLAIMS.c.key == key) & (CLAIMS.c.holder == holder)
    return same & (CLAIMS.c.state == _HELD)
