"""How long a digest and the messages to a thousand owners take, beside Slack's own pace.

    python -m benchmarks digest

Slack's stand-in enforces Slack's limits on a clock that moves when the bot waits, so that twenty
minutes pass in one; what the bot itself works for is measured beside it.
"""

import asyncio
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from benchmarks.figures import Figure, seconds
from bot.delivery import Pacer
from bot.demo.slack import fake_slack
from bot.jobs.members import QUIET_SECONDS
from bot.store.engine import Database, database_url
from tests.delivery.bench import SharedClock
from tests.fakes.clock import Clock
from tests.jobs.bench import TRACKER, Bot, World
from tests.soak.scene import MESSAGES_AT, SLOT, people_of, snapshot_of, subscription

OWNERS = 1_000
POSTS_A_SECOND = 1.0
"""Slack takes one message a second in a conversation, and lets an app make few more in all."""
LOOKS_A_MINUTE = 50
"""Slack tells so often whether somebody does not want to be disturbed: before each message."""
TESTS_QUIET_SECONDS = 2
MOST_OF_PACE = 1.1

HOW = f"""\
A tracker with {OWNERS:,} owners, each with a row that merged and one that waits for them. The
stand-in for Slack enforces Slack's limits: a message a second in a channel, and {LOOKS_A_MINUTE}
questions a minute whether a person wants to be left alone, which the bot asks before it writes. Its
clock moves when the bot waits. "Work" is what the bot, its SQLite file and the stand-in took
of the machine meanwhile, in terms of the time that Slack makes it wait anyway."""


@dataclass(frozen=True, slots=True)
class Round:
    """One round of posts."""

    posts: int
    lasted: float
    """Seconds from the first to the last, on Slack's clock."""
    worked: float
    """Seconds of the machine."""


def figures() -> list[Figure]:
    """Measure."""
    digest, letters = asyncio.run(_measured())
    channel, people = (digest.posts - 1) / POSTS_A_SECOND, (letters.posts - 1) * 60 / LOOKS_A_MINUTE
    if letters.posts != OWNERS:
        raise AssertionError(f"{letters.posts} messages to {OWNERS} owners")
    return [
        _paced(f"A digest of {digest.posts} messages", digest, channel),
        _paced(f"Messages to {OWNERS:,} owners", letters, people),
        _work("Work for the digest", digest, channel),
        _work("Work for the messages", letters, people),
    ]


def _paced(what: str, took: Round, pace: float) -> Figure:
    return Figure(
        what=what,
        ours=seconds(took.lasted),
        other=f"{seconds(pace)} at Slack's pace",
        ratio=took.lasted / pace,
        most=MOST_OF_PACE,
    )


def _work(what: str, took: Round, pace: float) -> Figure:
    other = f"{seconds(pace)} at Slack's pace"
    return Figure(what=what, ours=seconds(took.worked), other=other, ratio=took.worked / pace)


class PacedBot(Bot):
    """The bot at its own pace: the tests' one is in less of a hurry to ask who is disturbed."""

    def _pacer(self, seconds: float) -> Pacer:
        return super()._pacer(QUIET_SECONDS if seconds == TESTS_QUIET_SECONDS else seconds)


async def _measured() -> tuple[Round, Round]:
    """The digest, and the messages to owners after it."""
    async with _world() as world:
        bot = PacedBot(world)
        await bot.current.caught_up(TRACKER.ref)
        await bot.current.reading(TRACKER.ref)
        digest = await _round(world, bot.tick)
        world.clock.now = MESSAGES_AT
        letters = await _round(world, lambda: _written(world, bot))
        await bot.dies()
        return digest, letters


async def _round(world: World, does: Callable[[], Awaitable[None]]) -> Round:
    before, begun = len(world.slack.calls("chat.postMessage")), time.perf_counter()
    await does()
    worked = time.perf_counter() - begun
    posts = world.slack.calls("chat.postMessage")[before:]
    failed = [one for one in posts if one.error is not None]
    if failed or not posts:
        raise AssertionError(f"{len(failed)} of {len(posts)} posts failed")
    return Round(len(posts), posts[-1].at - posts[0].at, worked)


async def _written(world: World, bot: Bot) -> None:
    await bot.reminders.on_tick(world.clock.now)
    await bot.reminders.ended()


@asynccontextmanager
async def _world() -> AsyncIterator[World]:
    clock = Clock(SLOT)
    with tempfile.TemporaryDirectory() as folder:
        shared = SharedClock(clock)
        async with fake_slack(transport="http", clock=shared, enforces_rates=True) as slack:
            slack.office.hold()
            slack_ids = tuple(slack.add_user(f"owner{one:04}").id for one in range(OWNERS))
            database = Database(database_url(f"sqlite+aiosqlite:///{folder}/bot.db"))
            github = snapshot_of(OWNERS, reading=1, as_of=SLOT)
            world = World(slack, database, clock, github, people=people_of(slack_ids))
            since = subscription(world.room.id, TRACKER.key).since
            await world.subscribe(since=since)
            try:
                yield world
            finally:
                await database.close()
