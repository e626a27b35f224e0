"""What can be asked.

QUESTION ::= "help" [SUBCOMMAND]
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.answers.answer import Answer
from bot.answers.help import help_answer
from bot.commands.command import Command, Scene
from bot.commands.words import joined, shown
from bot.errors import WrongUsage
from bot.people.names import Named, match, nearest

_USAGE = "help [SUBCOMMAND]"


class Topic(Protocol):
    """What help tells about: a subcommand, or what only a terminal knows."""

    @property
    def name(self) -> str: ...  # noqa: D102 -- as in `Command`
    @property
    def usage(self) -> str: ...  # noqa: D102
    @property
    def help(self) -> str: ...  # noqa: D102


@dataclass(frozen=True, slots=True, kw_only=True)
class HelpQuestion:
    """What can be asked, and how?"""

    usages: tuple[tuple[str, str], ...]
    """(usage, one line of help) of what was asked for."""

    def answer(self, scene: Scene) -> Answer:  # noqa: ARG002 - the same for every tracker
        """Usage and one line for each subcommand."""
        return help_answer(self.usages)


def help_command(others: tuple[Command, ...]) -> Command:
    """The subcommand that knows the others."""

    def parse(words: tuple[str, ...]) -> HelpQuestion:
        return help_question(words, (*others, command))

    command = Command(name="help", usage=_USAGE, help="what can be asked", parse=parse)
    return command


def help_question(words: tuple[str, ...], topics: Sequence[Topic]) -> HelpQuestion:
    """About the topic that these words name, or about all; raises `WrongUsage` for another one."""
    chosen = (_called(joined(words), topics),) if words else topics
    return HelpQuestion(usages=tuple((topic.usage, topic.help) for topic in chosen))


def _called(asked: str, topics: Sequence[Topic]) -> Topic:
    """By the word that its usage begins with; what has none is in the whole list only."""
    worded = [topic for topic in topics if topic.usage.split()[0] == topic.name]
    names = [Named(value=topic, path=(topic.name,)) for topic in worded]
    found = match(asked, names).winners
    if len(found) == 1:
        return found[0].value
    near = tuple(f"help {named.name}" for named in (found or nearest(asked, names)))
    raise WrongUsage(f"There is no subcommand {shown(asked)}.", usage=_USAGE, nearest=near)
