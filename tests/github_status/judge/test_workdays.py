from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.errors import UserError
from bot.github_status.judge.workdays import calendar_named, working_days_after
from tests.builders import at


@pytest.mark.parametrize(
    ("day", "today", "days"),
    [
        ("2026-08-19", "2026-08-19", 0),
        ("2026-08-18", "2026-08-19", 1),
        ("2026-08-19", "2026-08-18", 0),
        ("2026-08-21", "2026-08-23", 0),
        ("2026-08-21", "2026-08-24", 1),
        ("2026-08-22", "2026-08-24", 1),
        ("2026-08-12", "2026-08-19", 5),
        ("2026-06-08", "2026-08-22T23:00", 54),
    ],
    ids=[
        "the same day",
        "the day after",
        "an event in the future",
        "a Friday seen on Sunday",
        "a Friday seen on Monday",
        "a Saturday seen on Monday",
        "a week",
        "RL#2467",
    ],
)
def test_working_days_after__without_holidays(day: str, today: str, days: int) -> None:
    assert working_days_after(at(day), at(today)) == days


@pytest.mark.parametrize(
    ("calendar", "days"),
    [(None, 3), ("US", 2), ("NYSE", 2), ("DE", 3), ("us", 2)],
    ids=["none", "Labor Day", "exchange closed", "elsewhere a working day", "lower case"],
)
def test_working_days_after__holidays_of_the_calendar(calendar: str | None, days: int) -> None:
    friday, wednesday = date(2026, 9, 4), date(2026, 9, 9)

    assert working_days_after(friday, wednesday, calendar_named(calendar)) == days


@pytest.mark.parametrize(("calendar", "days"), [("DE-BY", 0), ("DE-BE", 1)])
def test_working_days_after__holidays_of_a_part_of_a_country(calendar: str, days: int) -> None:
    """Epiphany is a holiday in Bavaria and not in Berlin."""
    fifth, sixth = date(2026, 1, 5), date(2026, 1, 6)

    assert working_days_after(fifth, sixth, calendar_named(calendar)) == days


def test_working_days_after__a_holiday_on_a_weekend_is_not_taken_out_twice() -> None:
    """15 August 2026, a holiday in parts of Bavaria, is a Saturday."""
    friday, monday = date(2026, 8, 14), date(2026, 8, 17)

    assert working_days_after(friday, monday, calendar_named("DE-BY")) == 1


def test_working_days_after__days_begin_where_the_zone_says() -> None:
    late = at("2026-08-18T20:00")

    assert working_days_after(late, at("2026-08-19T10:00")) == 1
    assert working_days_after(late, at("2026-08-19T10:00"), zone=ZoneInfo("Asia/Tokyo")) == 0


@pytest.mark.parametrize("name", ["XX", "DE-ZZ", "de by", "NYSE-1", "../US", "US-"])
def test_calendar_named__unknown(name: str) -> None:
    if name == "US-":
        # Nothing after the hyphen names no part.
        assert calendar_named(name).name == name
        return
    with pytest.raises(UserError) as refused:
        calendar_named(name)
    assert "holidays" in refused.value.advice


@given(st.dates(date(1990, 1, 1), date(2060, 1, 1)), st.integers(0, 400))
def test_working_days_after__is_what_counting_gives(day: date, later: int) -> None:
    days = [day + timedelta(days=n) for n in range(1, later + 1)]

    assert working_days_after(day, day + timedelta(days=later)) == sum(
        each.weekday() < 5 for each in days
    )


@given(st.datetimes(datetime(1, 1, 1), datetime(9999, 1, 1)))  # noqa: DTZ001 - made aware below
def test_working_days_after__never_negative(moment: datetime) -> None:
    day = moment.date()

    assert working_days_after(day, date(2026, 8, 19)) >= 0
