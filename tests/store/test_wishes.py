from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.store.engine import Database
from bot.store.wishes import PersonWishes, RowWish, RowWishKind, Wishes

NOW = datetime(2026, 8, 24, 16, 0, tzinfo=UTC)
SNOOZE = RowWish(
    kind=RowWishKind.SNOOZE,
    person="U1",
    tracker_key="acme/widgets#1",
    ref="acme/widgets#7",
    at=NOW,
    progress_at=NOW - timedelta(days=9),
)
PARK = replace(SNOOZE, kind=RowWishKind.PARK, until=NOW + timedelta(days=30))
ROW = {"tracker_key": SNOOZE.tracker_key, "ref": SNOOZE.ref}


@pytest.fixture
def wishes(database: Database) -> Wishes:
    return Wishes(database)


async def test_put__returns_what_they_were(wishes: Wishes) -> None:
    stopped = PersonWishes(person="U1", stopped=True, snoozed_until=NOW)

    assert await wishes.of_person("U1") == PersonWishes(person="U1")
    assert await wishes.put(stopped) == PersonWishes(person="U1")
    assert await wishes.put(PersonWishes(person="U1", only_changes=True)) == stopped

    assert await wishes.everybody() == {"U1": PersonWishes(person="U1", only_changes=True)}


@pytest.mark.parametrize(
    ("until", "holds"),
    [
        pytest.param(None, True, id="without an end"),
        pytest.param(NOW + timedelta(microseconds=1), True, id="just not yet over"),
        pytest.param(NOW, False, id="just over"),
    ],
)
async def test_row_wishes__hold_by_their_date(
    wishes: Wishes, until: datetime | None, holds: bool
) -> None:
    wish = replace(SNOOZE, until=until)
    await wishes.put_row(wish)

    assert await wishes.row_wishes(now=NOW) == ((wish,) if holds else ())


async def test_put_row__one_of_a_person_row_and_kind(wishes: Wishes) -> None:
    others = [
        replace(SNOOZE, person="U2"),
        replace(SNOOZE, kind=RowWishKind.NOT_MINE),
        replace(SNOOZE, ref="acme/widgets#8"),
    ]
    for other in others:
        assert await wishes.put_row(other) is None
    assert await wishes.put_row(SNOOZE) is None

    longer = replace(SNOOZE, until=NOW + timedelta(days=7))
    assert await wishes.put_row(longer) == SNOOZE

    assert set(await wishes.row_wishes(now=NOW)) == {longer, *others}


async def test_take_back__what_was_there(wishes: Wishes) -> None:
    await wishes.put_row(SNOOZE)

    assert await wishes.take_back(RowWishKind.SNOOZE, person="U2", **ROW) is None
    assert await wishes.take_back(RowWishKind.SNOOZE, person="U1", **ROW) == SNOOZE
    assert await wishes.take_back(RowWishKind.SNOOZE, person="U1", **ROW) is None


async def test_park__is_one_for_everybody(wishes: Wishes) -> None:
    theirs = replace(PARK, person="U2", until=NOW + timedelta(days=60))
    await wishes.put_row(PARK)

    assert await wishes.put_row(theirs) == PARK
    assert await wishes.row_wishes(now=NOW) == (theirs,)
    assert await wishes.take_back(RowWishKind.PARK, person="U3", **ROW) == theirs
    assert await wishes.row_wishes(now=NOW) == ()


async def test_forget__everything_of_one_person(wishes: Wishes) -> None:
    kept = replace(SNOOZE, person="U2")
    for wish in (SNOOZE, PARK, kept):
        await wishes.put_row(wish)
    for person in ("U1", "U2"):
        await wishes.put(PersonWishes(person=person, stopped=True))

    await wishes.forget("U1")

    assert await wishes.row_wishes(now=NOW) == (kept,)
    assert set(await wishes.everybody()) == {"U2"}


async def test_forget__and_never_write_to_them(wishes: Wishes) -> None:
    await wishes.put_row(SNOOZE)
    await wishes.put(PersonWishes(person="U1", wants_own=True))

    await wishes.forget("U1", stays_stopped=True)

    assert await wishes.row_wishes(now=NOW) == ()
    assert await wishes.everybody() == {"U1": PersonWishes(person="U1", stopped=True)}
