"""How a time is written after `stale` and `merged`.

    TIME ::= NUMBER UNIT | NUMBER " " UNIT      1 to 3650 days
    UNIT ::= d | day | days | w | week | weeks

It stands before or after a name; in quotation marks it is a part of the name.
"""

import re
import unicodedata

from bot.commands.words import is_quoted, shown
from bot.errors import WrongUsage

MOST_DAYS = 3650
"""Ten years: older than any index, and no sum of moments overflows."""

_DAYS_IN = {"d": 1, "day": 1, "days": 1, "w": 7, "week": 7, "weeks": 7}
# Units that are not offered are read too, so that "14h" is told and not looked up as a name.
_TIME = re.compile(
    r"([+-]?[0-9][0-9.,_]*) ?(d|days?|w|weeks?|h|hours?|m|months?|y|years?)", re.ASCII
)
_NUMBER = re.compile(r"[+-]?[0-9]+", re.ASCII)
_MOST_DIGITS = 6


def without_days(words: tuple[str, ...], *, usage: str) -> tuple[tuple[str, ...], int | None]:
    """The other words, and the days asked for; `None` when no time is among the words.

    Raises `WrongUsage` for a time that is none, too long, or not alone.
    """
    for taken, rest in _ends(words):
        found = _TIME.fullmatch(_plain(taken))
        if found is not None:
            _refuse_second(rest, usage=usage)
            return rest, _days(found[1], found[2], written=" ".join(taken), usage=usage)
    if len(words) == 1 and _NUMBER.fullmatch(_plain(words)):
        what = f"{shown(words[0])} is not a time: days or weeks?"
        raise WrongUsage(what, usage=usage)
    return words, None


def _ends(words: tuple[str, ...]) -> tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]:
    """One or two words at the end or the beginning, and the others."""
    return (
        (words[-1:], words[:-1]),
        (words[-2:], words[:-2]),
        (words[:1], words[1:]),
        (words[:2], words[2:]),
    )


def _plain(words: tuple[str, ...]) -> str:
    if any(map(is_quoted, words)):
        return ""
    return unicodedata.normalize("NFKC", " ".join(words)).casefold()


def _refuse_second(rest: tuple[str, ...], *, usage: str) -> None:
    second = next((t for t, _ in _ends(rest) if _TIME.fullmatch(_plain(t))), None)
    if second is not None:
        raise WrongUsage(f"{shown(' '.join(second))} is a second time: one is enough.", usage=usage)


def _days(number: str, unit: str, *, written: str, usage: str) -> int:
    if unit not in _DAYS_IN:
        what = f"{shown(written)} is no length of time here: days (14d) or weeks (2w)."
        raise WrongUsage(what, usage=usage)
    digits = number.removeprefix("+")
    if not digits.isdigit():
        raise WrongUsage(f"{shown(written)} is not a whole number of days, 1 or more.", usage=usage)
    days = int(digits) * _DAYS_IN[unit] if len(digits) <= _MOST_DIGITS else MOST_DAYS + 1
    if not 1 <= days <= MOST_DAYS:
        raise WrongUsage(f"{shown(written)} is not between 1 and {MOST_DAYS} days.", usage=usage)
    return days
