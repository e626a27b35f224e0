import asyncio
from datetime import UTC, datetime

import pytest

from bot.errors import Unreachable
from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Snapshot
from bot.github_status.reader import tracker_key
from bot.github_status.shared import LEASE, SharedReader
from tests.builders import a_ref, a_snapshot
from tests.jobs.claims import MemoryClaims

TRACKER = a_ref(1)


def now() -> datetime:
    return datetime.now(UTC)


class Store:
    """What several readers share: GitHub, which answers slowly, and the newest reading."""

    def __init__(self) -> None:
        self.newest: Snapshot | None = None
        self.asked = 0
        self.error: Exception | None = None

    async def latest(self, tracker: Ref, *, now: datetime) -> Snapshot | None:
        return self.newest

    async def newest_as_of(self, tracker: Ref) -> datetime | None:
        return None if self.newest is None else self.newest.as_of

    async def refresh(self, tracker: Ref, *, now: datetime) -> Snapshot:
        self.asked += 1
        await asyncio.sleep(0.05)
        if self.error is not None:
            raise self.error
        self.newest = a_snapshot(tracker=tracker, as_of=now)
        return self.newest


def replicas(store: Store, claims: MemoryClaims) -> list[SharedReader]:
    return [
        SharedReader(store, claims, holder=name, clock=now, look_seconds=0.01) for name in "abc"
    ]


async def test_refresh__several_at_once_make_one_reading() -> None:
    store = Store()
    asked_at = now()

    found = await asyncio.gather(
        *(one.refresh(TRACKER, now=asked_at) for one in replicas(store, MemoryClaims()))
    )

    assert store.asked == 1
    assert {snapshot.as_of for snapshot in found} == {store.newest and store.newest.as_of}


async def test_refresh__who_asks_later_gets_a_reading_of_later() -> None:
    store = Store()
    first, second, _ = replicas(store, MemoryClaims())
    await first.refresh(TRACKER, now=now())

    asked_at = now()
    found = await second.refresh(TRACKER, now=asked_at)

    assert (store.asked, found.as_of >= asked_at) == (2, True)


async def test_refresh__a_failure_is_everybodys_own() -> None:
    store = Store()
    store.error = Unreachable("GitHub cannot be reached.")

    for reader in replicas(store, MemoryClaims())[:2]:
        with pytest.raises(Unreachable):
            await reader.refresh(TRACKER, now=now())

    assert store.asked == 2


async def test_refresh__everybody_reads_where_the_claims_are_broken() -> None:
    store, claims = Store(), MemoryClaims()
    claims.is_broken = True

    found = await replicas(store, claims)[0].refresh(TRACKER, now=now())

    assert found == store.newest


async def test_refresh__a_dead_process_keeps_nobody_from_reading_for_ever() -> None:
    store, claims = Store(), MemoryClaims()
    begun = now() - LEASE
    key = f"reading:{tracker_key(TRACKER)}"
    await claims.take(key, holder="dead", now=begun, lease=LEASE)

    async with asyncio.timeout(5):
        found = await replicas(store, claims)[0].refresh(TRACKER, now=now())

    assert found == store.newest
