"""A weekly digest for a channel.

QUESTION ::= "subscribe"
"""

from dataclasses import dataclass
from typing import ClassVar

from bot.commands.command import Command
from bot.commands.errand import Errand, refuse_words


@dataclass(frozen=True, slots=True)
class SubscribeErrand(Errand):
    """Have a digest posted where this is asked."""

    word: ClassVar[str] = "subscribe"


def _parse(words: tuple[str, ...]) -> SubscribeErrand:
    refuse_words(words, "subscribe")
    return SubscribeErrand()


SUBSCRIBE = Command(
    name="subscribe",
    usage="subscribe",
    help="for maintainers: a weekly digest for this channel",
    parse=_parse,
)
