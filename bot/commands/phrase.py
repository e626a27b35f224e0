"""A whole question that a shell handed over as one word: `"stale refit 14d"`.

A name of several words may be one word too, and may begin like a subcommand ("Help wanted"). So it
is the workstream or the person of that name, and where nobody has it the subcommand.
"""

from dataclasses import dataclass

from bot.answers.answer import Answer
from bot.commands.command import Command, Scene
from bot.commands.lookup import named_people, named_workstreams
from bot.commands.name import NameQuestion
from bot.people.names import Rank, match


@dataclass(frozen=True, slots=True, kw_only=True)
class PhraseQuestion:
    """What of this name, or else of what the subcommand makes of it?"""

    name: str
    command: Command
    words: tuple[str, ...]
    """Those after the subcommand's own."""

    def answer(self, scene: Scene) -> Answer:
        """The name's answer or the subcommand's. Raises what the subcommand does."""
        if self._is_name(scene):
            return NameQuestion(name=self.name).answer(scene)
        return self.command.parse(self.words).answer(scene)

    def _is_name(self, scene: Scene) -> bool:
        """A typo of a name is rather the subcommand ("drift refit", "Draft refit")."""
        found = (match(self.name, named_workstreams(scene)), match(self.name, named_people(scene)))
        return any(f.rank is not None and f.rank is not Rank.TYPO for f in found)
