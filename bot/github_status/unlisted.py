"""Reads one pull request or issue that no tracker lists, when somebody asks for it.

Nothing of it is stored. What was read is remembered for some minutes, and there is a most that is
read in an hour: whoever asks for one after the other does not use up what the trackers need.
"""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Protocol

from bot.errors import GitHubFault, NoCredentials
from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Outcome, Reading
from bot.github_status.facts.unlisted import Unlisted
from bot.github_status.reader import OnProgress, ReadBatch

MOST_IN_AN_HOUR = 300
"""Readings: each costs a point of GitHub's 5,000."""
MOST_KEPT = 256
_HOUR = timedelta(hours=1)

TOO_MANY = "Too many others were asked for in this hour: ask again later, or on GitHub."
TOO_SLOW = "GitHub did not answer in time: ask again in some seconds."


class ReadsRefs(Protocol):
    """What of GitHub is asked here."""

    async def readings(self, refs: Sequence[Ref], *, on_progress: OnProgress) -> ReadBatch:
        """One reading for each ref; a `GitHubFault` when none could be asked."""
        ...


async def read_unlisted(github: ReadsRefs, ref: Ref) -> Unlisted:
    """A new reading; where GitHub cannot be asked, one that failed and says why."""
    try:
        batch = await github.readings([ref], on_progress=lambda _done, _total: None)
    except (GitHubFault, NoCredentials) as fault:
        return _failed(ref, f"{fault} {fault.advice}".strip())
    return Unlisted(
        reading=batch.readings[0],
        credentials=tuple(batch.credentials),
        notes=tuple(batch.notes),
    )


class UnlistedReadings:
    """Readings for many askers, each kept as long as a tracker's would be fresh."""

    def __init__(
        self, github: ReadsRefs, *, clock: Callable[[], datetime], fresh: timedelta
    ) -> None:
        """Read with this GitHub what is older than `fresh`."""
        self._github = github
        self._clock = clock
        self._fresh = fresh
        self._kept: OrderedDict[Ref, tuple[Unlisted, datetime]] = OrderedDict()
        self._under_way: dict[Ref, asyncio.Task[Unlisted]] = {}
        self._begun: deque[datetime] = deque()

    async def read(
        self, ref: Ref, *, patience_seconds: float, oldest: timedelta | None = None
    ) -> Unlisted:
        """What is known of it within this time; one that failed says why.

        `oldest`: how old it may be; `None`: as old as one that is fresh.
        """
        found, at = self._kept.get(ref, (None, None))
        oldest = self._fresh if oldest is None else oldest
        if found is not None and at is not None and self._clock() - at < oldest:
            return found
        task = self._under_way.get(ref) or self._begin(ref)
        if task is None:
            return _failed(ref, TOO_MANY)
        await asyncio.wait({task}, timeout=patience_seconds)
        return task.result() if task.done() else _failed(ref, TOO_SLOW)

    async def close(self) -> None:
        """Give up what is under way."""
        tasks = list(self._under_way.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _begin(self, ref: Ref) -> asyncio.Task[Unlisted] | None:
        """A new reading; `None` when there were too many."""
        now = self._clock()
        while self._begun and now - self._begun[0] >= _HOUR:
            self._begun.popleft()
        if len(self._begun) >= MOST_IN_AN_HOUR:
            return None
        self._begun.append(now)
        task = asyncio.create_task(self._read(ref))
        self._under_way[ref] = task
        task.add_done_callback(lambda _done: self._under_way.pop(ref, None))
        return task

    async def _read(self, ref: Ref) -> Unlisted:
        found = await read_unlisted(self._github, ref)
        if found.reading.outcome is not Outcome.FAILED:
            self._kept[ref] = (found, self._clock())
            self._kept.move_to_end(ref)
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        return found


def _failed(ref: Ref, reason: str) -> Unlisted:
    return Unlisted(reading=Reading(ref=ref, outcome=Outcome.FAILED, reason=reason))
