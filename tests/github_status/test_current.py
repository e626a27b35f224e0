import asyncio
from collections.abc import AsyncIterator
from datetime import datetime, timedelta

import pytest

from bot.errors import StoreFault, Unreachable, UserError
from bot.github_status.current import MOST_TRACKERS, Current, State
from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Snapshot
from tests.builders import NOW, a_ref, a_snapshot

TRACKER = a_ref(1)
TEN_MINUTES = timedelta(minutes=10)
HOUR = timedelta(hours=1)


class Reader:
    """Reads when it may; `error` is raised instead."""

    def __init__(self) -> None:
        self.stored: dict[Ref, Snapshot] = {}
        self.read: list[datetime] = []
        self.may_read = asyncio.Event()
        self.may_read.set()
        self.may_load = asyncio.Event()
        self.may_load.set()
        self.error: Exception | None = None
        self.store_error: Exception | None = None
        self.loads = 0

    async def latest(self, tracker: Ref, *, now: datetime) -> Snapshot | None:
        self.loads += 1
        await self.may_load.wait()
        if self.store_error is not None:
            raise self.store_error
        return self.stored.get(tracker)

    async def newest_as_of(self, tracker: Ref) -> datetime | None:
        stored = self.stored.get(tracker)
        return None if stored is None else stored.as_of

    async def refresh(self, tracker: Ref, *, now: datetime) -> Snapshot:
        self.read.append(now)
        await self.may_read.wait()
        if self.error is not None:
            raise self.error
        return a_snapshot(tracker=tracker, as_of=now)


@pytest.fixture
def reader() -> Reader:
    return Reader()


@pytest.fixture
async def current(reader: Reader) -> AsyncIterator[Current]:
    current = Current(reader, clock=lambda: NOW)
    yield current
    await current.close()


def stored(*, age: timedelta) -> Snapshot:
    return a_snapshot(tracker=TRACKER, as_of=NOW - age)


async def within(current: Current, *, patience_seconds: float = 0.05) -> object:
    return await current.within(
        TRACKER, now=NOW, oldest=TEN_MINUTES, patience_seconds=patience_seconds
    )


async def test_within__a_stored_snapshot_that_is_new_enough_is_not_read_again(
    current: Current, reader: Reader
) -> None:
    reader.stored[TRACKER] = stored(age=TEN_MINUTES)

    for _ in range(2):
        outcome = await current.within(TRACKER, now=NOW, oldest=TEN_MINUTES, patience_seconds=1)
        assert (outcome.state, outcome.snapshot) == (State.FRESH, reader.stored[TRACKER])

    assert (reader.read, reader.loads) == ([], 1)


async def test_within__a_snapshot_that_is_ahead_of_the_clock_is_read_again(
    current: Current, reader: Reader
) -> None:
    reader.stored[TRACKER] = stored(age=-365 * 24 * HOUR)

    outcome = await current.within(TRACKER, now=NOW, oldest=TEN_MINUTES, patience_seconds=1)

    assert outcome.state is State.WAITED
    assert await current.newest(TRACKER) is outcome.snapshot


async def test_within__a_new_reading_that_comes_in_time(current: Current, reader: Reader) -> None:
    reader.stored[TRACKER] = stored(age=HOUR)

    outcome = await current.within(TRACKER, now=NOW, oldest=TEN_MINUTES, patience_seconds=1)

    assert outcome.state is State.WAITED
    assert outcome.snapshot is not None
    assert outcome.snapshot.as_of == NOW
    assert await current.newest(TRACKER) is outcome.snapshot


async def test_within__too_slow_then_the_new_one(current: Current, reader: Reader) -> None:
    reader.stored[TRACKER] = old = stored(age=HOUR)
    reader.may_read.clear()

    outcome = await current.within(TRACKER, now=NOW, oldest=TEN_MINUTES, patience_seconds=0.01)
    assert (outcome.state, outcome.snapshot) == (State.TOO_SLOW, old)

    reader.may_read.set()
    finished = await current.finished(outcome)
    assert finished.state is State.WAITED
    assert finished.snapshot is not None
    assert finished.snapshot.as_of == NOW


@pytest.mark.parametrize(
    "error",
    [Unreachable("GitHub is away."), UserError("No token."), RuntimeError("a bug")],
    ids=["fault", "setting", "bug"],
)
async def test_within__a_failure_with_and_without_a_last_state(
    current: Current, reader: Reader, error: Exception
) -> None:
    reader.error = error

    outcome = await current.within(TRACKER, now=NOW, oldest=TEN_MINUTES, patience_seconds=1)
    assert (outcome.state, outcome.snapshot) == (State.FAILED, None)
    assert outcome.error is not None

    reader.stored[TRACKER] = old = stored(age=HOUR)
    outcome = await current.within(TRACKER, now=NOW, oldest=TEN_MINUTES, patience_seconds=1)
    assert (outcome.state, outcome.snapshot) == (State.FAILED, old)


async def test_within__a_bug_has_a_reference_and_not_its_words(
    current: Current, reader: Reader
) -> None:
    reader.error = KeyError("swordfish")

    outcome = await current.within(TRACKER, now=NOW, oldest=TEN_MINUTES, patience_seconds=1)

    assert outcome.error is not None
    assert "swordfish" not in f"{outcome.error} {outcome.error.advice}"
    assert "reference" in outcome.error.advice


