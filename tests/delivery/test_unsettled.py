"""Where the history cannot be read: at most once, and told."""

from datetime import timedelta
from typing import Any

import pytest

from bot.delivery import DeliveryOutcome
from bot.demo.slack import (
    Channel,
    Fault,
    User,
    html_500,
    html_500_after,
    invalid_json,
    rate_limited,
    refused,
    reset_after,
    reset_before,
)
from bot.errors import StoreFault
from bot.store.messages import Messages, MessageState
from tests.delivery.bench import KEY, LEASE_SECONDS, Bench, an_outgoing

AMBIGUOUS = {
    "dropped after it was taken": (reset_after(), 1),
    "dropped before": (reset_before(), 0),
    "500 before": (html_500(), 0),
    "500 after it was taken": (html_500_after(), 1),
    "half an answer": (invalid_json(), 1),
    "fatal_error": (refused("fatal_error"), 0),
}


async def is_unsettled(
    bench: Bench, target: Channel | User, *, because: str, key: str = KEY
) -> None:
    """It is neither posted again nor forgotten: told once, with where to look and why."""
    delivered = await bench.send(target.id, key=key)
    posts = len(bench.slack.calls("chat.postMessage"))
    again = await bench.send(target.id, key=key)

    assert delivered.outcome is again.outcome is DeliveryOutcome.UNSETTLED
    assert len(bench.slack.calls("chat.postMessage")) == posts
    record = await bench.record(key)
    assert record is not None
    assert record.state is MessageState.UNSETTLED
    told = await bench.told()
    assert told == {f"unsettled:{target.id}": delivered.advice}
    assert target.id in delivered.advice
    assert f"({because})" in delivered.advice
    assert key not in delivered.advice


async def test_no_history__in_doubt_is_never_posted_again(bench: Bench) -> None:
    bench.slack.app.scopes.discard("channels:history")
    for name, (fault, copies) in AMBIGUOUS.items():
        before = len(bench.standing())
        bench.slack.fails("chat.postMessage", fault)

        await is_unsettled(bench, bench.room, because="channels:history", key=name)

        assert len(bench.standing()) == before + copies, name


async def test_no_history__taken_over(bench: Bench) -> None:
    bench.slack.app.scopes.discard("channels:history")
    await _begun_by_somebody(bench, bench.room.id)

    await is_unsettled(bench, bench.room, because="channels:history")

    assert bench.standing() == []


async def test_no_history__with_a_person(bench: Bench) -> None:
    ada = bench.slack.add_user("ada")
    bench.slack.app.scopes.discard("im:history")
    bench.slack.fails("chat.postMessage", reset_after())

    await is_unsettled(bench, ada, because="im:history")

    assert len(bench.standing(bench.slack.dm(ada))) == 1


async def test_no_history__of_a_channel_that_the_bot_is_not_in(bench: Bench) -> None:
    bench.slack.app.scopes.add("chat:write.public")
    hall = bench.slack.add_channel("hall", bot=False)
    bench.slack.fails("chat.postMessage", reset_after())

    await is_unsettled(bench, hall, because="not_in_channel")

    assert len(bench.standing(hall)) == 1


async def test_no_history__when_nothing_is_in_doubt_it_is_not_needed(bench: Bench) -> None:
    bench.slack.app.scopes.discard("channels:history")
    bench.slack.fails("chat.postMessage", rate_limited(5))

    delivered = await bench.send()

    assert delivered.outcome is DeliveryOutcome.SENT
    assert not bench.slack.calls("conversations.history")


async def test_killed__before_it_was_written_down_is_told_all_the_same(bench: Bench) -> None:
    class Dying(Messages):
        async def unsettled(self, *_: Any, **__: Any) -> None:
            raise StoreFault("killed")

    bench.slack.app.scopes.discard("channels:history")
    bench.slack.fails("chat.postMessage", reset_after())
    with pytest.raises(StoreFault):
        await bench.delivery(messages=Dying(bench.messages._database)).send_once(
            an_outgoing(bench.room.id)
        )
    bench.lapse()

    await is_unsettled(bench, bench.room, because="channels:history")

    assert len(bench.standing()) == 1


async def test_person__deactivated_while_in_doubt(bench: Bench) -> None:
    ada = bench.slack.add_user("ada")
    await _begun_by_somebody(bench, ada.id)
    ada.deleted = True

    await is_unsettled(bench, ada, because="user_disabled")


async def test_history__too_busy_to_be_searched(bench: Bench) -> None:
    ada = bench.slack.add_user("ada")
    bench.room.members.add(ada.id)
    await _begun_by_somebody(bench, bench.room.id)
    page = {"messages": [], "has_more": True, "response_metadata": {"next_cursor": "from:1"}}
    endless = Fault(kind=refused("").kind, more={"ok": True, **page}, times=25)
    bench.slack.fails("conversations.history", endless)

    await is_unsettled(bench, bench.room, because="history_too_long")


@pytest.mark.parametrize("copies", [0, 1])
async def test_history__fails_for_a_moment(bench: Bench, copies: int) -> None:
    faults = (html_500(), rate_limited(20), reset_before(), refused("internal_error"))
    bench.slack.fails("chat.postMessage", reset_after() if copies else reset_before())
    bench.slack.fails("conversations.history", *faults)

    delivered = await bench.send()

    assert delivered.outcome is DeliveryOutcome.SENT
    assert len(bench.standing()) == 1
    assert await bench.told() == {}


@pytest.mark.parametrize("copies", [0, 1])
async def test_history__fails_for_longer_and_is_settled_later(bench: Bench, copies: int) -> None:
    bench.slack.fails("chat.postMessage", reset_after() if copies else reset_before())
    bench.slack.fails("conversations.history", Fault(kind=html_500().kind, times=99))

    first = await bench.send()
    record = await bench.record()
    bench.slack.forgive()
    bench.lapse()
    later = await bench.send()

    assert first.outcome is DeliveryOutcome.POSTPONED
    assert record is not None
    assert record.state is MessageState.SENDING
    assert later.outcome is DeliveryOutcome.SENT
    assert len(bench.standing()) == 1


async def test_token_revoked__while_in_doubt(bench: Bench) -> None:
    bench.slack.fails("chat.postMessage", reset_after())
    bench.slack.fails("conversations.history", refused("token_revoked"))

    first = await bench.send()
    bench.lapse()
    later = await bench.send()

    assert (first.outcome, first.is_token_lost) == (DeliveryOutcome.POSTPONED, True)
    assert later.outcome is DeliveryOutcome.SENT
    assert len(bench.standing()) == 1


async def _begun_by_somebody(bench: Bench, channel: str) -> None:
    lease = timedelta(seconds=LEASE_SECONDS)
    await bench.messages.begin(
        KEY, channel=channel, holder="somebody", now=bench.clock.now, lease=lease
    )
    bench.lapse()
