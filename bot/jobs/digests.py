"""The job that posts digests: of every subscription the slot that is due."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Protocol

import structlog

from bot.answers.audience import Audience, AudienceKind
from bot.errors import NemorlStatusError, UserError
from bot.jobs.digest_slots import DigestSlots
from bot.jobs.holding import Hold, Holder
from bot.jobs.needs import KeepsSlots, NotesIncidents
from bot.jobs.slots import DigestSlot, NamedTracker, SlotEnd, SlotResult
from bot.jobs.under_way import UnderWay
from bot.schedule import due_slot, parse_weekly
from bot.store.subscriptions import BY_SETTINGS, Subscription

RESTS = timedelta(minutes=5)
"""From one try to the next, while GitHub cannot be read or Slack asks to wait."""

TRACKER_CLOSED = "the tracker was closed"
"""Why a subscription stopped."""

_STOPPED_BY = {"is_archived": "the channel is archived"}
"""Slack's words after which nothing is ever sent there again, until somebody subscribes anew."""

_log = structlog.get_logger(__name__)


class KeepsSubscriptions(Protocol):
    """What of the stored subscriptions is used here; each may raise `StoreFault`."""

    async def all(self) -> tuple[Subscription, ...]:
        """Every one."""
        ...

    async def put(self, subscription: Subscription) -> Subscription | None:
        """Write it in place of what was there."""
        ...

    async def remove(self, channel: str, tracker_key: str) -> Subscription | None:
        """Take it out."""
        ...

    async def stop(self, channel: str, tracker_key: str, *, because: str) -> None:
        """Send nothing any more."""
        ...


