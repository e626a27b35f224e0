"""One message to one person, from the last look at what it says until it is sent."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from datetime import time as time_of_day
from typing import Protocol
from zoneinfo import ZoneInfo

import structlog

from bot.answers.audience import Audience, AudienceKind
from bot.answers.reminder import reminder_answer
from bot.delivery import DeliveryOutcome, Outgoing
from bot.github_status.reader import tracker_key
from bot.jobs.members import NotTold
from bot.jobs.needs import NotesIncidents, Sends
from bot.jobs.presence import Hours, Present, away_until
from bot.jobs.reminder_plans import Planned, ReminderPlans
from bot.jobs.rounds import Running
from bot.people.people import Link, People
from bot.reminders import Reminder
from bot.render.slack import SlackMessage, slack_pages
from bot.schedule import REMIND_AT, Round, reminder_at
from bot.store.messages import RemindedRow

PLAN_LASTS = timedelta(minutes=5)
"""Rows are looked at again right before they are sent; of many messages some wait a while."""

POSTPONED_FOR = timedelta(minutes=5)
"""From one try to the next of a message that Slack asks to wait with."""

UNREAD_FOR = timedelta(hours=1)
"""How long a message waits, again and again, while GitHub cannot be read."""

UNREAD_AT_MOST = timedelta(days=1)
"""After that it goes without the trackers that cannot be read."""

_REPORT = "It is a mistake of this program: report it, with the lines of the log."

_log = structlog.get_logger(__name__)


class KnowsPresence(Protocol):
    """What of `Members` is used here."""

    async def present(self, slack: str) -> Present | NotTold:
        """What Slack says of them now."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class ReminderRules:
    """What the settings say about messages to owners."""

    at: time_of_day = REMIND_AT
    statuses: tuple[str, ...] = ()
    """Slack statuses that postpone a message."""
    calendar: str | None = None
    """Holidays of whoever has no calendar of their own."""
    private_people: frozenset[str] = frozenset()

    def time_of(self, round_: Round, link: Link, zone: ZoneInfo) -> datetime:
        """When somebody who is there is written to in this round."""
        return reminder_at(round_.digest_day, zone, calendar=self.calendar_of(link), at=self.at)

    def calendar_of(self, link: Link) -> str | None:
        """Their holidays; `None`: weekends only."""
        return link.calendar or self.calendar


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """What came of one person."""

    came_of_it: str
    """In a word, for the log."""
    is_over: bool = False
    """They are done with for this round."""
    rests_until: datetime | None = None
    """Until when they are left alone."""
    is_stopping: bool = False
    """Nobody else need be tried for now."""
    trouble: str = ""
    """Why, and what to do, where that is not a message's outcome."""


_NOTHING = Step(came_of_it="nothing", is_over=True)


