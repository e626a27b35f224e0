"""Work that goes on after Slack was acknowledged.

Bolt throws an acknowledgement away when its listener raises shortly after; so nothing that can
fail happens in a listener. Whatever fails ends here: in the log with a reference, and in a short
apology with the same reference to whoever asked.
"""

import asyncio
import time
import traceback
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from typing import TypeAlias, TypeVar

import structlog

from bot.errors import Fault, NemorlStatusError, UserError
from bot.insight import request
from bot.insight.outcomes import AnswerOutcome
from bot.render.slack import SlackMessage, error_message, refusal_message

Tell: TypeAlias = Callable[[SlackMessage], Awaitable[None]]
"""How the person who waits is told something."""

AT_ONCE = 500
"""Things that talk with Slack at the same moment. Waiting for GitHub costs nothing but memory and
takes no place; drawing has its own, smaller limit in the desk."""

IN_LINE = 2_000
"""What is asked beyond that is turned away: nobody would wait for it any longer."""

TURNING_AWAY = 100
"""People who are told so at the same moment; whoever comes on top hears nothing."""

DROPPING_SECONDS = 2.0
"""How long cancelled work may take to tell so, and to end."""

_STOPPING = error_message(
    "This bot is being stopped or restarted, and could not finish.", "Ask again in a minute."
)

_TOO_MUCH = error_message("Too many questions wait here already.", "Ask again in a minute.")

OnEnd: TypeAlias = Callable[[AnswerOutcome, float], None]
"""Told how something ended, and after how many seconds."""

T = TypeVar("T")

_log = structlog.get_logger(__name__)


class Underway:
    """Everything that was acknowledged and is not done yet."""

    def __init__(
        self,
        *,
        at_once: int = AT_ONCE,
        in_line: int = IN_LINE,
        on_end: OnEnd = lambda _outcome, _seconds: None,
    ) -> None:
        """Work at so many things at once, and let so many more wait."""
        self._on_end = on_end
        self._room = asyncio.Semaphore(at_once)
        self._most = at_once + in_line
        self._tasks: set[asyncio.Task[None]] = set()

    def __len__(self) -> int:
        """How many things are under way."""
        return len(self._tasks)

    def start(
        self,
        work: Coroutine[object, object, None],
        *,
        what: str,
        tell: Tell,
        is_awaited: bool = True,
    ) -> None:
        """Do this soon. `what` names it in the log; `tell` reaches whoever waits for it.

        `is_awaited`: somebody asked for it, and is told when it is given up.
        """
        if len(self._tasks) >= self._most:
            work.close()
            _log.error("Too much is under way; this was turned away", what=what)
            self._on_end(AnswerOutcome.TURNED_AWAY, 0)
            if is_awaited and len(self._tasks) < self._most + TURNING_AWAY:
                self._begin(_told(_TOO_MUCH, what, tell))
            return
        task = self._begin(self._done(work, what, tell, is_awaited=is_awaited))
        # Given up before its first step, it would else never have been awaited.
        task.add_done_callback(lambda _done: work.close())

    async def replies(self, made: AsyncIterator[T]) -> AsyncIterator[T]:
        """The same, for work that was started here: its place is others' while the next is made."""
        while True:
            self._room.release()
            try:
                reply = await anext(made, None)
            finally:
                await self._room.acquire()
            if reply is None:
                return
            yield reply

    async def drain(self, seconds: float) -> int:
        """Wait until everything is done, at most so long; how many things were given up."""
        if not self._tasks:
            return 0
        _, left = await asyncio.wait(set(self._tasks), timeout=seconds)
        for task in left:
            task.cancel()
        if left:
            _log.warning("Not everything could be finished", given_up=len(left))
            await asyncio.wait(left, timeout=DROPPING_SECONDS)
        return len(left)

    def _begin(self, work: Coroutine[object, object, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _done(
        self, work: Coroutine[object, object, None], what: str, tell: Tell, *, is_awaited: bool
    ) -> None:
        begun_at, outcome = time.monotonic(), AnswerOutcome.ANSWERED
        try:
            async with self._room:
                await work
        except asyncio.CancelledError:
            outcome = AnswerOutcome.GIVEN_UP
            if is_awaited:
                await _told(_STOPPING, what, tell)
            raise
        except UserError as error:
            outcome = AnswerOutcome.REFUSED
            await _told(refusal_message(error), what, tell)
        except Exception as error:  # noqa: BLE001 -- the one place where what fails in Slack ends
            outcome = AnswerOutcome.FAILED
            await _told(_apology(error, what), what, tell)
        finally:
            self._on_end(outcome, time.monotonic() - begun_at)


def _apology(error: Exception, what: str) -> SlackMessage:
    reference = request.reference()
    if isinstance(error, Fault):
        _log.warning(f"{what} failed", reference=reference, because=str(error))
        return error_message(str(error), _advice(error, reference), fault=True)
    # The message of the exception may hold what somebody wrote; where it happened does not.
    where = "".join(traceback.format_tb(error.__traceback__))
    kind = type(error).__name__
    _log.error(f"{what} failed by a mistake of ours", reference=reference, kind=kind, where=where)
    return error_message(
        "Sorry, something went wrong here.",
        f"It is a mistake in this bot. Ask again, or report it with the reference {reference}.",
        fault=True,
    )


def _advice(error: NemorlStatusError, reference: str) -> str:
    return f"{error.advice} (reference {reference})".strip()


async def _told(message: SlackMessage, what: str, tell: Tell) -> None:
    try:
        await tell(message)
    except Exception as error:  # noqa: BLE001 -- there is nobody left to tell it to
        _log.warning(f"{what} failed, and nobody could be told", kind=type(error).__name__)
