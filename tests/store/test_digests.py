import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.store.digests import DigestRecord, Digests, DigestState
from bot.store.engine import Database

SLOT = datetime(2026, 8, 24, 16, 0, tzinfo=UTC)
WEEK = timedelta(days=7)
RECORD = DigestRecord(channel="C1", tracker_key="acme/widgets#1", slot=SLOT)
OF = (RECORD.channel, RECORD.tracker_key)


@pytest.fixture
def digests(database: Database) -> Digests:
    return Digests(database)


async def test_opened__the_same_for_many_at_once(digests: Digests) -> None:
    found = await asyncio.gather(*[digests.opened(*OF, SLOT) for _ in range(20)])

    assert set(found) == {RECORD}


async def test_decide__the_first_one_stands(digests: Digests) -> None:
    await digests.opened(*OF, SLOT)
    wants = [
        replace(RECORD, as_of=SLOT + timedelta(minutes=n), start=SLOT - WEEK - timedelta(minutes=n))
        for n in range(10)
    ]

    stands = set(await asyncio.gather(*[digests.decide(want) for want in wants]))

    assert len(stands) == 1
    assert stands <= set(wants)
    assert await digests.opened(*OF, SLOT) in stands


async def test_decide__the_window_first_and_the_reading_later(digests: Digests) -> None:
    await digests.decide(replace(RECORD, start=SLOT - WEEK))

    stands = await digests.decide(replace(RECORD, as_of=SLOT, start=SLOT - 2 * WEEK))

    assert (stands.as_of, stands.start) == (SLOT, SLOT - WEEK)


async def test_last_sent__the_newest_that_was(digests: Digests) -> None:
    assert await digests.last_sent(*OF) is None
    for weeks, state in enumerate([DigestState.SENT, DigestState.SENT, DigestState.REFUSED]):
        await digests.end(replace(RECORD, slot=SLOT + weeks * WEEK), state)
    await digests.opened(*OF, SLOT + 3 * WEEK)
    await digests.end(replace(RECORD, slot=SLOT + 4 * WEEK, channel="C2"), DigestState.SENT)

    last = await digests.last_sent(*OF)

    assert last == replace(RECORD, slot=SLOT + WEEK, state=DigestState.SENT)
    assert await digests.last_sent(*OF, until=SLOT + WEEK) == last
    first = await digests.last_sent(*OF, until=SLOT + WEEK - timedelta.resolution)
    assert first == replace(RECORD, state=DigestState.SENT)
    assert await digests.last_sent(*OF, until=SLOT - timedelta.resolution) is None


async def test_settled__slots_that_ended_unsent(digests: Digests) -> None:
    for weeks, state in enumerate(DigestState):
        await digests.end(replace(RECORD, slot=SLOT + weeks * WEEK), state)

    assert await digests.settled(*OF) == {SLOT + 2 * WEEK, SLOT + 3 * WEEK}


async def test_end__given_up_may_still_be_sent_and_sent_is_for_good(digests: Digests) -> None:
    await digests.decide(replace(RECORD, as_of=SLOT))
    for state in (DigestState.GIVEN_UP, DigestState.SENT, DigestState.GIVEN_UP):
        await digests.end(RECORD, state)

    assert await digests.opened(*OF, SLOT) == replace(RECORD, as_of=SLOT, state=DigestState.SENT)
