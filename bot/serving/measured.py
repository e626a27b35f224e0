"""What counts the work of a running bot: around the parts that do it, which do not know of it."""

import asyncio
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol, assert_never

from bot.delivery import Delivered, DeliveryOutcome, Outgoing
from bot.github_status.current import Current
from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Snapshot
from bot.github_status.github.quota import Left
from bot.github_status.repair import Proposal
from bot.github_status.repair_outcomes import (
    BodyChanged,
    NothingToDo,
    OverwroteSomebody,
    Refused,
    Repaired,
    RepairOutcome,
    Uncertain,
)
from bot.github_status.repair_records import KeptRepair
from bot.github_status.shared import Reads
from bot.insight.metrics import OTHER, Metrics
from bot.insight.outcomes import (
    MessageKind,
    MessageOutcome,
    ReadingOutcome,
    RepairEnd,
    RequestOutcome,
)
from bot.listeners.repair.flow import CarriesOut
from bot.render.slack import SlackMessage

PATIENCE_SECONDS = 5.0
"""How long a page of numbers waits for the store; ages that it did not tell are left out."""

_REQUESTS = {
    2: RequestOutcome.ANSWERED,
    3: RequestOutcome.REDIRECTED,
    4: RequestOutcome.REFUSED,
}
_MESSAGES = {
    DeliveryOutcome.SENT: MessageOutcome.SENT,
    DeliveryOutcome.REFUSED: MessageOutcome.FAILED,
    DeliveryOutcome.UNSETTLED: MessageOutcome.UNSETTLED,
    DeliveryOutcome.POSTPONED: MessageOutcome.POSTPONED,
}
_KINDS = {"digest": MessageKind.DIGEST, "remind": MessageKind.OWNER}


