"""What is parked from Slack now, and which findings are left as they are: read again from the store
now and then, and after every change."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final, Protocol

from bot.errors import StoreFault
from bot.github_status.facts.refs import Ref
from bot.github_status.judge.rules import Left, ParkedBySlack
from bot.github_status.reader import tracker_key
from bot.people.left import left_of
from bot.people.people import People
from bot.reminders.silence import parked_of
from bot.store.left import StoredLeft
from bot.store.wishes import RowWish, RowWishKind

KEEP: Final = timedelta(minutes=1)
"""How long what another process wrote may be missing here."""

PATIENCE_SECONDS: Final = 1.0


class KnowsParks(Protocol):
    """Whoever can say what is parked in a tracker, and what is left as it is."""

    @property
    def version(self) -> int:
        """Another one whenever something else is parked or left."""
        ...

    async def fresh(self) -> None:
        """Learn of what was said until a minute ago, as far as it can be read in time."""
        ...

    def parked(self, tracker: Ref, people: People) -> Mapping[Ref, ParkedBySlack]:
        """By ref: who parked it, and until when; what has ended may be among them."""
        ...

    def left(self, tracker: Ref, people: People) -> Left:
        """Who left which finding as it is; those whose evidence has changed may be among them."""
        ...


class KeepsRowWishes(Protocol):
    """The verb of the store that is used here."""

    async def row_wishes(self, *, now: datetime) -> Sequence[RowWish]:
        """Every answer about a row that still holds; raises `StoreFault`."""
        ...


class KeepsLeft(Protocol):
    """The verb of the store that is used here."""

    async def every(self) -> Sequence[StoredLeft]:
        """Every finding that was left as it is; raises `StoreFault`."""
        ...


class NothingParked:
    """Where nothing can be parked, or left as it is."""

    version = 0

    def parked(self, tracker: Ref, people: People) -> Mapping[Ref, ParkedBySlack]:  # noqa: ARG002
        """Nothing."""
        return {}

    def left(self, tracker: Ref, people: People) -> Left:  # noqa: ARG002
        """Nothing."""
        return {}

    async def fresh(self) -> None:
        """There is nothing to read."""


class Parks:
    """The parks of a database, and the findings that were left as they are."""

    def __init__(
        self, wishes: KeepsRowWishes, left: KeepsLeft, *, now: Callable[[], datetime]
    ) -> None:
        """Begin with none."""
        self._wishes = wishes
        self._keeps_left = left
        self._now = now
        self.version = 0
        self._parks: tuple[RowWish, ...] = ()
        self._left: tuple[StoredLeft, ...] = ()
        self._read_at: datetime | None = None
        self._reading: asyncio.Task[None] | None = None

    def parked(self, tracker: Ref, people: People) -> Mapping[Ref, ParkedBySlack]:
        """As last read."""
        return parked_of(self._parks, tracker_key=tracker_key(tracker), people=people)

    def left(self, tracker: Ref, people: People) -> Left:
        """As last read."""
        return left_of(self._left, tracker_key=tracker_key(tracker), people=people)

    async def fresh(self) -> None:
        """Read again what is older than a minute, as far as the store answers in time."""
        age = None if self._read_at is None else self._now() - self._read_at
        if age is not None and timedelta(0) <= age < KEEP:
            return
        task = self._reading
        if task is None:
            task = self._reading = asyncio.create_task(self._try())
            task.add_done_callback(self._forget)
        await asyncio.wait({task}, timeout=PATIENCE_SECONDS)

    async def refresh(self) -> None:
        """Read again now. Raises `StoreFault`."""
        now = self._now()
        wishes = await self._wishes.row_wishes(now=now)
        parks = tuple(wish for wish in wishes if wish.kind is RowWishKind.PARK)
        left = tuple(await self._keeps_left.every())
        if (parks, left) != (self._parks, self._left):
            self._parks, self._left, self.version = parks, left, self.version + 1
        self._read_at = now

    async def _try(self) -> None:
        """A store that does not answer is asked again a minute later."""
        try:
            await self.refresh()
        except StoreFault:
            self._read_at = self._now()

    def _forget(self, _done: object) -> None:
        self._reading = None
