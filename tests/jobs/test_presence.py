from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from bot.jobs.presence import Hours, Present, away_until
from tests.builders import at

NOW = at("2026-09-01T09:00")
LONDON = ZoneInfo("Europe/London")
STATUSES = ("vacation", "Out of office", "pto", ":palm_tree:")


@pytest.mark.parametrize(
    ("moment", "expected"),
    [
        ("2026-09-01T09:00", "2026-09-01T09:00"),
        ("2026-09-01T15:59", "2026-09-01T15:59"),
        ("2026-09-01T16:00", "2026-09-02T09:00"),
        ("2026-09-01T03:00", "2026-09-01T09:00"),
        ("2026-09-01T23:30", "2026-09-02T09:00"),
        ("2026-09-04T18:00", "2026-09-07T09:00"),
        ("2026-08-31T09:00", "2026-09-01T09:00"),
        ("2026-10-23T18:00", "2026-10-26T10:00"),
    ],
    ids=[
        "at ten",
        "before five",
        "at five",
        "at night",
        "after midnight there",
        "on Friday evening",
        "on a bank holiday",
        "over a change of the clocks",
    ],
)
def test_from_moment__in_working_hours_there(moment: str, expected: str) -> None:
    hours = Hours(zone=LONDON, calendar="GB-ENG")

    assert hours.from_moment(at(moment)) == at(expected)


@pytest.mark.parametrize(
    ("begin", "late", "expected"),
    [
        (time(16, 30), "2026-09-01T17:15", "2026-09-01T17:15"),
        (time(16, 30), "2026-09-01T17:31", "2026-09-02T15:30"),
        (time(23), "2026-09-01T22:30", "2026-09-01T22:30"),
    ],
)
def test_from_moment__where_the_hours_begin_late(begin: time, late: str, expected: str) -> None:
    assert Hours(zone=LONDON, begin=begin).from_moment(at(late)) == at(expected)


def until(hours: float) -> datetime:
    return NOW + timedelta(hours=hours)


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({}, None),
        ({"status_text": "In a meeting"}, None),
        ({"status_text": "on VACATION until May"}, until(24)),
        ({"status_text": "vacationing"}, None),
        ({"status_text": "crypto review"}, None),
        ({"status_text": "PTO!"}, until(24)),
        ({"status_text": "I am out of office."}, until(24)),
        ({"status_emoji": ":Palm_Tree:"}, until(24)),
        ({"status_text": "🌴 :palm_tree:"}, until(24)),
        ({"status_until": until(2)}, until(2)),
        ({"status_until": until(-2)}, None),
        ({"quiet_until": until(3), "status_until": until(2)}, until(3)),
        ({"status_text": "vacation", "status_until": until(70)}, until(70)),
    ],
)
def test_away_until(fields: dict[str, object], expected: datetime | None) -> None:
    present = Present(zone=LONDON, **fields)  # type: ignore[arg-type]

    assert away_until(present, STATUSES, now=NOW) == expected


def test_away_until__a_status_of_the_list_may_be_any_text() -> None:
    present = Present(zone=LONDON, status_text="back (soon)")

    assert away_until(present, ("(soon)", "", "[a-z]"), now=NOW) == until(24)
