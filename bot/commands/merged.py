"""What was merged lately.

QUESTION ::= "merged" [NAME] [TIME]        TIME: see `days`; without one, a week
"""

from dataclasses import dataclass

from bot.answers.answer import Answer
from bot.answers.merged import merged_answer
from bot.commands.command import Command, Scene
from bot.commands.days import without_days
from bot.commands.lookup import scope_called
from bot.commands.words import joined

_USAGE = "merged [WORKSTREAM] [7d]"
_DEFAULT_DAYS = 7


@dataclass(frozen=True, slots=True, kw_only=True)
class MergedQuestion:
    """What was merged in the last days?"""

    workstream: str | None = None
    """As typed; `None`: everywhere."""
    days: int = _DEFAULT_DAYS
    """Calendar days."""

    def answer(self, scene: Scene) -> Answer:
        """Merged rows, by owner."""
        return merged_answer(
            scene.tracker,
            audience=scene.audience,
            workstreams=scope_called(scene, self.workstream, words_for=self._words),
            days=self.days,
            people=scene.people,
        )

    def _words(self, name: str) -> str:
        return f"merged {name} {self.days}d"


def _parse(words: tuple[str, ...]) -> MergedQuestion:
    rest, days = without_days(words, usage=_USAGE)
    return MergedQuestion(workstream=joined(rest) or None, days=days or _DEFAULT_DAYS)


MERGED = Command(
    name="merged",
    usage=_USAGE,
    help="what was merged in that time, by owner",
    parse=_parse,
)
