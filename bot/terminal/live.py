"""The desk that reads GitHub and remembers, as the settings say."""

import asyncio
from collections.abc import Coroutine
from datetime import datetime
from functools import partial
from typing import Any, TypeVar

from bot.errors import Fault, GitHubFault, UserError
from bot.github_status.facts.pulls import Login
from bot.github_status.reader import Latest
from bot.settings.fields import Settings
from bot.settings.loading import load_settings
from bot.settings.trackers import Tracker, tracker_named
from bot.terminal.desk import Desk
from bot.terminal.options import Options
from bot.terminal.progress import progress_on
from bot.terminal.streams import Streams
from bot.wiring import open_live, people_of, rules_of, utc_now

T = TypeVar("T")


def live_desk(options: Options, streams: Streams) -> Desk:
    """The desk of the settings; raises `SettingsError` with every mistake."""
    settings = load_settings(options.config)
    trackers = tuple(tracker.tracker for tracker in settings.tracker)
    now = utc_now()
    return Desk(
        trackers=trackers,
        people=lambda _: people_of(settings),
        rules=rules_of(settings),
        now=now,
        named=partial(tracker_named, trackers=trackers, api_url=settings.github_api_url),
        latest=lambda tracker: _result(
            _stored(settings, tracker, now)
            if options.no_refresh
            else _fresh(settings, tracker, now, streams)
        ),
        viewer=lambda: _result(_viewer(settings)),
    )


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


async def _viewer(settings: Settings) -> Login | None:
    async with open_live(settings) as live:
        try:
            return await live.github.viewer()
        except GitHubFault as fault:
            raise UserError(
                f"Nobody knows who you are on GitHub: {fault}",
                advice="Say it with --as NAME (a name of the index, or a login).",
            ) from fault
