"""Readings of what no tracker lists: remembered, shared, and never too many."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.errors import Unreachable
from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Outcome, Reading
from bot.github_status.reader import OnProgress
from bot.github_status.unlisted import MOST_IN_AN_HOUR, TOO_MANY, TOO_SLOW, UnlistedReadings
from tests.builders import NOW, a_pull, a_reading, a_ref

FRESH = timedelta(minutes=10)


@dataclass
class Batch:
    readings: tuple[Reading, ...]
    credentials: tuple[str, ...] = ("token",)
    notes: tuple[str, ...] = ("a note",)


class GitHub:
    """Answers about every number; `hang` makes it silent."""

    def __init__(self) -> None:
        self.asked: list[Ref] = []
        self.fault: Exception | None = None
        self.answers = asyncio.Event()
        self.answers.set()

    async def readings(self, refs: Sequence[Ref], *, on_progress: OnProgress) -> Batch:
        self.asked += refs
        await self.answers.wait()
        if self.fault is not None:
            raise self.fault
        return Batch(tuple(a_reading(a_pull(ref=ref)) for ref in refs))


class Clock:
    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> datetime:
        return self.now


def beside() -> tuple[GitHub, Clock, UnlistedReadings]:
    github, clock = GitHub(), Clock()
    return github, clock, UnlistedReadings(github, clock=clock, fresh=FRESH)


async def test_read__once_while_it_is_fresh_and_once_for_many_askers() -> None:
    github, clock, readings = beside()

    found = await asyncio.gather(*(readings.read(a_ref(9), patience_seconds=1) for _ in range(3)))
    clock.now += FRESH - timedelta(seconds=1)
    again = await readings.read(a_ref(9), patience_seconds=1)

    assert github.asked == [a_ref(9)]
    assert {one.reading.outcome for one in (*found, again)} == {Outcome.READ}
    assert (again.credentials, again.notes) == (("token",), ("a note",))
    await readings.read(a_ref(9), patience_seconds=1, oldest=timedelta(0))
    assert len(github.asked) == 2
    clock.now += FRESH
    await readings.read(a_ref(9), patience_seconds=1)
    assert len(github.asked) == 3


async def test_read__what_failed_is_asked_for_anew() -> None:
    github, _, readings = beside()
    github.fault = Unreachable("GitHub does not answer.", advice="Wait.")

    failed = await readings.read(a_ref(9), patience_seconds=1)
    github.fault = None
    mended = await readings.read(a_ref(9), patience_seconds=1)

    assert (failed.reading.outcome, failed.reading.reason) == (
        Outcome.FAILED,
        "GitHub does not answer. Wait.",
    )
    assert mended.reading.outcome is Outcome.READ


async def test_read__a_slow_answer_is_there_for_the_next_asker() -> None:
    github, _, readings = beside()
    github.answers.clear()

    slow = await readings.read(a_ref(9), patience_seconds=0.01)
    github.answers.set()
    later = await readings.read(a_ref(9), patience_seconds=1)

    assert (slow.reading.outcome, slow.reading.reason) == (Outcome.FAILED, TOO_SLOW)
    assert later.reading.outcome is Outcome.READ
    assert github.asked == [a_ref(9)]


async def test_read__no_more_in_an_hour_than_the_trackers_can_spare() -> None:
    github, clock, readings = beside()

    for number in range(1, MOST_IN_AN_HOUR + 1):
        await readings.read(a_ref(number), patience_seconds=1)
    refused = await readings.read(a_ref(9_999), patience_seconds=1)
    clock.now += timedelta(hours=1)
    later = await readings.read(a_ref(9_999), patience_seconds=1)

    assert (refused.reading.outcome, refused.reading.reason) == (Outcome.FAILED, TOO_MANY)
    assert later.reading.outcome is Outcome.READ
    assert len(github.asked) == MOST_IN_AN_HOUR + 1


async def test_close__gives_up_what_is_under_way() -> None:
    github, _, readings = beside()
    github.answers.clear()
    await readings.read(a_ref(9), patience_seconds=0.01)

    await asyncio.wait_for(readings.close(), 1)
