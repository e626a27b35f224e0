"""Exactly once, where the history may be read."""

import asyncio
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest
import structlog
from slack_sdk.web.async_client import AsyncWebClient

from bot.delivery import Delivered, Delivery, DeliveryOutcome, Pacer, Patience
from bot.delivery.marks import mark
from bot.errors import StoreFault
from bot.store.messages import Begun, Messages, MessageState
from tests.delivery.bench import KEY, LEASE_SECONDS, TEXT, Bench, SharedClock, an_outgoing
from tests.fakes.slack import (
    html_500,
    html_500_after,
    invalid_json,
    rate_limited,
    refused,
    refused_after,
    reset_after,
    reset_before,
    slow,
    timeout_after,
)

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


# Killed, paused, stopped


class Forgetful(Messages):
    """The messages of a process that is killed before it can write down what it posted."""

    def __init__(self, messages: Messages) -> None:
        super().__init__(messages._database)

    async def sent(self, *_: Any, **__: Any) -> None:
        raise StoreFault("killed")


@pytest.mark.parametrize("place", ["channel", "person"])
async def test_killed__between_posting_and_writing_down(bench: Bench, place: str) -> None:
    ada = bench.slack.add_user("ada")
    out = an_outgoing(bench.room.id if place == "channel" else ada.id)
    with pytest.raises(StoreFault):
        await bench.delivery(messages=Forgetful(bench.messages)).send_once(out)

    early = await bench.delivery().send_once(out)
    bench.lapse()
    late = await bench.delivery().send_once(out)

    where = bench.room if place == "channel" else bench.slack.dm(ada)
    [message] = bench.standing(where)
    assert early.outcome is DeliveryOutcome.POSTPONED
    assert late == Delivered(outcome=DeliveryOutcome.SENT, channel=where.id, ts=message.ts)


async def test_killed__before_posting(bench: Bench) -> None:
    await _begun_by_somebody(bench)
    bench.lapse()

    delivered = await bench.send()

    assert delivered.outcome is DeliveryOutcome.SENT
    assert len(bench.standing()) == 1
    assert len(bench.slack.calls("conversations.history")) == 3


async def test_store__busy_for_a_moment_when_it_is_written_down(bench: Bench) -> None:
    class Busy(Messages):
        faults = 2

        async def sent(self, *args: Any, **fields: Any) -> None:
            self.faults -= 1
            if self.faults >= 0:
                raise StoreFault("busy")
            await super().sent(*args, **fields)

    busy = Busy(bench.messages._database)

    delivered = await bench.delivery(messages=busy).send_once(an_outgoing(bench.room.id))

    assert delivered.outcome is DeliveryOutcome.SENT
    assert len(bench.standing()) == 1


async def test_store__fails_before_posting(bench: Bench) -> None:
    """Nothing is left begun: who could not read the history would never send it."""

    class Failing(Messages):
        async def extend(self, *_: Any, **__: Any) -> bool:
            raise StoreFault("gone")

    bench.slack.fails("chat.postMessage", rate_limited(178))
    delivery = bench.delivery(messages=Failing(bench.messages._database), call_seconds=5)

    with pytest.raises(StoreFault):
        await delivery.send_once(an_outgoing(bench.room.id))

    assert await bench.record() is None


async def test_two__at_once_in_one_process_and_in_two(bench: Bench) -> None:
    one, other = bench.delivery(), bench.delivery()
    bench.slack.fails("chat.postMessage", slow(0.1))
    out = an_outgoing(bench.room.id)

    outcomes = await asyncio.gather(*(d.send_once(out) for d in (one, one, other, other)))

    assert len(bench.standing()) == 1
    assert sorted(d.outcome for d in outcomes)[:3] == [DeliveryOutcome.POSTPONED] * 3 or (
        {d.outcome for d in outcomes}
        == {DeliveryOutcome.SENT, DeliveryOutcome.POSTPONED, DeliveryOutcome.SENT_BEFORE}
    )


async def test_paused__for_longer_than_its_lease_and_nobody_took_it_over(bench: Bench) -> None:
    bench.slack.fails("chat.postMessage", rate_limited(5))

    async def sleep(seconds: float) -> None:
        await bench.clock.sleep(seconds)
        bench.lapse()

    delivered = await bench.delivery(sleep=sleep).send_once(an_outgoing(bench.room.id))

    assert delivered.outcome is DeliveryOutcome.SENT
    assert len(bench.standing()) == 1


