from datetime import UTC, datetime, timedelta

import pytest

from bot.store.engine import Database
from bot.store.marks import Delivery, Dirty, Marks

NOW = datetime(2026, 8, 19, 12, 0, tzinfo=UTC)
LATER = NOW + timedelta(seconds=30)


@pytest.fixture
def marks(database: Database) -> Marks:
    return Marks(database)


def a_delivery(number: int = 1, *keys: str, says: int | None = None) -> Delivery:
    says = number if says is None else says
    return Delivery(id=f"id-{number}", fingerprint=f"{says}", tracker_keys=keys or ("a#1",))


async def test_mark_dirty__counts_from_the_first_to_the_last(marks: Marks) -> None:
    await marks.mark_dirty([a_delivery(1), a_delivery(2, "a#1", "b#2")], now=NOW)
    await marks.mark_dirty([a_delivery(3)], now=LATER)

    assert await marks.dirty("a#1") == Dirty(count=3, since=NOW, last_at=LATER)
    assert await marks.dirty("b#2") == Dirty(count=1, since=NOW, last_at=NOW)
    assert await marks.dirty("c#3") is None


@pytest.mark.parametrize(
    "again",
    [a_delivery(1), a_delivery(1, says=2), a_delivery(2, says=1)],
    ids=["same", "id", "text"],
)
async def test_mark_dirty__what_came_before_marks_nothing(marks: Marks, again: Delivery) -> None:
    await marks.mark_dirty([a_delivery(1), a_delivery(1)], now=NOW)
    await marks.mark_dirty([again], now=LATER)

    assert await marks.dirty("a#1") == Dirty(count=1, since=NOW, last_at=NOW)


async def test_cover__leaves_what_came_while_it_was_read(marks: Marks) -> None:
    await marks.mark_dirty([a_delivery(1)], now=NOW)
    await marks.mark_dirty([a_delivery(2)], now=LATER)

    await marks.cover("a#1", count=1)

    assert await marks.dirty("a#1") == Dirty(count=2, since=LATER, last_at=LATER)


async def test_cover__and_marks_begin_anew(marks: Marks) -> None:
    await marks.mark_dirty([a_delivery(1), a_delivery(2)], now=NOW)
    await marks.cover("a#1", count=2)
    assert await marks.dirty("a#1") is None

    await marks.mark_dirty([a_delivery(3)], now=LATER)
    await marks.cover("a#1", count=2)

    assert await marks.dirty("a#1") == Dirty(count=3, since=LATER, last_at=LATER), "read too early"


async def test_forget__deliveries_and_no_marks(marks: Marks) -> None:
    await marks.mark_dirty([a_delivery(1)], now=NOW)
    await marks.mark_dirty([a_delivery(2)], now=LATER)

    assert await marks.forget(before=LATER) == 1

    await marks.mark_dirty([a_delivery(1), a_delivery(2)], now=LATER)
    assert await marks.dirty("a#1") == Dirty(count=3, since=NOW, last_at=LATER)
