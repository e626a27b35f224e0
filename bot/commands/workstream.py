"""One workstream, whatever it is called: also where a subcommand or a person has the same name.

QUESTION ::= "show" NAME
"""

from dataclasses import dataclass

from bot.answers.answer import Answer
from bot.answers.workstream import workstream_answer
from bot.commands.command import Command, Scene
from bot.commands.lookup import show_words, workstreams_called
from bot.commands.words import joined
from bot.errors import WrongUsage

_USAGE = "show WORKSTREAM"


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkstreamQuestion:
    """How far is this workstream?"""

    workstream: str

    def answer(self, scene: Scene) -> Answer:
        """The workstream and those under it, row by row."""
        return workstream_answer(
            scene.tracker,
            workstreams=workstreams_called(scene, self.workstream, words_for=show_words),
            audience=scene.audience,
            people=scene.people,
            can_repair=scene.can_repair,
        )


def _parse(words: tuple[str, ...]) -> WorkstreamQuestion:
    if not joined(words):
        raise WrongUsage("“show” needs the name of a workstream.", usage=_USAGE)
    return WorkstreamQuestion(workstream=joined(words))


SHOW = Command(
    name="show",
    usage=_USAGE,
    help="one workstream row by row, also where a subcommand has the same name",
    parse=_parse,
)