@pytest.mark.parametrize(
    ("wall_sees", "monotonic_sees"),
    [(True, True), (True, False), (False, True)],
    ids=["on both clocks", "the machine was suspended", "the wall's clock was set back"],
)
async def test_paused__for_longer_than_its_lease_and_somebody_took_it_over(
    bench: Bench, wall_sees: bool, monotonic_sees: bool
) -> None:
    out = an_outgoing(bench.room.id)
    bench.slack.fails("chat.postMessage", rate_limited(5))
    unseen_seconds = 0.0

    async def sleep(seconds: float) -> None:
        nonlocal unseen_seconds
        await bench.clock.sleep(seconds)
        before = bench.monotonic()
        bench.lapse()
        await bench.delivery().send_once(out)
        bench.clock.move(2)  # else Slack says that this is too fast
        unseen_seconds += bench.monotonic() - before

    def now() -> datetime:
        return bench.clock.now - timedelta(seconds=0 if wall_sees else unseen_seconds)

    def monotonic() -> float:
        return bench.monotonic() - (0 if monotonic_sees else unseen_seconds)

    delivered = await bench.delivery(sleep=sleep, now=now, monotonic=monotonic).send_once(out)

    assert delivered.outcome is DeliveryOutcome.POSTPONED
    assert len(bench.standing()) == 1


async def test_stopped__a_post_that_is_under_way_is_finished(bench: Bench) -> None:
    bench.slack.fails("chat.postMessage", slow(0.1))
    sending = asyncio.ensure_future(bench.send())
    await bench.slack.until(bench.standing)

    sending.cancel()
    with pytest.raises(asyncio.CancelledError):
        await sending

    record = await bench.record()
    assert record is not None
    assert record.state is MessageState.SENT


async def test_stopped__a_post_that_takes_too_long_is_settled_later(bench: Bench) -> None:
    bench.slack.fails("chat.postMessage", slow(0.5))
    delivery = bench.delivery(patience=Patience(drain=0.05))
    sending = asyncio.ensure_future(delivery.send_once(an_outgoing(bench.room.id)))
    await bench.slack.until(bench.standing)

    sending.cancel()
    with pytest.raises(asyncio.CancelledError):
        await sending
    bench.lapse()
    delivered = await bench.send()

    assert delivered.outcome is DeliveryOutcome.SENT
    assert len(bench.standing()) == 1


async def test_stopped__while_it_is_begun(bench: Bench) -> None:
    begun = asyncio.Event()

    class Slow(Messages):
        async def begin(self, *args: Any, **fields: Any) -> Any:
            answer = await super().begin(*args, **fields)
            begun.set()
            await asyncio.sleep(0.05)
            return answer

    delivery = bench.delivery(messages=Slow(bench.messages._database))
    sending = asyncio.ensure_future(delivery.send_once(an_outgoing(bench.room.id)))
    await begun.wait()

    sending.cancel()
    with pytest.raises(asyncio.CancelledError):
        await sending

    assert await bench.record() is None


async def test_stopped__what_waits_is_given_back(bench: Bench) -> None:
    bench.slack.fails("chat.postMessage", rate_limited(30))

    async def sleep(seconds: float) -> None:
        await asyncio.sleep(60)

    sending = asyncio.ensure_future(
        bench.delivery(sleep=sleep).send_once(an_outgoing(bench.room.id))
    )
    await bench.slack.until(lambda: bench.slack.calls("chat.postMessage"))
    await asyncio.sleep(0.05)

    sending.cancel()
    with pytest.raises(asyncio.CancelledError):
        await sending

    assert await bench.record() is None
    assert (await bench.send()).outcome is DeliveryOutcome.SENT


async def _begun_by_somebody(bench: Bench) -> None:
    begun, _ = await bench.messages.begin(
        KEY,
        channel=bench.room.id,
        holder="somebody",
        now=bench.clock.now,
        lease=timedelta(seconds=LEASE_SECONDS),
    )
    assert begun is Begun.NEW


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
