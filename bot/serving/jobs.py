"""What the wiring builds for the jobs of a running bot, and for a post from a terminal."""

import os
import secrets
import socket
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.delivery import Delivery, Pacer, Uploads, delivery_client
from bot.delivery.pictures import Pictures
from bot.errors import UserError
from bot.github_status.current import Current
from bot.github_status.facts.refs import Ref
from bot.github_status.judge import Rules
from bot.github_status.judge.rules import Left, ParkedBySlack
from bot.github_status.reader import Reader
from bot.github_status.shared import Reads, SharedReader
from bot.insight.metrics import Metrics
from bot.jobs import Job
from bot.jobs.digest_drawing import Draughtsman, nothing_left, nothing_parked
from bot.jobs.digest_pictures import DigestPictures
from bot.jobs.digest_slots import DigestSlots
from bot.jobs.digests import Digests, settings_subscription
from bot.jobs.holding import Holder
from bot.jobs.housekeeping import Housekeeping
from bot.jobs.members import Members
from bot.jobs.needs import Sends
from bot.jobs.notes import Alerts, Notes
from bot.jobs.refresh import Refresh
from bot.jobs.reminder_plans import ReminderPlans
from bot.jobs.reminder_updates import ReminderUpdates
from bot.jobs.reminders import ReminderRules, Reminders
from bot.jobs.rounds import Promise
from bot.jobs.slots import NamedTracker
from bot.people.people import People
from bot.schedule import parse_weekly
from bot.serving.measured import CountedDelivery, Door
from bot.settings.fields import Settings
from bot.store.claims import Claims
from bot.store.digests import Digests as StoredDigests
from bot.store.engine import Database
from bot.store.incidents import Incidents
from bot.store.marks import Marks
from bot.store.messages import Messages
from bot.store.subscriptions import Subscription, Subscriptions
from bot.store.wishes import Wishes
from bot.wiring import Live, utc_now


def this_process() -> str:
    """A name unlike any other process's, also of an earlier run on the same machine."""
    return f"{socket.gethostname()[:60]}:{os.getpid()}:{secrets.token_hex(4)}"


def shared_reading(
    live: Live, reads: Reads | None = None, *, now: Callable[[], datetime] = utc_now
) -> tuple[Holder, Current]:
    """This process among others on the same store, and the newest snapshots of all of them.

    `reads`: reads in the place of the reader.
    """
    claims = Claims(live.database)
    holder = Holder(claims=claims, name=this_process(), now=now)
    shared = SharedReader(reads or live.reader, claims, holder=holder.name, clock=now)
    return holder, Current(shared, clock=now)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """What jobs stand on."""

    settings: Settings
    database: Database
    current: Current
    reader: Reader
    holder: Holder
    token: str
    people: Callable[[], People]
    rules: Rules
    now: Callable[[], datetime]
    parked: Callable[[Ref, People], Mapping[Ref, ParkedBySlack]] = nothing_parked
    """What is parked from Slack in a tracker."""
    left: Callable[[Ref, People], Left] = nothing_left
    """Which findings are left as they are in a tracker."""
    metrics: Metrics | None = None
    """Counts messages; `None`: nobody looks."""

    @property
    def trackers(self) -> tuple[NamedTracker, ...]:
        """Those of the settings."""
        named = (tracker.tracker for tracker in self.settings.tracker)
        return tuple(NamedTracker(name=one.name, ref=one.ref) for one in named)

    def delivery(self) -> Door:
        """The one door out."""
        delivery = Delivery(
            delivery_client(self.token, url=self.settings.slack_api_url),
            Messages(self.database),
            Incidents(self.database),
            holder=self.holder.name,
            now=self.now,
            pacer=Pacer(),
        )
        return CountedDelivery(delivery, self.metrics)

    def members(self) -> Members:
        """What Slack knows of people."""
        client = delivery_client(self.token, url=self.settings.slack_api_url)
        return Members(client, now=self.now, allow_guests=self.settings.slack.allow_guests)

    def digest_slots(self, delivery: Sends) -> DigestSlots:
        """What sends one slot."""
        return DigestSlots(
            self.current,
            self.reader,
            StoredDigests(self.database),
            delivery,
            Draughtsman(
                rules=self.rules,
                people=self.people,
                parked=self.parked,
                left=self.left,
                can_repair=self.settings.repair.enabled,
            ),
            now=self.now,
            pictures=DigestPictures(self.pictures()) if self.settings.pictures.enabled else None,
        )

    def pictures(self) -> Pictures:
        """What draws pictures and brings them to Slack."""
        return Pictures(
            self.reader,
            Uploads(delivery_client(self.token, url=self.settings.slack_api_url)),
            Incidents(self.database),
            rules=self.rules,
            people=self.people,
            now=self.now,
        )

    def plans(self) -> ReminderPlans:
        """What plans messages to owners."""
        return ReminderPlans(
            self.current,
            Messages(self.database),
            Wishes(self.database),
            rules=self.rules,
            people=self.people,
            left=self.left,
        )

    async def promises(self) -> Sequence[Promise]:
        """The digests that run."""
        by_key = {tracker.key: tracker for tracker in self.trackers}
        found = []
        for one in await Subscriptions(self.database).all():
            tracker = by_key.get(one.tracker_key)
            if tracker is not None and not one.stopped:
                promise = _promise(one, tracker)
                if promise is not None:
                    found.append(promise)
        return found


