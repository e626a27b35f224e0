from datetime import UTC, datetime, timedelta

import pytest

from bot.demo.bundled import DEMO_NOW
from bot.demo.playground.clock_moves import MOVES, Move


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("move", "now", "then"),
    [
        ("ten-minutes", "2026-08-22T23:00", "2026-08-22T23:10"),
        ("hour", "2026-08-22T23:00", "2026-08-23T00:00"),
        ("two-weeks", "2026-10-20T07:00", "2026-11-03T07:00"),
        ("working-day", "2026-08-22T23:00", "2026-08-24T08:30"),
        ("working-day", "2026-08-24T08:00", "2026-08-25T08:30"),
        ("working-day", "2026-08-27T22:59", "2026-08-28T08:30"),
        # In London it is Friday already.
        ("working-day", "2026-08-27T23:00", "2026-08-31T08:30"),
        ("working-day", "2026-10-23T12:00", "2026-10-26T09:30"),
        ("monday", "2026-08-22T23:00", "2026-08-24T08:00"),
        ("monday", "2026-08-24T07:59", "2026-08-24T08:00"),
        ("monday", "2026-08-24T08:00", "2026-08-31T08:00"),
        ("monday", "2026-10-24T12:00", "2026-10-26T09:00"),
    ],
)
def test_move__leads_to(move: str, now: str, then: str) -> None:
    assert MOVES[move].to(at(now)) == at(then)


@pytest.mark.parametrize("move", MOVES.values(), ids=lambda move: move.id)
def test_move__always_forward_and_in_utc(move: Move) -> None:
    for hours in range(0, 24 * 90, 7):
        now = DEMO_NOW + timedelta(hours=hours)

        then = move.to(now)

        assert then > now
        assert then.tzinfo is UTC
