from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.store.engine import Database
from bot.store.links import Links, StoredLink

NOW = datetime(2026, 8, 24, 16, 0, tzinfo=UTC)
OWN = StoredLink(
    name="songlin jiang",
    github="HollowMan6",
    slack="U1",
    by="U1",
    by_maintainer=False,
    at=NOW,
)
GIVEN = replace(OWN, by="U9", by_maintainer=True, github=None, at=NOW + timedelta(hours=1))


@pytest.fixture
def links(database: Database) -> Links:
    return Links(database)


@pytest.mark.parametrize(
    ("old", "new", "stays"),
    [
        pytest.param(OWN, GIVEN, False, id="a maintainer's takes the place of one's own"),
        pytest.param(GIVEN, OWN, True, id="one's own never takes a maintainer's"),
        pytest.param(GIVEN, replace(OWN, name="other"), True, id="nor that of the same account"),
        pytest.param(GIVEN, replace(OWN, slack="U2"), True, id="nor that of the same name"),
        pytest.param(GIVEN, replace(GIVEN, slack="U2"), False, id="a maintainer's another one's"),
        pytest.param(OWN, replace(OWN, slack="U2", by="U2"), True, id="one's own no other's own"),
        pytest.param(OWN, replace(OWN, name="other"), False, id="one's own the own of before"),
    ],
)
async def test_put__in_place_of_the_same_name_or_account(
    links: Links, old: StoredLink, new: StoredLink, stays: bool
) -> None:
    assert await links.put(old) == ()

    assert await links.put(new) == (old,)

    assert await links.all() == ((old,) if stays else (new,))


async def test_put__in_place_of_two(links: Links) -> None:
    by_name, by_account = replace(OWN, slack="U2"), replace(OWN, name="other", at=NOW)
    beside = replace(OWN, name="third", slack="U3", at=NOW - timedelta(days=1))
    for link in (by_name, by_account, beside):
        await links.put(link)

    assert set(await links.put(GIVEN)) == {by_name, by_account}

    assert await links.all() == (beside, GIVEN)


async def test_put__of_two_one_is_a_maintainers(links: Links) -> None:
    by_name, by_account = replace(OWN, slack="U2"), replace(GIVEN, name="other")
    for link in (by_name, by_account):
        await links.put(link)

    assert await links.put(OWN) == (by_name, by_account)

    assert await links.all() == (by_name, by_account)


async def test_remove__what_was_there(links: Links) -> None:
    await links.put(OWN)

    assert await links.remove("nobody") is None
    assert await links.remove(OWN.name) == OWN
    assert await links.remove(OWN.name) is None


async def test_forget__an_account(links: Links) -> None:
    other = replace(OWN, name="other", slack="U2")
    for link in (OWN, other):
        await links.put(link)

    await links.forget("U1")

    assert await links.all() == (other,)
