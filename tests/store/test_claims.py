import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from bot.store.claims import Claims
from bot.store.engine import Database

NOW = datetime(2026, 8, 24, 16, 0, tzinfo=UTC)
LEASE = timedelta(minutes=3)
LATER = NOW + LEASE


@pytest.fixture
def claims(database: Database) -> Claims:
    return Claims(database)


async def _take(claims: Claims, holder: str, *, at: datetime = NOW) -> bool:
    return await claims.take("digest", holder=holder, now=at, lease=LEASE)


async def test_take__by_one_of_many_at_once(claims: Claims) -> None:
    taken = await asyncio.gather(*[_take(claims, f"bot-{number}") for number in range(30)])

    assert sum(taken) == 1


async def test_take__keys_are_of_their_own(claims: Claims) -> None:
    assert await _take(claims, "a")
    assert await claims.take("other", holder="b", now=NOW, lease=LEASE)


async def test_take__nobody_else_until_the_lease_ends(claims: Claims) -> None:
    assert await _take(claims, "a")

    assert not await _take(claims, "b", at=LATER - timedelta(microseconds=1))
    assert await _take(claims, "b", at=LATER)
    assert not await _take(claims, "a", at=LATER)


async def test_take__by_one_of_many_when_the_lease_ended(claims: Claims) -> None:
    assert await _take(claims, "a")

    tries = [_take(claims, f"b{number}", at=LATER) for number in range(30)]

    assert sum(await asyncio.gather(*tries)) == 1


async def test_take__again_by_its_holder_counts_the_lease_anew(claims: Claims) -> None:
    assert await _take(claims, "a")
    assert await _take(claims, "a", at=NOW + LEASE / 2)

    assert not await _take(claims, "b", at=LATER)
    assert await _take(claims, "b", at=LATER + LEASE / 2)


async def test_extend__counts_the_lease_anew(claims: Claims) -> None:
    assert await _take(claims, "a")

    assert await claims.extend("digest", holder="a", now=LATER, lease=LEASE)

    assert not await _take(claims, "b", at=LATER + LEASE / 2)


async def test_extend__not_what_somebody_else_took(claims: Claims) -> None:
    assert await _take(claims, "a")
    assert await _take(claims, "b", at=LATER)

    assert not await claims.extend("digest", holder="a", now=LATER, lease=LEASE)
    assert not await claims.finish("digest", holder="a", now=LATER)
    await claims.give_back("digest", holder="a")

    assert not await _take(claims, "c", at=LATER)


async def test_finish__for_good(claims: Claims) -> None:
    assert await _take(claims, "a")

    assert await claims.finish("digest", holder="a", now=NOW)

    for holder in ("a", "b", ""):
        assert not await _take(claims, holder, at=NOW + timedelta(days=400))
        assert not await claims.extend("digest", holder=holder, now=NOW, lease=LEASE)
        await claims.give_back("digest", holder=holder)
    assert not await claims.once("digest", now=NOW)


async def test_finish__only_what_was_taken(claims: Claims) -> None:
    assert not await claims.finish("digest", holder="a", now=NOW)
    assert await _take(claims, "b")


async def test_give_back__free_for_anybody(claims: Claims) -> None:
    assert await _take(claims, "a")

    await claims.give_back("digest", holder="a")

    assert await _take(claims, "b")


async def test_give_back__rests_until_a_moment_for_its_holder_too(claims: Claims) -> None:
    assert await _take(claims, "a")

    await claims.give_back("digest", holder="a", not_before=NOW + timedelta(hours=1))

    for holder in ("a", "b", ""):
        assert not await _take(claims, holder, at=NOW + timedelta(minutes=59))
        assert not await claims.finish("digest", holder=holder, now=NOW)
    assert await _take(claims, "b", at=NOW + timedelta(hours=1))


async def test_once__for_events_that_come_many_times(claims: Claims) -> None:
    first = await asyncio.gather(*[claims.once("event", now=NOW) for _ in range(30)])

    assert sum(first) == 1
    assert not await claims.take("event", holder="a", now=NOW, lease=LEASE)


async def test_forget__what_was_over_before(claims: Claims) -> None:
    assert await claims.once("finished", now=NOW)
    assert await _take(claims, "left")
    assert await claims.take("resting", holder="a", now=NOW, lease=LEASE)
    await claims.give_back("resting", holder="a", not_before=LATER)
    assert await claims.take("held", holder="a", now=LATER, lease=LEASE)

    assert await claims.forget(before=NOW) == 0
    assert await claims.forget(before=LATER + timedelta(seconds=1)) == 3

    assert await claims.once("finished", now=LATER)
    assert not await claims.take("held", holder="b", now=LATER, lease=LEASE)
