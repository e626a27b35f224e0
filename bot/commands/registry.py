"""Every subcommand, in the order in which help tells them."""

from bot.commands.command import Command
from bot.commands.digest import DIGEST
from bot.commands.drift import DRIFT
from bot.commands.help import help_command
from bot.commands.link import LINK
from bot.commands.merged import MERGED
from bot.commands.mine import MINE
from bot.commands.name import NAME
from bot.commands.overview import OVERVIEW
from bot.commands.person import PERSON
from bot.commands.pull import PULL
from bot.commands.settings import SETTINGS
from bot.commands.snooze import SNOOZE
from bot.commands.stale import STALE
from bot.commands.subscribe import SUBSCRIBE
from bot.commands.unsubscribe import UNSUBSCRIBE
from bot.commands.workstream import SHOW

_ASKABLE = (OVERVIEW, NAME, SHOW, STALE, MERGED, MINE, PERSON, PULL, DRIFT)
ERRANDS: tuple[Command, ...] = (DIGEST, SETTINGS, LINK, SUBSCRIBE, UNSUBSCRIBE, SNOOZE)
"""For Slack alone."""

COMMANDS: tuple[Command, ...] = (*_ASKABLE, *ERRANDS, help_command((*_ASKABLE, *ERRANDS)))
"""Those with a word of their own and those without."""
