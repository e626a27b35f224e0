"""What is done rather than answered: errands, which only Slack can run.

They stand in the grammar as questions do, so that a command, a mention, a message and a button
reach them by the same words.
"""

from typing import ClassVar, NoReturn

from bot.commands.command import Scene
from bot.commands.words import joined, shown
from bot.errors import UserError, WrongUsage


class Errand:
    """Something to do for whoever asks."""

    __slots__ = ()

    word: ClassVar[str]
    """The subcommand."""

    def answer(self, scene: Scene) -> NoReturn:  # noqa: ARG002 -- the same for every tracker
        """Nothing: raises `UserError`, since only Slack knows who asks and where."""
        raise UserError(
            f"“{self.word}” is for Slack, where it is known who asks and in which channel.",
            advice="Type it there after the bot's command: /nemorl-status help tells them all.",
        )


def refuse_words(words: tuple[str, ...], word: str) -> None:
    """Raises `WrongUsage` where something follows a subcommand that stands alone."""
    if words:
        raise WrongUsage(f"“{word}” stands alone, without {shown(joined(words))}.", usage=word)
