"""Whatever goes wrong in whatever order: never twice, and once in the end."""

import random
from typing import Any

import pytest

from bot.delivery import DeliveryOutcome
from bot.demo.slack import (
    html_500,
    html_500_after,
    invalid_json,
    rate_limited,
    refused,
    refused_after,
    reset_after,
    reset_before,
)
from bot.errors import StoreFault
from bot.store.messages import Messages, MessageState
from tests.delivery.bench import Bench, an_outgoing

POST_FAULTS = (
    html_500(),
    html_500_after(),
    invalid_json(),
    rate_limited(3),
    rate_limited(90),
    refused("fatal_error"),
    refused("team_added_to_org"),
    refused_after("internal_error"),
    reset_after(),
    reset_before(),
)
READ_FAULTS = (html_500(), invalid_json(), rate_limited(7), rate_limited(300), reset_before())
ROUNDS = 40


class Mortal(Messages):
    """The messages of a process that dies at some moment, most often a bad one."""

    def __init__(self, messages: Messages, chance: random.Random) -> None:
        super().__init__(messages._database)
        self._chance = chance

    async def begin(self, *args: Any, **fields: Any) -> Any:
        begun = await super().begin(*args, **fields)
        self._live(0.1)
        return begun

    async def sent(self, *args: Any, **fields: Any) -> None:
        self._live(0.4)
        await super().sent(*args, **fields)

    async def release(self, *args: Any, **fields: Any) -> None:
        self._live(0.3)
        await super().release(*args, **fields)

    def _live(self, risk: float) -> None:
        if self._chance.random() < risk:
            raise StoreFault("killed")


def _break(bench: Bench, chance: random.Random) -> None:
    for method, faults in (
        ("chat.postMessage", POST_FAULTS),
        ("conversations.history", READ_FAULTS),
        ("conversations.replies", READ_FAULTS),
        ("conversations.open", READ_FAULTS),
    ):
        bench.slack.fails(method, *(chance.choice(faults) for _ in range(chance.randrange(3))))
    bench.slack.shows_late(chance.randrange(3))


async def _attempts(bench: Bench, chance: random.Random, out: Any) -> DeliveryOutcome:
    for _ in range(ROUNDS):
        bench.slack.forgive()
        _break(bench, chance)
        try:
            messages = Mortal(bench.messages, chance)
            delivered = await bench.delivery(messages=messages).send_once(out)
        except StoreFault:
            pass
        else:
            if delivered.outcome is not DeliveryOutcome.POSTPONED:
                bench.slack.forgive()
                return delivered.outcome
        bench.clock.move(chance.choice((1, 100, 330)))
    raise AssertionError("it never came to an end")


@pytest.mark.parametrize("readable", [True, False])
@pytest.mark.parametrize("seed", range(12))
async def test_chaos__never_twice(bench: Bench, seed: int, readable: bool) -> None:
    chance = random.Random(seed)
    ada = bench.slack.add_user("ada")
    place = seed % 3
    channel, where = (ada.id, bench.slack.dm(ada)) if place == 0 else (bench.room.id, bench.room)
    parent = await bench.send(key="parent") if place == 1 else None
    if not readable:
        bench.slack.app.scopes -= {"channels:history", "im:history"}
    out = an_outgoing(channel, thread_ts=parent.ts if parent else None)

    outcome = await _attempts(bench, chance, out)

    copies = len(bench.standing(where)) - (parent is not None)
    record = await bench.record()
    assert record is not None
    if readable:
        assert copies == 1
        assert outcome in (DeliveryOutcome.SENT, DeliveryOutcome.SENT_BEFORE)
    else:
        assert copies <= 1
        is_known = record.state is MessageState.SENT
        assert is_known == (copies == 1) or outcome is DeliveryOutcome.UNSETTLED
        assert outcome is not DeliveryOutcome.UNSETTLED or await bench.told()
