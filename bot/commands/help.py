"""What can be asked.

QUESTION ::= "help" [SUBCOMMAND]
"""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.answers import Answer, help_answer
from bot.commands.command import Command, Scene
from bot.commands.words import joined, shown
from bot.errors import WrongUsage
from bot.people.names import Named, match, nearest

_USAGE = "help [SUBCOMMAND]"


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
        everything = (*others, command)
        chosen = (_called(joined(words), everything),) if words else everything
        return HelpQuestion(usages=tuple((c.usage, c.help) for c in chosen))

    command = Command(name="help", usage=_USAGE, help="what can be asked", parse=parse)
    return command


def _called(asked: str, commands: Sequence[Command]) -> Command:
    names = [Named(value=command, path=(command.name,)) for command in commands]
    found = match(asked, names).winners
    if len(found) == 1:
        return found[0].value
    near = tuple(f"help {named.name}" for named in (found or nearest(asked, names)))
    raise WrongUsage(f"There is no subcommand {shown(asked)}.", usage=_USAGE, nearest=near)