class Digests:
    """Looks which slots are due, and sends them, each in a task of its own."""

    name = "digests"

    def __init__(
        self,
        slots: DigestSlots,
        records: KeepsSlots,
        subscriptions: KeepsSubscriptions,
        incidents: NotesIncidents,
        holder: Holder,
        *,
        trackers: Sequence[NamedTracker],
        settings: Sequence[Subscription] = (),
        private_channels: frozenset[str] = frozenset(),
    ) -> None:
        """`settings`: what the settings file subscribes; `since` is the moment it was read."""
        self._slots = slots
        self._records = records
        self._subscriptions = subscriptions
        self._incidents = incidents
        self._holder = holder
        self._trackers = {tracker.key: tracker for tracker in trackers}
        self._settings: Sequence[Subscription] | None = settings
        self._private_channels = private_channels
        self._under_way = UnderWay()

    async def on_tick(self, now: datetime) -> None:
        """Begin the slots that are due. Raises `StoreFault`."""
        if self._settings is not None:
            await self._take_over(self._settings)
            self._settings = None
        for subscription in await self._subscriptions.all():
            slot = await self._due(subscription, now)
            if slot is not None:
                self._under_way.begin(slot.key, partial(self._send, slot))

    async def ended(self) -> None:
        """Wait for what was begun."""
        await self._under_way.ended()

    async def close(self) -> None:
        """What was sent is recorded; the rest is sent by the next run."""
        await self._under_way.close()

    async def _take_over(self, settings: Sequence[Subscription]) -> None:
        """Make the store say what the settings file says."""
        known = {(one.channel, one.tracker_key): one for one in await self._subscriptions.all()}
        wanted = {(one.channel, one.tracker_key): one for one in settings}
        for place, subscription in wanted.items():
            # That a tracker was closed was said once, and is not said again after a restart.
            if place not in known or known[place].stopped != TRACKER_CLOSED:
                await self._subscriptions.put(subscription)
        for place, one in known.items():
            if one.is_by_settings and place not in wanted:
                await self._subscriptions.remove(*place)

    async def _due(self, subscription: Subscription, now: datetime) -> DigestSlot | None:
        tracker = self._trackers.get(subscription.tracker_key)
        if tracker is not None and subscription.stopped:
            await self._open_again(subscription, tracker, now)
        if tracker is None or subscription.stopped:
            return None
        try:
            schedule = parse_weekly(subscription.at, subscription.zone)
        except UserError as error:  # a zone that this machine does not know
            await self._incidents.note(
                f"schedule:{subscription.channel}", f"{error} {error.advice}", now=now
            )
            return None
        channel, key = subscription.channel, subscription.tracker_key
        last = await self._records.last_sent(channel, key, until=now)
        due = due_slot(
            schedule,
            since=subscription.since,
            last_sent=None if last is None else last.slot,
            settled=await self._records.settled(channel, key),
            now=now,
        )
        if due is None:
            return None
        return DigestSlot(
            channel=channel,
            tracker=tracker,
            schedule=schedule,
            due=due,
            audience=channel_audience(channel, self._private_channels),
            says_nothing_new=subscription.says_nothing_new,
        )

    async def _open_again(
        self, subscription: Subscription, tracker: NamedTracker, now: datetime
    ) -> None:
        """Go on with what the settings file asks for once the issue is open again: in Slack nobody
        can subscribe to it anew. It counts from the next tick on."""
        is_closed = subscription.stopped == TRACKER_CLOSED and subscription.is_by_settings
        if is_closed and await self._slots.is_open(tracker.ref):
            await self._subscriptions.put(replace(subscription, stopped="", since=now))

    async def _send(self, slot: DigestSlot) -> None:
        try:
            async with self._holder.holding(slot.key) as hold:
                if hold is not None:
                    await self._send_held(slot, hold)
        except NemorlStatusError as error:
            _log.warning("A digest failed; it is tried again", digest=slot.key, because=str(error))
        except Exception as error:  # noqa: BLE001 -- an edge of a task: other digests go on
            _log.error("A digest failed by a mistake of ours", digest=slot.key, exc_info=error)

    async def _send_held(self, slot: DigestSlot, hold: Hold) -> None:
        result = await self._slots.send(slot)
        is_over = result.end is not SlotEnd.WAITS
        is_slack_busy = result.delivered is not None and result.delivered.code
        if not is_over and (result.error is not None or is_slack_busy):
            hold.rests_until = self._holder.now() + RESTS
        _tell(slot, result)
        await self._note(slot, result)
        await self._slots.end(slot, result)
        hold.is_finished = is_over

    async def _note(self, slot: DigestSlot, result: SlotResult) -> None:
        channel, key, now = slot.channel, slot.tracker.key, self._holder.now()
        if result.end is SlotEnd.CLOSED:
            await self._subscriptions.stop(channel, key, because=TRACKER_CLOSED)
        if result.end is SlotEnd.GIVEN_UP and result.error is not None:
            await self._incidents.note(
                f"given_up:{slot.key}",
                f"No digest of {slot.tracker.name} was posted: {result.error} "
                f"{result.error.advice} The next one tells of that week too.",
                now=now,
            )
        code = result.delivered.code if result.delivered is not None else ""
        if result.end is SlotEnd.REFUSED and code in _STOPPED_BY:
            await self._subscriptions.stop(channel, key, because=_STOPPED_BY[code])


def channel_audience(channel: str, private_channels: frozenset[str]) -> Audience:
    """Everybody in this channel."""
    return Audience(kind=AudienceKind.PUBLIC, sees_private=channel in private_channels)


def settings_subscription(
    *, channel: str, tracker: NamedTracker, at: str, zone: str, is_quiet: bool, now: datetime
) -> Subscription:
    """What a `[[digest]]` of the settings file asks for."""
    return Subscription(
        channel=channel,
        tracker_key=tracker.key,
        at=at,
        zone=zone,
        since=now,
        by=BY_SETTINGS,
        says_nothing_new=not is_quiet,
    )


def _tell(slot: DigestSlot, result: SlotResult) -> None:
    say: Callable[..., object] = _log.info if result.end is SlotEnd.SENT else _log.warning
    because = str(result.error) if result.error is not None else ""
    if result.delivered is not None and result.end is SlotEnd.REFUSED:
        because = result.delivered.code
    say("A digest has come so far", digest=slot.key, end=result.end.value, because=because)
