"""Days and moments as text in UTC, the same on every machine."""

from datetime import UTC, datetime

from bot.answers.answer import Day, Moment

_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def day_text(day: Day) -> str:
    """ "8 Jun", or "8 Jun 2026"."""
    return _day(day.at.astimezone(UTC), with_year=day.with_year)


def moment_text(moment: Moment) -> str:
    """ "22 Aug 2026, 22:40 UTC"."""
    at = moment.at.astimezone(UTC)
    return f"{_day(at, with_year=True)}, {at:%H:%M} UTC"


def _day(at: datetime, *, with_year: bool) -> str:
    # Not strftime: its month names follow the locale.
    year = f" {at.year}" if with_year else ""
    return f"{at.day} {_MONTHS[at.month - 1]}{year}"
