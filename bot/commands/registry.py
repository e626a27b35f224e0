"""Every subcommand, in the order in which help tells them."""

from bot.commands.command import Command
from bot.commands.drift import DRIFT
from bot.commands.help import help_command
from bot.commands.merged import MERGED
from bot.commands.mine import MINE
from bot.commands.name import NAME
from bot.commands.overview import OVERVIEW
from bot.commands.person import PERSON
from bot.commands.pull import PULL
from bot.commands.stale import STALE
from bot.commands.workstream import SHOW

_ASKABLE = (OVERVIEW, NAME, SHOW, STALE, MERGED, MINE, PERSON, PULL, DRIFT)

COMMANDS: tuple[Command, ...] = (*_ASKABLE, help_command(_ASKABLE))
"""Those with a word of their own and those without."""