def jobs_of(ground: Ground, *, read_every: timedelta) -> tuple[Job, ...]:
    """What a running bot does by itself."""
    delivery = ground.delivery()
    maintainers = ground.settings.slack.maintainers
    alerts = Alerts(delivery, maintainers=maintainers, now=ground.now)
    refresh = Refresh(
        ground.current,
        [tracker.ref for tracker in ground.trackers],
        ground.holder,
        every=read_every,
        marks=Marks(ground.database),
        alert=alerts.reading_failed,
    )
    digests = Digests(
        ground.digest_slots(delivery),
        StoredDigests(ground.database),
        Subscriptions(ground.database),
        Incidents(ground.database),
        ground.holder,
        trackers=ground.trackers,
        settings=settings_subscriptions(ground.settings, now=ground.now()),
        private_channels=frozenset(ground.settings.slack.private_channels),
    )
    notes = Notes(
        ground.plans(),
        delivery,
        Incidents(ground.database),
        ground.holder,
        promises=ground.promises,
        trackers=ground.trackers,
        maintainers=maintainers,
        tells_unreachable=ground.settings.remind.enabled,
    )
    housekeeping = Housekeeping(
        Claims(ground.database),
        Messages(ground.database),
        Incidents(ground.database),
        Marks(ground.database),
        ground.holder,
    )
    always = (refresh, digests, notes, housekeeping)
    return (*always, *_writing_jobs(ground, delivery)) if ground.settings.remind.enabled else always


def _writing_jobs(ground: Ground, delivery: Door) -> tuple[Job, ...]:
    """What writes to owners."""
    reminders = Reminders(
        ground.plans(),
        ground.members(),
        delivery,
        Incidents(ground.database),
        Claims(ground.database),
        ground.holder,
        promises=ground.promises,
        people=ground.people,
        rules=reminder_rules(ground.settings),
    )
    updates = ReminderUpdates(
        ground.plans(),
        Messages(ground.database),
        delivery,
        ground.holder,
        trackers=ground.trackers,
        people=ground.people,
        private_people=frozenset(ground.settings.slack.private_people),
    )
    return reminders, updates


def reminder_rules(settings: Settings) -> ReminderRules:
    """What the settings say about messages to owners."""
    return ReminderRules(
        at=settings.remind.at,
        statuses=settings.remind.statuses,
        calendar=settings.stale.calendar,
        private_people=frozenset(settings.slack.private_people),
    )


def settings_subscriptions(settings: Settings, *, now: datetime) -> tuple[Subscription, ...]:
    """What `[[digest]]` asks for."""
    return tuple(
        settings_subscription(
            channel=digest.channel,
            tracker=NamedTracker(name=digest.tracker.name, ref=digest.tracker.ref),
            at=digest.at,
            zone=digest.zone,
            is_quiet=digest.quiet,
            now=now,
        )
        for digest in settings.digests
    )


def _promise(subscription: Subscription, tracker: NamedTracker) -> Promise | None:
    try:
        schedule = parse_weekly(subscription.at, subscription.zone)
    except UserError:  # told by the digests' job
        return None
    return Promise(tracker=tracker, schedule=schedule, since=subscription.since)
