"""Times after `stale` and `merged`."""

import pytest

from bot.commands.days import without_days
from bot.errors import WrongUsage

USAGE = "stale [WORKSTREAM] [14d]"


@pytest.mark.parametrize(
    ("words", "rest", "days"),
    [
        ((), (), None),
        (("14d",), (), 14),
        (("2w",), (), 14),
        (("14D",), (), 14),
        (("+3d",), (), 3),
        (("007d",), (), 7),
        (("１４d",), (), 14),
        (("7", "d"), (), 7),
        (("2", "weeks"), (), 14),
        (("1 day",), (), 1),
        (("3650d",), (), 3650),
        (("refit", "14d"), ("refit",), 14),
        (("14d", "refit"), ("refit",), 14),
        (("data", "plane", "14", "days"), ("data", "plane"), 14),
        (("14", "days", "refit"), ("refit",), 14),
        (("refit",), ("refit",), None),
        (("phase", "2"), ("phase", "2"), None),
        (("'14d'",), ("'14d'",), None),
        (('"14d"',), ('"14d"',), None),
        (('"14"',), ('"14"',), None),
        (("4d-parallel",), ("4d-parallel",), None),
        (("a", "14d", "b"), ("a", "14d", "b"), None),
    ],
    ids=[
        "nothing",
        "days",
        "weeks",
        "capital unit",
        "plus sign",
        "leading zeros",
        "full-width digits",
        "blank before the unit",
        "unit in full",
        "one argument",
        "the most",
        "after a name",
        "before a name",
        "after a name of two words",
        "unit in full before a name",
        "only a name",
        "a name that ends in a number",
        "single quotes are no time",
        "quoted: a name",
        "quoted number: a name",
        "a name that begins like a time",
        "in the middle of a name",
    ],
)
def test_without_days(words: tuple[str, ...], rest: tuple[str, ...], days: int | None) -> None:
    assert without_days(words, usage=USAGE) == (rest, days)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("0d",), "“0d” is not between 1 and 3650 days."),
        (("0w",), "“0w” is not between 1 and 3650 days."),
        (("99999d",), "“99999d” is not between 1 and 3650 days."),
        (("600w",), "“600w” is not between 1 and 3650 days."),
        (("-3d",), "“-3d” is not a whole number of days, 1 or more."),
        (("1.5d",), "“1.5d” is not a whole number of days, 1 or more."),
        (("refit", "0", "days"), "“0 days” is not between 1 and 3650 days."),
        (("14h",), "“14h” is no length of time here: days (14d) or weeks (2w)."),
        (("3", "months"), "“3 months” is no length of time here: days (14d) or weeks (2w)."),
        (("14",), "“14” is not a time: days or weeks?"),
        (("-14",), "“-14” is not a time: days or weeks?"),
        (("7d", "14d"), "“7d” is a second time: one is enough."),
    ],
    ids=[
        "no days",
        "no weeks",
        "too many days",
        "too many weeks",
        "negative",
        "half a day",
        "no days after a name",
        "hours",
        "months",
        "no unit",
        "negative, no unit",
        "two times",
    ],
)
def test_without_days__wrong(words: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(WrongUsage) as caught:
        without_days(words, usage=USAGE)

    assert str(caught.value) == sentence
    assert caught.value.advice == f"Usage: {USAGE}"


def test_without_days__a_number_of_ten_thousand_digits() -> None:
    with pytest.raises(WrongUsage, match="is not between 1 and 3650 days"):
        without_days(("9" * 10_000 + "d",), usage=USAGE)
