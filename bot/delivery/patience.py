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
    pictures: tuple[float, ...] = (2.0, 5.0, 10.0)
    """Before a message is posted again with its picture, which Slack may not know yet; after that
    it goes without."""
    spare: float = 5.0
    """Between the end of a post and the end of its lease: two machines' clocks differ a little."""
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


class GivenUp(Exception):
    """For now: there is no time left."""

    def __init__(self, *, code: str = "") -> None:
        """Say with what code Slack asked to wait, if it did."""
        super().__init__("no time left")
        self.code = code


class TimeLimit:
    """The time that one piece of work may take, its waiting included."""

    def __init__(self, clocks: Clocks, limit: timedelta) -> None:
        """It runs from now on, on both clocks."""
        self._clocks = clocks
        self._ends_at = clocks.now() + limit
        self._monotonic_ends_at = clocks.monotonic() + limit.total_seconds()

    def spare(self, seconds: float, *, code: str = "") -> None:
        """See that there is so much time; raises `GivenUp` where there is not."""
        by_wall = (self._ends_at - self._clocks.now()).total_seconds()
        if seconds > min(by_wall, self._monotonic_ends_at - self._clocks.monotonic()):
            raise GivenUp(code=code)

    async def pause(self, seconds: float, *, code: str = "") -> None:
        """Wait; raises `GivenUp`, at once, where that takes longer than there is time."""
        self.spare(seconds, code=code)
        await self._clocks.sleep(seconds)
