"""The bot's listeners as a process of its own, in HTTP mode: no GitHub, no database.

    python -m benchmarks.slack_apps API_URL BOT_TOKEN SIGNING_SECRET

prints its port once it serves.
"""

import asyncio
import sys
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.github_status.current import Current
from bot.github_status.facts.pulls import Item
from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Snapshot
from bot.github_status.judge import Rules
from bot.listeners import (
    Access,
    Desk,
    RecentClaims,
    SlackRules,
    Underway,
    build_app,
    identity,
    slack_client,
)
from bot.people.people import People
from bot.serving.pace import acknowledge_first
from bot.settings.trackers import Tracker
from bot.web import SlackRoute, listening, web_application
from bot.wiring import utc_now
from tests.builders import a_merged_pull, a_pull, a_ref, a_row, a_snapshot, a_workstream

ROWS = 300
WORKSTREAMS = 10


@dataclass(frozen=True, slots=True)
class Place:
    """Where Slack is, and with what it is spoken to."""

    api_url: str
    bot_token: str
    signing_secret: str


def large_snapshot(now: datetime) -> Snapshot:
    """A tracker of 300 rows, read just now."""
    each = ROWS // WORKSTREAMS
    workstreams = []
    items: list[Item] = []
    for number in range(WORKSTREAMS):
        numbers = range(1_000 + number * each, 1_000 + (number + 1) * each)
        workstreams.append(a_workstream(*map(a_row, numbers), name=f"Workstream {number}"))
        items += [a_merged_pull(n) if n % 3 == 0 else a_pull(n) for n in numbers]
    return a_snapshot(*workstreams, items=tuple(items), as_of=now)


class StandIn:
    """Reads no GitHub and no database."""

    async def latest(self, tracker: Ref, *, now: datetime) -> Snapshot | None:  # noqa: ARG002
        """What was read just now."""
        return large_snapshot(utc_now())

    async def newest_as_of(self, tracker: Ref) -> datetime | None:  # noqa: ARG002
        """Nobody else reads."""
        return None

    async def refresh(self, tracker: Ref, *, now: datetime) -> Snapshot:  # noqa: ARG002
        """The same."""
        return large_snapshot(now)


async def serve(place: Place) -> None:
    """The bot, behind its guard."""
    trackers = (Tracker(name="widgets", ref=a_ref(1)),)
    rules, people = SlackRules(), People()
    client = slack_client(place.bot_token, url=place.api_url)
    desk = Desk(
        Current(StandIn(), clock=utc_now),
        trackers,
        Rules(),
        people,
        now=utc_now,
        oldest=timedelta(minutes=10),
    )
    who = await identity(client)
    app = build_app(
        client,
        identity=who,
        desk=desk,
        access=Access(client, who, rules, people),
        rules=rules,
        underway=Underway(),
        claims=RecentClaims(),
    )
    route = SlackRoute(place.signing_secret)
    route.open(app.async_dispatch)
    acknowledge_first()
    application = web_application(is_ready=_ready, slack=route)
    async with listening(application, host="127.0.0.1", port=0) as (_host, port):
        await _serving(port)


async def _ready() -> bool:
    return True


async def _serving(port: int) -> None:
    """Until somebody ends this process."""
    sys.stdout.write(f"{port}\n")
    sys.stdout.flush()
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(serve(Place(*sys.argv[1:])))
