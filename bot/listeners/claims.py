"""Once: Slack may deliver the same thing twice."""

import time
from collections.abc import Callable
from typing import Protocol

from bot.listeners.remembered import Remembered

KEEP_SECONDS = 2 * 60 * 60
"""Slack repeats an event for some minutes, and drops those that are older than two hours:
https://docs.slack.dev/apis/events-api"""

MOST_CLAIMS = 20_000
"""Some megabytes."""


class Claims(Protocol):
    """The right to do something once."""

    async def claim(self, key: str) -> bool:
        """Whether nobody had claimed this before; who is told so has it."""
        ...

    async def give_back(self, key: str) -> None:
        """It was not done after all: somebody else may claim it."""
        ...


class RecentClaims:
    """Claims of this process, in memory."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin with none."""
        self._taken: Remembered[str, bool] = Remembered(
            keep_seconds=KEEP_SECONDS, most=MOST_CLAIMS, clock=clock
        )

    async def claim(self, key: str) -> bool:
        """Whether this is the first time."""
        if self._taken.get(key):
            return False
        self._taken.put(key, True)
        return True

    async def give_back(self, key: str) -> None:
        """It may be claimed again."""
        self._taken.forget(key)
