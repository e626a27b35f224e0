import pytest

from bot.delivery import DeliveryOutcome
from bot.demo.slack import (
    html_500,
    rate_limited,
    refused,
    reset_after,
)
from bot.store.messages import RemindedRow
from tests.delivery.bench import KEY, Bench, an_outgoing
from tests.delivery.conftest import NOW

ROW = RemindedRow(
    tracker_key="nvidia-nemo/rl#2905",
    ref="nvidia-nemo/rl#2467",
    count=1,
    last_at=NOW,
    progress_at=None,
    message_key=KEY,
)


async def test_rows__are_remembered_with_the_message(bench: Bench) -> None:
    ada = bench.slack.add_user("ada")

    delivered = await bench.send(ada.id, rows=(ROW,))

    assert delivered.channel == bench.slack.dm(ada).id
    assert await bench.messages.reminded(ada.id) == (ROW,)


async def test_rows__of_a_message_that_was_found(bench: Bench) -> None:
    ada = bench.slack.add_user("ada")
    bench.slack.fails("chat.postMessage", reset_after())

    await bench.send(ada.id, rows=(ROW,))

    assert await bench.messages.reminded(ada.id) == (ROW,)


async def test_rows__of_a_message_that_was_refused(bench: Bench) -> None:
    ada = bench.slack.add_user("ada", deleted=True)

    await bench.send(ada.id, rows=(ROW,))

    assert await bench.messages.reminded(ada.id) == ()


async def test_conversation__is_opened_once(bench: Bench) -> None:
    ada, delivery = bench.slack.add_user("ada"), bench.delivery()
    bench.slack.fails("conversations.open", html_500(), rate_limited(9), reset_after())

    for n in range(3):
        delivered = await delivery.send_once(an_outgoing(ada.id, key=f"{n}"))
        assert delivered.outcome is DeliveryOutcome.SENT

    assert len(bench.slack.calls("conversations.open")) == 4
    assert len(bench.standing(bench.slack.dm(ada))) == 3


async def test_conversation__that_is_refused_is_opened_anew(bench: Bench) -> None:
    ada, delivery = bench.slack.add_user("ada"), bench.delivery()
    bench.slack.fails("chat.postMessage", refused("channel_not_found"))

    first = await delivery.send_once(an_outgoing(ada.id, key="1"))
    other = await delivery.send_once(an_outgoing(ada.id, key="2"))

    assert first.outcome is DeliveryOutcome.REFUSED
    assert list(await bench.told()) == [f"unreachable:{ada.id}"]
    assert other.outcome is DeliveryOutcome.SENT
    assert len(bench.slack.calls("conversations.open")) == 2


async def test_conversation__refused_with_a_code_of_messages(bench: Bench) -> None:
    ada = bench.slack.add_user("ada")
    bench.slack.fails("conversations.open", refused("invalid_blocks"))

    delivered = await bench.send(ada.id)

    assert (delivered.outcome, delivered.code) == (DeliveryOutcome.REFUSED, "invalid_blocks")


async def test_conversation__cannot_be_opened_for_now(bench: Bench) -> None:
    ada = bench.slack.add_user("ada")
    bench.slack.fails("conversations.open", rate_limited(400))

    delivered = await bench.send(ada.id)

    assert (delivered.outcome, delivered.code) == (DeliveryOutcome.POSTPONED, "ratelimited")
    assert await bench.record() is None


@pytest.mark.parametrize("answer", [{}, {"channel": "D1"}, {"channel": {"id": None}}])
async def test_conversation__of_another_shape(bench: Bench, answer: dict[str, object]) -> None:
    ada = bench.slack.add_user("ada")
    bench.slack.fails("conversations.open", refused("", ok=True, **answer))

    delivered = await bench.send(ada.id)

    assert (delivered.outcome, delivered.code) == (DeliveryOutcome.REFUSED, "no_channel")


async def test_wave__stays_within_the_rates(bench: Bench) -> None:
    """Opening a conversation is allowed fifty times a minute: no 429 in a wave of new people."""
    delivery = bench.delivery()
    people = [bench.slack.add_user(f"person{n}") for n in range(60)]

    for person in people:
        await delivery.send_once(an_outgoing(person.id, key=person.id))

    assert not [r for r in bench.slack.requests if r.status == 429]
    assert all(len(bench.standing(bench.slack.dm(p))) == 1 for p in people)


async def test_wave__that_is_resumed_takes_no_turns_for_what_was_sent(bench: Bench) -> None:
    delivery = bench.delivery()
    await delivery.send_once(an_outgoing(bench.room.id))
    slept = list(bench.clock.slept)

    for _ in range(5):
        again = await delivery.send_once(an_outgoing(bench.room.id))
        assert again.outcome is DeliveryOutcome.SENT_BEFORE

    assert bench.clock.slept == slept
