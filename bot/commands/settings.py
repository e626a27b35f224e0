"""Settings of a person and of a channel.

QUESTION ::= "settings"
"""

from dataclasses import dataclass
from typing import ClassVar

from bot.commands.command import Command
from bot.commands.errand import Errand, refuse_words


@dataclass(frozen=True, slots=True)
class SettingsErrand(Errand):
    """Open the settings."""

    word: ClassVar[str] = "settings"


def _parse(words: tuple[str, ...]) -> SettingsErrand:
    refuse_words(words, "settings")
    return SettingsErrand()


SETTINGS = Command(
    name="settings",
    usage="settings",
    help="your messages from the bot, and what this channel gets",
    parse=_parse,
)
