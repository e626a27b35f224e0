"""How long to wait for what, and with which clocks."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import chain, repeat


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """All in seconds."""

    looks: tuple[float, ...] = (0.0, 3.0, 10.0)
    """Before each look at the history. A post may show late; once it was looked for in vain so
    often, it is not there."""
    backoff: tuple[float, ...] = (1.0, 2.0, 5.0, 10.0, 20.0, 30.0)
    """Before Slack is tried again; the last of them again and again."""
    record: tuple[float, ...] = (0.2, 1.0, 3.0)
    """Before the database is tried again, to write down what stands in Slack already."""
    drain: float = 10.0
    """So long a post that is under way is waited for when the process stops."""

    def backoffs(self) -> chain[float]:
        """One after the other, without an end."""
        return chain(self.backoff, repeat(self.backoff[-1]))


@dataclass(frozen=True, slots=True, kw_only=True)
class Clocks:
    """The wall's clock, one that only goes forward, and how to wait.

    A process that stood still sees it on either: the second one may stop with the machine, the
    first one may be set back.
    """

    now: Callable[[], datetime]
    monotonic: Callable[[], float] = time.monotonic
    sleep: Callable[[float], Awaitable[None]] = field(default=asyncio.sleep)


class Deadline:
    """A moment on both clocks."""

    def __init__(self, clocks: Clocks, after: timedelta) -> None:
        """So much later than now."""
        self._clocks = clocks
        self._at = clocks.now() + after
        self._monotonic_at = clocks.monotonic() + after.total_seconds()

    def left_seconds(self) -> float:
        """By the clock that says less; below zero once it has passed."""
        by_wall = (self._at - self._clocks.now()).total_seconds()
        return min(by_wall, self._monotonic_at - self._clocks.monotonic())


class GivenUp(Exception):
    """For now: there is no time left, or somebody else took the message over (`is_lost`)."""

    def __init__(self, *, is_lost: bool = False, code: str = "") -> None:
        """Say which, and with what code Slack asked to wait."""
        super().__init__("taken over by somebody else" if is_lost else "no time left")
        self.is_lost = is_lost
        self.code = code


class TimeLimit:
    """The time that one piece of work may take, its waiting included."""

    def __init__(self, clocks: Clocks, limit: timedelta) -> None:
        """It runs from now on."""
        self._clocks = clocks
        self._deadline = Deadline(clocks, limit)

    async def spare(self, seconds: float, *, code: str = "") -> None:
        """See that there is so much time; raises `GivenUp` where there is not."""
        if seconds > self._deadline.left_seconds():
            raise GivenUp(code=code)

    async def pause(self, seconds: float, *, code: str = "") -> None:
        """Wait; raises `GivenUp`, at once, where that takes longer than there is time."""
        await self.spare(seconds, code=code)
        await self._clocks.sleep(seconds)
