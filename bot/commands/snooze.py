"""A pause of the bot's messages to whoever asks.

QUESTION ::= "snooze" [TIME | "off"]
"""

from dataclasses import dataclass
from datetime import timedelta
from typing import ClassVar

from bot.commands.command import Command
from bot.commands.days import without_days
from bot.commands.errand import Errand
from bot.commands.words import joined, shown
from bot.errors import WrongUsage

_USAGE = "snooze [2w | off]"
_DEFAULT_DAYS = 7
_LONGEST_DAYS = 366


@dataclass(frozen=True, slots=True, kw_only=True)
class SnoozeErrand(Errand):
    """Write nothing to them for a while."""

    word: ClassVar[str] = "snooze"

    pause: timedelta | None = timedelta(days=_DEFAULT_DAYS)
    """How long; `None`: the pause is over."""


def _parse(words: tuple[str, ...]) -> SnoozeErrand:
    if joined(words).casefold() in ("off", "end", "over"):
        return SnoozeErrand(pause=None)
    rest, days = without_days(words, usage=_USAGE)
    if rest:
        what = f"{shown(joined(rest))} is no length of time: days (3d) or weeks (2w)."
        raise WrongUsage(what, usage=_USAGE)
    if days is not None and days > _LONGEST_DAYS:
        raise WrongUsage("That is more than a year: use “settings” to stop.", usage=_USAGE)
    return SnoozeErrand(pause=timedelta(days=days or _DEFAULT_DAYS))


SNOOZE = Command(
    name="snooze",
    usage=_USAGE,
    help="no messages from the bot to you for a week, or for as long as you say",
    parse=_parse,
)
