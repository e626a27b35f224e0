"""A person at the real stage, and how to wait for what the bot answers."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from bot.demo.playground.clock_moves import MOVES
from bot.demo.playground.sight import is_answer
from bot.demo.playground.stage import Stage
from bot.demo.playground.world_changes import CHANGES
from bot.demo.slack import Message, View

PATIENCE_SECONDS = 30.0
"""For a machine that is busy."""


@dataclass(frozen=True, slots=True)
class Maintainer:
    """Who may do everything, in the room of the digest."""

    stage: Stage

    def moves(self, id_: str) -> None:
        """The clock, by this button."""
        self.stage.move_to(MOVES[id_].to(self.stage.now))

    def changes(self, id_: str) -> None:
        """The world, by this button."""
        CHANGES[id_].make(self.stage)

    def there(self) -> list[Message]:
        """What the person sees in the room."""
        cast = self.stage.cast
        return self.stage.slack.messages(cast.room, viewer=cast.maintainer)

    async def asks(self, words: str) -> Message:
        """The answer to this question; that GitHub is being read is none."""
        before = len(self.there())

        def answers() -> list[Message]:
            return [message for message in self.there()[before:] if is_answer(message)]

        slack, cast = self.stage.slack, self.stage.cast
        await slack.types(cast.maintainer, cast.room, f"/nemorl-status {words}")
        await slack.until(answers, PATIENCE_SECONDS)
        return answers()[-1]

    async def refreshes(self, answer: Message, *, until: Callable[[str], bool]) -> str:
        """What stands there once the bot has read anew, and this holds of it.

        It is pressed until then: while GitHub is slow the older reading is shown first, and one
        that was under way when the clock was moved counts as a new one.
        """
        slack = self.stage.slack
        give_up_at = asyncio.get_running_loop().time() + PATIENCE_SECONDS
        while asyncio.get_running_loop().time() < give_up_at:
            before = answer.edited_ts
            await slack.presses(self.stage.cast.maintainer, answer, "refresh")
            await slack.until(partial(_is_edited, answer, before), PATIENCE_SECONDS)
            if until(answer.shown):
                return answer.shown
        raise AssertionError(f"it stays:\n{answer.shown}")

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


def _is_edited(message: Message, before: str | None) -> bool:
    return message.edited_ts != before
