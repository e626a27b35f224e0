"""What a question needs beside its tracker: what is known now of the others, and GitHub's word on a
pull request that none lists."""

import asyncio
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final, Protocol

from bot.answers.audience import Audience
from bot.answers.pull_places import Elsewhere
from bot.commands import Asked
from bot.commands.pull import PullQuestion
from bot.github_status.current import Current
from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Snapshot
from bot.github_status.facts.unlisted import Unlisted


class ReadsUnlisted(Protocol):
    """Reads what no tracker lists."""

    async def read(
        self, ref: Ref, *, patience_seconds: float, oldest: timedelta | None = None
    ) -> Unlisted:
        """What is known of it within this time, at most so old."""
        ...


class NamedTracker(Protocol):
    """A tracker as the settings have it."""

    @property
    def name(self) -> str: ...  # noqa: D102 -- the settings say it
    @property
    def ref(self) -> Ref: ...  # noqa: D102


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownOther:
    """Another tracker, and its newest reading; `None`: none is known."""

    name: str
    snapshot: Snapshot | None

    @property
    def key(self) -> Hashable:
        """Two readings of one moment are the same."""
        return self.name, None if self.snapshot is None else self.snapshot.as_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Beside:
    """What was found."""

    unlisted: Unlisted | None = None
    others: tuple[KnownOther, ...] = ()
    """Every other tracker, in the order of the settings, where the question is about them too."""

    @property
    def elsewhere(self) -> tuple[Elsewhere, ...]:
        """The readings of the others."""
        read = ((other.name, other.snapshot) for other in self.others)
        return tuple(Elsewhere(name=name, snapshot=found) for name, found in read if found)

    @property
    def key(self) -> Hashable:
        """What an answer depends on here."""
        read = None if self.unlisted is None else self.unlisted.reading
        own = None if read is None else (read.ref, read.outcome, read.read_at, read.reason)
        return own, tuple(other.key for other in self.others)


NOTHING_BESIDE: Final = Beside()


class LooksBeside:
    """Looks it up, for the questions that need it; no other tracker is read for that."""

    def __init__(
        self, current: Current, unlisted: ReadsUnlisted | None, *, patience_seconds: float
    ) -> None:
        """Wait so long for the store, and for GitHub."""
        self._current = current
        self._unlisted = unlisted
        self._patience_seconds = patience_seconds

    async def beside(
        self,
        asked: Asked,
        tracker: NamedTracker,
        trackers: Sequence[NamedTracker],
        *,
        audience: Audience,
        oldest: timedelta | None,
    ) -> Beside:
        """What stands beside this tracker.

        `oldest`: how old what is read from GitHub may be; `None`: as the settings say.
        """
        question = asked.question
        if isinstance(question, PullQuestion):
            others = await self._others(tracker, trackers)
            unlisted = await self._read(question, tracker, audience, oldest)
            return Beside(unlisted=unlisted, others=others)
        if asked.lists_all:
            return Beside(others=await self._others(tracker, trackers))
        return NOTHING_BESIDE

    async def _others(
        self, tracker: NamedTracker, trackers: Sequence[NamedTracker]
    ) -> tuple[KnownOther, ...]:
        others = [other for other in trackers if other.ref != tracker.ref]
        known = [await self._newest(other.ref) for other in others]
        each = zip(others, known, strict=True)
        return tuple(KnownOther(name=other.name, snapshot=found) for other, found in each)

    async def _read(
        self,
        question: PullQuestion,
        tracker: NamedTracker,
        audience: Audience,
        oldest: timedelta | None,
    ) -> Unlisted | None:
        snapshot = await self._newest(tracker.ref)
        if snapshot is None or self._unlisted is None:
            return None
        ref = question.unlisted(snapshot, audience)
        if ref is None:
            return None
        patience = self._patience_seconds
        return await self._unlisted.read(ref, patience_seconds=patience, oldest=oldest)

    async def _newest(self, tracker: Ref) -> Snapshot | None:
        """The newest reading, where the store tells it in time."""
        try:
            async with asyncio.timeout(self._patience_seconds):
                return await self._current.newest(tracker)
        except TimeoutError:
            return None
