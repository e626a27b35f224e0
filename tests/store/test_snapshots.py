from collections.abc import Iterable
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy.exc import StatementError

from bot.store.digests import DigestRecord, Digests
from bot.store.engine import Database, database_url
from bot.store.snapshots import Snapshots, kept_moments

NOW = datetime(2026, 8, 19, 12, 0, tzinfo=UTC)


async def _payload(snapshots: Snapshots, key: str) -> bytes | None:
    kept = await snapshots.newest_snapshot(key)
    return None if kept is None else kept.payload


async def test_newest_snapshot__none_was_ever_saved(snapshots: Snapshots) -> None:
    assert await snapshots.newest_snapshot("acme/widgets#1") is None


async def test_newest_snapshot__by_moment_and_not_by_the_order_of_saving(
    snapshots: Snapshots,
) -> None:
    await snapshots.save_snapshot("t", NOW, b"new")
    await snapshots.save_snapshot("t", NOW - timedelta(hours=1), b"old")

    assert await _payload(snapshots, "t") == b"new"


async def test_newest_snapshot__of_this_tracker_only(snapshots: Snapshots) -> None:
    await snapshots.save_snapshot("other", NOW, b"other")

    assert await snapshots.newest_snapshot("t") is None


async def test_newest_snapshot__moments_come_back_aware_and_in_utc(snapshots: Snapshots) -> None:
    tokyo = timezone(timedelta(hours=9))

    await snapshots.save_snapshot("t", NOW.astimezone(tokyo), b"x")

    kept = await snapshots.newest_snapshot("t")
    assert kept is not None
    assert kept.as_of == NOW
    assert kept.as_of.tzinfo is UTC


async def test_save_snapshot__a_naive_moment_is_refused(snapshots: Snapshots) -> None:
    with pytest.raises(StatementError, match="without a zone"):
        await snapshots.save_snapshot("t", NOW.replace(tzinfo=None), b"x")


async def test_save_snapshot__the_same_moment_again_replaces(snapshots: Snapshots) -> None:
    await snapshots.save_snapshot("t", NOW, b"first")
    await snapshots.save_snapshot("t", NOW, b"second")

    assert await _payload(snapshots, "t") == b"second"
    assert await snapshots.snapshot_before("t", NOW) is None


async def test_snapshot_before__strictly_before(snapshots: Snapshots) -> None:
    for hours in (3, 2, 1):
        await snapshots.save_snapshot("t", NOW - timedelta(hours=hours), str(hours).encode())

    kept = await snapshots.snapshot_before("t", NOW - timedelta(hours=2))

    assert kept is not None
    assert kept.payload == b"3"


async def test_snapshots__are_there_for_the_next_process(url: str) -> None:
    for payload in (b"first", b"second"):
        database = Database(database_url(url))
        snapshots = Snapshots(database)
        if payload == b"second":
            assert await _payload(snapshots, "t") == b"first"
        await snapshots.save_snapshot("t", NOW, payload)
        await database.close()


async def test_prune_snapshots__forgets_and_counts(snapshots: Snapshots) -> None:
    old = NOW - timedelta(days=30)
    await snapshots.save_snapshot("t", NOW, b"x")
    for minutes in range(0, 60, 10):
        await snapshots.save_snapshot("t", old + timedelta(minutes=minutes), b"x")
        await snapshots.save_snapshot("other", old + timedelta(minutes=minutes), b"x")

    assert await snapshots.prune_snapshots("t", now=NOW) == 5

    kept = await snapshots.snapshot_before("t", NOW)
    assert kept is not None
    assert kept.as_of == old + timedelta(minutes=50)
    assert await snapshots.snapshot_before("t", kept.as_of) is None
    assert await snapshots.snapshot_before("other", kept.as_of) is not None


