"""When a tracker is to be read again. Pure: moments in, yes or no out."""

from dataclasses import dataclass
from datetime import datetime, timedelta

TICK = timedelta(minutes=1)
"""How often the jobs look at the clock."""

_MOST_DOUBLINGS = 10
"""Beyond that every pause is longer than a week anyway."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """The last reading of a tracker that a job began."""

    begun_at: datetime
    failures: int = 0
    """How many in a row have failed, this one included."""
    is_under_way: bool = True


def is_due(last: Attempt | None, *, now: datetime, every: timedelta) -> bool:
    """Whether a reading is to begin: the first one, or long enough after the last began.

    Ticks are never quite punctual, so that half of one too early is in time. A beginning that is
    still to come was told by a clock that was set back since.
    """
    if last is None:
        return True
    pause = pause_after(last.failures, every=every)
    return not last.is_under_way and abs(now - last.begun_at) >= pause - TICK / 2


def pause_after(failures: int, *, every: timedelta) -> timedelta:
    """From one beginning to the next: a failed reading is tried on the next tick.

    Then after twice that, and so on: what stays broken is soon asked no more often than what works.
    """
    if failures == 0:
        return every
    return min(every, TICK * (1 << min(failures - 1, _MOST_DOUBLINGS)))
