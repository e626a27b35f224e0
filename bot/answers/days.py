"""Days and slots in words, on the clock of a zone. Not by the locale of the process."""

from datetime import datetime, tzinfo

from bot.schedule import WEEKDAYS, Weekly

MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
"""From January on."""


def weekday_words(weekday: int) -> str:
    """ "Monday" is 0, as `date.weekday` counts."""
    return WEEKDAYS[weekday].capitalize()


def day_words(moment: datetime, zone: tzinfo, *, now: datetime | None = None) -> str:
    """ "Monday 20 July", or "Monday 21 July 2025" where that is not the year of `now`.

    `now`: `None` where the words are read at any time; then the year is always said.
    """
    local = moment.astimezone(zone)
    is_this_year = now is not None and now.astimezone(zone).year == local.year
    day = f"{weekday_words(local.weekday())} {local.day} {MONTHS[local.month - 1]}"
    return day if is_this_year else f"{day} {local.year}"


def slot_words(moment: datetime, zone: tzinfo, *, now: datetime) -> str:
    """ "Monday 20 July 09:00 (America/Los_Angeles)"; `now` as for `day_words`."""
    return f"{day_words(moment, zone, now=now)} {moment.astimezone(zone):%H:%M} ({zone})"


def schedule_words(schedule: Weekly) -> str:
    """ "every Monday at 09:00 (Europe/London)"."""
    day = weekday_words(schedule.weekday)
    return f"every {day} at {schedule.at:%H:%M} ({schedule.zone.key})"
