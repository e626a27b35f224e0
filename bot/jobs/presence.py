"""When somebody may be written to: not while they are away, and in their own working hours.

Pure.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from bot.github_status.judge.workdays import calendar_named
from bot.schedule import REMIND_AT
from bot.schedule.local import local_moment

LATEST_AT = time(17)
"""Later on a day nobody is written to."""

SHORTEST = timedelta(hours=2)
"""So long the hours last where the settings let them begin late in the day."""

_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Present:
    """What Slack says of somebody."""

    zone: ZoneInfo
    status_text: str = ""
    status_emoji: str = ""
    status_until: datetime | None = None
    """When their status ends by itself; `None`: it does not, or there is none."""
    quiet_until: datetime | None = None
    """When do-not-disturb ends that holds now; `None`: it does not hold, or nobody knows."""
    gone: str = ""
    """Why they cannot be written to, and what to do about it; empty: they can."""

    def quiet(self, *, until: datetime | None) -> "Present":
        """The same person, and when their do-not-disturb ends."""
        return replace(self, quiet_until=until)


@dataclass(frozen=True, slots=True, kw_only=True)
class Hours:
    """When somebody works, as far as is known."""

    zone: ZoneInfo
    calendar: str | None = None
    """Name of a holiday calendar; `None`: weekends only."""
    begin: time = REMIND_AT

    def from_moment(self, moment: datetime) -> datetime:
        """The moment itself within their hours, else when their hours next begin."""
        local = moment.astimezone(self.zone)
        day, at, calendar = local.date(), local.time(), calendar_named(self.calendar)
        if not calendar.is_working_day(day) or at >= self._end:
            return local_moment(calendar.working_day_after(day), self.begin, self.zone)
        return moment if at >= self.begin else local_moment(day, self.begin, self.zone)

    @property
    def _end(self) -> time:
        begun = datetime.combine(date.min, self.begin)
        end = begun + SHORTEST
        return max(LATEST_AT, end.time()) if end.date() == begun.date() else time.max


def away_until(present: Present, statuses: Sequence[str], *, now: datetime) -> datetime | None:
    """Until when they are away; `None`: they are not.

    A status with an end, one of `statuses` (words of its text, or its emoji as `:palm_tree:`), and
    do-not-disturb mean away; being shown as "away" means nothing. Without an end: for a day.
    """
    ends = [end for end in (present.status_until, present.quiet_until) if end and end > now]
    if ends:
        return max(ends)
    return now + _DAY if _says_away(present, statuses) else None


def _says_away(present: Present, statuses: Sequence[str]) -> bool:
    text, emoji = present.status_text.casefold(), present.status_emoji.casefold()
    wanted = [one.casefold() for one in statuses if one]
    # Whole words: nobody is sick who is seasick of meetings.
    return any(one == emoji or re.search(rf"(?<!\w){re.escape(one)}(?!\w)", text) for one in wanted)
