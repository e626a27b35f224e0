"""Whole bots but for Bolt, on one store, one fake Slack and one clock. For tests only."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from bot.delivery import Delivery, Pacer, Uploads, delivery_client
from bot.delivery.pictures import Draw, Pictures
from bot.demo.slack import (
    Channel,
    FakeSlack,
    Message,
    User,
)
from bot.errors import NemorlStatusError
from bot.github_status.current import Current
from bot.github_status.facts.pulls import Login, Pull
from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Snapshot
from bot.github_status.judge import Rules
from bot.github_status.reader import tracker_key
from bot.github_status.shared import SharedReader
from bot.jobs.digest_drawing import Draughtsman
from bot.jobs.digest_pictures import DigestPictures
from bot.jobs.digest_slots import DigestSlots
from bot.jobs.digests import Digests
from bot.jobs.holding import Holder
from bot.jobs.members import Members
from bot.jobs.notes import Notes
from bot.jobs.reminder_plans import ReminderPlans
from bot.jobs.reminder_updates import ReminderUpdates
from bot.jobs.reminders import ReminderRules, Reminders
from bot.jobs.rounds import Promise
from bot.jobs.slots import NamedTracker
from bot.people.people import Link, People, PersonName, SlackId
from bot.reminders.silence import parked_of
from bot.schedule import parse_weekly
from bot.store.claims import Claims
from bot.store.digests import Digests as StoredDigests
from bot.store.engine import Database
from bot.store.incidents import Incidents
from bot.store.messages import Messages
from bot.store.subscriptions import Subscription, Subscriptions
from bot.store.wishes import RowWish, RowWishKind, Wishes
from tests.builders import a_ref, at
from tests.fakes.clock import Clock
from tests.jobs.readings import TRACKER, SettableReader, a_holding

__all__ = ["TRACKER", "Bot", "World"]


@dataclass
class World:
    """What all bots of a test share."""

    slack: FakeSlack
    database: Database
    clock: Clock
    github: Snapshot
    error: NemorlStatusError | None = None
    readings: int = 0
    others: dict[Ref, Snapshot] = field(default_factory=dict)
    """What GitHub holds of other trackers."""
    people: People = field(default_factory=People)
    rules: ReminderRules = field(default_factory=ReminderRules)
    maintainers: tuple[str, ...] = ()
    trackers: tuple[NamedTracker, ...] = (TRACKER,)
    bots: list["Bot"] = field(default_factory=list)
    room: Channel = field(init=False)

    def __post_init__(self) -> None:
        self.room = self.slack.add_channel("room")

    def person(self, name: str, *, calendar: str | None = None, **fields: Any) -> User:
        """Somebody in Slack whom the settings link; the login is the first name."""
        login = name.split(maxsplit=1)[0].lower()
        user = self.slack.add_user(login, real_name=name, **fields)
        link = Link(
            name=PersonName(name), github=Login(login), slack=SlackId(user.id), calendar=calendar
        )
        self.people = People((*self.people.links, link))
        return user

    def holds(self, body: str, *pulls: Pull) -> None:
        """From now on GitHub says so."""
        self.github = a_holding(body, *pulls)

    def changes(self, number: int, **fields: Any) -> None:
        """Something about a pull request changes."""
        readings = tuple(
            replace(one, item=replace(one.item, **fields))
            if one.ref == a_ref(number) and isinstance(one.item, Pull)
            else one
            for one in self.github.readings
        )
        self.github = replace(self.github, readings=readings)

    @property
    def wishes(self) -> Wishes:
        return Wishes(self.database)

    async def answers(
        self, user: User, kind: RowWishKind, number: int, *, until: datetime | None = None
    ) -> None:
        """The person says this about a row."""
        wish = RowWish(
            kind=kind,
            person=user.id,
            tracker_key=TRACKER.key,
            ref=str(a_ref(number)),
            at=self.clock.now,
            until=until,
            progress_at=at("2026-06-08"),
        )
        await self.wishes.put_row(wish)

    async def promises(self) -> list[Promise]:
        """The digests that run, as the wiring has them."""
        by_key = {one.key: one for one in self.trackers}
        return [
            Promise(
                tracker=by_key[one.tracker_key],
                schedule=parse_weekly(one.at, one.zone),
                since=one.since,
            )
            for one in await self.subscriptions.all()
            if not one.stopped
        ]

    def letters(self, user: User) -> list[Message]:
        """What the bot wrote to this person."""
        return self.standing(self.slack.dm(user))

    async def passes(self, bot: "Bot", until: datetime, *, every: timedelta) -> None:
        """Let time pass, with a look at the jobs every so often, at the end too."""
        while self.clock.now < until:
            self.clock.now = min(self.clock.now + every, until)
            await bot.works()

    @property
    def subscriptions(self) -> Subscriptions:
        return Subscriptions(self.database)

    async def subscribe(self, channel: Channel | None = None, **fields: object) -> Subscription:
        given = {
            "channel": (channel or self.room).id,
            "tracker_key": TRACKER.key,
            "at": "mon 09:00",
            "zone": "Europe/London",
            "since": self.clock.now,
            "by": "U0MAINTAIN",
            **fields,
        }
        subscription = Subscription(**given)  # type: ignore[arg-type]
        await self.subscriptions.put(subscription)
        return subscription

    def bot(self, **how: object) -> "Bot":
        """One process that has just started."""
        bot = Bot(self, number=len(self.bots), **how)  # type: ignore[arg-type]
        self.bots.append(bot)
        return bot

    def standing(self, channel: Channel | None = None) -> list[Message]:
        """The bot's messages at the top of the channel, oldest first."""
        found = self.slack.messages(channel or self.room)
        return [m for m in found if m.metadata is not None and m.thread_ts in (None, m.ts)]

    def replies(self, message: Message, channel: Channel | None = None) -> list[Message]:
        """What stands in its thread."""
        found = self.slack.messages(channel or self.room, thread=message)
        return [m for m in found if m.ts != message.ts]

    async def told(self) -> dict[str, str]:
        """The incidents: key → sentence."""
        return {one.key: one.said for one in await Incidents(self.database).untold()}


