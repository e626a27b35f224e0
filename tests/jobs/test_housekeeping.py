from datetime import timedelta

from bot.jobs.holding import Holder
from bot.jobs.housekeeping import Housekeeping
from bot.store.claims import Claims
from bot.store.engine import Database
from bot.store.incidents import Incidents
from bot.store.marks import Delivery, Marks
from bot.store.messages import Messages
from tests.fakes.clock import Clock

LEASE = timedelta(minutes=2)


def housekeeping(database: Database, clock: Clock, name: str = "one") -> Housekeeping:
    claims = Claims(database)
    holder = Holder(claims=claims, name=name, now=clock)
    return Housekeeping(claims, Messages(database), Incidents(database), Marks(database), holder)


def a_delivery(name: str) -> Delivery:
    return Delivery(id=name, fingerprint=name, tracker_keys=("a#1",))


async def finished(claims: Claims, clock: Clock, key: str) -> None:
    await claims.take(key, holder="x", now=clock.now, lease=LEASE)
    await claims.finish(key, holder="x", now=clock.now)


async def test_housekeeping__forgets_what_is_old_and_nothing_else(
    database: Database, clock: Clock
) -> None:
    claims, messages, incidents = Claims(database), Messages(database), Incidents(database)
    marks = Marks(database)
    begun = clock.now
    for days, name in ((0, "two years ago"), (671, "60 days ago"), (731, "today")):
        clock.now = begun + timedelta(days=days)
        await finished(claims, clock, f"remind:{name}")
        await messages.sent(f"remind:{name}", channel="D1", ts="1.1", now=clock.now)
        await incidents.note(name, "It went wrong.", now=clock.now)
        await marks.mark_dirty([a_delivery(name)], now=clock.now)

    await housekeeping(database, clock).on_tick(clock.now)

    assert await claims.finished("remind:") == {"remind:60 days ago", "remind:today"}
    left = [await messages.get(f"remind:{name}") for name in ("two years ago", "60 days ago")]
    assert left[0] is None
    assert left[1] is not None
    assert [one.key for one in await incidents.untold()] == ["today"]
    await marks.mark_dirty([a_delivery("60 days ago"), a_delivery("today")], now=clock.now)
    dirty = await marks.dirty("a#1")
    assert dirty is not None
    assert dirty.count == 4, "that of today is still known"


async def test_housekeeping__once_a_day_by_whichever_replica(
    database: Database, clock: Clock
) -> None:
    class Counting(Messages):
        times = 0

        async def prune(self, **when: object) -> int:
            Counting.times += 1
            return 0

    claims, incidents = Claims(database), Incidents(database)
    replicas = [
        Housekeeping(
            claims,
            Counting(database),
            incidents,
            Marks(database),
            Holder(claims=claims, name=name, now=clock),
        )
        for name in ("one", "two")
    ]
    for _ in range(50):
        clock.move(3600)
        for replica in replicas:
            await replica.on_tick(clock.now)

    assert Counting.times == 3
