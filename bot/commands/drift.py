"""Where the index and GitHub disagree.

QUESTION ::= "drift" [NAME]
"""

from dataclasses import dataclass

from bot.answers.answer import Answer
from bot.answers.drift import drift_answer
from bot.commands.command import Command, Scene
from bot.commands.lookup import Workstreams, scope_called
from bot.commands.words import joined


@dataclass(frozen=True, slots=True, kw_only=True)
class DriftQuestion:
    """What in the index is not true any more?"""

    workstream: str | None = None
    """As typed; `None`: everywhere."""

    def answer(self, scene: Scene) -> Answer:
        """Every disagreement, with its line and its repair."""
        return drift_answer(
            scene.tracker,
            audience=scene.audience,
            workstreams=self.workstreams(scene),
            can_repair=scene.can_repair,
            name=scene.name,
        )

    def workstreams(self, scene: Scene) -> Workstreams | None:
        """Those that it is about; `None`: everywhere. Raises `NoMatch` and `Ambiguous`."""
        return scope_called(scene, self.workstream, words_for=_words)


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
