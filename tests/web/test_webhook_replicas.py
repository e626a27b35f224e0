import asyncio

import pytest

from bot.store.engine import Database, database_url
from bot.store.marks import Marks
from tests.web.webhooks import KEY, an_event, headers, raw, taking


@pytest.mark.parametrize("url", ["postgres"], indirect=True)
async def test_handle__two_replicas_get_the_same_deliveries(url: str) -> None:
    first, second = Database(database_url(url)), Database(database_url(url))
    bodies = [raw(an_event()) for _ in range(20)]
    sent = [(body, headers(body)) for body in bodies]
    async with taking(Marks(first)) as one, taking(Marks(second)) as other:
        both = [door.post(*each) for each in sent for door in (one, other)]
        assert await asyncio.gather(*both) == [202] * 40

    dirty = await Marks(first).dirty(KEY)
    await first.close()
    await second.close()
    assert dirty is not None
    assert dirty.count == 20
