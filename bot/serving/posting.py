"""What a terminal posts: by the same door, records and claims as the running bot's."""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime

from bot.delivery import Delivered, Outgoing
from bot.errors import Fault
from bot.jobs.digests import TRACKER_CLOSED, channel_audience
from bot.jobs.needs import Sends
from bot.jobs.reminder_plans import Planned, ReminderPlans
from bot.jobs.reminders import Reminders
from bot.jobs.rounds import Promise
from bot.jobs.slots import DigestSlot, NamedTracker, SlotEnd, SlotResult
from bot.listeners.parks import Parks
from bot.people.book import PeopleBook
from bot.schedule import DueSlot, Round, due_slot
from bot.serving.jobs import Ground, reminder_rules, shared_reading
from bot.settings.channels import ChannelDigest
from bot.settings.fields import Settings
from bot.store.claims import Claims
from bot.store.digests import Digests as StoredDigests
from bot.store.incidents import Incidents
from bot.store.left import LeftFindings
from bot.store.links import Links
from bot.store.subscriptions import Subscriptions
from bot.store.wishes import Wishes
from bot.wiring import open_live, people_of, rules_of, secret_text, utc_now


async def post_digest(
    settings: Settings, digest: ChannelDigest, slot: datetime
) -> SlotResult | None:
    """Post the digest of this slot, the newest that has come; `None`: it was over before.

    Raises `StoreFault`, and a `Fault` while another process is at it.
    """
    async with _open_ground(settings) as ground:
        due = await _due(ground, digest, slot)
        if due is None:
            return None
        wanted = DigestSlot(
            channel=digest.channel,
            tracker=_named(digest),
            schedule=digest.schedule,
            due=due,
            audience=channel_audience(digest.channel, frozenset(settings.slack.private_channels)),
            says_nothing_new=not digest.quiet,
        )
        async with ground.holder.holding(wanted.key) as hold:
            if hold is None:
                raise Fault(
                    "The running bot is at this digest.",
                    advice="Look into the channel; ask again in some minutes.",
                )
            slots = ground.digest_slots(ground.delivery())
            result = await slots.send(wanted)
            if result.end is SlotEnd.CLOSED:
                await Subscriptions(ground.database).stop(
                    digest.channel, wanted.tracker.key, because=TRACKER_CLOSED
                )
            await slots.end(wanted, result)
            hold.is_finished = result.end is not SlotEnd.WAITS
        return result


async def post_reminders(
    settings: Settings, digests: Sequence[ChannelDigest], slot: datetime, only: frozenset[str]
) -> tuple[Mapping[str, Delivered], frozenset[str]]:
    """Write to those of these people (Slack ids) whose time has come in the round of this slot.

    Returns what came of each message, by Slack id, and who was done with before. Raises
    `StoreFault`, or a `Fault` when Slack does not answer.
    """
    async with _open_ground(settings) as ground:
        first = digests[0].schedule
        prefix = f"remind:{Round(digest_day=first.local_date(slot)).key}:"
        over = await Claims(ground.database).finished(prefix)
        promises = [
            Promise(tracker=_named(each), schedule=each.schedule, since=slot) for each in digests
        ]
        door = _Noted(ground.delivery())

        async def promised() -> Sequence[Promise]:
            return promises

        reminders = Reminders(
            _Only(ground.plans(), only),
            ground.members(),
            door,
            Incidents(ground.database),
            Claims(ground.database),
            ground.holder,
            promises=promised,
            people=ground.people,
            rules=reminder_rules(settings),
        )
        try:
            await reminders.on_tick(ground.now())
            await reminders.ended()
        finally:
            await reminders.close()
    if reminders.trouble and not door.sent:
        raise Fault(reminders.trouble)
    return door.sent, frozenset(key.removeprefix(prefix) for key in over)


class _Noted:
    """The door, and what went through it."""

    def __init__(self, door: Sends) -> None:
        self._door = door
        self.sent: dict[str, Delivered] = {}

    async def send_once(self, out: Outgoing) -> Delivered:
        self.sent[out.channel] = found = await self._door.send_once(out)
        return found


class _Only(ReminderPlans):
    """Plans for some people alone."""

    def __init__(self, plans: ReminderPlans, people: frozenset[str]) -> None:
        self._plans = plans
        self._people_meant = people

    async def is_wanted(self, slack: str, *, at: datetime) -> bool:
        return await self._plans.is_wanted(slack, at=at)

    async def planned(
        self, trackers: Sequence[NamedTracker], *, at: datetime, is_checked: bool
    ) -> Planned:
        found = await self._plans.planned(trackers, at=at, is_checked=is_checked)
        theirs = (r for r in found.plan.reminders if r.link.slack in self._people_meant)
        addressed = (link for link in found.addressed if link.slack in self._people_meant)
        return replace(
            found,
            plan=replace(found.plan, reminders=tuple(theirs)),
            addressed=tuple(addressed),
        )


@asynccontextmanager
async def _open_ground(settings: Settings) -> AsyncIterator[Ground]:
    """As for the running bot, without what listens."""
    async with open_live(settings) as live:
        holder, current = shared_reading(live)
        people = await PeopleBook(people_of(settings), Links(live.database), now=utc_now).refresh()
        parks = Parks(Wishes(live.database), LeftFindings(live.database), now=utc_now)
        await parks.refresh()
        try:
            yield Ground(
                settings=settings,
                database=live.database,
                current=current,
                reader=live.reader,
                holder=holder,
                token=secret_text(settings.slack_bot_token),
                people=lambda: people,
                rules=rules_of(settings),
                parked=parks.parked,
                left=parks.left,
                now=utc_now,
            )
        finally:
            await current.close()


async def _due(ground: Ground, digest: ChannelDigest, slot: datetime) -> DueSlot | None:
    """The slot with its window; whoever asks for it need not have subscribed before it."""
    records, key = StoredDigests(ground.database), _named(digest).key
    last = await records.last_sent(digest.channel, key, until=ground.now())
    return due_slot(
        digest.schedule,
        since=slot if last is None else min(slot, last.slot),
        last_sent=None if last is None else last.slot,
        settled=await records.settled(digest.channel, key),
        now=ground.now(),
    )


def _named(digest: ChannelDigest) -> NamedTracker:
    return NamedTracker(name=digest.tracker.name, ref=digest.tracker.ref)
