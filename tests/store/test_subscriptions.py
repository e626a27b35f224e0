from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.store.digests import DigestRecord, Digests, DigestState
from bot.store.engine import Database
from bot.store.subscriptions import Subscription, Subscriptions

NOW = datetime(2026, 8, 24, 16, 0, tzinfo=UTC)
LATER = NOW + timedelta(days=30)
SUBSCRIPTION = Subscription(
    channel="C1",
    tracker_key="acme/widgets#1",
    at="mon 09:00",
    zone="Europe/Berlin",
    since=NOW,
    by="U1",
)
OF = (SUBSCRIPTION.channel, SUBSCRIPTION.tracker_key)


@pytest.fixture
def subscriptions(database: Database) -> Subscriptions:
    return Subscriptions(database)


async def test_put__the_same_time_keeps_what_was_promised(subscriptions: Subscriptions) -> None:
    assert await subscriptions.put(SUBSCRIPTION) is None

    before = await subscriptions.put(replace(SUBSCRIPTION, since=LATER, by="U2"))

    assert before == SUBSCRIPTION
    assert await subscriptions.all() == (replace(SUBSCRIPTION, by="U2"),)


async def test_put__another_time_promises_nothing_of_the_past(
    subscriptions: Subscriptions,
) -> None:
    await subscriptions.put(SUBSCRIPTION)

    moved = replace(SUBSCRIPTION, at="tue 10:00", since=LATER)
    await subscriptions.put(moved)

    assert await subscriptions.all() == (moved,)


async def test_put__anew_after_it_was_stopped(subscriptions: Subscriptions) -> None:
    await subscriptions.put(SUBSCRIPTION)
    await subscriptions.stop(*OF, because="the channel is archived")

    before = await subscriptions.put(replace(SUBSCRIPTION, since=LATER))

    assert before == replace(SUBSCRIPTION, stopped="the channel is archived")
    assert await subscriptions.all() == (replace(SUBSCRIPTION, since=LATER),)


async def test_put__anew_after_it_was_removed(subscriptions: Subscriptions) -> None:
    await subscriptions.put(SUBSCRIPTION)
    assert await subscriptions.remove(*OF) == SUBSCRIPTION
    assert await subscriptions.remove(*OF) is None

    assert await subscriptions.put(replace(SUBSCRIPTION, since=LATER)) is None

    assert [one.since for one in await subscriptions.all()] == [LATER]


async def test_all__oldest_first_and_those_of_a_channel(subscriptions: Subscriptions) -> None:
    newer = replace(SUBSCRIPTION, channel="C0", since=LATER)
    of_two = replace(SUBSCRIPTION, tracker_key="acme/widgets#2", says_nothing_new=False)
    for one in (newer, SUBSCRIPTION, of_two):
        await subscriptions.put(one)

    assert await subscriptions.all() == (SUBSCRIPTION, of_two, newer)
    assert await subscriptions.of_channel("C1") == (SUBSCRIPTION, of_two)
    assert await subscriptions.of_channel("C2") == ()


async def test_move_channel__what_the_new_one_has_stays(
    database: Database, subscriptions: Subscriptions
) -> None:
    there = replace(SUBSCRIPTION, channel="C2", at="fri 17:00")
    other = replace(SUBSCRIPTION, tracker_key="acme/widgets#2")
    for one in (SUBSCRIPTION, other, there):
        await subscriptions.put(one)
    await subscriptions.set_default_tracker("C1", "acme/widgets#1")
    digests = Digests(database)
    record = DigestRecord(channel="C1", tracker_key="acme/widgets#2", slot=NOW)
    await digests.end(record, DigestState.SENT)

    await subscriptions.move_channel("C1", "C2")

    assert await subscriptions.all() == (there, replace(other, channel="C2"))
    assert await subscriptions.default_tracker("C1") is None
    assert await subscriptions.default_tracker("C2") == "acme/widgets#1"
    assert await digests.last_sent("C1", "acme/widgets#2") is None
    assert await digests.last_sent("C2", "acme/widgets#2") is not None


async def test_default_tracker__set_and_taken_back(subscriptions: Subscriptions) -> None:
    assert await subscriptions.default_tracker("C1") is None
    assert await subscriptions.set_default_tracker("C1", "acme/widgets#1") is None
    assert await subscriptions.set_default_tracker("C1", "acme/widgets#2") == "acme/widgets#1"
    assert await subscriptions.default_tracker("C1") == "acme/widgets#2"
    assert await subscriptions.set_default_tracker("C1", None) == "acme/widgets#2"
    assert await subscriptions.default_tracker("C1") is None


async def test_restore__with_what_was_promised_then(subscriptions: Subscriptions) -> None:
    await subscriptions.put(SUBSCRIPTION)
    moved = replace(SUBSCRIPTION, at="fri 16:00", since=SUBSCRIPTION.since + timedelta(days=1))
    await subscriptions.put(moved)

    await subscriptions.restore(SUBSCRIPTION)

    assert await subscriptions.all() == (SUBSCRIPTION,)
