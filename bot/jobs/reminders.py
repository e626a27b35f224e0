"""The job that writes to owners: each person once a week, in their own time.

Whoever may be written to is looked up when their time comes, and then done with for the week, even
if there is nothing to tell them: what goes stale on a Wednesday waits for the next round.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from typing import Protocol
from zoneinfo import ZoneInfo

import structlog

from bot.errors import NemorlStatusError
from bot.jobs.holding import Holder
from bot.jobs.members import NotTold
from bot.jobs.needs import NotesIncidents, Sends
from bot.jobs.reminder_plans import ReminderPlans
from bot.jobs.reminder_writer import KnowsPresence, ReminderRules, Step, Writer
from bot.jobs.rounds import Promise, Running, running_round
from bot.jobs.under_way import UnderWay
from bot.people.people import Link, People
from bot.schedule import reminder_at

__all__ = ["ReminderRules", "Reminders"]

EASTERNMOST = ZoneInfo("Etc/GMT-14")
"""Where a day begins first: nobody is written to earlier."""

LOOK_AGAIN = timedelta(hours=1)
"""How often it is worked out anew who may be written to."""

SLACK_RESTS = timedelta(minutes=5)
"""From one try to the next, while Slack is not there or refuses everything."""

_log = structlog.get_logger(__name__)


class KnowsMembers(KnowsPresence, Protocol):
    """What of `Members` is used here."""

    async def zone(self, slack: str) -> ZoneInfo | NotTold:
        """Where they are."""
        ...


class KnowsFinished(Protocol):
    """What of the stored claims is used beside holding them."""

    async def finished(self, prefix: str) -> frozenset[str]:
        """Every finished key that begins so. Raises `StoreFault`."""
        ...


@dataclass(slots=True, kw_only=True)
class _Week:
    """What is remembered of the round that runs. People are named by their Slack ids."""

    running: Running
    over: frozenset[str]
    """People who are done with: written to, or not."""
    expected: dict[str, Link] = field(default_factory=dict)
    due_at: dict[str, datetime] = field(default_factory=dict)
    """When their time comes, once it is known where they are."""
    rests: dict[str, datetime] = field(default_factory=dict)
    """Until when they are left alone."""
    looked_at: datetime | None = None
    """When it was last worked out who is expected, from readings of all trackers."""

    @property
    def prefix(self) -> str:
        """Of the claims of all its people."""
        return f"remind:{self.running.round.key}:"


class Reminders:
    """Looks whose time has come, and writes to them one after the other."""

    name = "reminders"

    def __init__(
        self,
        plans: ReminderPlans,
        members: KnowsMembers,
        delivery: Sends,
        incidents: NotesIncidents,
        finished: KnowsFinished,
        holder: Holder,
        *,
        promises: Callable[[], Awaitable[Sequence[Promise]]],
        people: Callable[[], People],
        rules: ReminderRules,
    ) -> None:
        """`promises`: which digests run."""
        self._plans = plans
        self._members = members
        self._incidents = incidents
        self._finished = finished
        self._holder = holder
        self._promises = promises
        self._rules = rules
        self._writer = Writer(
            plans, members, delivery, incidents, holder.now, people=people, rules=rules
        )
        self._week: _Week | None = None
        self._rests_until: datetime | None = None
        self._under_way = UnderWay()
        self.trouble = ""
        """Why nobody was written to any more, the last time that Slack did not tell of people."""

    async def on_tick(self, now: datetime) -> None:
        """Begin to write to whoever's time has come. Raises `StoreFault`."""
        if self._rests_until is not None and now < self._rests_until:
            return
        week = await self._this_week(now)
        if week is None:
            return
        if week.looked_at is None or now - week.looked_at >= LOOK_AGAIN:
            await self._look(week, now)
        due = await self._due(week, now)
        if due:
            self._under_way.begin(week.prefix, partial(self._write, week, due))

    async def ended(self) -> None:
        """Wait for what was begun."""
        await self._under_way.ended()

    async def close(self) -> None:
        """What was sent is recorded; the others are written to by the next run."""
        await self._under_way.close()

    async def _this_week(self, now: datetime) -> _Week | None:
        running = running_round(await self._promises(), now=now)
        if running is None:
            return None
        day, at = running.round.digest_day, self._rules.at
        if now < reminder_at(day, EASTERNMOST, calendar=None, at=at):
            return None
        if self._week is None or self._week.running.round != running.round:
            self._week = _Week(running=running, over=frozenset())
            await self._refresh_over(self._week)
        self._week.running = running
        return self._week

    async def _refresh_over(self, week: _Week) -> None:
        """Learn who is done with, by whichever process."""
        keys = await self._finished.finished(week.prefix)
        week.over = frozenset(key.removeprefix(week.prefix) for key in keys)

    async def _look(self, week: _Week, now: datetime) -> None:
        """Who may be written to, as far as is known by now."""
        planned = await self._plans.planned(week.running.trackers, at=now, is_checked=False)
        for link in planned.addressed:
            if link.slack is not None:
                week.expected[link.slack] = link
        if not planned.unread:
            week.looked_at = now

    async def _due(self, week: _Week, now: datetime) -> list[Link]:
        """Whose time has come, as far as Slack tells where they are; nobody's, while the app may
        not ask."""
        due: list[Link] = []
        for slack, link in tuple(week.expected.items()):
            if slack in week.over or now < week.rests.get(slack, now):
                continue
            if slack not in week.due_at:
                zone = await self._members.zone(slack)
                if isinstance(zone, NotTold):
                    await self._rest(week, slack, zone, now)
                    return [] if zone.incident else due
                week.due_at[slack] = self._rules.time_of(week.running.round, link, zone)
            if week.due_at[slack] <= now:
                due.append(link)
        return due

    async def _rest(self, week: _Week, slack: str, because: NotTold, now: datetime) -> None:
        """Leave Slack alone for a while, and then begin with somebody else."""
        self._rests_until = now + SLACK_RESTS
        week.expected[slack] = week.expected.pop(slack)
        self.trouble = because.said
        _log.warning("Nobody is written to for now", because=because.said)
        if because.incident:
            await self._incidents.note(because.incident, because.said, now=now)

    async def _write(self, week: _Week, due: Sequence[Link]) -> None:
        try:
            # Of several replicas one writes: they would all read GitHub again for their plans.
            async with self._holder.holding(f"reminding:{week.running.round.key}") as hold:
                if hold is not None:
                    await self._write_to_each(week, due)
        except NemorlStatusError as error:
            _log.warning("Messages to owners failed; tried again", because=str(error))
        except Exception as error:  # noqa: BLE001 -- an edge of a task
            _log.error("Messages to owners failed by a mistake of ours", exc_info=error)

    async def _write_to_each(self, week: _Week, due: Sequence[Link]) -> None:
        await self._refresh_over(week)
        left = [link for link in due if link.slack not in week.over]
        counts: dict[str, int] = {}
        for number, link in enumerate(left):
            step = await self._write_to(week, link)
            counts[step.came_of_it] = counts.get(step.came_of_it, 0) + 1
            if number and number % 50 == 0:
                _log.info("Writing to owners", done=number, of=len(left))
            if step.is_stopping:
                self.trouble = step.trouble
                self._rests_until = self._holder.now() + SLACK_RESTS
                break
        if left:
            _log.info("Wrote to owners", of=len(left), **counts)

    async def _write_to(self, week: _Week, link: Link) -> Step:
        slack = link.slack or ""
        key = week.prefix + slack
        async with self._holder.holding(key) as hold:
            if hold is None:
                step = Step(came_of_it="elsewhere", rests_until=self._holder.now() + SLACK_RESTS)
            else:
                step = await self._writer.write(week.running, link, key=key)
                hold.is_finished, hold.rests_until = step.is_over, step.rests_until
        if step.is_over:
            week.over |= {slack}
        elif step.rests_until is not None:
            week.rests[slack] = step.rests_until
        # Whoever could not be sent anything now comes last the next time.
        week.expected[slack] = week.expected.pop(slack, link)
        return step
