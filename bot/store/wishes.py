"""What people want: whether and when they are written to, and what they answered about a row."""

from dataclasses import asdict, dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import ColumnElement, Row, delete, insert, select, true

from bot.store.engine import Database
from bot.store.tables import PERSON_WISHES, ROW_WISHES
from bot.store.upserts import upsert


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonWishes:
    """How one person wants to be written to."""

    person: str
    """Slack id."""
    stopped: bool = False
    only_changes: bool = False
    """Nothing while no row of theirs changed since the last message."""
    wants_own: bool = False
    """They own no workstream, and want messages about what they wrote or review."""
    snoozed_until: datetime | None = None


class RowWishKind(StrEnum):
    """What was answered about a row? `PARK` holds for everybody, the others for who said it."""

    SNOOZE = "snooze"
    PARK = "park"
    NOT_MINE = "not_mine"


@dataclass(frozen=True, slots=True, kw_only=True)
class RowWish:
    """One answer about one row."""

    kind: RowWishKind
    person: str
    """Slack id of who answered."""
    tracker_key: str
    ref: str
    at: datetime
    until: datetime | None = None
    """Until when; `None` for `NOT_MINE` (never again), and for a snooze until something happens."""
    progress_at: datetime | None = None
    """The row's last progress event then: a later one ends a snooze without an end."""


class Wishes:
    """The wishes of a database: of a person one, and of a person, row and kind one."""

    def __init__(self, database: Database) -> None:
        """Use this database; nothing is opened yet."""
        self._database = database

    async def of_person(self, person: str) -> PersonWishes:
        """Theirs; the defaults when they never said anything."""
        found = await self._of(PERSON_WISHES.c.person == person)
        return found[0] if found else PersonWishes(person=person)

    async def everybody(self) -> dict[str, PersonWishes]:
        """Of everybody who ever said something, by Slack id."""
        return {wishes.person: wishes for wishes in await self._of(true())}

    async def put(self, wishes: PersonWishes) -> PersonWishes:
        """Write; returns what they were."""
        row = asdict(wishes)
        this = PERSON_WISHES.c.person == wishes.person
        async with self._database.transaction(PERSON_WISHES) as connection:
            before = (await connection.execute(select(PERSON_WISHES).where(this))).first()
            await connection.execute(upsert(connection, PERSON_WISHES, row, change=row))
        return PersonWishes(person=wishes.person) if before is None else _wishes(before)

    async def row_wishes(self, *, now: datetime) -> tuple[RowWish, ...]:
        """Every answer about a row that still holds by its date."""
        until = ROW_WISHES.c.until
        holding = select(ROW_WISHES).where(until.is_(None) | (until > now))
        ordered = holding.order_by(ROW_WISHES.c.at, *ROW_WISHES.primary_key)
        async with self._database.reading() as connection:
            return tuple([_row_wish(row) for row in await connection.execute(ordered)])

    async def put_row(self, wish: RowWish) -> RowWish | None:
        """Write; returns what was there of this person, row and kind."""
        this = _row(wish.kind, wish.person, wish.tracker_key, wish.ref)
        row = asdict(wish) | {"whose": _whose(wish.kind, wish.person)}
        async with self._database.transaction(ROW_WISHES) as connection:
            before = (await connection.execute(select(ROW_WISHES).where(this))).first()
            await connection.execute(upsert(connection, ROW_WISHES, row, change=row))
        return None if before is None else _row_wish(before)

    async def take_back(
        self, kind: RowWishKind, *, person: str, tracker_key: str, ref: str
    ) -> RowWish | None:
        """Take it back; returns what was there. A park is everybody's: `person` does not matter."""
        this = _row(kind, person, tracker_key, ref)
        async with self._database.transaction(ROW_WISHES) as connection:
            gone = delete(ROW_WISHES).where(this).returning(ROW_WISHES)
            before = (await connection.execute(gone)).first()
        return None if before is None else _row_wish(before)

    async def forget(self, person: str, *, stays_stopped: bool = False) -> None:
        """Everything that this person ever wanted; `stays_stopped`: but they are not written to."""
        async with self._database.transaction() as connection:
            for table in (PERSON_WISHES, ROW_WISHES):
                await connection.execute(delete(table).where(table.c.person == person))
            if stays_stopped:
                row = asdict(PersonWishes(person=person, stopped=True))
                await connection.execute(insert(PERSON_WISHES).values(**row))

    async def _of(self, where: ColumnElement[bool]) -> tuple[PersonWishes, ...]:
        async with self._database.reading() as connection:
            found = await connection.execute(select(PERSON_WISHES).where(where))
            return tuple([_wishes(row) for row in found])


def _whose(kind: RowWishKind, person: str) -> str:
    return "" if kind is RowWishKind.PARK else person


def _row(kind: RowWishKind, person: str, tracker_key: str, ref: str) -> ColumnElement[bool]:
    answer = (ROW_WISHES.c.kind == kind) & (ROW_WISHES.c.whose == _whose(kind, person))
    return answer & (ROW_WISHES.c.tracker_key == tracker_key) & (ROW_WISHES.c.ref == ref)


def _wishes(row: Row[Any]) -> PersonWishes:
    return PersonWishes(**row._asdict())


def _row_wish(row: Row[Any]) -> RowWish:
    return RowWish(
        kind=RowWishKind(row.kind),
        person=row.person,
        tracker_key=row.tracker_key,
        ref=row.ref,
        at=row.at,
        until=row.until,
        progress_at=row.progress_at,
    )
