"""The desk that reads GitHub and remembers, as the settings say."""

import asyncio
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from datetime import datetime
from functools import cache, partial
from typing import Any, TypeVar

from bot.answers.pull_places import Elsewhere
from bot.errors import Fault, GitHubFault, StoreFault, UserError
from bot.github_status.facts.pulls import Login
from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Snapshot
from bot.github_status.facts.unlisted import Unlisted
from bot.github_status.judge.burnup import WeekCounts
from bot.github_status.reader import Latest
from bot.github_status.unlisted import read_unlisted
from bot.github_status.weeks import weekly
from bot.logs import hold_back
from bot.people.people import People
from bot.settings.channels import ChannelDigest
from bot.settings.fields import Settings
from bot.settings.loading import load_settings
from bot.settings.secrets import secrets_of
from bot.settings.trackers import Tracker, tracker_named
from bot.terminal.desk import Counted, Desk, Earlier, Planned, Read
from bot.terminal.options import Options
from bot.terminal.progress import progress_on
from bot.terminal.said import said_in_slack
from bot.terminal.streams import Streams
from bot.wiring import open_live, rules_of, utc_now

T = TypeVar("T")


def live_desk(options: Options, streams: Streams) -> Desk:
    """The desk of the settings; raises `SettingsError` with every mistake."""
    settings = load_settings(options.config)
    hold_back(secrets_of(settings))
    trackers = tuple(tracker.tracker for tracker in settings.tracker)
    now = utc_now()
    said = cache(lambda: _result(said_in_slack(settings, now)))
    return Desk(
        trackers=trackers,
        people=lambda _: said().people,
        parked=lambda tracker: said().parked(tracker.ref),
        left=lambda tracker: said().left(tracker.ref),
        rules=rules_of(settings),
        now=now,
        named=partial(tracker_named, trackers=trackers, api_url=settings.github_api_url),
        latest=lambda tracker: _result(
            _stored(settings, tracker, now)
            if options.no_refresh
            else _fresh(settings, tracker, now, streams)
        ),
        unlisted=lambda ref: None if options.no_refresh else _result(_unlisted(settings, ref)),
        elsewhere=lambda tracker: _result(_elsewhere(settings, tracker, trackers, now)),
        lists_others=True,
        viewer=lambda: _result(_viewer(settings)),
        digests=cache(lambda: _result(_digests(settings, trackers))),
        usual_zone="UTC",
        earlier=lambda digest, slot: _result(_earlier(settings, digest, slot)),
        planned=lambda read, at: _result(_planned(settings, said().people, read, at)),
        reminds=settings.remind.enabled,
        remind_at=settings.remind.at,
        weekly=lambda tracker, ends, newest, count: _result(
            _weekly(settings, tracker, ends, newest, count)
        ),
    )


# What the store remembers needs the jobs, and they need Slack: a question does without.


async def _digests(settings: Settings, trackers: Sequence[Tracker]) -> tuple[ChannelDigest, ...]:
    from bot.terminal.past import all_digests  # noqa: PLC0415

    return await all_digests(settings, trackers)


async def _earlier(settings: Settings, digest: ChannelDigest, slot: datetime) -> Earlier:
    from bot.terminal.past import earlier_than  # noqa: PLC0415

    return await earlier_than(settings, digest, slot)


async def _planned(
    settings: Settings, people: People, read: Sequence[Read], at: datetime
) -> Planned:
    from bot.terminal.past import planned_for  # noqa: PLC0415

    return await planned_for(settings, people, read, at)


def _result(asking: Coroutine[Any, Any, T]) -> T:
    """Run to the end.

    The task itself returns nothing: when `asyncio.run` takes its signal handler back, Python builds
    and drops an error text with the `repr` of the task and its result (`signal.signal` looks the
    handler up as an enum), which for 3,000 pull requests takes seconds and 70 MB.
    """
    results: list[T] = []

    async def keep() -> None:
        results.append(await asking)

    asyncio.run(keep())
    return results[0]


async def _fresh(settings: Settings, tracker: Tracker, now: datetime, streams: Streams) -> Latest:
    with progress_on(streams, f"Reading {tracker.name}") as seen:
        async with open_live(settings, on_wait=seen.on_wait) as live:
            return await live.reader.answerable(tracker.ref, now=now, on_progress=seen.on_progress)


async def _stored(settings: Settings, tracker: Tracker, now: datetime) -> Latest:
    async with open_live(settings) as live:
        snapshot = await live.reader.latest(tracker.ref, now=now)
    if snapshot is None:
        raise Fault(
            f"No reading of {tracker.name} is stored yet.", advice="Ask without --no-refresh."
        )
    return Latest(snapshot=snapshot)


async def _unlisted(settings: Settings, ref: Ref) -> Unlisted:
    """A reading that is not stored."""
    async with open_live(settings) as live:
        return await read_unlisted(live.github, ref)


async def _elsewhere(
    settings: Settings, tracker: Tracker, trackers: Sequence[Tracker], now: datetime
) -> tuple[Elsewhere, ...]:
    """Only what is stored; a store that cannot be read has nothing."""
    others = [other for other in trackers if other.ref != tracker.ref]
    if not others:
        return ()
    found = []
    async with open_live(settings) as live:
        for other in others:
            with suppress(StoreFault):
                snapshot = await live.reader.latest(other.ref, now=now)
                if snapshot is not None:
                    found.append(Elsewhere(name=other.name, snapshot=snapshot))
    return tuple(found)


async def _weekly(
    settings: Settings,
    tracker: Tracker,
    ends: Sequence[datetime],
    newest: Snapshot,
    count: Counted,
) -> tuple[WeekCounts, ...]:
    async with open_live(settings) as live:
        return await weekly(live.reader, tracker.ref, ends, newest, count)


async def _viewer(settings: Settings) -> Login | None:
    async with open_live(settings) as live:
        try:
            return await live.github.viewer()
        except GitHubFault as fault:
            raise UserError(
                f"Nobody knows who you are on GitHub: {fault}",
                advice="Say it with --as NAME (a name of the index, or a login).",
            ) from fault
