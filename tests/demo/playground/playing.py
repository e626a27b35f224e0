"""A person at the real stage, and how to wait for what the bot answers."""

from dataclasses import dataclass

from bot.demo.playground.clock_moves import MOVES
from bot.demo.playground.stage import Stage
from bot.demo.playground.world_changes import CHANGES, Change
from bot.demo.slack import Message, View

PATIENCE_SECONDS = 30.0
"""For a machine that is busy."""


def change(id_: str) -> Change:
    """The change of this id."""
    [found] = [one for one in CHANGES if one.id == id_]
    return found


@dataclass(frozen=True, slots=True)
class Maintainer:
    """Who may do everything, in the room of the digest."""

    stage: Stage

    def moves(self, id_: str) -> None:
        """The clock, by this button."""
        [move] = [one for one in MOVES if one.id == id_]
        now = self.stage.now
        self.stage.slack.clock.advance((move.to(now) - now).total_seconds())

    def there(self) -> list[Message]:
        """What the person sees in the room."""
        cast = self.stage.cast
        return self.stage.slack.messages(cast.room, viewer=cast.maintainer)

    async def asks(self, words: str) -> Message:
        """The answer to this question."""
        before = len(self.there())
        slack, cast = self.stage.slack, self.stage.cast
        await slack.types(cast.maintainer, cast.room, f"/nemorl-status {words}")
        await slack.until(lambda: len(self.there()) > before, PATIENCE_SECONDS)
        return self.there()[-1]

    async def refreshes(self, answer: Message) -> str:
        """What stands there once the bot has read anew."""
        before = answer.edited_ts
        await self.stage.slack.presses(self.stage.cast.maintainer, answer, "refresh")
        await self.stage.slack.until(lambda: answer.edited_ts != before, PATIENCE_SECONDS)
        return answer.shown

    async def repairs(self, answer: Message) -> str:
        """What the bot says once what it proposes there has been confirmed."""
        slack, person = self.stage.slack, self.stage.cast.maintainer
        await slack.presses(person, answer, "repair")
        await slack.submits(await self._modal("boxes"))
        await slack.submits(await self._modal("will be ticked, in one edit"))
        return (await self._modal("Undo")).shown

    async def _modal(self, words: str) -> View:
        """The modal before the person, once it says this."""
        slack, person = self.stage.slack, self.stage.cast.maintainer
        await slack.until(
            lambda: any(words in view.shown for view in slack.modals(person)), PATIENCE_SECONDS
        )
        return slack.modals(person)[-1]
