"""Exactly once, whoever is killed, stands still or is stopped."""

import asyncio
from collections import Counter
from datetime import datetime, timedelta
from typing import Any

import pytest

from bot.delivery import Delivered, DeliveryOutcome, Patience
from bot.demo.slack import rate_limited, slow
from bot.errors import StoreFault
from bot.store.messages import Begun, Messages, MessageState
from tests.delivery.bench import KEY, LEASE_SECONDS, Bench, Forgetful, an_outgoing


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


async def test_two__at_once_in_one_process_and_in_two(bench: Bench) -> None:
    one, other = bench.delivery(), bench.delivery()
    bench.slack.fails("chat.postMessage", slow(0.1))
    out = an_outgoing(bench.room.id)

    outcomes = await asyncio.gather(*(d.send_once(out) for d in (one, one, other, other)))

    assert len(bench.standing()) == 1
    ended = Counter(delivered.outcome for delivered in outcomes)
    assert ended.pop(DeliveryOutcome.SENT) == 1
    assert set(ended) <= {DeliveryOutcome.POSTPONED, DeliveryOutcome.SENT_BEFORE}


async def test_paused__for_longer_than_its_lease_and_nobody_took_it_over(bench: Bench) -> None:
    bench.slack.fails("chat.postMessage", rate_limited(5))

    async def sleep(seconds: float) -> None:
        await bench.clock.sleep(seconds)
        bench.lapse()

    delivered = await bench.delivery(sleep=sleep).send_once(an_outgoing(bench.room.id))

    assert delivered.outcome is DeliveryOutcome.POSTPONED
    assert not bench.standing()
    assert await bench.record() is None
    assert (await bench.send()).outcome is DeliveryOutcome.SENT


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


async def test_stopped__while_the_store_is_lost(bench: Bench) -> None:
    """Who stops is stopped, and goes on with nothing else."""
    begun = asyncio.Event()

    class Lost(Messages):
        async def begin(self, *_args: Any, **_how: Any) -> Any:
            begun.set()
            await asyncio.sleep(0.01)
            raise StoreFault("The database is gone.")

    delivery = bench.delivery(messages=Lost(bench.messages._database))
    sending = asyncio.ensure_future(delivery.send_once(an_outgoing(bench.room.id)))
    await begun.wait()

    sending.cancel()
    with pytest.raises(asyncio.CancelledError):
        await sending


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