async def test_within__nothing_known_yet(current: Current, reader: Reader) -> None:
    reader.may_read.clear()

    outcome = await current.within(TRACKER, now=NOW, oldest=TEN_MINUTES, patience_seconds=0.01)

    assert (outcome.state, outcome.snapshot) == (State.NOTHING, None)
    assert outcome.reading is current.reading(TRACKER)


async def test_within__a_store_that_hangs_costs_no_more_than_the_patience(
    current: Current, reader: Reader
) -> None:
    reader.may_load.clear()
    reader.may_read.clear()
    started = asyncio.get_running_loop().time()

    outcome = await current.within(TRACKER, now=NOW, oldest=TEN_MINUTES, patience_seconds=0.05)

    assert outcome.state is State.NOTHING
    assert asyncio.get_running_loop().time() - started < 0.5


@pytest.mark.parametrize("error", [StoreFault("The disk is full."), RuntimeError("a bug")])
async def test_newest__a_broken_store_is_no_exception(
    current: Current, reader: Reader, error: Exception
) -> None:
    reader.store_error = error

    assert await current.newest(TRACKER) is None
    outcome = await current.within(TRACKER, now=NOW, oldest=TEN_MINUTES, patience_seconds=1)
    assert outcome.state is State.WAITED


async def test_reading__many_askers_are_one_reading(current: Current, reader: Reader) -> None:
    reader.may_read.clear()
    askers = [asyncio.create_task(within(current, patience_seconds=2)) for _ in range(200)]
    await asyncio.sleep(0.05)
    reader.may_read.set()

    outcomes = await asyncio.gather(*askers)

    assert len(reader.read) == 1
    assert reader.loads == 1
    assert len(set(map(str, outcomes))) == 1


async def test_reading__who_gives_up_leaves_it_to_the_others(
    current: Current, reader: Reader
) -> None:
    reader.may_read.clear()
    impatient = asyncio.create_task(within(current, patience_seconds=5))
    patient = asyncio.create_task(
        current.within(TRACKER, now=NOW, oldest=TEN_MINUTES, patience_seconds=5)
    )
    await asyncio.sleep(0.01)
    waiting = asyncio.create_task(
        current.finished(
            await current.within(TRACKER, now=NOW, oldest=TEN_MINUTES, patience_seconds=0)
        )
    )
    await asyncio.sleep(0.01)

    impatient.cancel()
    waiting.cancel()
    await asyncio.gather(impatient, waiting, return_exceptions=True)
    reader.may_read.set()

    assert (await patient).state is State.WAITED
    assert len(reader.read) == 1


async def test_reading__after_one_has_ended_the_next_is_new(
    current: Current, reader: Reader
) -> None:
    await current.reading(TRACKER)
    await asyncio.sleep(0)
    await current.reading(TRACKER)

    assert len(reader.read) == 2


async def test_newest__an_older_reading_never_takes_its_place() -> None:
    reader = Reader()
    now = NOW
    current = Current(reader, clock=lambda: now)
    await current.reading(TRACKER)
    now = NOW - timedelta(minutes=1)
    await asyncio.sleep(0)

    await current.reading(TRACKER)

    newest = await current.newest(TRACKER)
    assert newest is not None
    assert newest.as_of == NOW
    await current.close()


async def test_newest__one_of_a_clock_that_was_ahead_gives_its_place() -> None:
    reader = Reader()
    now = NOW + 24 * HOUR
    current = Current(reader, clock=lambda: now)
    await current.reading(TRACKER)
    now = NOW
    await asyncio.sleep(0)

    await current.reading(TRACKER)

    newest = await current.newest(TRACKER)
    assert newest is not None
    assert newest.as_of == NOW
    await current.close()


async def test_newest__memory_is_bounded(current: Current, reader: Reader) -> None:
    for number in range(1, MOST_TRACKERS + 10):
        await current.reading(a_ref(number))

    assert await current.newest(a_ref(1)) is None
    assert await current.newest(a_ref(MOST_TRACKERS + 9)) is not None


async def test_close__gives_up_what_is_under_way(reader: Reader) -> None:
    reader.may_read.clear()
    current = Current(reader, clock=lambda: NOW)
    reading = current.reading(TRACKER)

    await current.close()

    assert reading.cancelled()


async def test_caught_up__what_another_process_read(current: Current, reader: Reader) -> None:
    reader.stored[TRACKER] = stored(age=TEN_MINUTES)
    first = await current.caught_up(TRACKER)
    assert await current.caught_up(TRACKER) is first
    assert reader.loads == 1

    reader.stored[TRACKER] = stored(age=timedelta(minutes=1))

    assert await current.caught_up(TRACKER) is reader.stored[TRACKER]
    assert await current.newest(TRACKER) is reader.stored[TRACKER]
    assert reader.read == []


async def test_caught_up__what_is_ahead_of_the_clock_is_not_loaded_again_and_again(
    current: Current, reader: Reader
) -> None:
    reader.stored[TRACKER] = stored(age=TEN_MINUTES)
    await current.caught_up(TRACKER)
    reader.stored[TRACKER] = stored(age=-HOUR)

    await current.caught_up(TRACKER)

    assert reader.loads == 1
