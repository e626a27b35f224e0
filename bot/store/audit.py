"""Audit: who changed what, and how to change it back. Kept for as long as the database."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Row, insert, select, update

from bot.store.engine import Database
from bot.store.tables import CHANGES


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One change that somebody made."""

    at: datetime
    by: str
    """Slack id, `settings`, or of a repair from a terminal `gh:LOGIN` (of an App `terminal`)."""
    what: str
    """`subscription`, `default_tracker`, `wishes`, `row_wish`, `link`, `repair`, `left`."""
    subject: str
    """Of which: a key that its room can read ("C012 nvidia-nemo/rl#2905")."""
    before: Mapping[str, object] | None
    """`None`: there was nothing."""
    after: Mapping[str, object] | None
    """`None`: nothing is left."""
    id: int | None = None
    """Given by the store."""
    undone_by: int | None = None
    """The change that took this one back; `None`: it stands."""


class Audit:
    """The changes of a database."""

    def __init__(self, database: Database) -> None:
        """Use this database; nothing is opened yet."""
        self._database = database

    async def add(self, change: Change) -> int:
        """Write it down; returns its id."""
        row = {
            "at": change.at,
            "by": change.by,
            "what": change.what,
            "subject": change.subject,
            "before": None if change.before is None else dict(change.before),
            "after": None if change.after is None else dict(change.after),
            "undone_by": change.undone_by,
        }
        async with self._database.transaction() as connection:
            made = await connection.execute(insert(CHANGES).values(**row).returning(CHANGES.c.id))
            number: int = made.scalar_one()
        return number

    async def get(self, change_id: int) -> Change | None:
        """One change; `None`: there is none of this id."""
        async with self._database.reading() as connection:
            found = await connection.execute(select(CHANGES).where(CHANGES.c.id == change_id))
            row = found.first()
        return None if row is None else _change(row)

    async def newest(
        self, *, most: int = 50, what: str | None = None, subject: str | None = None
    ) -> tuple[Change, ...]:
        """The newest first; `what`, `subject`: only of these, `None`: of all."""
        newest = select(CHANGES).order_by(CHANGES.c.id.desc()).limit(most)
        if what is not None:
            newest = newest.where(CHANGES.c.what == what)
        if subject is not None:
            newest = newest.where(CHANGES.c.subject == subject)
        async with self._database.reading() as connection:
            return tuple([_change(row) for row in await connection.execute(newest)])

    async def of_person(self, person: str) -> tuple[Change, ...]:
        """Whatever this person changed, oldest first."""
        theirs = select(CHANGES).where(CHANGES.c.by == person).order_by(CHANGES.c.id)
        async with self._database.reading() as connection:
            return tuple([_change(row) for row in await connection.execute(theirs)])

    async def empty(self, change_ids: Sequence[int]) -> None:
        """Forget what these changed; that they did, who and when stays. None can be undone."""
        nothing = {"before": None, "after": None}
        async with self._database.transaction() as connection:
            for change_id in change_ids:
                own = CHANGES.c.id == change_id
                await connection.execute(update(CHANGES).where(own).values(**nothing))

    async def settle(self, change_id: int, *, after: Mapping[str, object]) -> bool:
        """Write down how a change that was announced before it was made has ended.

        Whether there is one of this id.
        """
        own = CHANGES.c.id == change_id
        async with self._database.transaction() as connection:
            done = await connection.execute(update(CHANGES).where(own).values(after=dict(after)))
        return done.rowcount == 1

    async def mark_undone(self, change_id: int, *, by: int) -> bool:
        """Whether it stood until now: two presses undo once."""
        stood = (CHANGES.c.id == change_id) & CHANGES.c.undone_by.is_(None)
        async with self._database.transaction() as connection:
            done = await connection.execute(update(CHANGES).where(stood).values(undone_by=by))
        return done.rowcount == 1


def _change(row: Row[Any]) -> Change:
    return Change(**row._asdict())
