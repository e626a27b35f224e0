from datetime import UTC, datetime, timedelta

import pytest

from bot.jobs.due import TICK, Attempt, is_due, pause_after

NOW = datetime(2026, 8, 24, 9, 0, tzinfo=UTC)
TEN_MINUTES = timedelta(minutes=10)


def test_is_due__what_was_never_read() -> None:
    assert is_due(None, now=NOW, every=TEN_MINUTES)


@pytest.mark.parametrize(
    ("age", "due"),
    [
        (timedelta(0), False),
        (TEN_MINUTES - TICK, False),
        (TEN_MINUTES - timedelta(seconds=1), True),
        (TEN_MINUTES, True),
        (timedelta(days=3), True),
        (-timedelta(hours=5), True),
    ],
    ids=[
        "now",
        "a tick before",
        "a tick that is early",
        "on time",
        "after a long sleep",
        "by a clock that was set back",
    ],
)
def test_is_due__after_a_good_reading(age: timedelta, due: bool) -> None:
    last = Attempt(begun_at=NOW - age, is_under_way=False)

    assert is_due(last, now=NOW, every=TEN_MINUTES) is due


def test_is_due__not_while_a_reading_is_under_way() -> None:
    last = Attempt(begun_at=NOW - timedelta(hours=1))

    assert not is_due(last, now=NOW, every=TEN_MINUTES)


def test_is_due__a_failed_one_on_the_next_tick() -> None:
    last = Attempt(begun_at=NOW - TICK, failures=1, is_under_way=False)

    assert is_due(last, now=NOW, every=TEN_MINUTES)
    assert not is_due(last, now=NOW - TICK + timedelta(seconds=1), every=TEN_MINUTES)


def test_pause_after__longer_with_every_failure_and_never_longer_than_usual() -> None:
    pauses = [pause_after(failures, every=TEN_MINUTES) for failures in (0, 1, 2, 3, 4, 5, 10_000)]

    assert pauses == [TEN_MINUTES, TICK, 2 * TICK, 4 * TICK, 8 * TICK, TEN_MINUTES, TEN_MINUTES]
    assert pause_after(1, every=TICK) == TICK
