"""Answers to submitted modals: within Slack's three seconds, whatever the store does.

https://docs.slack.dev/reference/interaction-payloads/view-interactions-payload
"""

import asyncio
import traceback
from collections.abc import Coroutine, Mapping
from typing import Any, Final, TypeAlias

import structlog

from bot.errors import Fault, NemorlStatusError
from bot.insight import request
from bot.render.clean import clean
from bot.render.slack.forms_done import fault_view
from bot.render.slack.measure import shortened
from bot.render.slack.views import ViewJson

PATIENCE_SECONDS: Final = 2.2
"""Slack takes an answer for three seconds; the way there and back needs some of them."""

LANDING_SECONDS: Final = 0.7
"""Until what Slack was answered stands in the modal: an update sent sooner may be overwritten by
it."""

_ERROR: Final = 300
"""Units of a sentence under a field, which may hold a name of any length."""

Settled: TypeAlias = Mapping[str, Any]
"""What a submission is acknowledged with."""

_log = structlog.get_logger(__name__)


class Settling:
    """Has submissions worked on; what takes too long goes on behind."""

    def __init__(
        self,
        patience_seconds: float = PATIENCE_SECONDS,
        *,
        landing_seconds: float = LANDING_SECONDS,
    ) -> None:
        """Wait so long; `landing_seconds`: until an answer stands in the modal."""
        self._patience_seconds = patience_seconds
        self.landing_seconds = landing_seconds
        self._tasks: set[asyncio.Task[Any]] = set()

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Do this soon; nobody waits for it, and it raises nothing."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def settled(
        self, work: Coroutine[Any, Any, Settled], *, title: str, slow: Fault | None = None
    ) -> Settled:
        """The work's own answer, or a modal that says what failed. Never an exception.

        `slow`: what is said where it takes too long; `None`: that it may have been saved.
        """
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        await asyncio.wait({task}, timeout=self._patience_seconds)
        if not task.done():
            task.add_done_callback(_retrieved)
            return shows(fault_view(title, slow or _slow()))
        try:
            return task.result()
        except NemorlStatusError as error:
            _log.info("A submission ended otherwise", because=str(error))
            return shows(fault_view(title, error))
        except Exception as error:  # noqa: BLE001 -- Bolt would throw the acknowledgement away
            return shows(fault_view(title, _mistake(error)))


def shows(view: ViewJson) -> Settled:
    """Another view in the place of the submitted one."""
    return {"response_action": "update", "view": view}


def refuses(errors: Mapping[str, str]) -> Settled:
    """A sentence under each of these fields."""
    said = {field: shortened(clean(what).strip(), _ERROR) for field, what in errors.items()}
    return {"response_action": "errors", "errors": said}


def _slow() -> Fault:
    return Fault(
        "This takes longer than Slack waits, so it is not known yet whether it was saved.",
        advice="Ask “settings” in a minute to see how it stands.",
    )


def _mistake(error: Exception) -> Fault:
    """Where it happened goes to the log; its message may hold what somebody wrote."""
    reference = request.reference()
    where = "".join(traceback.format_tb(error.__traceback__))
    kind = type(error).__name__
    _log.error(
        "A submission failed by a mistake of ours", reference=reference, kind=kind, where=where
    )
    return Fault(
        "Sorry, something went wrong here.",
        advice=f"It is a mistake in this bot. Try again, or report it as {reference}.",
    )


def _retrieved(task: "asyncio.Task[Settled]") -> None:
    if not task.cancelled() and task.exception() is not None:
        error = task.exception()
        _log.warning("A submission failed after it was answered", kind=type(error).__name__)
