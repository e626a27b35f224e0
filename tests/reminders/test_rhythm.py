"""Weeks 1, 2 and 4, then silence until it moves."""

from datetime import datetime, timedelta

import pytest

from bot.reminders.rhythm import next_count
from tests.builders import at
from tests.reminders.builders import was_told

MOVED_AT = at("2026-06-08")


def weeks_sent(rounds: list[datetime], moved_at: dict[int, datetime] | None = None) -> list[int]:
    """In which of these rounds, counted from 1, a row is sent that moves before some of them."""
    told, sent, progress_at = None, [], MOVED_AT
    for week, due_at in enumerate(rounds, 1):
        progress_at = (moved_at or {}).get(week, progress_at)
        count = next_count(told, progress_at=progress_at, at=due_at)
        if count is not None:
            sent.append(week)
            told = was_told(count=count, last_at=due_at, progress_at=progress_at)
    return sent


FIRST = at("2026-07-07T17:00")
TUESDAYS = [FIRST + timedelta(weeks=week) for week in range(10)]


def put_off(days: dict[int, int]) -> list[datetime]:
    """The same rounds, some of them so many days later."""
    return [due_at + timedelta(days=days.get(week, 0)) for week, due_at in enumerate(TUESDAYS, 1)]


@pytest.mark.parametrize(
    ("rounds", "moved", "expected"),
    [
        (TUESDAYS, {}, [1, 2, 4]),
        (TUESDAYS, {6: at("2026-08-08")}, [1, 2, 4, 6, 7, 9]),
        (TUESDAYS, {2: at("2026-07-09")}, [1, 2, 3, 5]),
        (put_off({1: 2}), {}, [1, 2, 4]),
        (put_off({2: 3}), {}, [1, 2, 4]),
        (put_off({3: 3}), {}, [1, 2, 4]),
        (put_off({1: 3, 2: 1, 4: 2}), {}, [1, 2, 4]),
    ],
    ids=[
        "it never moves",
        "it moves after the last",
        "it moves between two",
        "a holiday in week 1",
        "a holiday in week 2",
        "a holiday in the week between",
        "holidays all along",
    ],
)
def test_rhythm(rounds: list[datetime], moved: dict[int, datetime], expected: list[int]) -> None:
    assert weeks_sent(rounds, moved) == expected


def test_rhythm__where_monday_morning_is_a_sunday_in_utc() -> None:
    monday = at("2026-07-05T22:00")
    rounds = [monday + timedelta(weeks=week) for week in range(8)]
    rounds[0] += timedelta(days=1)

    assert weeks_sent(rounds) == [1, 2, 4]


@pytest.mark.parametrize(
    ("remembered", "now", "expected"),
    [
        (None, None, None),
        (MOVED_AT, None, None),
        (None, at("2026-06-08"), None),
        (None, at("2026-08-20"), 1),
    ],
    ids=["never known", "not known any more", "known now, of before", "known now, and later"],
)
def test_progress_that_was_not_known__is_new_only_when_it_is_later(
    remembered: datetime | None, now: datetime | None, expected: int | None
) -> None:
    told = was_told(count=3, progress_at=remembered)

    assert next_count(told, progress_at=now, at=at("2026-09-29")) == expected