async def test_prune_snapshots__more_than_one_statement_may_name(
    snapshots: Snapshots, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.store.snapshots._DELETE_AT_ONCE", 3)
    old = NOW - timedelta(days=30)
    await snapshots.save_snapshot("t", NOW, b"x")
    for number in range(9):
        await snapshots.save_snapshot("t", old + timedelta(seconds=number), b"x")

    assert await snapshots.prune_snapshots("t", now=NOW) == 8


async def test_prune_snapshots__what_a_digest_names_stays(
    database: Database, snapshots: Snapshots
) -> None:
    old = NOW - timedelta(days=900)
    for minutes in (0, 10, 20):
        await snapshots.save_snapshot("t", old + timedelta(minutes=minutes), b"x")
    await snapshots.save_snapshot("t", NOW, b"x")
    slot = DigestRecord(channel="C1", tracker_key="t", slot=NOW, as_of=old)
    await Digests(database).decide(slot)

    assert await snapshots.prune_snapshots("t", now=NOW) == 1

    assert await snapshots.snapshot_at("t", old) is not None
    assert await snapshots.snapshot_at("t", old + timedelta(minutes=10)) is None


async def test_newest_as_of__is_when_the_newest_reading_is_from(snapshots: Snapshots) -> None:
    assert await snapshots.newest_as_of("t") is None

    await snapshots.save_snapshot("t", NOW, b"x")
    await snapshots.save_snapshot("t", NOW - timedelta(days=1), b"x")
    await snapshots.save_snapshot("other", NOW + timedelta(days=1), b"x")

    assert await snapshots.newest_as_of("t") == NOW


_DAY = 24 * 60


@pytest.mark.parametrize(
    ("ages", "kept"),
    [
        pytest.param([], [], id="nothing"),
        pytest.param([0, 10, 47 * 60, 48 * 60], [0, 10, 47 * 60, 48 * 60], id="all of two days"),
        pytest.param([0, 3 * _DAY, 3 * _DAY + 60], [0, 3 * _DAY], id="then the newest of a day"),
        pytest.param([0, 3 * _DAY, 4 * _DAY], [0, 3 * _DAY, 4 * _DAY], id="of each day"),
        pytest.param(range(0, 100 * _DAY, _DAY), range(0, 100 * _DAY, _DAY), id="for 100 days"),
        pytest.param([-60, 0, 60], [-60, 0, 60], id="a clock that went back loses nothing"),
        pytest.param([0, 900 * _DAY], [0, 900 * _DAY], id="what nothing newer came after"),
    ],
)
def test_kept_moments__by_age_in_minutes(ages: Iterable[int], kept: Iterable[int]) -> None:
    moments = [NOW - timedelta(minutes=age) for age in ages]

    found = kept_moments(moments, now=NOW)

    assert sorted(found) == sorted(NOW - timedelta(minutes=age) for age in kept)


def test_kept_moments__then_the_newest_of_each_week_for_two_years() -> None:
    every_day = [NOW - timedelta(days=day) for day in range(1_000)]

    found = sorted(kept_moments(every_day, now=NOW), reverse=True)

    old = found[100:]
    assert {at.isoweekday() for at in old} == {7}
    assert timedelta(days=2 * 365) < NOW - old[-1] < timedelta(days=2 * 365 + 14)


def test_kept_moments__a_clock_of_another_year_costs_no_day_and_no_week() -> None:
    every_day = [NOW - timedelta(days=day) for day in range(90)]
    wrong = NOW + timedelta(days=4_000)

    assert kept_moments(every_day, now=wrong) >= set(every_day)
    assert kept_moments([*every_day, wrong], now=wrong) >= set(every_day)


@given(st.lists(st.timedeltas(timedelta(0), timedelta(days=1_000)), max_size=60))
@settings(max_examples=20)
def test_kept_moments__pruning_every_day_ends_where_pruning_once_does(
    ages: list[timedelta],
) -> None:
    moments = {NOW - age for age in ages}
    remaining: frozenset[datetime] = frozenset()

    for day in range(0, 1_001, 3):
        clock = NOW - timedelta(days=1_000 - day)
        remaining = kept_moments(
            remaining | {at for at in moments if clock - timedelta(days=3) < at <= clock},
            now=clock,
        )

    last = NOW - timedelta(days=1)
    assert remaining == kept_moments({at for at in moments if at <= last}, now=last)
