import asyncio
import subprocess
import sys
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy.exc import StatementError

from bot.store.engine import Database, database_url
from bot.store.snapshots import KEEP_ALL, KEEP_DAYS, KEEP_WEEKS, Snapshots, kept_moments

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
    for minutes in range(0, 60, 10):
        await snapshots.save_snapshot("t", old + timedelta(minutes=minutes), b"x")
        await snapshots.save_snapshot("other", old + timedelta(minutes=minutes), b"x")

    assert await snapshots.prune_snapshots("t", now=NOW) == 5

    kept = await snapshots.newest_snapshot("t")
    assert kept is not None
    assert kept.as_of == old + timedelta(minutes=50)
    assert await snapshots.snapshot_before("t", kept.as_of) is None
    assert await snapshots.snapshot_before("other", kept.as_of) is not None


async def test_prune_snapshots__more_than_one_statement_may_name(snapshots: Snapshots) -> None:
    old = NOW - timedelta(days=30)
    for number in range(600):
        await snapshots.save_snapshot("t", old + timedelta(seconds=number), b"x")

    assert await snapshots.prune_snapshots("t", now=NOW) == 599


@pytest.mark.parametrize(
    ("ages", "kept"),
    [
        pytest.param([], [], id="nothing"),
        pytest.param([0, 10, 47 * 60, 48 * 60], [0, 10, 47 * 60, 48 * 60], id="all of two days"),
        pytest.param([3 * 1440, 3 * 1440 + 60], [3 * 1440], id="then the newest of a day"),
        pytest.param([3 * 1440, 4 * 1440], [3 * 1440, 4 * 1440], id="of each day"),
        pytest.param([0, 200 * 1440, 201 * 1440], [0, 200 * 1440], id="then of a week"),
        pytest.param([0, 200 * 1440, 207 * 1440], [0, 200 * 1440, 207 * 1440], id="of each week"),
        pytest.param([0, 800 * 1440], [0], id="nothing after two years"),
        pytest.param([800 * 1440, 801 * 1440], [800 * 1440], id="but the newest of all"),
        pytest.param([-60, 800 * 1440], [-60, 800 * 1440], id="the newest beside one ahead"),
        pytest.param([-60, 0], [-60, 0], id="a clock that went back loses nothing"),
    ],
)
def test_kept_moments__by_age_in_minutes(ages: list[int], kept: list[int]) -> None:
    moments = [NOW - timedelta(minutes=age) for age in ages]

    found = kept_moments(moments, now=NOW)

    assert sorted(found) == sorted(NOW - timedelta(minutes=age) for age in kept)


@given(st.lists(st.timedeltas(timedelta(0), timedelta(days=1_000)), max_size=60))
def test_kept_moments__pruning_every_day_ends_where_pruning_once_does(
    ages: list[timedelta],
) -> None:
    moments = {NOW - age for age in ages}
    remaining: frozenset[datetime] = frozenset()

    for day in range(1_001):
        clock = NOW - timedelta(days=1_000 - day)
        remaining = kept_moments(
            remaining | {at for at in moments if clock - timedelta(days=1) < at <= clock},
            now=clock,
        )

    at_once = kept_moments(moments, now=NOW)
    assert {at for at in at_once if NOW - at <= KEEP_DAYS} <= remaining | {NOW}
    assert all(NOW - at <= KEEP_WEEKS for at in remaining - {max(moments, default=NOW)})
    assert {at for at in moments if NOW - at <= KEEP_ALL} <= remaining


_WRITER = """
import asyncio, sys
from datetime import datetime, timedelta
from bot.store.engine import Database, database_url
from bot.store.snapshots import Snapshots

async def main(url, key):
    database = Database(database_url(url))
    snapshots = Snapshots(database)
    start = datetime.fromisoformat("2026-08-19T00:00:00+00:00")
    for number in range(60):
        at = start + timedelta(minutes=number)
        await snapshots.save_snapshot(key, at, bytes(200_000))
        await snapshots.save_snapshot("both", at, key.encode())
        await snapshots.prune_snapshots(key, now=at)
        assert await snapshots.newest_snapshot(key) is not None
    await database.close()

asyncio.run(main(*sys.argv[1:]))
"""


def _written_by_two(url: str) -> None:
    writers = [
        subprocess.Popen(
            [sys.executable, "-W", "error", "-c", _WRITER, url, key],
            stderr=subprocess.PIPE,
            text=True,
        )
        for key in ("bot", "terminal")
    ]
    ends = [writer.communicate() for writer in writers]
    assert [writer.returncode for writer in writers] == [0, 0], ends


async def test_snapshots__two_processes_write_one_new_file_at_once(
    url: str, snapshots: Snapshots
) -> None:
    await asyncio.to_thread(_written_by_two, url)

    last = datetime(2026, 8, 19, 0, 59, tzinfo=UTC)
    for key in ("bot", "terminal", "both"):
        kept = await snapshots.newest_snapshot(key)
        assert kept is not None
        assert kept.as_of == last
