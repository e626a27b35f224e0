"""One file for each subcommand, and the grammar that leads to them."""

from bot.commands.command import Command, Question, Scene
from bot.commands.grammar import Asked, parse
from bot.commands.registry import COMMANDS
from bot.commands.words import split

__all__ = ["COMMANDS", "Asked", "Command", "Question", "Scene", "parse", "split"]
