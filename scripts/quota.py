"""Whether so many trackers fit into GitHub's limits, by readings of the program's own client.

    python -m scripts.quota --trackers 300 --rows 40 --minutes 10

It asks a GitHub in memory, and needs neither account nor network. Exit status 1: they do not fit.
"""

import argparse
import asyncio
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from math import ceil

import httpx

from bot.github_status.facts.refs import Ref, Repository
from bot.github_status.github import Credentials, GitHub, Policy, endpoints
from bot.github_status.github.asking import MOST_AT_ONCE
from bot.github_status.index import parse_index
from bot.logs import configure_logs
from bot.settings.fields import RefreshSettings
from scripts.quota_stand_in import Asked, StandIn

POINTS_AN_HOUR = 5_000
"""Of a token, and at least of an installation of a GitHub App."""
QUERIES_A_MINUTE = 2_000
"""The secondary limit of GraphQL: a query is one of its points."""
COMPUTING_SECONDS_A_MINUTE = 60
"""Of GitHub's own time for GraphQL. Nobody outside can measure it; answers take longer than that.

All three: https://docs.github.com/en/graphql/overview/rate-limits-and-query-limits-for-the-graphql-api
"""
PLANNED = 0.8
"""What is planned of each limit. The rest is for questions that read anew, time lines that only
bots wrote lately (a request for each page), and whatever else uses the account."""
MOST_MINUTES = 7 * 24 * 60

