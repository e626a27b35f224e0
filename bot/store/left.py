"""Findings that somebody left as they are: who, when and why, and on what evidence."""

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, Row, delete, select

from bot.store.engine import Database
from bot.store.tables import LEFT_FINDINGS
from bot.store.upserts import upsert

WHY_AT_MOST: Final = 300
"""Characters of a reason."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredLeft:
    """One finding that was left as it is."""

    tracker_key: str
    kind: str
    """Of drift: `merged_unticked`."""
    subject: str
    """What the finding is about, as the judge names it, whatever its line."""
    evidence: str
    """The fingerprint of its evidence then: where that is another one now, it counts again."""
    by: str
    """Slack id of who said so; `gh:LOGIN` or `terminal` where it was said in a terminal."""
    at: datetime
    why: str = ""
    """At most `WHY_AT_MOST` characters; empty where nobody said."""


class LeftFindings:
    """The findings of a database that were left as they are: one for each tracker, kind and
    subject.

    They are kept until somebody takes them back: a finding that is gone, or has other evidence for
    a while, is left again once it comes back as it was.
    """

    def __init__(self, database: Database) -> None:
        """Use this database; nothing is opened yet."""
        self._database = database

    async def every(self) -> tuple[StoredLeft, ...]:
        """All of them, oldest first."""
        async with self._database.reading() as connection:
            found = await connection.execute(select(LEFT_FINDINGS).order_by(*_OLDEST_FIRST))
            return tuple([_left(row) for row in found])

    async def of_tracker(self, tracker_key: str) -> tuple[StoredLeft, ...]:
        """Those of one tracker, oldest first."""
        own = select(LEFT_FINDINGS).where(LEFT_FINDINGS.c.tracker_key == tracker_key)
        async with self._database.reading() as connection:
            found = await connection.execute(own.order_by(*_OLDEST_FIRST))
            return tuple([_left(row) for row in found])

    async def put(self, left: StoredLeft) -> StoredLeft | None:
        """Write; returns what was there.

        Of two who say the same at once the first one stands: where the same evidence is left
        already, nothing is written.
        """
        row = asdict(left) | {"why": left.why[:WHY_AT_MOST]}
        this = _this(left.tracker_key, left.kind, left.subject)
        async with self._database.transaction(LEFT_FINDINGS) as connection:
            before = (await connection.execute(select(LEFT_FINDINGS).where(this))).first()
            if before is None or before.evidence != left.evidence:
                await connection.execute(upsert(connection, LEFT_FINDINGS, row, change=row))
        return None if before is None else _left(before)

    async def take_back(self, tracker_key: str, kind: str, subject: str) -> StoredLeft | None:
        """It counts again; returns what was there."""
        gone = delete(LEFT_FINDINGS).where(_this(tracker_key, kind, subject))
        async with self._database.transaction(LEFT_FINDINGS) as connection:
            before = (await connection.execute(gone.returning(LEFT_FINDINGS))).first()
        return None if before is None else _left(before)

    async def forget(self, person: str) -> None:
        """Whatever this person left as it is: it counts again."""
        own = LEFT_FINDINGS.c.by == person
        async with self._database.transaction() as connection:
            await connection.execute(delete(LEFT_FINDINGS).where(own))


_OLDEST_FIRST: Final = (LEFT_FINDINGS.c.at, *LEFT_FINDINGS.primary_key)


def _this(tracker_key: str, kind: str, subject: str) -> ColumnElement[bool]:
    of_kind = (LEFT_FINDINGS.c.tracker_key == tracker_key) & (LEFT_FINDINGS.c.kind == kind)
    return of_kind & (LEFT_FINDINGS.c.subject == subject)


def _left(row: Row[Any]) -> StoredLeft:
    return StoredLeft(**row._asdict())
