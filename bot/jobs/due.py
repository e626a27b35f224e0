"""How often the jobs look, and how long something rests that failed. Pure."""

from datetime import datetime, timedelta

TICK = timedelta(minutes=1)
"""How often the jobs look at the clock."""

MARKS_SETTLE = timedelta(seconds=15)
"""A marked tracker is read once no more marks came for so long: a burst makes one reading."""

MARKS_WAIT = timedelta(minutes=2)
"""It is read all the same after so long, however many more come."""

_MOST_DOUBLINGS = 10
"""Beyond that every pause is longer than a week anyway."""


def pause_after(failures: int, *, every: timedelta) -> timedelta:
    """From one beginning to the next: a failed reading is tried on the next tick.

    Then after twice that, and so on: what stays broken is soon asked no more often than what works.
    """
    if failures == 0:
        return every
    return min(every, TICK * (1 << min(failures - 1, _MOST_DOUBLINGS)))


def is_settled(*, since: datetime, last_at: datetime, now: datetime) -> bool:
    """Whether a tracker is to be read whose marks began to come at `since`, the last at
    `last_at`."""
    return now - last_at >= MARKS_SETTLE or now - since >= MARKS_WAIT
