"""What the store remembers of digests and messages, for a look at the next ones."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NoReturn

from bot.github_status.earlier import earlier_reading
from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Snapshot
from bot.github_status.reader import tracker_key
from bot.jobs.reminder_plans import ReminderPlans
from bot.jobs.slots import NamedTracker
from bot.people.left import left_of
from bot.people.people import People
from bot.settings.channels import ChannelDigest
from bot.settings.fields import Settings
from bot.settings.trackers import Tracker
from bot.store.digests import Digests
from bot.store.left import LeftFindings
from bot.store.messages import Messages
from bot.store.subscriptions import Subscription, Subscriptions
from bot.store.wishes import Wishes
from bot.terminal.desk import Earlier, Planned, Read
from bot.wiring import open_live, rules_of


async def all_digests(settings: Settings, trackers: Sequence[Tracker]) -> tuple[ChannelDigest, ...]:
    """Those of the settings, then those that channels subscribed to in Slack."""
    by_key = {tracker_key(tracker.ref): tracker for tracker in trackers}
    found = {(each.channel, tracker_key(each.tracker.ref)): each for each in settings.digests}
    async with open_live(settings) as live:
        for one in await Subscriptions(live.database).all():
            tracker = by_key.get(one.tracker_key)
            if tracker is not None and not one.stopped:
                found.setdefault((one.channel, one.tracker_key), _digest_of(one, tracker))
    return tuple(found.values())


def _digest_of(one: Subscription, tracker: Tracker) -> ChannelDigest:
    return ChannelDigest(
        channel=one.channel,
        tracker=tracker,
        at=one.at,
        zone=one.zone,
        quiet=not one.says_nothing_new,
    )


async def earlier_than(settings: Settings, digest: ChannelDigest, slot: datetime) -> Earlier:
    """The digest that was sent last before this slot, and the reading to compare the index with."""
    tracker = digest.tracker.ref
    async with open_live(settings) as live:
        last = await Digests(live.database).last_sent(
            digest.channel, tracker_key(tracker), until=slot - timedelta.resolution
        )
        start = digest.schedule.week_before(slot) if last is None else last.slot
        as_of = None if last is None else last.as_of
        return Earlier(
            last_sent=None if last is None else last.slot,
            baseline=await earlier_reading(live.reader, tracker, as_of=as_of, start=start),
        )


class _AsRead:
    """Readings that were just made, for whoever plans from the newest ones."""

    def __init__(self, read: Sequence[Read]) -> None:
        self._snapshots = {tracker.ref: snapshot for tracker, snapshot in read}

    async def caught_up(self, tracker: Ref) -> Snapshot | None:
        return self._snapshots[tracker]

    def reading(self, tracker: Ref) -> NoReturn:
        raise NotImplementedError(f"{tracker} was read already")


async def planned_for(
    settings: Settings, people: People, read: Sequence[Read], at: datetime
) -> Planned:
    """The messages that the running bot would send at this moment."""
    async with open_live(settings) as live:
        stored = await LeftFindings(live.database).every()
        plans = ReminderPlans(
            _AsRead(read),
            Messages(live.database),
            Wishes(live.database),
            rules=rules_of(settings),
            people=lambda: people,
            left=lambda ref, links: left_of(stored, tracker_key=tracker_key(ref), people=links),
        )
        named = [NamedTracker(name=tracker.name, ref=tracker.ref) for tracker, _ in read]
        found = await plans.planned(named, at=at, is_checked=False)
    return Planned(plan=found.plan, trackers=found.trackers)
