"""Changes on a real database: each kind is written, kept, and taken back exactly once."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from bot.errors import UserError
from bot.listeners.changing import Changing, stores_of
from bot.listeners.parks import Parks
from bot.people.book import PeopleBook
from bot.people.people import People
from bot.store.engine import Database, database_url
from bot.store.left import StoredLeft
from bot.store.links import StoredLink
from bot.store.subscriptions import Subscription
from bot.store.wishes import PersonWishes, RowWish, RowWishKind
from tests.builders import NOW, a_ref
from tests.store.migrated import a_migrated_file

ANA = StoredLink(name="Ana Souza", github="ana", slack="U01", by="U09", by_maintainer=True, at=NOW)
DIGEST = Subscription(
    channel="C01", tracker_key="acme/widgets#1", at="mon 09:00", zone="UTC", since=NOW, by="U09"
)
WISHES = PersonWishes(person="U09", only_changes=True, snoozed_until=NOW + timedelta(days=7))
PARK = RowWish(
    kind=RowWishKind.PARK,
    person="U09",
    tracker_key="acme/widgets#1",
    ref="acme/widgets#7",
    at=NOW,
    until=NOW + timedelta(days=30),
    progress_at=NOW,
)


LEFT = StoredLeft(
    tracker_key="acme/widgets#1",
    kind="no_owner",
    subject="0123456789abcdef",
    evidence="a1",
    by="U08",
    at=NOW,
    why="the section goes soon",
)
THIS = (LEFT.tracker_key, LEFT.kind, LEFT.subject)


@pytest.fixture
async def changing(tmp_path: Path) -> AsyncIterator[Changing]:
    database = Database(database_url(a_migrated_file(tmp_path / "bot.db")))
    stores = stores_of(database)
    book = PeopleBook(People(), stores.links, now=lambda: NOW)
    parks = Parks(stores.wishes, stores.left, now=lambda: NOW)
    yield Changing(stores, book, parks, now=lambda: NOW)
    await database.close()


async def everything(changing: Changing) -> object:
    """All that can be changed."""
    stores = changing.stores
    return (
        await stores.subscriptions.all(),
        await stores.subscriptions.default_tracker("C01"),
        await stores.wishes.everybody(),
        await stores.wishes.row_wishes(now=NOW),
        await stores.links.all(),
        await stores.left.every(),
    )


Makes = Callable[[Changing], Awaitable[int | None]]

CHANGES: dict[str, Makes] = {
    "subscription": lambda c: c.subscribe(replace(DIGEST, at="fri 16:00")),
    "no subscription": lambda c: c.unsubscribe("C01", "acme/widgets#1", by="U09"),
    "default tracker": lambda c: c.ask_by_default("C01", "acme/gadgets#2", by="U09"),
    "no default tracker": lambda c: c.ask_by_default("C01", None, by="U09"),
    "wishes": lambda c: c.wish(replace(WISHES, stopped=True, snoozed_until=None)),
    "another wish of the row": lambda c: c.wish_of_row(replace(PARK, until=NOW + timedelta(9))),
    "first wish of a row": lambda c: c.wish_of_row(
        replace(PARK, kind=RowWishKind.NOT_MINE, until=None)
    ),
    "no park": lambda c: c.no_more_wish(
        RowWishKind.PARK, person="U08", tracker_key="acme/widgets#1", ref="acme/widgets#7"
    ),
    "another account": lambda c: c.link([replace(ANA, slack="U02")], by="U09"),
    "another name": lambda c: c.link([replace(ANA, name="Ana S.")], by="U09"),
    "the name spelled otherwise": lambda c: c.link([replace(ANA, name="ana souza")], by="U09"),
    "left, on other evidence": lambda c: c.leave(replace(LEFT, evidence="b2", by="U09")),
    "another one left": lambda c: c.leave(replace(LEFT, kind="moved")),
    "it counts again": lambda c: c.count_again(*THIS, by="U09"),
    "no link": lambda c: c.link([], unlinked=["ANA Souza"], by="U09"),
}


@pytest.mark.parametrize("make", CHANGES.values(), ids=CHANGES)
async def test_change__undone_exactly_once(changing: Changing, make: Makes) -> None:
    for first in (
        changing.subscribe(DIGEST),
        changing.ask_by_default("C01", "acme/widgets#1", by="U09"),
        changing.wish(WISHES),
        changing.wish_of_row(PARK),
        changing.link([ANA], by="U09"),
        changing.leave(LEFT),
    ):
        assert await first is not None
    before = await everything(changing)
    change_id = await make(changing)
    assert change_id is not None
    assert await everything(changing) != before
    assert await make(changing) is None, "the same again changes nothing"

    both = await asyncio.gather(
        *(changing.undo(change_id, by="U09", is_maintainer=True) for _ in range(2)),
        return_exceptions=True,
    )

    assert await everything(changing) == before
    assert sorted(isinstance(one, UserError) for one in both) == [False, True]
    with pytest.raises(UserError, match="undone before"):
        await changing.undo(change_id, by="U09", is_maintainer=True)


async def test_undo__of_an_id_that_is_none(changing: Changing) -> None:
    with pytest.raises(UserError, match="not known any more"):
        await changing.undo(99, by="U09", is_maintainer=True)


async def test_link__one_made_for_oneself_never_goes_over_a_maintainer_s(
    changing: Changing,
) -> None:
    await changing.link([ANA], by="U09")
    for theirs in (
        replace(ANA, slack="U02", by="U02", by_maintainer=False),
        replace(ANA, name="ANA SOUZA", slack="U02", by="U02", by_maintainer=False),
        replace(ANA, name="Bo Chen", by="U01", by_maintainer=False),
    ):
        assert await changing.link([theirs], by=theirs.by) is None

    assert await changing.stores.links.all() == (ANA,)


async def test_link__two_who_change_places(changing: Changing) -> None:
    bo = replace(ANA, name="Bo Chen", github="bo", slack="U02")
    await changing.link([ANA, bo], by="U09")
    await changing.link([replace(ANA, slack="U02"), replace(bo, slack="U01")], by="U09")

    people = changing.book.current
    assert [people.with_slack(slack).name for slack in ("U01", "U02")] == ["Bo Chen", "Ana Souza"]  # type: ignore[union-attr]  # both are linked


async def test_park__is_known_at_once_and_ends(changing: Changing) -> None:
    await changing.wish_of_row(PARK)
    parks = changing._parks

    [[ref, parked]] = parks.parked(a_ref(1), People()).items()
    assert ref == a_ref(7)
    assert parked.holds(NOW + timedelta(days=29))
    assert not parked.holds(NOW + timedelta(days=30))
    await changing.forget("U09")
    assert parks.parked(a_ref(1), People()) == {}


@pytest.mark.parametrize(
    "newer", [replace(ANA, slack="U02"), replace(ANA, name="Ana S.")], ids=["name", "account"]
)
async def test_undo__a_link_that_went_never_goes_over_a_newer_one(
    changing: Changing, newer: StoredLink
) -> None:
    await changing.link([ANA], by="U09")
    gone = await changing.link([], unlinked=["Ana Souza"], by="U09")
    await changing.link([newer], by="U09")
    assert gone is not None

    with pytest.raises(UserError, match="changed again since"):
        await changing.undo(gone, by="U09", is_maintainer=True)

    assert await changing.stores.links.all() == (newer,)


@pytest.mark.parametrize("name", ["Ana Souza", "ANA SOUZA"])
async def test_link__one_made_for_oneself_takes_nobody_s_name(
    changing: Changing, name: str
) -> None:
    own = replace(ANA, by="U01", by_maintainer=False)
    await changing.link([own], by="U01")

    other = replace(own, name=name, slack="U02", by="U02")
    assert await changing.link([other], by="U02") is None

    assert await changing.stores.links.all() == (own,)


async def test_forget__the_audit_keeps_that_and_not_what(changing: Changing) -> None:
    """Rights that a maintainer gave, and what is a channel's, stay as they were told."""
    own = replace(ANA, slack="U08", by="U08", by_maintainer=False)
    for first in (
        changing.wish(replace(WISHES, person="U08")),
        changing.wish_of_row(replace(PARK, person="U08")),
        changing.leave(LEFT),
        changing.link([own], by="U08"),
        changing.link([replace(ANA, slack="U07", name="Bo Chen")], by="U08"),
        changing.subscribe(replace(DIGEST, by="U08")),
        changing.wish(WISHES),
    ):
        await first

    await changing.forget("U08")

    kept = [c for c in await changing.stores.audit.newest() if c.before or c.after]
    assert [(c.by, c.what) for c in kept] == [
        ("U09", "wishes"),
        ("U08", "subscription"),
        ("U08", "link"),
    ]
    assert "Ana Souza" not in str(kept)
    assert await everything(changing) == (
        (replace(DIGEST, by="U08"),),
        None,
        {"U09": WISHES},
        (),
        (replace(ANA, slack="U07", name="Bo Chen"),),
        (),
    )


async def test_forget__what_was_forgotten_cannot_be_undone(changing: Changing) -> None:
    wish = await changing.wish(WISHES)
    assert wish is not None
    await changing.forget("U09")

    with pytest.raises(UserError, match="changed again since"):
        await changing.undo(wish, by="U09", is_maintainer=False)
