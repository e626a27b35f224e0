"""The whole tracker.

QUESTION ::= ["overview"]
"""

from dataclasses import dataclass

from bot.answers.answer import Answer
from bot.answers.overview import overview_answer
from bot.commands.command import Command, Scene
from bot.commands.words import joined, shown
from bot.errors import WrongUsage

_USAGE = "overview"


@dataclass(frozen=True, slots=True)
class OverviewQuestion:
    """How far is everything?"""

    def answer(self, scene: Scene) -> Answer:
        """The headline and every workstream."""
        return overview_answer(
            scene.tracker,
            name=scene.name,
            audience=scene.audience,
            can_repair=scene.can_repair,
        )


def _parse(words: tuple[str, ...]) -> OverviewQuestion:
    if words:
        what = f"“overview” stands alone, without {shown(joined(words))}."
        raise WrongUsage(what, usage=_USAGE)
    return OverviewQuestion()


OVERVIEW = Command(
    name="overview",
    usage=_USAGE,
    help="the headline and every workstream: how far, stale, drift (or ask without words)",
    parse=_parse,
)
