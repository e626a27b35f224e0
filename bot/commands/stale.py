"""What is stale.

    QUESTION ::= "stale" [NAME] [TIME]         TIME: see `days`

Without a time the limits of the settings hold (working days by state); with one, calendar days.
"""

from dataclasses import dataclass

from bot.answers.answer import Answer
from bot.answers.stale import stale_answer
from bot.commands.command import Command, Scene
from bot.commands.days import without_days
from bot.commands.lookup import scope_called
from bot.commands.words import joined

_USAGE = "stale [WORKSTREAM] [14d]"


@dataclass(frozen=True, slots=True, kw_only=True)
class StaleQuestion:
    """What has not moved for too long?"""

    workstream: str | None = None
    """As typed; `None`: everywhere."""
    days: int | None = None
    """Calendar days; `None`: the limits of the settings."""

    def answer(self, scene: Scene) -> Answer:
        """Stale rows, by whose turn it is."""
        return stale_answer(
            scene.tracker,
            audience=scene.audience,
            workstreams=scope_called(scene, self.workstream, words_for=self._words),
            older_than_days=self.days,
            people=scene.people,
        )

    def _words(self, name: str) -> str:
        return f"stale {name}" if self.days is None else f"stale {name} {self.days}d"


def _parse(words: tuple[str, ...]) -> StaleQuestion:
    rest, days = without_days(words, usage=_USAGE)
    return StaleQuestion(workstream=joined(rest) or None, days=days)


STALE = Command(
    name="stale",
    usage=_USAGE,
    help="what has not moved for too long, by whose turn it is",
    parse=_parse,
)
