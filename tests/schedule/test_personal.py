from datetime import UTC, date, datetime, time
from zoneinfo import ZoneInfo

import pytest

from bot.errors import UserError
from bot.schedule import Round, reminder_at


@pytest.mark.parametrize(
    ("digest_day", "zone", "calendar", "at"),
    [
        pytest.param("2026-08-24", "America/Los_Angeles", None, "2026-08-25T17:00", id="Tuesday"),
        pytest.param("2026-08-28", "America/Los_Angeles", None, "2026-08-31T17:00", id="Friday"),
        pytest.param("2026-08-29", "UTC", None, "2026-08-31T10:00", id="Saturday"),
        pytest.param("2026-08-24", "Asia/Tokyo", None, "2026-08-25T01:00", id="far ahead"),
        pytest.param("2026-08-24", "Pacific/Honolulu", None, "2026-08-25T20:00", id="far behind"),
        pytest.param("2026-09-04", "America/New_York", "US", "2026-09-08T14:00", id="Labor Day"),
        pytest.param("2026-09-04", "America/New_York", None, "2026-09-07T14:00", id="no calendar"),
        pytest.param("2026-04-02", "Europe/Berlin", "DE-BY", "2026-04-07T08:00", id="Easter"),
        pytest.param("2026-12-24", "Europe/London", "GB-ENG", "2026-12-29T10:00", id="Boxing Day"),
        pytest.param("2026-12-31", "Europe/Berlin", "DE", "2027-01-04T09:00", id="a new year"),
        pytest.param("2026-10-30", "America/Los_Angeles", None, "2026-11-02T18:00", id="put back"),
    ],
)
def test_reminder_at__the_working_day_after(
    digest_day: str, zone: str, calendar: str | None, at: str
) -> None:
    found = reminder_at(date.fromisoformat(digest_day), ZoneInfo(zone), calendar=calendar)

    assert found == datetime.fromisoformat(f"{at}+00:00")
    assert found.tzinfo is UTC


def test_reminder_at__another_time() -> None:
    found = reminder_at(date(2026, 8, 24), ZoneInfo("UTC"), calendar=None, at=time(8, 30))

    assert found == datetime(2026, 8, 25, 8, 30, tzinfo=UTC)


def test_reminder_at__no_such_calendar() -> None:
    with pytest.raises(UserError, match="no holiday calendar"):
        reminder_at(date(2026, 8, 24), ZoneInfo("UTC"), calendar="Narnia")


@pytest.mark.parametrize(
    ("digest_day", "key"),
    [
        ("2026-08-24", "2026-W35"),
        ("2026-08-30", "2026-W35"),
        ("2027-01-01", "2026-W53"),
        ("2026-01-05", "2026-W02"),
        ("2024-12-30", "2025-W01"),
    ],
)
def test_round__is_named_by_its_iso_week(digest_day: str, key: str) -> None:
    assert Round(digest_day=date.fromisoformat(digest_day)).key == key
