"""The whole examination: which checks there are, and what stands on what.

What does not hang together is looked at at once. A check whose ground failed says so, and is not
wrong a second time.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Protocol

from bot.doctor.channels import NAME as CHANNEL
from bot.doctor.channels import channel_checks
from bot.doctor.check import Check, failed, not_checked, right, within_time, wrong
from bot.doctor.github import (
    NAME as GITHUB,
)
from bot.doctor.github import (
    WRITE_NAME,
    AsksGitHub,
    MayEdit,
    Reads,
    TrackerRead,
    no_trackers,
    reads,
    said_once,
    tracker_read,
    write_check,
)
from bot.doctor.machine import (
    ClaimsIt,
    clock_check,
    database_check,
    port_check,
    settings_checks,
)
from bot.doctor.members import NAME as MAINTAINER
from bot.doctor.members import maintainer_checks
from bot.doctor.owners import NAME as OWNERS
from bot.doctor.owners import owners_check
from bot.doctor.scopes import NAME as SCOPES
from bot.doctor.scopes import scope_checks
from bot.doctor.slack import BOT_NAME, SIGNING_NAME, SOCKET_NAME, Known, bot_known, transport_check
from bot.doctor.slack_asking import SlackAsker
from bot.errors import NemorlStatusError, NoCredentials, StoreFault, UserError
from bot.people.book import KeepsLinks, merged_people
from bot.people.people import People
from bot.schedule import zone_named
from bot.settings.fields import Settings
from bot.settings.loading import Found
from bot.store.subscriptions import Subscription

_NO_GITHUB = "GitHub cannot be asked"
_NO_SLACK = "Slack cannot be asked"


class KeepsSubscriptions(Protocol):
    """What channels subscribed to."""

    async def all(self) -> tuple[Subscription, ...]:
        """All of them; raises `StoreFault`."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Store:
    """The database, as far as it is looked at."""

    place: str
    claims: ClaimsIt
    subscriptions: KeepsSubscriptions
    links: KeepsLinks


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """What is examined; an error stands where something cannot even be built."""

    found: Found
    settings: Settings
    people: People
    """Those of the settings file."""
    github: AsksGitHub | NemorlStatusError
    writer: MayEdit | NemorlStatusError | None
    """`None`: repair is not enabled."""
    slack: SlackAsker | None
    """`None`: there is no bot token."""
    app_token: str
    """Empty in HTTP mode."""
    store: Store | NemorlStatusError
    now: Callable[[], datetime]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Known:
    """What the first looks brought, on which others stand."""

    database: Check
    reads: Reads
    slack: Known
    subscriptions: tuple[Subscription, ...]
    people: People | None
    """`None`: the links that were made in Slack are not known."""


async def examined(ground: Ground) -> tuple[Check, ...]:
    """Every check, in the order in which somebody would mend things."""
    known, port, writes = await asyncio.gather(_known(ground), _port(ground), _writes(ground))
    trackers, slack = await asyncio.gather(_trackers(ground, known), _slack(ground, known))
    return (
        *settings_checks(ground.found),
        known.database,
        _clock(known),
        *port,
        *known.reads.checks,
        *(check for tracker in trackers for check in tracker.checks),
        *said_once(writes, known.reads, _NO_GITHUB),
        *slack,
        *_zones(ground, known),
        _owners(known, trackers),
    )


async def _lines(name: str, looking: Awaitable[Check | tuple[Check, ...]]) -> tuple[Check, ...]:
    """What a check says, or why it says nothing."""
    looked = await within_time(name, looking, otherwise=())
    found = looked.found
    return (*((found,) if isinstance(found, Check) else found), *looked.checks)


async def _known(ground: Ground) -> _Known:
    database, read, slack, store = await asyncio.gather(
        within_time("Database", _database(ground), otherwise=None),
        within_time(GITHUB, _reads(ground), otherwise=Reads(checks=())),
        within_time(BOT_NAME, bot_known(ground.slack, ground.now), otherwise=Known(checks=())),
        within_time("Database", _stored(ground), otherwise=(None, ())),
    )
    people, subscriptions = store.found
    return _Known(
        database=database.found or database.checks[0],
        reads=replace(read.found, checks=(*read.found.checks, *read.checks)),
        slack=replace(slack.found, checks=(*slack.found.checks, *slack.checks)),
        subscriptions=subscriptions,
        people=people,
    )


async def _database(ground: Ground) -> Check | None:
    store = ground.store
    if isinstance(store, NemorlStatusError):
        return not_checked("Database", "its address is wrong")
    return await database_check(store.claims, store.place, ground.now())


async def _stored(ground: Ground) -> tuple[People | None, tuple[Subscription, ...]]:
    """Who is linked, and what channels subscribed to; what cannot be read is said by the check of
    the database."""
    store = ground.store
    if isinstance(store, NemorlStatusError):
        return None, ()
    try:
        links, subscriptions = await store.links.all(), await store.subscriptions.all()
    except StoreFault:
        return None, ()
    return merged_people(ground.people, links).people, subscriptions


