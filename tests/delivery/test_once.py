"""Exactly once, where the history may be read."""

import asyncio
from dataclasses import replace
from itertools import pairwise

import pytest
import structlog
from slack_sdk.web.async_client import AsyncWebClient

from bot.delivery import Delivered, Delivery, DeliveryOutcome, Pacer
from bot.delivery.history import mark
from bot.demo.slack import (
    html_500,
    html_500_after,
    invalid_json,
    rate_limited,
    refused,
    refused_after,
    reset_after,
    reset_before,
    timeout_after,
)
from bot.errors import StoreFault
from bot.store.messages import MessageState
from tests.delivery.bench import LEASE_SECONDS, TEXT, Bench, Forgetful, SharedClock, an_outgoing

FAULTS = {
    "none": (),
    "dropped after it was taken": (reset_after(),),
    "dropped before": (reset_before(),),
    "500 before": (html_500(),),
    "500 after it was taken": (html_500_after(),),
    "fatal_error": (refused("fatal_error"),),
    "internal_error after it was taken": (refused_after("internal_error"),),
    "service_unavailable": (refused("service_unavailable"),),
    "half an answer": (invalid_json(),),
    "too fast": (rate_limited(7),),
    "too fast, in its older spelling": (refused("rate_limited"),),
    "one after the other": (html_500(), rate_limited(3), reset_before(), reset_after()),
}


@pytest.mark.parametrize("place", ["channel", "thread", "person"])
async def test_send_once__stands_there_once(bench: Bench, place: str) -> None:
    ada, room = bench.slack.add_user("ada"), bench.room
    channel, where = (ada.id, bench.slack.dm(ada)) if place == "person" else (room.id, room)
    thread_ts = (await bench.send(key="first")).ts if place == "thread" else None
    for name, faults in FAULTS.items():
        before = len(bench.standing(where))
        bench.slack.fails("chat.postMessage", *faults)
        with_key = {"key": name, "thread_ts": thread_ts}

        delivered = await bench.send(channel, **with_key)
        again = await bench.send(channel, **with_key)

        assert len(bench.standing(where)) == before + 1, name
        await is_where_it_is_said(bench, name, delivered, again, thread_ts)
    assert await bench.told() == {}


async def is_where_it_is_said(
    bench: Bench, key: str, delivered: Delivered, again: Delivered, thread_ts: str | None
) -> None:
    where = bench.slack.world.channels[delivered.channel]
    message = bench.standing(where)[-1]
    assert (message.text, message.thread_ts) == (TEXT, thread_ts)
    expected = Delivered(outcome=DeliveryOutcome.SENT, channel=where.id, ts=message.ts)
    assert delivered == expected
    assert again == replace(expected, outcome=DeliveryOutcome.SENT_BEFORE)
    record = await bench.record(key)
    assert record is not None
    assert (record.state, record.channel, record.ts) == (
        MessageState.SENT,
        where.id,
        message.ts,
    )


async def test_send_once__adds_nothing_and_names_nobody(bench: Bench) -> None:
    await bench.send(key="remind:U1:songlin-jiang")

    [request] = bench.slack.calls("chat.postMessage")
    [message] = bench.standing()
    assert message.metadata == mark("remind:U1:songlin-jiang")
    assert "songlin" not in str(message.metadata)
    assert request.args["parse"] == "none"
    assert not request.args["unfurl_links"]
    assert len(message.blocks) == 1


async def test_send_once__no_word_of_it_in_the_log(bench: Bench) -> None:
    ada = bench.slack.add_user("ada")
    bench.slack.fails("chat.postMessage", html_500(), reset_after())
    bench.slack.fails("conversations.history", refused("x", response_metadata={"messages": [TEXT]}))

    with structlog.testing.capture_logs() as lines:
        await bench.send(ada.id)
        await bench.send(key="other")

    assert len(lines) >= 3
    assert TEXT not in str(lines)
    assert bench.slack.bot_token not in str(lines)


async def test_time_out__taken_all_the_same(bench: Bench) -> None:
    bench.slack.fails("chat.postMessage", timeout_after(1.3))

    delivered = await bench.delivery(call_seconds=1).send_once(an_outgoing(bench.room.id))

    assert delivered.outcome is DeliveryOutcome.SENT
    assert len(bench.standing()) == 1


@pytest.mark.parametrize("readings", [1, 2])
async def test_history__shows_it_late(bench: Bench, readings: int) -> None:
    bench.slack.shows_late(readings)
    bench.slack.fails("chat.postMessage", reset_after())

    await bench.send()

    assert len(bench.standing()) == 1
    assert len(bench.slack.calls("conversations.history")) == readings + 1


