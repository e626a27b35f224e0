"""The whole tracker.

QUESTION ::= (no words)
"""

from dataclasses import dataclass

from bot.answers import Answer, overview_answer
from bot.commands.command import Command, Scene


@dataclass(frozen=True, slots=True)
class OverviewQuestion:
    """How far is everything?"""

    def answer(self, scene: Scene) -> Answer:
        """The headline and every workstream."""
        return overview_answer(scene.tracker, name=scene.name, audience=scene.audience)


def _parse(_: tuple[str, ...]) -> OverviewQuestion:
    return OverviewQuestion()


OVERVIEW = Command(
    name="overview",
    usage="(nothing)",
    help="the headline and every workstream: how far, stale, drift",
    parse=_parse,
    recognises=lambda words: not words,
)
