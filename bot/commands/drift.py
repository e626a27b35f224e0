"""Where the index and GitHub disagree.

QUESTION ::= "drift" [NAME]
"""

from dataclasses import dataclass

from bot.answers import Answer, drift_answer
from bot.commands.command import Command, Scene
from bot.commands.lookup import workstreams_called
from bot.commands.words import joined


@dataclass(frozen=True, slots=True, kw_only=True)
class DriftQuestion:
    """What in the index is not true any more?"""

    workstream: str | None = None
    """As typed; `None`: everywhere."""

    def answer(self, scene: Scene) -> Answer:
        """Every disagreement, with its line and its repair."""
        chosen = None
        if self.workstream is not None:
            chosen = workstreams_called(scene, self.workstream, words_for=_words)
        return drift_answer(scene.tracker, audience=scene.audience, workstreams=chosen)


def _words(name: str) -> str:
    return f"drift {name}"


def _parse(words: tuple[str, ...]) -> DriftQuestion:
    return DriftQuestion(workstream=joined(words) or None)


DRIFT = Command(
    name="drift",
    usage="drift [WORKSTREAM]",
    help="where the index and GitHub disagree",
    parse=_parse,
)