async def _reads(ground: Ground) -> Reads:
    if isinstance(ground.github, NoCredentials):
        return Reads(checks=(not_checked(GITHUB, "there is no token and no App"),))
    if isinstance(ground.github, NemorlStatusError):
        return Reads(checks=(failed(GITHUB, ground.github),))
    first = next(iter(ground.settings.tracker), None)
    if first is None:
        return Reads(checks=(not_checked(GITHUB, "no tracking issue is named"),))
    return await reads(ground.github, first.issue.repository, ground.now)


async def _port(ground: Ground) -> tuple[Check, ...]:
    return await _lines("Port", port_check(*ground.settings.address))


async def _trackers(ground: Ground, known: _Known) -> Sequence[TrackerRead]:
    github, named = ground.github, ground.settings.tracker
    if not named:
        return (TrackerRead(checks=(no_trackers(),)),)
    if isinstance(github, NemorlStatusError) or known.reads.standing is None:
        return [
            TrackerRead(checks=(not_checked(f"Tracker {each.name}", _NO_GITHUB),)) for each in named
        ]
    nothing = TrackerRead(checks=())
    looked = await asyncio.gather(
        *(
            within_time(
                f"Tracker {each.name}",
                tracker_read(github, each.issue, each.name),
                otherwise=nothing,
            )
            for each in named
        )
    )
    return [
        TrackerRead(checks=(*one.found.checks, *one.checks), index=one.found.index)
        for one in looked
    ]


async def _writes(ground: Ground) -> tuple[Check, ...]:
    """Whether the index may be changed, where that is wanted."""
    writer = ground.writer
    if writer is None:
        return (right(WRITE_NAME, "Not enabled: nothing is ever written to GitHub."),)
    if isinstance(writer, NoCredentials):
        return (not_checked(WRITE_NAME, "there is nothing to write with"),)
    if isinstance(writer, NemorlStatusError):
        return (wrong(WRITE_NAME, str(writer), writer.advice),)
    lines = await asyncio.gather(
        *(
            _lines(f"{WRITE_NAME} {each.name}", write_check(writer, each.issue, each.name))
            for each in ground.settings.tracker
        )
    )
    return tuple(check for checks in lines for check in checks)


async def _slack(ground: Ground, known: _Known) -> tuple[Check, ...]:
    """Everything about Slack, on the ground of the bot's token."""
    told, slack = known.slack.told, ground.slack
    if slack is None or told is None or not known.slack.is_right:
        because = _NO_SLACK if known.slack.checks else "there is no bot token"
        way = SOCKET_NAME if ground.app_token else SIGNING_NAME
        names = (
            *(() if known.slack.checks else (BOT_NAME,)),
            way,
            SCOPES,
            CHANNEL,
            MAINTAINER,
        )
        return (*known.slack.checks, *(not_checked(name, because) for name in names))
    settings = ground.settings.slack
    transport, channels, maintainers = await asyncio.gather(
        _lines(SOCKET_NAME, transport_check(slack, ground.app_token)),
        _lines(
            CHANNEL,
            channel_checks(slack, _channels(ground, known), bot_name=known.slack.bot_name),
        ),
        _lines(
            MAINTAINER,
            maintainer_checks(
                slack,
                settings.maintainers,
                team_id=known.slack.team_id,
                allow_guests=settings.allow_guests,
            ),
        ),
    )
    return (*known.slack.checks, *transport, *scope_checks(told.scopes), *channels, *maintainers)


def _channels(ground: Ground, known: _Known) -> Sequence[str]:
    """Those that get a digest, each once."""
    by_settings = [digest.channel for digest in ground.settings.digests]
    by_slack = [s.channel for s in known.subscriptions if not s.is_by_settings and not s.stopped]
    return list(dict.fromkeys([*by_settings, *by_slack]))


def _zones(ground: Ground, known: _Known) -> Iterable[Check]:
    """Those of the settings were looked at when they were read."""
    name = "Time zones"
    zones = [digest.zone for digest in ground.settings.digests]
    zones += [each.zone for each in known.subscriptions if not each.stopped]
    for zone in dict.fromkeys(zones):
        try:
            zone_named(zone)
        except UserError as error:
            yield wrong(name, str(error), f"{error.advice} `subscribe` the channel again.")
        else:
            yield right(name, f"{zone} is known.")


def _owners(known: _Known, trackers: Sequence[TrackerRead]) -> Check:
    indexes = [tracker.index for tracker in trackers if tracker.index is not None]
    if not indexes:
        return not_checked(OWNERS, "no tracker could be read")
    if known.people is None:
        return not_checked(OWNERS, "the database cannot be read")
    return owners_check(indexes, known.people)


def _clock(known: _Known) -> Check:
    off = {"GitHub": known.reads.clock_off, "Slack": known.slack.clock_off}
    return clock_check({who: much for who, much in off.items() if much is not None})
