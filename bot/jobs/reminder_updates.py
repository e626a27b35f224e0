"""The job that changes messages to owners once what they ask for is done."""

import asyncio
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby
from typing import Protocol

import structlog

from bot.answers.audience import Audience, AudienceKind
from bot.answers.reminder import reminder_update_answer
from bot.delivery import Delivered, DeliveryOutcome
from bot.errors import NemorlStatusError
from bot.github_status.facts.refs import Ref
from bot.github_status.judge.states import ENDED
from bot.github_status.judge.verdicts import JudgedRow
from bot.github_status.reader import tracker_key
from bot.jobs.due import TICK
from bot.jobs.holding import Holder
from bot.jobs.reminder_plans import ReminderPlans
from bot.jobs.slots import NamedTracker
from bot.jobs.under_way import UnderWay
from bot.people.people import People
from bot.reminders import AskedTracker, Because, Reminder, ReminderKind, ReminderRow
from bot.reminders.plan import refs_of
from bot.reminders.whose import looks_finished
from bot.render.slack import SlackMessage, slack_pages
from bot.store.messages import RemindedRow

LOOK_EVERY = timedelta(minutes=10)
"""As often as GitHub is read."""

OLDEST = timedelta(days=60)
"""A message from longer ago nobody looks at any more."""

_log = structlog.get_logger(__name__)


class KeepsReminded(Protocol):
    """What of the stored messages is used here; each may raise `StoreFault`."""

    async def not_done(self) -> tuple[tuple[str, RemindedRow], ...]:
        """(person, row) of messages that still ask for something."""
        ...

    async def reminded(self, person: str) -> tuple[RemindedRow, ...]:
        """Every row that this person was written to about."""
        ...

    async def mark_done(self, person: str, tracker_key: str, ref: str) -> None:
        """Its message asks for it no more."""
        ...


class Updates(Protocol):
    """What of the delivery is used here."""

    async def update(self, key: str, message: SlackMessage) -> Delivered:
        """Put this in place of a message."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class _Update:
    """A message as it has to stand now."""

    message: SlackMessage
    done: tuple[RemindedRow, ...]
    """Rows that are done since it was last changed."""


class ReminderUpdates:
    """Looks which rows of sent messages are done by now."""

    name = "reminder updates"

    def __init__(
        self,
        plans: ReminderPlans,
        messages: KeepsReminded,
        delivery: Updates,
        holder: Holder,
        *,
        trackers: Sequence[NamedTracker],
        people: Callable[[], People],
        private_people: frozenset[str] = frozenset(),
    ) -> None:
        """Look into these trackers."""
        self._plans = plans
        self._messages = messages
        self._delivery = delivery
        self._holder = holder
        self._trackers = tuple(trackers)
        self._people = people
        self._private_people = private_people
        self._under_way = UnderWay()

    async def on_tick(self, now: datetime) -> None:  # noqa: ARG002 -- the claim rests
        """Begin to look, if nobody has for a while."""
        self._under_way.begin("updates", self._look)

    async def ended(self) -> None:
        """Wait for what was begun."""
        await self._under_way.ended()

    async def close(self) -> None:
        """The next run goes on: an update that is made twice is the same."""
        await self._under_way.close()

    async def _look(self) -> None:
        try:
            async with self._holder.holding("reminder-updates") as hold:
                if hold is not None:
                    hold.rests_until = self._holder.now() + LOOK_EVERY - TICK / 2
                    await self._update_all()
        except NemorlStatusError as error:
            _log.warning("Messages to owners were not updated", because=str(error))
        except Exception as error:  # noqa: BLE001 -- an edge of a task
            _log.error("Updating messages failed by a mistake of ours", exc_info=error)

    async def _update_all(self) -> None:
        now = self._holder.now()
        waiting = [
            (person, row.message_key)
            for person, row in await self._messages.not_done()
            if now - row.last_at < OLDEST
        ]
        if not waiting:
            return
        places = _Places(await self._plans.judged(self._trackers, at=now))
        for person, keys in groupby(sorted(set(waiting)), key=lambda each: each[0]):
            rows = await self._messages.reminded(person)
            for _, key in keys:
                told = [row for row in rows if row.message_key == key]
                update = await asyncio.to_thread(self._drawn, person, told, places)
                if update is not None and await self._is_token_lost(person, key, update):
                    return

    async def _is_token_lost(self, person: str, key: str, update: _Update) -> bool:
        """Make this update, and say whether no other one could be made."""
        sent = await self._delivery.update(key, update.message)
        # A message that is gone asks nobody for anything.
        if sent.outcome in (DeliveryOutcome.SENT, DeliveryOutcome.REFUSED):
            for row in update.done:
                await self._messages.mark_done(person, row.tracker_key, row.ref)
        return sent.is_token_lost

    def _drawn(self, person: str, told: Sequence[RemindedRow], places: "_Places") -> _Update | None:
        """`None`: nothing is done that was not done before, or nobody is linked to them now."""
        people = self._people()
        done = tuple(row for row in told if not row.is_done and places.is_done(row))
        link, rows = people.with_slack(person), tuple(places.rows(told))
        if link is None or not done:
            return None
        reminder = Reminder(link=link, rows=rows, trackers=tuple(places.trackers_of(rows)))
        # What was once told as done is not asked for again.
        over = (*done, *(row for row in told if row.is_done))
        refs = [ref for row in over if (ref := Ref.parse(row.ref)) is not None]
        audience = Audience(kind=AudienceKind.PUBLIC, sees_private=person in self._private_people)
        answer = reminder_update_answer(reminder, refs, audience=audience, people=people)
        return _Update(message=slack_pages(answer)[0], done=done)


class _Places:
    """Where the refs of sent messages stand by now."""

    def __init__(self, trackers: Iterable[AskedTracker]) -> None:
        self._trackers = {tracker_key(one.tracker.snapshot.tracker): one for one in trackers}
        self._rows: dict[tuple[str, Ref], JudgedRow] = {}
        for key, asked in self._trackers.items():
            for row in asked.tracker.rows():
                for ref in refs_of(row):
                    self._rows.setdefault((key, ref), row)

    def _found(self, row: RemindedRow) -> JudgedRow | None:
        """`None`: the index lists it no more."""
        ref = Ref.parse(row.ref)
        return None if ref is None else self._rows.get((row.tracker_key, ref))

    def is_done(self, row: RemindedRow) -> bool:
        """It ended, as far as is known; what looked finished has its box ticked."""
        found = self._found(row)
        if found is None:
            return False
        is_question_over = row.kind == ReminderKind.FINISHED and not looks_finished(found)
        return found.state in ENDED or is_question_over

    def rows(self, rows: Iterable[RemindedRow]) -> Iterator[ReminderRow]:
        """The rows of a message as they stand now."""
        for row in rows:
            found = self._found(row)
            if found is not None and row.kind and row.because:
                yield ReminderRow(
                    kind=ReminderKind(row.kind),
                    because=Because(row.because),
                    name=self._trackers[row.tracker_key].name,
                    row=found,
                    count=row.count,
                )

    def trackers_of(self, rows: Iterable[ReminderRow]) -> Iterator[AskedTracker]:
        """The trackers that these stand in."""
        names = {row.name for row in rows}
        return (asked for asked in self._trackers.values() if asked.name in names)
