"""How often the jobs look, and how long something rests that failed. Pure."""

from datetime import timedelta

TICK = timedelta(minutes=1)
"""How often the jobs look at the clock."""

_MOST_DOUBLINGS = 10
"""Beyond that every pause is longer than a week anyway."""


def pause_after(failures: int, *, every: timedelta) -> timedelta:
    """From one beginning to the next: a failed reading is tried on the next tick.

    Then after twice that, and so on: what stays broken is soon asked no more often than what works.
    """
    if failures == 0:
        return every
    return min(every, TICK * (1 << min(failures - 1, _MOST_DOUBLINGS)))