NOBODY = "nobody"
"""The GitHub in memory takes any token."""
_NOW = datetime(2026, 1, 5, tzinfo=UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What somebody wants to run."""

    trackers: int
    rows: int
    """Of each tracker."""
    repositories: int = 1
    """Over which the rows of each tracker are spread."""
    minutes: int = 10
    """`[refresh] minutes`."""
    seconds: float = 2
    """What one request takes."""
    points_an_hour: int = POINTS_AN_HOUR


@dataclass(frozen=True, slots=True, kw_only=True)
class Load:
    """What comes of a plan."""

    plan: Plan
    reading: tuple[Asked, ...]
    """The requests of one reading of one tracker."""

    @property
    def round_requests(self) -> int:
        """Of all trackers, each read once; they begin in the same minute."""
        return self.plan.trackers * len(self.reading)

    @property
    def round_points(self) -> int:
        """The same in points."""
        return self.plan.trackers * sum(asked.points for asked in self.reading)

    @property
    def round_seconds(self) -> float:
        """How long that takes; within one tracker: the issue, its rows, what stands beside them."""
        one = len({asked.name for asked in self.reading})
        return max(self.round_requests / MOST_AT_ONCE, one) * self.plan.seconds

    @property
    def busiest_minute(self) -> int:
        """Requests in the first minute of a round."""
        return min(self.round_requests, int(MOST_AT_ONCE * 60 / self.plan.seconds))

    @property
    def answering_seconds(self) -> float:
        """For which GitHub is at work on that minute's requests, at most."""
        return self.busiest_minute * self.plan.seconds

    @property
    def points_an_hour(self) -> int:
        """On average."""
        return ceil(self.round_points * 60 / self.plan.minutes)

    @property
    def fits(self) -> bool:
        """Within the planned part of each limit that is counted, and one round after the other."""
        return (
            self.points_an_hour <= PLANNED * self.plan.points_an_hour
            and self.busiest_minute <= PLANNED * QUERIES_A_MINUTE
            and self.round_seconds <= PLANNED * self.plan.minutes * 60
        )

    @property
    def fitting_minutes(self) -> int | None:
        """The least `[refresh] minutes` that fits; `None`: no setting does."""
        if self.busiest_minute > PLANNED * QUERIES_A_MINUTE:
            return None
        by_points = self.round_points * 60 / (PLANNED * self.plan.points_an_hour)
        by_time = self.round_seconds / 60 / PLANNED
        least = max(1, ceil(by_points), ceil(by_time))
        return least if least <= MOST_MINUTES else None


async def load_of(plan: Plan) -> Load:
    """Read one such tracker with the program's own client, and count."""
    tracker = Ref(repository=Repository("acme", "widgets"), number=1)
    body = tracker_body(rows=plan.rows, repositories=plan.repositories)
    stand_in = StandIn(tracker=tracker, body=body, at=_NOW)
    policy = Policy(clock=lambda: _NOW)
    async with (
        httpx.AsyncClient(transport=stand_in) as http,
        GitHub(endpoints(), Credentials(token=NOBODY), http=http, policy=policy) as github,
    ):
        issue = await github.tracker(tracker)
        batch = await github.readings(parse_index(issue.body, repository=tracker.repository).refs())
        await github.nearby(batch.readings)
    return Load(plan=plan, reading=tuple(stand_in.asked))


def tracker_body(*, rows: int, repositories: int) -> str:
    """An index with so many rows, spread over so many repositories."""
    return "\n".join(f"- [ ] acme/widgets{n % repositories or ''}#{n + 2}" for n in range(rows))


def said(load: Load) -> str:
    """The load, in lines for a terminal."""
    plan, kinds = load.plan, Counter(asked.name for asked in load.reading)
    each = ", ".join(f"{count} {name}" for name, count in kinds.items())
    spent = sum(asked.points for asked in load.reading)
    hour = load.points_an_hour
    lines = [
        f"{plan.trackers} trackers with {plan.rows} rows each, read every {plan.minutes} minutes",
        f"A reading: {len(load.reading)} requests ({each}), {spent} points",
        f"A round: {load.round_requests:,} requests, {load.round_points:,} points,"
        f" about {load.round_seconds:,.0f} s ({MOST_AT_ONCE} at once, {plan.seconds:g} s each)",
        f"An hour: {hour:,} of {plan.points_an_hour:,} points"
        f" ({hour / plan.points_an_hour:.0%}; {PLANNED:.0%} is planned)",
        f"The busiest minute: {load.busiest_minute:,} of {QUERIES_A_MINUTE:,} queries,"
        f" {load.answering_seconds:,.0f} s of answering"
        f" (GitHub bears {COMPUTING_SECONDS_A_MINUTE} s of computing, a part of it)",
    ]
    return "\n".join([*lines, _verdict(load)])


def _verdict(load: Load) -> str:
    minutes = load.fitting_minutes
    if load.fits:
        return f"✔ It fits. The least that does: [refresh] minutes = {minutes}"
    if minutes is not None:
        return f"✖ It does not fit. This would: [refresh] minutes = {minutes}"
    return (
        "✖ It does not fit, whatever [refresh] minutes is: too much in one minute. Fewer trackers."
    )


def main(words: Sequence[str] | None = None) -> int:
    """Say what comes of the plan on the command line."""
    plan = _plan(words)
    configure_logs(debug=False)
    load = asyncio.run(load_of(plan))
    sys.stdout.write(said(load) + "\n")
    return 0 if load.fits else 1


def _plan(words: Sequence[str] | None) -> Plan:
    parser = argparse.ArgumentParser(prog="python -m scripts.quota", description=__doc__)
    parser.add_argument("--trackers", type=_count, required=True)
    parser.add_argument("--rows", type=_count, required=True, help="of each tracker")
    parser.add_argument("--repositories", type=_count, default=1, help="of the rows of a tracker")
    parser.add_argument("--minutes", type=_count, default=RefreshSettings().minutes)
    parser.add_argument("--seconds", type=_seconds, default=2.0, help="of one request")
    parser.add_argument("--points-an-hour", type=_count, default=POINTS_AN_HOUR)
    return Plan(**vars(parser.parse_args(words)))


def _count(word: str) -> int:
    """A whole number from 1 on."""
    if not word.isascii() or not word.isdecimal() or not int(word):
        raise argparse.ArgumentTypeError(f"{word!r} is no whole number from 1 on")
    return int(word)


def _seconds(word: str) -> float:
    """A time that is not none."""
    try:
        seconds = float(word)
    except ValueError:
        seconds = 0
    if not 0 < seconds <= Policy().timeout_seconds:
        most = Policy().timeout_seconds
        raise argparse.ArgumentTypeError(f"{word!r} is no time up to {most:g} seconds")
    return seconds


if __name__ == "__main__":
    sys.exit(main())
