"""Moments of a clock on the wall, also on the days when it is put forward or back."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

_SECOND = timedelta(seconds=1)


def local_moment(day: date, at: time, zone: ZoneInfo) -> datetime:
    """When this clock shows that time on that day, in UTC.

    A time that the clocks skip is taken as the moment they were put forward to; of a time that
    comes twice the first is taken.
    """
    on_the_wall = datetime.combine(day, at.replace(fold=0), zone)
    # https://peps.python.org/pep-0495/: in a gap, `fold=0` reckons with the offset before it, which
    # gives a moment after it, and `fold=1` the other way round.
    late, early = on_the_wall.astimezone(UTC), on_the_wall.replace(fold=1).astimezone(UTC)
    return late if early >= late else _change_between(early, late, zone)


def _change_between(before: datetime, after: datetime, zone: ZoneInfo) -> datetime:
    """When the clocks of this zone were put forward between these moments, to the second."""
    old = before.astimezone(zone).utcoffset()
    while after - before > _SECOND:
        middle = before + (after - before) // 2
        if middle.astimezone(zone).utcoffset() == old:
            before = middle
        else:
            after = middle
    return after.replace(microsecond=0)
