"""What a job is: something that is looked at on every tick."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol

from bot.github_status.current import Reading
from bot.github_status.facts.refs import Ref


class ReadsOnce(Protocol):
    """What of `Current` jobs use."""

    def reading(self, tracker: Ref) -> Reading:
        """The reading that is under way, else a new one; its result is never an exception."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """What jobs work with."""

    current: ReadsOnce
    trackers: Sequence[Ref]
    read_every: timedelta


class Job(Protocol):
    """One job, with whatever it remembers from tick to tick."""

    def on_tick(self, now: datetime) -> None:
        """Begin what is due at this moment, and wait for none of it."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class JobKind:
    """A job as it stands in `JOBS`."""

    name: str
    """For the log."""
    on: Callable[[Ground], Job]
    """Make it for this ground."""
