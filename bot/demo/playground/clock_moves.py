"""How far the clock can be moved by a button. It never goes back."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Final

from bot.demo.playground.hours import DIGEST_AT, HERE, REMINDED_AT

_MONDAY = 0
_SATURDAY = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """One button."""

    id: str
    label: str
    help: str
    """What there is to see then."""
    to: Callable[[datetime], datetime]
    """The moment it leads to from this one, always a later one; both aware, in UTC."""


def _on(day: date, at: time, now: datetime) -> datetime:
    """That hour of the day, where everybody of the demo lives; the zone is that of `now`."""
    return datetime.combine(day, at, HERE).astimezone(now.tzinfo)


def _working_day(now: datetime) -> datetime:
    day = now.astimezone(HERE).date() + timedelta(days=1)
    while day.weekday() >= _SATURDAY:
        day += timedelta(days=1)
    return _on(day, REMINDED_AT, now)


def _monday(now: datetime) -> datetime:
    today = now.astimezone(HERE).date()
    day = today + timedelta(days=(_MONDAY - today.weekday()) % 7)
    at = _on(day, DIGEST_AT, now)
    return at if at > now else _on(day + timedelta(days=7), DIGEST_AT, now)


_IN_ORDER = (
    Move(
        id="ten-minutes",
        label="Ten minutes on",
        help="What was read is old by then: the bot reads the index again when it is asked.",
        to=lambda now: now + timedelta(minutes=10),
    ),
    Move(
        id="hour",
        label="One hour on",
        help="Whatever waits is an hour older, and the bot has read everything again.",
        to=lambda now: now + timedelta(hours=1),
    ),
    Move(
        id="working-day",
        label=f"Next working day, {REMINDED_AT:%H:%M}",
        help="On the working day after the digest, owners of rows that wait get a message.",
        to=_working_day,
    ),
    Move(
        id="monday",
        label=f"Next Monday, {DIGEST_AT:%H:%M}",
        help="The weekly digest comes into the channel; what is new stands in its thread.",
        to=_monday,
    ),
    Move(
        id="two-weeks",
        label="Two weeks on",
        help="More has become stale by then; one digest stands for the two that were due.",
        to=lambda now: now + timedelta(days=14),
    ),
)

MOVES: Final[Mapping[str, Move]] = {move.id: move for move in _IN_ORDER}
"""By id, in the order of their buttons."""