class Writer:
    """Writes to people, by a plan that is never older than some minutes."""

    def __init__(
        self,
        plans: ReminderPlans,
        members: KnowsPresence,
        delivery: Sends,
        incidents: NotesIncidents,
        now: Callable[[], datetime],
        *,
        people: Callable[[], People],
        rules: ReminderRules,
    ) -> None:
        """Nothing is planned yet."""
        self._plans = plans
        self._members = members
        self._delivery = delivery
        self._incidents = incidents
        self._now = now
        self._people = people
        self._rules = rules
        self._planned: tuple[Running, People, Planned] | None = None

    async def write(self, running: Running, link: Link, *, key: str) -> Step:
        """Write to this person whose time has come, if there is anything to tell them now.

        Raises `StoreFault`.
        """
        slack = link.slack or ""
        planned = await self._plan(running)
        found = (one for one in planned.plan.reminders if one.link.slack == slack)
        reminder = next(found, None)
        if reminder is None and not planned.unread:
            return _NOTHING
        present = await self._members.present(slack)
        if isinstance(present, NotTold):
            return await self._not_told(present)
        if present.gone:
            return await self._gone(link, present.gone)
        away = away_until(present, self._rules.statuses, now=self._now())
        waits = self._waits_until(running, link, present.zone, away)
        if waits is not None:
            return await self._postponed(running, link, waits, is_away=away is not None)
        if planned.unread and self._is_worth_waiting(running, link, present, reminder):
            return Step(came_of_it="unread", rests_until=self._now() + UNREAD_FOR)
        # They may have stopped messages since the plan was made.
        if reminder is None or not await self._plans.is_wanted(slack, at=self._now()):
            return _NOTHING
        return await self._send(key, slack, reminder)

    async def _plan(self, running: Running) -> Planned:
        """Made anew when it is old, or somebody was linked otherwise since."""
        now, people = self._now(), self._people()
        if self._planned is not None:
            *of, planned = self._planned
            if of == [running, people] and timedelta(0) <= now - planned.at < PLAN_LASTS:
                return planned
        planned = await self._plans.planned(running.trackers, at=now, is_checked=True)
        self._planned = running, people, planned
        return planned

    def _is_worth_waiting(
        self, running: Running, link: Link, present: Present, reminder: Reminder | None
    ) -> bool:
        """What cannot be read for now may have something to tell; what can be read goes alone in
        the end."""
        due_at = self._rules.time_of(running.round, link, present.zone)
        return reminder is None or self._now() - due_at < UNREAD_AT_MOST

    def _waits_until(
        self, running: Running, link: Link, zone: ZoneInfo, away: datetime | None
    ) -> datetime | None:
        """When they may be written to instead; `None`: now."""
        rules, now = self._rules, self._now()
        hours = Hours(zone=zone, calendar=rules.calendar_of(link), begin=rules.at)
        # Somebody may have travelled since they were looked at last.
        first = rules.time_of(running.round, link, zone)
        at = hours.from_moment(max(first, away or now, now))
        return at if at > now else None

    async def _postponed(
        self, running: Running, link: Link, waits: datetime, *, is_away: bool
    ) -> Step:
        """Until then; over where the next round comes first."""
        if waits < _end_of(running.round):
            return Step(came_of_it="postponed", rests_until=waits)
        if is_away:
            await self._incidents.note(
                f"away:{link.slack}",
                f"{link.name} was away all week, by their status or do-not-disturb, and got no"
                " message. The next one tells them of everything.",
                now=self._now(),
            )
        return Step(came_of_it="too late", is_over=True)

    async def _not_told(self, because: NotTold) -> Step:
        now = self._now()
        _log.warning("Nobody is written to for now", because=because.said)
        if because.incident:
            await self._incidents.note(because.incident, because.said, now=now)
        return Step(
            came_of_it="not told",
            rests_until=now + POSTPONED_FOR,
            is_stopping=True,
            trouble=because.said,
        )

    async def _gone(self, link: Link, why: str) -> Step:
        said = f"{link.name} could not be written to. {why}"
        await self._incidents.note(f"unreachable:{link.slack}", said, now=self._now())
        return Step(came_of_it="gone", is_over=True)

    async def _send(self, key: str, slack: str, reminder: Reminder) -> Step:
        now = self._now()
        try:
            reminder, message = self._drawn(reminder, slack)
        except Exception as error:  # noqa: BLE001 -- an edge: everybody else is written to
            return await self._not_drawn(key, slack, error)
        sent = await self._delivery.send_once(
            Outgoing(
                key=key,
                channel=slack,
                message=message,
                rows=tuple(_remembered(reminder, key=key, at=now)),
            )
        )
        is_postponed = sent.outcome is DeliveryOutcome.POSTPONED
        return Step(
            came_of_it=sent.outcome.value,
            is_over=not is_postponed,
            rests_until=self._now() + POSTPONED_FOR if is_postponed else None,
            is_stopping=sent.is_token_lost,
        )

    def _drawn(self, reminder: Reminder, slack: str) -> tuple[Reminder, SlackMessage]:
        """The message, and what is told in it: rows for which it has no room are only counted."""
        sees_private = slack in self._rules.private_people
        audience = Audience(kind=AudienceKind.PUBLIC, sees_private=sees_private)
        while True:
            answer = reminder_answer(reminder, audience=audience, people=self._people())
            first, *rest = slack_pages(answer)
            if not rest or len(reminder.rows) == 1:
                return reminder, first
            reminder = reminder.without_last()

    async def _not_drawn(self, key: str, slack: str, error: Exception) -> Step:
        """By a mistake of ours, which the next version may not have."""
        now = self._now()
        _log.error("A message could not be made by a mistake of ours", key=key, exc_info=error)
        said = f"The message to the Slack user {slack} could not be made. {_REPORT}"
        await self._incidents.note(f"bug:{slack}", said, now=now)
        return Step(came_of_it="not made", rests_until=now + UNREAD_FOR)


def _remembered(reminder: Reminder, *, key: str, at: datetime) -> Iterator[RemindedRow]:
    refs = {asked.name: asked.tracker.snapshot.tracker for asked in reminder.trackers}
    for row in reminder.rows:
        yield RemindedRow(
            tracker_key=tracker_key(refs[row.name]),
            ref=str(row.ref),
            count=row.count,
            last_at=at,
            progress_at=row.progress_at,
            message_key=key,
            kind=row.kind.value,
            because=row.because.value,
        )


def _end_of(round_: Round) -> datetime:
    """When the next week's digest may come: then there is a message of its own."""
    day = round_.digest_day + timedelta(days=7)
    return datetime.combine(day, time_of_day(), UTC)
