"""Working days: weekends and a named holiday calendar taken out."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, tzinfo
from functools import lru_cache
from typing import TYPE_CHECKING

from bot.errors import UserError

if TYPE_CHECKING:
    from holidays import HolidayBase

_WORKING_DAYS_A_WEEK = 5
_SATURDAY = 5
_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Calendar:
    """A named set of holidays; the empty name has none."""

    name: str = ""

    def holidays_of(self, year: int) -> frozenset[date]:
        """The holidays of this year, weekends included."""
        return _holidays_of(self.name, year)

    def is_working_day(self, day: date) -> bool:
        """Neither of a weekend nor a holiday."""
        return day.weekday() < _SATURDAY and day not in self.holidays_of(day.year)

    def working_day_after(self, day: date) -> date:
        """The first working day after this one."""
        day += _DAY
        while not self.is_working_day(day):
            day += _DAY
        return day


NO_HOLIDAYS = Calendar()


def calendar_named(name: str | None) -> Calendar:
    """The calendar of a country ("US"), of a part of one ("DE-BY") or of an exchange ("NYSE").

    `None` and the empty name are the calendar without holidays. Raises `UserError` for any other
    name.
    """
    if name is None or not name.strip():
        return NO_HOLIDAYS
    known = _maker_of(name.strip())
    if known is None:
        raise UserError(
            "There is no holiday calendar of that name.",
            advice='Use a country ("US"), a part of one ("DE-BY") or an exchange ("NYSE"), '
            "as the Python library `holidays` names them.",
        )
    return Calendar(name.strip())


def working_days_after(
    day: date, today: date, calendar: Calendar = NO_HOLIDAYS, *, zone: tzinfo = UTC
) -> int:
    """How many working days lie after `day`, up to and including `today`; 0 when `today` is not
    later.

    Moments are taken as their day in `zone`.
    """
    first, last = _day_in(day, zone), _day_in(today, zone)
    if last <= first:
        return 0
    return _weekdays_until(last) - _weekdays_until(first) - _holidays_between(first, last, calendar)


def _day_in(day: date, zone: tzinfo) -> date:
    return day.astimezone(zone).date() if isinstance(day, datetime) else day


def _weekdays_until(day: date) -> int:
    """Weekdays from the Monday 0001-01-01 to `day`, `day` included."""
    weeks, days = divmod(day.toordinal(), 7)
    return weeks * _WORKING_DAYS_A_WEEK + min(days, _WORKING_DAYS_A_WEEK)


def _holidays_between(first: date, last: date, calendar: Calendar) -> int:
    """Holidays on weekdays after `first`, up to `last`."""
    if not calendar.name:
        return 0
    every = (day for year in range(first.year, last.year + 1) for day in calendar.holidays_of(year))
    return sum(first < day <= last and day.weekday() < _SATURDAY for day in every)


_Maker = Callable[[int], "HolidayBase"]


def _maker_of(name: str) -> _Maker | None:
    """What makes the holidays of one year; `None` for a name that the library does not have."""
    import holidays  # noqa: PLC0415 -- heavy, and only for who has named a calendar

    code = name.upper()
    if code in holidays.list_supported_financial(include_aliases=True):
        return lambda year: holidays.financial_holidays(code, years=year, expand=False)
    country, _, part = code.partition("-")
    parts = holidays.list_supported_countries(include_aliases=True).get(country)
    if parts is None:
        return None
    subdivision = next((known for known in parts if known.upper() == part), None)
    if part and subdivision is None:
        return None
    return lambda year: holidays.country_holidays(
        country, subdiv=subdivision, years=year, expand=False
    )


@lru_cache(maxsize=512)
def _holidays_of(name: str, year: int) -> frozenset[date]:
    maker = _maker_of(name) if name else None
    return frozenset(maker(year)) if maker else frozenset()
