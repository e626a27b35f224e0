"""What the wiring builds for a running bot alone: questions in a terminal do without Slack."""

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta

from slack_bolt.async_app import AsyncApp
from slack_sdk.web.async_client import AsyncWebClient

from bot.github_status.current import Current
from bot.github_status.facts.refs import Ref
from bot.github_status.unlisted import UnlistedReadings
from bot.insight.metrics import Metrics
from bot.jobs import Job
from bot.jobs.holding import Holder
from bot.listeners import (
    Access,
    Claims,
    Desk,
    Identity,
    RecentClaims,
    SlackRules,
    Underway,
    build_app,
    slack_client,
)
from bot.listeners.home_pictures import HomePictures, PicturedTracker
from bot.listeners.parks import Parks
from bot.listeners.repair.flow import CarriesOut
from bot.people.book import PeopleBook
from bot.people.people import SlackId
from bot.schedule import zone_named
from bot.serving.errands import CatchUp, ErrandGround
from bot.serving.event_claims import StoredClaims
from bot.serving.jobs import Ground, jobs_of, shared_reading
from bot.serving.measured import CountedReads, CountedRepairs, CountedRequests
from bot.settings.fields import Settings
from bot.store.address import is_sqlite
from bot.store.engine import Database, database_url
from bot.store.left import LeftFindings
from bot.store.links import Links
from bot.store.wishes import Wishes
from bot.web import READINGS_MISSED
from bot.wiring import (
    Live,
    open_live,
    people_of,
    repairing_on,
    rules_of,
    secret_text,
    utc_now,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Bot:
    """Everything that answers, while it is open."""

    client: AsyncWebClient
    current: Current
    database: Database
    desk: Desk
    people: PeopleBook
    rules: SlackRules
    trackers: tuple[Ref, ...]
    underway: Underway
    read_every: timedelta
    claims: Claims
    """Of Slack's events."""
    errands: ErrandGround
    home_pictures: HomePictures | None
    """`None`: the App Home shows none."""
    jobs: tuple[Job, ...]
    """What it does by itself."""
    metrics: Metrics
    names: Mapping[Ref, str]
    """What the settings call the trackers."""

    @property
    def oldest(self) -> timedelta:
        """How old the newest reading of a tracker may be, or the bot is not ready."""
        return READINGS_MISSED * self.read_every

    def app(self, identity: Identity) -> AsyncApp:
        """The Bolt app, once it is known who the bot is."""
        access = Access(self.client, identity, self.rules, self.people)
        return build_app(
            self.client,
            identity=identity,
            desk=self.desk,
            access=access,
            rules=self.rules,
            underway=self.underway,
            claims=self.claims,
            errands=self.errands.errands(access, identity),
            home_pictures=self.home_pictures,
            on_acknowledged=self.metrics.acknowledged,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Parts:
    """What jobs and errands are both built from."""

    live: Live
    current: Current
    holder: Holder
    client: AsyncWebClient
    book: PeopleBook
    parks: Parks
    carries_out: CarriesOut | None
    metrics: Metrics
    now: Callable[[], datetime]


@asynccontextmanager
async def open_bot(
    settings: Settings, *, now: Callable[[], datetime] = utc_now
) -> AsyncIterator[Bot]:
    """The bot of these settings; what it began and nobody waits for any more is given up.

    `now`: the clock by which it reads, says, remembers and does what is due.
    """
    rules = slack_rules_of(settings)
    trackers = tuple(tracker.tracker for tracker in settings.tracker)
    read_every = timedelta(minutes=settings.refresh.minutes)
    names = {tracker.ref: tracker.name for tracker in trackers}
    metrics = Metrics(tuple(names.values()))
    async with (
        open_live(settings, watch=CountedRequests(metrics), now=now) as live,
        _carrying_out(settings, live, metrics, now) as carries_out,
    ):
        holder, current = shared_reading(live, CountedReads(live.reader, metrics, names), now=now)
        refs = tuple(tracker.ref for tracker in trackers)
        book = PeopleBook(people_of(settings), Links(live.database), now=now)
        parks = Parks(Wishes(live.database), LeftFindings(live.database), now=now)
        client = slack_client(secret_text(settings.slack_bot_token), url=settings.slack_api_url)
        parts = _Parts(
            live=live,
            current=current,
            holder=holder,
            client=client,
            book=book,
            parks=parks,
            carries_out=carries_out,
            metrics=metrics,
            now=now,
        )
        unlisted = UnlistedReadings(live.github, clock=now, fresh=read_every)
        desk = Desk(
            current,
            trackers,
            rules_of(settings),
            book,
            now=now,
            oldest=read_every,
            command=rules.command,
            parks=parks,
            can_repair=carries_out is not None,
            unlisted=unlisted,
        )
        ground = _ground(settings, parts)
        home_pictures = _home_pictures(settings, ground)
        try:
            yield Bot(
                client=client,
                current=current,
                database=live.database,
                desk=desk,
                people=book,
                rules=rules,
                trackers=refs,
                underway=Underway(on_end=metrics.answered),
                read_every=read_every,
                claims=event_claims(settings, holder),
                errands=_errand_ground(settings, parts, desk),
                home_pictures=home_pictures,
                jobs=(CatchUp(book, parks), *jobs_of(ground, read_every=read_every)),
                metrics=metrics,
                names=names,
            )
        finally:
            if home_pictures is not None:
                await home_pictures.close()
            desk.close()
            await unlisted.close()
            await current.close()


@asynccontextmanager
async def _carrying_out(
    settings: Settings, live: Live, metrics: Metrics, now: Callable[[], datetime]
) -> AsyncIterator[CarriesOut | None]:
    """What repairs; `None` where the settings do not let the index be changed.

    Raises `UserError` where they do, and there is nothing to write with.
    """
    if not settings.repair.enabled:
        yield None
        return
    watch = CountedRequests(metrics, credential="write")
    async with repairing_on(settings, live.database, watch=watch, now=now) as repairing:
        yield CountedRepairs(repairing, metrics)


def _ground(settings: Settings, parts: _Parts) -> Ground:
    return Ground(
        settings=settings,
        database=parts.live.database,
        current=parts.current,
        reader=parts.live.reader,
        holder=parts.holder,
        token=secret_text(settings.slack_bot_token),
        people=lambda: parts.book.current,
        rules=rules_of(settings),
        parked=parts.parks.parked,
        left=parts.parks.left,
        now=parts.now,
        metrics=parts.metrics,
    )


def _home_pictures(settings: Settings, ground: Ground) -> HomePictures | None:
    """Those of the first tracker, with weeks that end as in its first digest."""
    if not settings.pictures.enabled or not ground.trackers:
        return None
    first = ground.trackers[0]
    zones = (digest.zone for digest in settings.digests if digest.tracker.ref == first.ref)
    return HomePictures(
        ground.current,
        ground.pictures(),
        PicturedTracker(name=first.name, ref=first.ref, zone=zone_named(next(zones, "UTC"))),
        now=ground.now,
    )


def _errand_ground(settings: Settings, parts: _Parts, desk: Desk) -> ErrandGround:
    return ErrandGround(
        client=parts.client,
        database=parts.live.database,
        current=parts.current,
        history=parts.live.reader,
        desk=desk,
        rules=slack_rules_of(settings),
        judged_by=rules_of(settings),
        trackers=tuple(tracker.tracker for tracker in settings.tracker),
        book=parts.book,
        parks=parts.parks,
        now=parts.now,
        carries_out=parts.carries_out,
    )


def event_claims(settings: Settings, holder: Holder) -> Claims:
    """On a SQLite file one bot runs, and its memory will do."""
    if is_sqlite(database_url(settings.database_url.get_secret_value())):
        return RecentClaims()
    return StoredClaims(holder.claims, holder=holder.name, now=holder.now)


def slack_rules_of(settings: Settings) -> SlackRules:
    """What listeners are told."""
    slack = settings.slack
    return SlackRules(
        command=slack.command,
        maintainers=frozenset(map(SlackId, slack.maintainers)),
        owners_repair=settings.repair.owners,
        allow_guests=slack.allow_guests,
        private_channels=frozenset(slack.private_channels),
        private_people=frozenset(map(SlackId, slack.private_people)),
    )
