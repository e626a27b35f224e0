"""The weekly note to the maintainers, and what they are told at once."""

from collections.abc import Awaitable, Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Protocol
from zoneinfo import ZoneInfo

import structlog

from bot.answers.alert import alert_answer
from bot.answers.answer import Answer
from bot.answers.note import LINES_AT_MOST, Findings, note_answer
from bot.delivery import Delivered, DeliveryOutcome, Outgoing
from bot.errors import BadCredentials, NemorlStatusError, StoreFault
from bot.jobs.holding import Hold, Holder
from bot.jobs.needs import Sends
from bot.jobs.reminder_plans import ReminderPlans
from bot.jobs.rounds import Promise, Running, running_round
from bot.jobs.slots import NamedTracker
from bot.jobs.under_way import UnderWay
from bot.reminders import Unreachable
from bot.render.slack import slack_pages
from bot.schedule import Round, reminder_at
from bot.store.incidents import Incident

SLACK_RESTS = timedelta(minutes=5)
"""From one try to the next, while somebody else is at it or Slack asks to wait."""

DRAWN_BEFORE = timedelta(minutes=15)
"""So long before it stands in Slack a note was drawn at most: by then it may have waited for its
turn, and Slack's clock may be another one."""

_log = structlog.get_logger(__name__)


class KnowsIncidents(Protocol):
    """What of the stored incidents is used here; each may raise `StoreFault`."""

    async def untold(self) -> tuple[Incident, ...]:
        """What no note has told."""
        ...

    async def told(self, keys: Sequence[str], *, until: datetime) -> None:
        """A note told these."""
        ...


class Notes:
    """Writes to every maintainer once a week, two working days after the first digest.

    A week without a digest has its note too: that the last channel was archived is told by it.
    """

    name = "notes"

    def __init__(
        self,
        plans: ReminderPlans,
        delivery: Sends,
        incidents: KnowsIncidents,
        holder: Holder,
        *,
        promises: Callable[[], Awaitable[Sequence[Promise]]],
        trackers: Sequence[NamedTracker],
        maintainers: Sequence[str],
        tells_unreachable: bool = True,
    ) -> None:
        """`maintainers`: Slack ids. `tells_unreachable`: false where owners are not written to."""
        self._plans = plans
        self._delivery = delivery
        self._incidents = incidents
        self._holder = holder
        self._promises = promises
        self._trackers = tuple(trackers)
        self._maintainers = tuple(maintainers)
        self._tells_unreachable = tells_unreachable
        self._over = ""
        self._rests_until: datetime | None = None
        self._under_way = UnderWay()

    async def on_tick(self, now: datetime) -> None:
        """Begin the note, if its time has come. Raises `StoreFault`."""
        if not self._maintainers or (self._rests_until is not None and now < self._rests_until):
            return
        promises = await self._promises()
        zone = promises[0].schedule.zone if promises else ZoneInfo("UTC")
        running = running_round(promises, now=now) or _round_without(now)
        if running.round.key != self._over and now >= _note_at(running.round, zone):
            self._under_way.begin(running.round.key, partial(self._write, running))

    async def ended(self) -> None:
        """Wait for what was begun."""
        await self._under_way.ended()

    async def close(self) -> None:
        """What was sent is recorded."""
        await self._under_way.close()

    async def _write(self, running: Running) -> None:
        self._rests_until = self._holder.now() + SLACK_RESTS
        try:
            async with self._holder.holding(f"note:{running.round.key}") as hold:
                if hold is not None:
                    await self._write_held(running, hold)
                    self._over = running.round.key if hold.is_finished else ""
        except NemorlStatusError as error:
            _log.warning("The weekly note failed; it is tried again", because=str(error))
        except Exception as error:  # noqa: BLE001 -- an edge of a task
            _log.error("The weekly note failed by a mistake of ours", exc_info=error)

    async def _write_held(self, running: Running, hold: Hold) -> None:
        now = self._holder.now()
        incidents = await self._incidents.untold()
        unreachable = await self._unreachable(running, now)
        findings = await self._findings(running, now)
        answer = note_answer(incidents, unreachable, findings, now=now)
        hold.is_finished = True
        if answer is None:
            return
        heard: list[datetime] = []
        for out in _outgoing(f"note:{running.round.key}", answer, self._maintainers):
            sent = await self._delivery.send_once(out)
            heard += _heard_until(sent, now)
            if sent.outcome is DeliveryOutcome.POSTPONED:
                hold.is_finished = False
                hold.rests_until = now + SLACK_RESTS
            if sent.is_token_lost:
                return
        if hold.is_finished and heard:
            # What found no place waits for the next note.
            told = [one.key for one in incidents[:LINES_AT_MOST]]
            await self._incidents.told(told, until=min(heard))

    async def _unreachable(self, running: Running, now: datetime) -> tuple[Unreachable, ...]:
        """Owners without a link; who has one and could not be reached is an incident."""
        if not self._tells_unreachable:
            return ()
        planned = await self._plans.planned(running.trackers, at=now, is_checked=False)
        return planned.plan.unreachable

    async def _findings(self, running: Running, now: datetime) -> list[Findings]:
        """Where no digest runs, a note comes only when something went wrong."""
        if not running.trackers:
            return []
        judged = await self._plans.judged(self._trackers, at=now)
        return [Findings(name=one.name, count=one.tracker.counts.drift) for one in judged]


