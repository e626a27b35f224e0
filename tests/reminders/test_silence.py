"""Snoozed, not mine, parked: what stored answers come to."""

from dataclasses import dataclass
from datetime import datetime

import pytest

from bot.github_status.judge.rules import ParkedBySlack
from bot.reminders.silence import SOMEBODY, parked_of, silencer
from bot.store.wishes import RowWish, RowWishKind
from tests.builders import NOW, a_ref, at
from tests.reminders.builders import PEOPLE

MOVED_AT = at("2026-08-03")
SAID_AT = at("2026-08-18")


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """Who asks about what."""

    person: str = "UANA"
    number: int = 7
    progress_at: datetime | None = MOVED_AT
    now: datetime = NOW


def a_wish(kind: RowWishKind, **fields: object) -> RowWish:
    """Ana said it yesterday of `acme/widgets#7`, spelled otherwise."""
    defaults: dict[str, object] = {
        "person": "UANA",
        "tracker_key": "acme/widgets#1",
        "ref": "Acme/Widgets#7",
        "at": SAID_AT,
        "until": None,
        "progress_at": MOVED_AT,
    }
    return RowWish(kind=kind, **(defaults | fields))  # type: ignore[arg-type]  # a test's own words


WEEK = a_wish(RowWishKind.SNOOZE, until=at("2026-08-25"))
UNTIL_CHANGE = a_wish(RowWishKind.SNOOZE)
NOT_MINE = a_wish(RowWishKind.NOT_MINE)


@pytest.mark.parametrize(
    ("wish", "asked", "silenced"),
    [
        (WEEK, Asked(), True),
        (WEEK, Asked(progress_at=NOW), True),
        (WEEK, Asked(now=at("2026-08-25")), False),
        (WEEK, Asked(person="UBO"), False),
        (WEEK, Asked(number=8), False),
        (UNTIL_CHANGE, Asked(), True),
        (UNTIL_CHANGE, Asked(progress_at=at("2026-08-19")), False),
        (UNTIL_CHANGE, Asked(progress_at=None), True),
        (a_wish(RowWishKind.SNOOZE, progress_at=None), Asked(), True),
        (a_wish(RowWishKind.SNOOZE, progress_at=None), Asked(progress_at=NOW), False),
        (NOT_MINE, Asked(progress_at=NOW, now=at("2036-01-01")), True),
        (NOT_MINE, Asked(person="UBO"), False),
        (a_wish(RowWishKind.PARK, until=at("2026-09-18")), Asked(), False),
        (a_wish(RowWishKind.NOT_MINE, ref="nonsense"), Asked(), False),
    ],
    ids=[
        "snoozed a week",
        "snoozed a week, and it moved",
        "the week is over",
        "somebody else",
        "another row",
        "snoozed until something happens",
        "something happened",
        "what happened is not known any more",
        "nothing was known then",
        "nothing was known then, and something happened since",
        "not mine, years later",
        "not mine is theirs who said it",
        "parked is no silence: the judge says so",
        "an unreadable ref",
    ],
)
def test_silencer(wish: RowWish, asked: Asked, silenced: bool) -> None:
    is_silenced = silencer([wish], now=asked.now)

    assert is_silenced(asked.person, a_ref(asked.number), asked.progress_at) is silenced


def test_silencer__without_a_clock_trusts_that_old_answers_were_left_out() -> None:
    assert silencer([WEEK])("UANA", a_ref(7), MOVED_AT)


def test_parked__by_whom_and_until_when_the_longer_one() -> None:
    end = at("2026-09-18")
    wishes = [
        a_wish(RowWishKind.PARK, until=end),
        a_wish(RowWishKind.PARK, person="UBO", until=at("2026-09-01")),
        a_wish(RowWishKind.PARK, person="UWHO", ref="acme/widgets#8"),
        a_wish(RowWishKind.PARK, ref="acme/widgets#9", tracker_key="acme/gadgets#1"),
        UNTIL_CHANGE,
    ]

    assert parked_of(wishes, tracker_key="acme/widgets#1", people=PEOPLE) == {
        a_ref(7): ParkedBySlack(by="Ana Souza", until=end, since=SAID_AT),
        a_ref(8): ParkedBySlack(by=SOMEBODY, until=at("2026-09-17"), since=SAID_AT),
    }
