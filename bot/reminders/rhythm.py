"""How often a row is told: in weeks 1, 2 and 4, then not again until it moves."""

from datetime import datetime

from bot.reminders.reminder import Told, has_moved

_WEEKS_AFTER = {1: 1, 2: 2}
"""By the number of messages it stood in, how many weeks pass before the next."""

_DAYS_A_WEEK = 7


def next_count(told: Told | None, *, progress_at: datetime | None, at: datetime) -> int | None:
    """In how many messages the row stands with one that is due `at`; `None`: in none of now.

    `told`: when it was last told of; `None`: never. `progress_at`: its last progress event.
    """
    if told is None or told.count < 1:
        return 1
    if has_moved(progress_at, since=told.progress_at, remembered_at=told.last_at):
        return 1
    weeks = _WEEKS_AFTER.get(told.count)
    if weeks is None or _weeks_between(told.last_at, at) < weeks:
        return None
    return told.count + 1


def _weeks_between(earlier: datetime, later: datetime) -> int:
    """How many rounds lie between two messages, which a holiday may have put off by some days.

    Counted by the weeks of the calendar, or by days where that makes more: 10:00 on a Monday in
    Auckland is a Sunday in UTC.
    """
    by_calendar = _week_of(later) - _week_of(earlier)
    by_days = round((later - earlier).total_seconds() / 86_400 / _DAYS_A_WEEK)
    return max(by_calendar, by_days)


def _week_of(moment: datetime) -> int:
    """The ISO week, counted on from the Monday 0001-01-01."""
    return (moment.toordinal() - 1) // _DAYS_A_WEEK