class Alerts:
    """Tells maintainers at once what cannot wait: a token that GitHub refuses."""

    def __init__(
        self, delivery: Sends, *, maintainers: Sequence[str], now: Callable[[], datetime]
    ) -> None:
        """`maintainers`: Slack ids."""
        self._delivery = delivery
        self._maintainers = tuple(maintainers)
        self._now = now

    async def reading_failed(self, error: NemorlStatusError) -> None:
        """Tell of a lost token, once a day; other errors wait for the weekly note."""
        if not isinstance(error, BadCredentials):
            return
        message = slack_pages(alert_answer(error))[0]
        day = self._now().date().isoformat()
        for slack in self._maintainers:
            key = f"alert:github-token:{day}/{slack}"
            try:
                await self._delivery.send_once(Outgoing(key=key, channel=slack, message=message))
            except StoreFault as fault:  # told again with the next reading that fails
                _log.warning("Maintainers were not told of a lost token", because=str(fault))


def _outgoing(key: str, answer: Answer, maintainers: Sequence[str]) -> Iterator[Outgoing]:
    """The note to each of them; a long one takes several messages."""
    pages = slack_pages(answer)
    for slack in maintainers:
        for message in pages:
            page = f"/{message.page}" if message.page > 1 else ""
            yield Outgoing(key=f"{key}/{slack}{page}", channel=slack, message=message)


def _heard_until(sent: Delivered, now: datetime) -> list[datetime]:
    """What happened until when the maintainer heard; empty: nothing reached them.

    A note that was sent by an earlier try does not tell what happened since: rather twice than
    never.
    """
    match sent.outcome:
        case DeliveryOutcome.SENT:
            return [now]
        case DeliveryOutcome.SENT_BEFORE if sent.ts is not None:
            return [min(now, datetime.fromtimestamp(float(sent.ts), UTC) - DRAWN_BEFORE)]
        case _:
            return []


def _round_without(now: datetime) -> Running:
    """The round of a week in which no digest comes: as if one had come on its Monday."""
    today = now.astimezone(UTC).date()
    monday = today - timedelta(days=today.weekday())
    return Running(round=Round(digest_day=monday), trackers=())


def _note_at(round_: Round, zone: ZoneInfo) -> datetime:
    """A working day after the first messages to owners: by then most of them have gone out."""
    first = reminder_at(round_.digest_day, zone, calendar=None)
    return reminder_at(first.astimezone(zone).date(), zone, calendar=None)
