"""No more digests for a channel.

QUESTION ::= "unsubscribe"
"""

from dataclasses import dataclass
from typing import ClassVar

from bot.commands.command import Command
from bot.commands.errand import Errand, refuse_words


@dataclass(frozen=True, slots=True)
class UnsubscribeErrand(Errand):
    """End a digest where this is asked."""

    word: ClassVar[str] = "unsubscribe"


def _parse(words: tuple[str, ...]) -> UnsubscribeErrand:
    refuse_words(words, "unsubscribe")
    return UnsubscribeErrand()


UNSUBSCRIBE = Command(
    name="unsubscribe",
    usage="unsubscribe",
    help="for maintainers: no more digests for this channel",
    parse=_parse,
)
