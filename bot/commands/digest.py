"""The next weekly digest, before it is posted.

QUESTION ::= "digest"
"""

from dataclasses import dataclass
from typing import ClassVar

from bot.commands.command import Command
from bot.commands.errand import Errand, refuse_words


@dataclass(frozen=True, slots=True)
class DigestErrand(Errand):
    """Show the next digest to whoever asks."""

    word: ClassVar[str] = "digest"


def _parse(words: tuple[str, ...]) -> DigestErrand:
    refuse_words(words, "digest")
    return DigestErrand()


DIGEST = Command(
    name="digest",
    usage="digest",
    help="the next weekly digest as it would be posted now, to you alone",
    parse=_parse,
)
