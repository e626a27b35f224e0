"""The shape of a subcommand, and the scene in which a question is answered."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from bot.answers.answer import Answer
from bot.answers.audience import Audience
from bot.answers.pull_places import Elsewhere
from bot.github_status.facts.unlisted import Unlisted
from bot.github_status.judge.verdicts import JudgedTracker
from bot.people.people import People, PersonName


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """Everything a question is answered from. Values only."""

    tracker: JudgedTracker
    name: str
    """The tracker's short name in the settings, else its ref."""
    aliases: tuple[tuple[str, str], ...]
    """Other names of workstreams, from the settings: (alias, name of the workstream)."""
    people: People
    asker: PersonName | None
    """Who asks: a name of the index, a login, or `None` when nobody knows."""
    audience: Audience
    can_repair: bool = False
    """Whether boxes can be ticked where this is answered, so that a button may offer it."""
    unlisted: Unlisted | None = None
    """What was read of the pull request that is asked for, where the tracker does not list it;
    `None`: nothing was."""
    elsewhere: tuple[Elsewhere, ...] = ()
    """Other trackers, where the question is where something is tracked."""


class Question(Protocol):
    """A question that was understood. Frozen; two equal questions ask the same."""

    def answer(self, scene: Scene) -> Answer:
        """The answer. Raises `UserError` where a name matches nothing or several things."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """One subcommand. Its word is the subcommand even where a workstream has the same name."""

    name: str
    """Its word; where it has none (`recognises`), only a title."""
    usage: str
    """Words after the program's name: `stale [WORKSTREAM] [14d]`."""
    help: str
    """One line, without a full stop."""
    parse: Callable[[tuple[str, ...]], Question]
    """The words after the subcommand's own → the question. Raises `WrongUsage` with the usage."""
    recognises: Callable[[tuple[str, ...]], bool] | None = None
    """For what is asked without a word of its own (a name, a number): whether these words are that.
    There is one at least, and `parse` is given all of them."""