@dataclass(frozen=True, slots=True)
class CountedRequests:
    """Counts what GitHub is asked; `credential`: what it is called, else its kind."""

    metrics: Metrics
    credential: str = ""

    def answered(self, status: int) -> None:
        """GitHub answered."""
        self.metrics.github_asked(_REQUESTS.get(status // 100, RequestOutcome.SERVER_ERROR))

    def unanswered(self, *, is_connected: bool) -> None:
        """It did not."""
        broken = RequestOutcome.BROKEN_OFF if is_connected else RequestOutcome.NO_CONNECTION
        self.metrics.github_asked(broken)

    def left(self, left: Left) -> None:
        """So much is left."""
        credential = self.credential or left.credential
        self.metrics.github_told(
            credential, left.budget, left.installation, remaining=left.remaining
        )


class CountedReads:
    """A reader whose readings are counted and timed."""

    def __init__(self, reader: Reads, metrics: Metrics, names: Mapping[Ref, str]) -> None:
        """`names`: of the trackers, as the settings call them."""
        self._reader = reader
        self._metrics = metrics
        self._names = names

    async def latest(self, tracker: Ref, *, now: datetime) -> Snapshot | None:
        """As the reader's."""
        return await self._reader.latest(tracker, now=now)

    async def newest_as_of(self, tracker: Ref) -> datetime | None:
        """As the reader's."""
        return await self._reader.newest_as_of(tracker)

    async def refresh(self, tracker: Ref, *, now: datetime) -> Snapshot:
        """As the reader's."""
        begun_at, outcome = time.monotonic(), ReadingOutcome.FAILED
        try:
            snapshot = await self._reader.refresh(tracker, now=now)
            outcome = _reading_outcome(snapshot)
        except asyncio.CancelledError:
            outcome = ReadingOutcome.GIVEN_UP
            raise
        else:
            return snapshot
        finally:
            name = self._names.get(tracker, OTHER)
            self._metrics.reading_ended(name, outcome, seconds=time.monotonic() - begun_at)


class Door(Protocol):
    """What jobs use of the delivery."""

    async def send_once(self, out: Outgoing) -> Delivered:
        """Send it, unless that was done before."""
        ...

    async def update(self, key: str, message: SlackMessage) -> Delivered:
        """Put this in place of a message that was sent."""
        ...


class CountedDelivery:
    """The door out, and how many messages came how far."""

    def __init__(self, delivery: Door, metrics: Metrics | None) -> None:
        """Count what goes through this door; without metrics nobody does."""
        self._delivery = delivery
        self._metrics = metrics
        self._planned: set[str] = set()

    async def send_once(self, out: Outgoing) -> Delivered:
        """As the door's."""
        sent = await self._delivery.send_once(out)
        if self._metrics is not None and sent.outcome is not DeliveryOutcome.SENT_BEFORE:
            self._count(self._metrics, out.key, sent.outcome)
        return sent

    async def update(self, key: str, message: SlackMessage) -> Delivered:
        """As the door's; it is no new message."""
        return await self._delivery.update(key, message)

    def _count(self, metrics: Metrics, key: str, outcome: DeliveryOutcome) -> None:
        kind = message_kind(key)
        if key not in self._planned:
            metrics.message(kind, MessageOutcome.PLANNED)
        metrics.message(kind, _MESSAGES[outcome])
        if outcome is DeliveryOutcome.POSTPONED:
            self._planned.add(key)
        else:
            self._planned.discard(key)


class CountedRepairs:
    """What carries repairs out, and what came of them."""

    def __init__(self, repairs: CarriesOut, metrics: Metrics) -> None:
        """Count these."""
        self._repairs = repairs
        self._metrics = metrics

    async def repair(self, proposal: Proposal, *, by: str | None = None) -> RepairOutcome:
        """As it does."""
        return self._counted(await self._repairs.repair(proposal, by=by))

    async def undo(self, change_id: int, *, tracker: Ref, by: str | None = None) -> RepairOutcome:
        """As it does."""
        return self._counted(await self._repairs.undo(change_id, tracker=tracker, by=by))

    async def last_repair(self, tracker: Ref) -> KeptRepair | None:
        """As it does."""
        return await self._repairs.last_repair(tracker)

    def _counted(self, outcome: RepairOutcome) -> RepairOutcome:
        self._metrics.repair_ended(repair_end(outcome))
        return outcome


class MetricsPage:
    """The page of numbers, with what is only known when somebody looks."""

    def __init__(
        self,
        metrics: Metrics,
        current: Current,
        names: Mapping[Ref, str],
        *,
        now: Callable[[], datetime],
        is_connected: Callable[[], bool],
    ) -> None:
        """Of these trackers, as the settings call them."""
        self._metrics = metrics
        self._current = current
        self._names = names
        self._now = now
        self._is_connected = is_connected

    async def __call__(self) -> bytes:
        """Everything, as of now."""
        ages = await self._ages()
        return self._metrics.page(ages, is_connected=self._is_connected())

    async def _ages(self) -> Mapping[str, float]:
        loading = {
            name: asyncio.ensure_future(self._current.newest(ref))
            for ref, name in self._names.items()
        }
        if loading:
            _, late = await asyncio.wait(loading.values(), timeout=PATIENCE_SECONDS)
            for task in late:
                task.cancel()
        now = self._now()
        return {name: age for name, task in loading.items() if (age := _age(task, now)) is not None}


def message_kind(key: str) -> MessageKind:
    """What this message is for, by the first word of its key."""
    return _KINDS.get(key.partition(":")[0], MessageKind.NOTE)


def repair_end(outcome: RepairOutcome) -> RepairEnd:
    """What came of a repair."""
    match outcome:
        case Repaired():
            return RepairEnd.UNDONE if outcome.is_undo else RepairEnd.REPAIRED
        case NothingToDo():
            return RepairEnd.NOTHING_TO_DO
        case BodyChanged():
            return RepairEnd.BODY_CHANGED
        case OverwroteSomebody():
            return RepairEnd.OVERWROTE
        case Refused():
            return RepairEnd.REFUSED
        case Uncertain():
            return RepairEnd.UNCERTAIN
        case _:
            assert_never(outcome)


def _reading_outcome(snapshot: Snapshot) -> ReadingOutcome:
    return ReadingOutcome.PARTLY if snapshot.coverage.failed else ReadingOutcome.READ


def _age(task: "asyncio.Task[Snapshot | None]", now: datetime) -> float | None:
    """Seconds; `None`: nobody knows of a reading."""
    newest = task.result() if task.done() and not task.cancelled() else None
    return None if newest is None else (now - newest.as_of).total_seconds()