class Bot:
    """One process."""

    def __init__(
        self,
        world: World,
        *,
        number: int = 0,
        settings: tuple[Subscription, ...] = (),
        draw: Draw | None = None,
    ) -> None:
        name = f"process {number}"
        claims = Claims(world.database)
        reader = SettableReader(world)
        self.world = world
        self.holder = Holder(claims=claims, name=name, now=world.clock)
        shared = SharedReader(reader, claims, holder=name, clock=world.clock, look_seconds=0.001)
        self.current = Current(shared, clock=world.clock)
        self.delivery = Delivery(
            delivery_client(world.slack.bot_token, url=world.slack.api_url, call_seconds=5),
            Messages(world.database),
            Incidents(world.database),
            holder=name,
            now=world.clock,
            pacer=self._pacer(1),
            monotonic=self._seconds,
            sleep=world.clock.sleep,
        )
        self.slots = DigestSlots(
            self.current,
            reader,
            StoredDigests(world.database),
            self.delivery,
            Draughtsman(
                rules=Rules(),
                people=lambda: world.people,
                parked=lambda tracker, people: parked_of(
                    self.wishes, tracker_key=tracker_key(tracker), people=people
                ),
            ),
            now=world.clock,
            pictures=None if draw is None else self._pictures(reader, draw),
        )
        self.digests = Digests(
            self.slots,
            StoredDigests(world.database),
            Subscriptions(world.database),
            Incidents(world.database),
            self.holder,
            trackers=world.trackers,
            settings=settings,
        )
        self.wishes: Sequence[RowWish] = ()
        self._set_up_writing(world)

    def _pictures(self, reader: SettableReader, draw: Draw) -> DigestPictures:
        world = self.world
        client = delivery_client(world.slack.bot_token, url=world.slack.api_url, call_seconds=5)
        pictures = Pictures(
            reader,
            Uploads(client, sleep=world.clock.sleep),
            Incidents(world.database),
            rules=Rules(),
            people=lambda: world.people,
            now=world.clock,
            draw=draw,
        )
        return DigestPictures(pictures)

    def _set_up_writing(self, world: World) -> None:
        messages, incidents = Messages(world.database), Incidents(world.database)
        plans = ReminderPlans(
            self.current, messages, world.wishes, rules=Rules(), people=lambda: world.people
        )
        client = delivery_client(world.slack.bot_token, url=world.slack.api_url, call_seconds=5)
        self.members = Members(client, now=world.clock, people=self._pacer(1), quiet=self._pacer(2))
        self.reminders = Reminders(
            plans,
            self.members,
            self.delivery,
            incidents,
            Claims(world.database),
            self.holder,
            promises=world.promises,
            people=lambda: world.people,
            rules=world.rules,
        )
        self.updates = ReminderUpdates(
            plans,
            messages,
            self.delivery,
            self.holder,
            trackers=world.trackers,
            people=lambda: world.people,
        )
        self.notes = Notes(
            plans,
            self.delivery,
            incidents,
            self.holder,
            promises=world.promises,
            trackers=world.trackers,
            maintainers=world.maintainers,
        )

    def _pacer(self, seconds: float) -> Pacer:
        return Pacer(seconds, monotonic=self._seconds, sleep=self.world.clock.sleep)

    def _seconds(self) -> float:
        return self.world.clock.now.timestamp()

    async def tick(self) -> None:
        """Look, and do all that is due."""
        self.wishes = await self.world.wishes.row_wishes(now=self.world.clock.now)
        await self.digests.on_tick(self.world.clock.now)
        await self.digests.ended()

    async def works(self) -> None:
        """Look at what is written to people, and do all that is due."""
        for job in (self.reminders, self.updates, self.notes):
            await job.on_tick(self.world.clock.now)
            await job.ended()

    async def dies(self) -> None:
        """At once."""
        for job in (self.digests, self.reminders, self.updates, self.notes):
            await job.close()
        await self.current.close()
