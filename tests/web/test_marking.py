import asyncio

import pytest

from bot.errors import StoreFault
from bot.store.marks import Delivery
from bot.web import Marking
from bot.web.marking import MOST_AT_ONCE
from tests.builders import NOW
from tests.web.webhooks import KEY, AnyStore


def a_delivery(number: int) -> Delivery:
    return Delivery(id=f"{number}", fingerprint=f"{number}", tracker_keys=(KEY,))


async def test_mark__what_comes_at_the_same_time_is_stored_together() -> None:
    store = AnyStore()
    marking = Marking(store, now=lambda: NOW)
    count = 2 * MOST_AT_ONCE + 1

    await asyncio.gather(*(marking.mark(a_delivery(number)) for number in range(count)))
    await marking.mark(a_delivery(count))

    assert [len(batch) for batch in store.batches] == [MOST_AT_ONCE, MOST_AT_ONCE, 1, 1]


async def test_mark__whoever_waits_hears_of_a_failure_and_the_next_one_is_stored() -> None:
    store = AnyStore(fails=StoreFault("The disk is full."))
    marking = Marking(store, now=lambda: NOW)

    async def given_up() -> None:
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(marking.mark(a_delivery(0)), 0)

    waiting = [marking.mark(a_delivery(number)) for number in (1, 2)]
    ended = await asyncio.gather(given_up(), *waiting, return_exceptions=True)
    store.fails = None
    await marking.mark(a_delivery(3))

    assert [type(one) for one in ended] == [type(None), StoreFault, StoreFault]
    assert [[one.id for one in batch] for batch in store.batches] == [["3"]]
