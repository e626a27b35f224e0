"""Links between names, logins and accounts.

QUESTION ::= "link" ["me"]
"""

from dataclasses import dataclass
from typing import ClassVar

from bot.commands.command import Command
from bot.commands.errand import Errand
from bot.commands.words import joined, shown
from bot.errors import WrongUsage

_USAGE = "link [me]"


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkErrand(Errand):
    """Link owners, or oneself."""

    word: ClassVar[str] = "link"

    only_me: bool = False
    """Oneself, also for somebody who may link others."""


def _parse(words: tuple[str, ...]) -> LinkErrand:
    if words and joined(words).casefold() != "me":
        raise WrongUsage(f"{shown(joined(words))} cannot be linked by name here.", usage=_USAGE)
    return LinkErrand(only_me=bool(words))


LINK = Command(
    name="link",
    usage=_USAGE,
    help="who is who: names of the index, GitHub logins and Slack accounts",
    parse=_parse,
)
