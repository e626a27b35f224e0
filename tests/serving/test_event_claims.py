"""Slack's events between replicas."""

import asyncio
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from bot.errors import StoreFault
from bot.jobs.holding import Holder
from bot.listeners import RecentClaims
from bot.serving import event_claims as room
from bot.serving.event_claims import StoredClaims
from bot.serving.wired import event_claims
from bot.settings.fields import Settings
from tests.builders import NOW
from tests.jobs.claims import MemoryClaims


def a_replica(stored: MemoryClaims, name: str, now: datetime = NOW) -> StoredClaims:
    return StoredClaims(stored, holder=name, now=lambda: now)


async def test_claim__of_two_replicas_one_has_it_and_once() -> None:
    stored = MemoryClaims()
    one, other = a_replica(stored, "one"), a_replica(stored, "other")

    assert [await claims.claim("Ev1") for claims in (one, one, other)] == [True, False, False]
    assert await other.claim("Ev2")


async def test_claim__given_back_is_anybodys() -> None:
    stored = MemoryClaims()
    one, other = a_replica(stored, "one"), a_replica(stored, "other")
    await one.claim("share")

    await one.give_back("share")

    assert await other.claim("share")
    assert not await one.claim("share")


async def test_claim__of_a_replica_that_died_is_free_after_two_hours() -> None:
    stored = MemoryClaims()
    await a_replica(stored, "one").claim("Ev1")

    later = NOW + timedelta(hours=2, seconds=1)
    assert not await a_replica(stored, "other", later - timedelta(hours=1)).claim("Ev1")
    assert await a_replica(stored, "other", later).claim("Ev1")


async def test_claim__without_a_store_in_memory_alone() -> None:
    stored = MemoryClaims()
    stored.is_broken = True
    one = a_replica(stored, "one")

    assert [await one.claim("Ev1"), await one.claim("Ev1")] == [True, False]


async def test_claim__does_not_wait_for_a_slow_store(monkeypatch: pytest.MonkeyPatch) -> None:
    class Slow(MemoryClaims):
        async def take(self, *_: object, **__: object) -> bool:
            await asyncio.sleep(3600)
            raise AssertionError

    monkeypatch.setattr(room, "PATIENCE_SECONDS", 0.01)

    assert await a_replica(Slow(), "one").claim("Ev1")


async def test_give_back__without_a_store() -> None:
    class Broken(MemoryClaims):
        async def give_back(self, *_: object, **__: object) -> None:
            raise StoreFault("The database is full.")

    one = a_replica(Broken(), "one")
    await one.claim("share")

    await one.give_back("share")


@pytest.mark.parametrize(
    ("url", "kind"),
    [
        ("sqlite+aiosqlite:///{}/x.db", RecentClaims),
        ("postgresql+psycopg://somebody@db.example.com/bot", StoredClaims),
    ],
)
def test_event_claims__in_the_store_where_there_may_be_replicas(
    tmp_path: Path, url: str, kind: type
) -> None:
    settings = Settings.model_validate({"database_url": url.format(tmp_path)})
    holder = Holder(claims=MemoryClaims(), name="one", now=lambda: NOW)

    assert type(event_claims(settings, holder)) is kind
