"""When a person is written to: the working day after the digest, 10:00 in their own zone."""

from dataclasses import dataclass
from datetime import date, datetime, time
from zoneinfo import ZoneInfo

from bot.github_status.judge.workdays import calendar_named
from bot.schedule.local import local_moment

REMIND_AT = time(10)


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """The messages that follow one week's digest: one for each person."""

    digest_day: date
    """The local day of the digest."""

    @property
    def key(self) -> str:
        """The ISO week, `2026-W35`: one message for each person and week, whatever digests run."""
        year, week, _ = self.digest_day.isocalendar()
        return f"{year}-W{week:02}"


def reminder_at(
    digest_day: date, zone: ZoneInfo, *, calendar: str | None, at: time = REMIND_AT
) -> datetime:
    """When somebody in this zone, with these holidays, is written to after this digest; in UTC.

    `calendar`: as in the settings ("DE-BY"); `None`: weekends only. Raises `UserError` for a
    calendar that there is none of.
    """
    return local_moment(calendar_named(calendar).working_day_after(digest_day), at, zone)
