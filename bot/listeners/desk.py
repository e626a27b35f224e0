"""The desk: a question → its replies, from the newest reading, whatever GitHub does.

Judging and drawing a large tracker takes a second; it happens in threads, so that nobody's
acknowledgement waits for it, and is remembered as long as it would come out the same.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Hashable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TypeAlias, TypeVar, cast

from bot.answers.answer import Answer
from bot.answers.audience import Audience
from bot.answers.help import help_answer
from bot.answers.spoken import Frame, Spoken, not_shared, still_failed
from bot.answers.tracked import no_refs
from bot.commands import Asked
from bot.commands.errand import Errand
from bot.commands.help import HelpQuestion
from bot.errors import UserError
from bot.github_status.current import Current, Outcome, State
from bot.github_status.facts.refs import Ref
from bot.github_status.judge import Rules
from bot.github_status.judge.verdicts import JudgedTracker
from bot.listeners import framing
from bot.listeners.asks import Ask, HomeAsk, Reply, Stage, TrackedAsk
from bot.listeners.beside import LooksBeside, ReadsUnlisted
from bot.listeners.judged import Drawn
from bot.listeners.parks import KnowsParks, NothingParked
from bot.listeners.speaker import AskableTracker, Speaker, TrackerOutcome
from bot.people.book import KnowsPeople
from bot.render.slack import SlackMessage
from bot.render.slack.views import COMMAND, ViewJson

PATIENCE_SECONDS = 5.0
"""How long somebody waits for a new reading before the last state is shown."""

DRAWING_THREADS = 2
"""So that one large answer does not hold up the small ones; more only share one interpreter."""

T = TypeVar("T")
Draw: TypeAlias = Callable[[Spoken, Frame], T]
Speak: TypeAlias = Callable[[Sequence[TrackerOutcome], datetime], T]


class Desk:
    """Answers questions."""

    def __init__(
        self,
        current: Current,
        trackers: Sequence[AskableTracker],
        rules: Rules,
        people: KnowsPeople,
        *,
        now: Callable[[], datetime],
        oldest: timedelta,
        patience_seconds: float = PATIENCE_SECONDS,
        command: str = COMMAND,
        parks: KnowsParks | None = None,
        can_repair: bool = False,
        unlisted: ReadsUnlisted | None = None,
    ) -> None:
        """Answer about these trackers, the first one where none is named.

        `oldest`: how old a reading may be before a new one is waited for. `can_repair`: whether
        answers may offer to tick boxes. `unlisted`: reads what no tracker lists; `None`: nothing
        does.
        """
        self._current = current
        self._trackers = tuple(trackers)
        self._now = now
        self._oldest = oldest
        self._patience_seconds = patience_seconds
        self._parks = parks or NothingParked()
        self._speaker = Speaker(
            trackers, rules, people, self._parks, command=command, can_repair=can_repair
        )
        self._command = command
        self._looks = LooksBeside(current, unlisted, patience_seconds=patience_seconds)
        self._drawn = Drawn()
        self._threads = ThreadPoolExecutor(DRAWING_THREADS, thread_name_prefix="drawing")

    def close(self) -> None:
        """Let go of the threads."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def catch_up(self) -> None:
        """Learn of parks that were made elsewhere."""
        await self._parks.fresh()

    def errand(self, ask: Ask) -> Asked | None:
        """What is to be done rather than answered; `None`: a question, or no words of ours."""
        try:
            asked = self._speaker.asked(ask)
        except UserError:
            return None
        return asked if isinstance(asked.question, Errand) else None

    async def judged(self, tracker: Ref, audience: Audience) -> JudgedTracker | None:
        """What is known now of the tracker, as this audience may see it; `None`: nothing is."""
        snapshot = await self._current.newest(tracker)
        if snapshot is None:
            return None
        loop = asyncio.get_running_loop()
        judge = self._speaker.judged
        return await loop.run_in_executor(self._threads, judge, snapshot, self._now(), audience)

    def replies(self, ask: Ask) -> AsyncIterator[Reply[SlackMessage]]:
        """One reply; or, where GitHub is slow, what is known now and then the final one."""

        def draw(spoken: Spoken, frame: Frame) -> SlackMessage:
            if ask.is_shared and not isinstance(spoken, Answer):
                raise not_shared(spoken)
            return framing.as_message(spoken, frame, page=ask.page)

        return self._replies(ask, draw, kind=("message", ask.page))

    def modals(self, ask: Ask) -> AsyncIterator[Reply[ViewJson]]:
        """The same as modals."""

        def draw(spoken: Spoken, frame: Frame) -> ViewJson:
            return framing.as_modal(spoken, frame, command=self._command)

        return self._replies(ask, draw, kind="modal")

    def homes(self, ask: HomeAsk) -> AsyncIterator[Reply[ViewJson]]:
        """The App Home of one person; where GitHub is slow, a second one follows."""

        def speak(known: Sequence[TrackerOutcome], now: datetime) -> ViewJson:
            return self._speaker.home(ask, known, now)

        return self._each(self._trackers, ask.oldest, ask, speak)

    async def tracked(self, ask: TrackedAsk) -> AsyncIterator[Reply[SlackMessage]]:
        """Where these pull requests are tracked."""
        if not ask.refs:
            yield Reply(drawn=framing.as_message(no_refs(), Frame(question="")))
            return

        def speak(known: Sequence[TrackerOutcome], now: datetime) -> SlackMessage:
            return self._speaker.tracked(ask, known, now)

        async for reply in self._each(self._trackers, None, ask, speak):
            yield reply

    async def _replies(self, ask: Ask, draw: Draw[T], *, kind: Hashable) -> AsyncIterator[Reply[T]]:
        frame = Frame(question="")
        try:
            asked = self._speaker.asked(ask)
            if isinstance(asked.question, HelpQuestion):
                frame = replace(frame, question=ask.text)
                yield Reply(drawn=draw(help_answer(asked.question.usages), frame))
                return
            tracker = self._speaker.tracker(asked, ask)
        except UserError as error:
            yield Reply(drawn=draw(error, frame))
            return
        async for reply in self._answers(ask, asked, tracker, draw, kind=kind):
            yield reply

    async def _answers(
        self, ask: Ask, asked: Asked, tracker: AskableTracker, draw: Draw[T], *, kind: Hashable
    ) -> AsyncIterator[Reply[T]]:
        frame = self._speaker.frame(asked, tracker, ask)
        beside = await self._looks.beside(
            asked, tracker, self._trackers, audience=ask.audience, oldest=ask.oldest
        )

        def speak(known: Sequence[TrackerOutcome], now: datetime) -> T:
            spoken = self._speaker.spoken(asked, ask, known[0], frame, now, beside)
            return draw(spoken, frame)

        def after(outcome: Outcome) -> T:
            return draw(still_failed(framing.fault_text(outcome)), frame)

        key = (kind, frame, asked, ask.audience, ask.asker, beside.key)
        async for reply in self._each((tracker,), ask.oldest, key, speak, after):
            yield reply

    async def _each(
        self,
        trackers: Sequence[AskableTracker],
        oldest: timedelta | None,
        key: Hashable,
        speak: Speak[T],
        after: Callable[[Outcome], T] | None = None,
    ) -> AsyncIterator[Reply[T]]:
        """A reply from what is known in time, and another one when that was not the newest.

        `after`: what to say where the second one failed and the first one stands.
        """
        earlier: Reply[T] | None = None
        async for known in self._known(trackers, oldest):
            drawn = await self._draw(key, known, speak)
            added = after(known[0].outcome) if after and _is_let_down(earlier, known) else None
            reply = Reply(drawn=drawn, added=added, stage=_stage(known))
            if earlier is None or reply.drawn != earlier.drawn:
                yield reply
            earlier = reply

    async def _known(
        self, trackers: Sequence[AskableTracker], oldest: timedelta | None
    ) -> AsyncIterator[tuple[TrackerOutcome, ...]]:
        """What is known in time, and once more when what was under way has ended."""
        now, oldest = self._now(), self._oldest if oldest is None else oldest
        patience = self._patience_seconds
        outcomes = await asyncio.gather(
            *(
                self._current.within(t.ref, now=now, oldest=oldest, patience_seconds=patience)
                for t in trackers
            )
        )
        yield _paired(trackers, outcomes)
        if any(outcome.reading for outcome in outcomes):
            ended = await asyncio.gather(*map(self._current.finished, outcomes))
            yield _paired(trackers, ended)

    async def _draw(self, key: Hashable, known: Sequence[TrackerOutcome], speak: Speak[T]) -> T:
        """Draw in a thread, as at the beginning of this minute, or take what was drawn before."""
        now = self._now().replace(second=0, microsecond=0)
        whole = (now, key, self._speaker.terms, tuple(one.key for one in known))
        done = self._drawn.get(whole)
        if done is None:
            loop = asyncio.get_running_loop()
            once = self._drawn.once
            done = await loop.run_in_executor(self._threads, once, whole, lambda: speak(known, now))
        return cast("T", done)


def _paired(
    trackers: Sequence[AskableTracker], outcomes: Sequence[Outcome]
) -> tuple[TrackerOutcome, ...]:
    return tuple(TrackerOutcome(t, outcome) for t, outcome in zip(trackers, outcomes, strict=True))


def _stage(known: Sequence[TrackerOutcome]) -> Stage:
    states = {one.outcome.state for one in known}
    if State.NOTHING in states:
        return Stage.READING
    return Stage.LAST_STATE if State.TOO_SLOW in states else Stage.FINAL


def _is_let_down(earlier: Reply[T] | None, known: Sequence[TrackerOutcome]) -> bool:
    """The last state was shown, and the new reading that was announced did not come."""
    was_shown = earlier is not None and earlier.stage is Stage.LAST_STATE
    return was_shown and known[0].outcome.state is State.FAILED
