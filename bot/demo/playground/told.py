"""`demo --text`: the bot is asked in the built-in Slack, and says there what it says unasked; what
arrives is printed."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TypeAlias

from rich.text import Text

from bot.answers.days import slot_words
from bot.demo.playground.clock_moves import MOVES
from bot.demo.playground.hours import HERE
from bot.demo.playground.message_lines import message_lines, one_line
from bot.demo.playground.sight import is_answer
from bot.demo.playground.stage import Stage, open_stage
from bot.demo.playground.world_changes import merge
from bot.demo.slack import Message
from bot.demo.slack.world import World
from bot.errors import Fault
from bot.jobs.digests import Digests
from bot.render.ansi import ansi_text
from bot.render.formats import Screen
from bot.render.terminal import NARROWEST
from bot.render.wrapping import wrapped
from bot.terminal.streams import Streams

WAIT_SECONDS = 30.0
"""For each message. It takes two seconds, and eight where Slack is asked about many people."""

Happening: TypeAlias = str | Message
"""What somebody does, in a sentence; or a message that arrives."""

_QUESTION = "/nemorl-status refit"
_MERGED = 2692
_STEP = "  "


async def slack_told(streams: Streams, *, wait_seconds: float = WAIT_SECONDS) -> None:
    """Print an answer, a digest with its thread, and a message to an owner, each as it arrives.

    Raises `Fault` when one of them does not arrive within `wait_seconds`.
    """
    async with open_stage() as stage:
        async for happening in happenings(stage, wait_seconds=wait_seconds):
            streams.show(happening_text(happening, stage.slack.world, streams.screen))


# What happens


async def happenings(stage: Stage, *, wait_seconds: float) -> AsyncIterator[Happening]:
    """All of it, in its order. Raises `Fault` as above."""
    play = _Play(stage, wait_seconds)
    for scene in (play.answer, play.digest, play.direct_message):
        async for happening in scene():
            yield happening


@dataclass(frozen=True, slots=True)
class _Play:
    stage: Stage
    wait_seconds: float

    async def answer(self) -> AsyncIterator[Happening]:
        """The maintainer asks, and the answer is for her alone."""
        slack, room, asker = self.stage.slack, self.stage.cast.room, self.stage.cast.maintainer
        yield f"In Slack, #{room.name}, {self._now()}: {asker.real_name} types {_QUESTION}"
        async with self._waiting("an answer"):
            outcome = await slack.types(asker, room, _QUESTION)
            if outcome.error is not None:
                raise Fault(f"The demo's Slack says of {_QUESTION}: {outcome.error}.")
            await self._until(lambda: any(map(is_answer, slack.messages(room, viewer=asker))))
        for message in filter(is_answer, slack.messages(room, viewer=asker)):
            yield message

    async def digest(self) -> AsyncIterator[Happening]:
        """It is Monday, and something has happened before, so that there is news."""
        slack, room = self.stage.slack, self.stage.cast.room
        yield f"Meanwhile on GitHub, and in this demo only: #{_MERGED} is merged."
        merge(self.stage, _MERGED)
        self._move("monday")
        yield f"In Slack, #{room.name}, {self._now()}: the weekly digest"
        async with self._waiting("a digest"):
            await self._until(lambda: slack.messages(room))
        yield slack.messages(room)[0]
        async with self._waiting("the digest's thread"):
            for job in self.stage.bot.jobs:
                if isinstance(job, Digests):
                    await job.ended()
        for message in slack.messages(room)[1:]:
            yield message

    async def direct_message(self) -> AsyncIterator[Happening]:
        """It is the working day after, and an owner gets what waits for him."""
        slack, owner = self.stage.slack, self.stage.cast.owner
        conversation = slack.dm(owner)
        self._move("working-day")
        yield f"In Slack, {self._now()}: a direct message to {owner.real_name}"
        async with self._waiting("a direct message"):
            await self._until(lambda: slack.messages(conversation))
        for message in slack.messages(conversation):
            yield message

    def _move(self, id_: str) -> None:
        self.stage.move_to(MOVES[id_].to(self.stage.now))

    def _now(self) -> str:
        """ "Monday 24 August 09:00 (Europe/London)"."""
        return slot_words(self.stage.now, HERE, now=self.stage.now)

    async def _until(self, holds: Callable[[], object]) -> None:
        await self.stage.slack.until(holds, self.wait_seconds)

    @asynccontextmanager
    async def _waiting(self, what: str) -> AsyncIterator[None]:
        try:
            async with asyncio.timeout(self.wait_seconds):
                yield
        except TimeoutError as error:
            raise Fault(
                f"The demo's bot did not send {what} within {self.wait_seconds:.0f} seconds.",
                advice="Is this machine very busy? Try again; --debug tells what is done.",
            ) from error


# In words


def happening_text(happening: Happening, world: World, screen: Screen) -> str:
    """Its lines, and the blank ones before it: two before a sentence, one before a message."""
    screen = Screen(width=max(screen.width, NARROWEST), style=screen.style)
    if isinstance(happening, Message):
        lines = [Text(), *_message_lines(happening, world, screen)]
    else:
        sentence = Text(one_line(happening, screen.style), style="bold")
        lines = [Text(), Text(), *wrapped(sentence, screen.width)]
    return "".join(f"{ansi_text(line, screen.style)}\n" for line in lines)


def _message_lines(message: Message, world: World, screen: Screen) -> Iterator[Text]:
    """ "nemorl-status  APP  09:00  for everybody in the channel", and what it says below that."""
    width, style = screen.width, screen.style
    at = datetime.fromtimestamp(message.posted_at, UTC).astimezone(HERE)
    head = Text().append(one_line(world.users[message.user].real_name, style), style="bold")
    about = f"  APP  {at:%H:%M}  {_seen_by(message, world)}"
    head.append(one_line(about, style), style="dim")
    indent = _STEP if message.thread_ts is not None else ""
    yield from wrapped(head, width, first=indent, then=indent)
    yield from message_lines(
        message, world.names(), width=width, style=style, indent=indent + _STEP
    )


def _seen_by(message: Message, world: World) -> str:
    channel = world.channels[message.channel]
    if message.ephemeral_to is not None:
        return f"only visible to {world.users[message.ephemeral_to].real_name}"
    if channel.is_im:
        (person,) = channel.members - {world.app.bot_user_id}
        return f"only visible to {world.users[person].real_name}"
    thread = "in the thread, " if message.thread_ts is not None else ""
    return f"{thread}for everybody in the channel"
