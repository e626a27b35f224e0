"""Bringing commands, interactions and events to the app: once, again, twice, or in another order.

How a parcel travels is up to the couriers (`door_http`, `door_socket`).
"""

import asyncio
from collections.abc import Coroutine
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from bot.demo.slack.clock import Clock
from bot.demo.slack.journal import Journal, Sent
from bot.demo.slack.outcomes import Receipt
from bot.demo.slack.refusals import JsonObject

Kind = Literal["slash_commands", "interactive", "events_api"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Timing:
    """How patient Slack is, in real seconds."""

    ack_seconds: float = 3.0
    # Waits before the first, second and third repeat of an event.
    retry_seconds: tuple[float, ...] = (0.0, 60.0, 300.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Parcel:
    """Something for the app."""

    kind: Kind
    payload: JsonObject
    # Whether an acknowledgement may carry an answer.
    takes_answer: bool = False


class Courier(Protocol):
    """A way to the app."""

    async def carry(self, parcel: Parcel, *, attempt: int, reason: str) -> Receipt:
        """Bring the parcel, wait for the acknowledgement as long as Slack does."""


class PostOffice:
    """Delivers parcels, repeats events that were not acknowledged, and plays tricks on demand."""

    def __init__(self, courier: Courier, *, timing: Timing, clock: Clock, journal: Journal) -> None:
        """Deliver by this courier."""
        self._courier = courier
        self._timing = timing
        self._clock = clock
        self._journal = journal
        self._tasks: set[asyncio.Task[None]] = set()
        self._held: list[Parcel] | None = None
        # How many of the next parcels are brought twice.
        self.twice = 0
        # How many of the next acknowledgements are lost on their way to Slack.
        self.lost_acks = 0

    async def deliver(self, parcel: Parcel) -> Receipt:
        """Bring the parcel; a failed event is repeated in the background."""
        if self._held is not None and parcel.kind == "events_api":
            self._held.append(parcel)
            return Receipt(error="held")
        with self._journal.busy():
            receipt = await self._carry(parcel)
            if self.twice > 0:
                self.twice -= 1
                await self._carry(parcel)
        if parcel.kind == "events_api" and receipt.error is not None and not receipt.no_retry:
            self._spawn(self._repeat(parcel, receipt))
        return receipt

    def post(self, parcel: Parcel) -> None:
        """Bring the parcel in the background."""
        self._spawn(self._deliver_quietly(parcel))

    def hold(self) -> None:
        """Keep events back until `release`."""
        self._held = [] if self._held is None else self._held

    async def release(self, *, reverse: bool) -> list[Receipt]:
        """Bring the events that were kept back, in the other order if so wanted."""
        held, self._held = self._held or [], None
        return [await self.deliver(p) for p in (reversed(held) if reverse else held)]

    async def close(self) -> None:
        """Give up whatever is still to be brought."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _carry(self, parcel: Parcel, *, attempt: int = 0, reason: str = "") -> Receipt:
        at, loop_at = self._clock.now(), asyncio.get_running_loop().time()
        receipt = await self._courier.carry(parcel, attempt=attempt, reason=reason)
        if receipt.error is None and self.lost_acks > 0:
            self.lost_acks -= 1
            receipt = Receipt(error="operation_timeout", seconds=receipt.seconds)
        sent = Sent(
            kind=parcel.kind,
            payload=parcel.payload,
            attempt=attempt,
            at=at,
            loop_at=loop_at,
            seconds=receipt.seconds,
            error=receipt.error,
        )
        self._journal.sent.append(sent)
        return receipt

    async def _repeat(self, parcel: Parcel, receipt: Receipt) -> None:
        for attempt, seconds in enumerate(self._timing.retry_seconds, start=1):
            await asyncio.sleep(seconds)
            with self._journal.busy():
                reason = _RETRY_REASONS.get(receipt.error or "", "http_error")
                receipt = await self._carry(parcel, attempt=attempt, reason=reason)
            if receipt.error is None or receipt.no_retry:
                return

    async def _deliver_quietly(self, parcel: Parcel) -> None:
        await self.deliver(parcel)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


_RETRY_REASONS = {
    "operation_timeout": "http_timeout",
    "dispatch_failed": "connection_failed",
    "socket_timeout": "timeout",
}
