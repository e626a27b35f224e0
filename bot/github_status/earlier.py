"""The reading that a digest's index is compared with."""

from datetime import datetime
from typing import Protocol

from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Snapshot


class History(Protocol):
    """What of the reader is used here; each may raise `StoreFault`."""

    async def at(self, tracker: Ref, as_of: datetime) -> Snapshot | None:
        """The stored snapshot of this moment."""
        ...

    async def before(self, tracker: Ref, moment: datetime) -> Snapshot | None:
        """The newest stored snapshot from before this moment."""
        ...


async def earlier_reading(
    history: History, tracker: Ref, *, as_of: datetime | None, start: datetime
) -> Snapshot | None:
    """The reading of the last digest, else the newest from before the window; `None`: none is kept.

    `as_of`: of the last digest's reading, where there was one. Raises `StoreFault`.
    """
    found = None if as_of is None else await history.at(tracker, as_of)
    return found or await history.before(tracker, start)