async def test_history__of_a_slack_whose_clock_is_behind(bench: Bench) -> None:
    assert isinstance(bench.slack.clock, SharedClock)
    bench.slack.clock.behind_seconds = 500
    bench.slack.fails("chat.postMessage", reset_after())

    await bench.send()

    assert len(bench.standing()) == 1


async def test_history__shows_it_later_than_anybody_waits(bench: Bench) -> None:
    """What was in doubt once is not given back as if it had never been begun."""
    bench.slack.shows_late(3)
    bench.slack.fails("chat.postMessage", reset_after(), rate_limited(400))

    first = await bench.send()
    bench.lapse()
    later = await bench.send()

    assert first.outcome is DeliveryOutcome.POSTPONED
    assert later.outcome is DeliveryOutcome.SENT
    assert len(bench.standing()) == 1


@pytest.mark.parametrize("thread", [False, True])
async def test_history__is_read_page_by_page(bench: Bench, thread: bool) -> None:
    ada = bench.slack.add_user("ada")
    first = await bench.send(key="first")
    thread_ts = first.ts if thread else None
    out = an_outgoing(bench.room.id, thread_ts=thread_ts)
    with pytest.raises(StoreFault):
        await bench.delivery(messages=Forgetful(bench.messages)).send_once(out)
    for n in range(250):
        bench.slack.world.channels[bench.room.id].members.add(ada.id)
        parent = bench.slack.messages(bench.room)[0] if thread else None
        await bench.slack.says(ada, bench.room, f"{n}", thread=parent)
    bench.lapse()

    delivered = await bench.delivery().send_once(out)

    assert delivered.outcome is DeliveryOutcome.SENT
    assert len(bench.standing()) == 2


async def test_connection__refused_for_a_while(bench: Bench) -> None:
    await bench.slack.goes_down()

    async def sleep(seconds: float) -> None:
        await bench.clock.sleep(seconds)
        if bench.clock.slept == [1, 2]:
            await bench.slack.comes_back()

    delivered = await bench.delivery(sleep=sleep).send_once(an_outgoing(bench.room.id))

    assert delivered.outcome is DeliveryOutcome.SENT
    assert len(bench.slack.calls("chat.postMessage")) == 1
    assert not bench.slack.calls("conversations.history")


async def test_connection__refused_for_too_long(bench: Bench) -> None:
    await bench.slack.goes_down()

    delivered = await bench.send()

    assert delivered.outcome is DeliveryOutcome.POSTPONED
    assert await bench.record() is None
    assert sum(bench.clock.slept) <= LEASE_SECONDS


async def test_too_fast__waited_for_within_the_lease(bench: Bench) -> None:
    bench.slack.fails("chat.postMessage", *[rate_limited(55)] * 3)
    begun_at = bench.clock.now

    delivered = await bench.send()

    assert delivered.outcome is DeliveryOutcome.SENT
    assert 165 <= (bench.clock.now - begun_at).total_seconds() <= LEASE_SECONDS


async def test_too_fast__for_longer_than_the_lease(bench: Bench) -> None:
    bench.slack.fails("chat.postMessage", rate_limited(120), rate_limited(61))

    delivered = await bench.send()

    assert (delivered.outcome, delivered.code) == (DeliveryOutcome.POSTPONED, "ratelimited")
    assert await bench.record() is None
    assert bench.clock.slept == [120]
    assert (await bench.send()).outcome is DeliveryOutcome.SENT


async def test_together__keep_the_pace(bench: Bench) -> None:
    delivery = bench.delivery()
    bench.slack.fails("chat.postMessage", rate_limited(5))

    await asyncio.gather(
        *(delivery.send_once(an_outgoing(bench.room.id, key=f"{n}")) for n in range(4))
    )

    found = [m.metadata for m in bench.standing()]
    assert len(found) == 4
    assert all(mark(f"{n}") in found for n in range(4))
    sent_at = [m.posted_at for m in bench.standing()]
    assert all(later - earlier >= 1 for earlier, later in pairwise(sent_at))


def test_client__that_repeats_is_refused(bench: Bench) -> None:
    repeating = AsyncWebClient(token="xoxb-1")

    with pytest.raises(ValueError, match="twice"):
        Delivery(
            repeating,
            bench.messages,
            bench.incidents,
            holder="h",
            now=bench.clock,
            pacer=Pacer(),
        )


async def test_taken_over__not_by_a_machine_whose_clock_is_a_minute_and_a_half_ahead(
    bench: Bench,
) -> None:
    with pytest.raises(StoreFault):
        await bench.delivery(messages=Forgetful(bench.messages)).send_once(
            an_outgoing(bench.room.id)
        )
    bench.clock.move(LEASE_SECONDS + 90)
    assert (await bench.send()).outcome is DeliveryOutcome.POSTPONED

    bench.lapse()

    assert (await bench.send()).outcome is DeliveryOutcome.SENT
    assert len(bench.standing()) == 1
