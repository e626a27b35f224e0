"""A thousand owners with stale rows: one round, at Slack's pace, interrupted and resumed."""

import asyncio
import random
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from bot.answers.audience import PUBLIC
from bot.answers.reminder import reminder_answer
from bot.demo.slack import FakeSlack, fake_slack
from bot.github_status.judge import Rules
from bot.jobs.reminder_plans import ReminderPlans
from bot.render.slack import slack_pages
from bot.store.engine import Database, database_url
from bot.store.messages import Messages
from tests.delivery.bench import SharedClock
from tests.fakes.clock import Clock
from tests.jobs.bench import TRACKER, Bot, World
from tests.soak.figures import Figures, Line
from tests.soak.scene import MESSAGES_AT, SLOT, people_of, snapshot_of, subscription

OWNERS = 1_000
INTERRUPTIONS = 4
PLANNED_WITHIN_SECONDS = 5.0
LEASES_LAST_SECONDS = 181
SECONDS_EACH = 1.3
"""Slack tells about do-not-disturb fifty times a minute, a little less often than it takes posts.
"""


@pytest.fixture
def clock() -> Clock:
    return Clock(MESSAGES_AT)


@pytest.fixture
async def slack(clock: Clock) -> AsyncIterator[FakeSlack]:
    shared = SharedClock(clock)
    async with fake_slack(transport="http", clock=shared, enforces_rates=True) as slack:
        slack.office.hold()
        yield slack


@pytest.fixture
async def world(slack: FakeSlack, clock: Clock, tmp_path: Path) -> AsyncIterator[World]:
    database = Database(database_url(f"sqlite+aiosqlite:///{tmp_path}/bot.db"))
    slack_ids = tuple(slack.add_user(f"owner{number:04}").id for number in range(OWNERS))
    github = snapshot_of(OWNERS, reading=1, as_of=SLOT)
    world = World(slack, database, clock, github, people=people_of(slack_ids))
    since = subscription(world.room.id, TRACKER.key).since
    await world.subscribe(since=since)
    yield world
    for bot in world.bots:
        await bot.dies()
    await database.close()


@pytest.mark.soak
@pytest.mark.timeout(500)
async def test_a_thousand_owners__each_once_however_often_it_is_interrupted(
    world: World, seed: str, report: Callable[[Line], None]
) -> None:
    began = time.monotonic()
    chance = random.Random(seed)
    stops = sorted(chance.sample(range(1, OWNERS), INTERRUPTIONS))

    with capture_logs() as log:
        bot = await _reading_bot(world)
        for count in stops:
            await _works(world, bot, until=count)
            await bot.dies()
            world.clock.move(LEASES_LAST_SECONDS)
            bot = await _reading_bot(world)
        await _works(world, bot, until=OWNERS)
        await bot.reminders.ended()
        await bot.reminders.on_tick(world.clock.now)
        await bot.reminders.ended()

    posts = world.slack.calls("chat.postMessage")
    people = [
        world.slack.dm(world.slack.world.users[link.slack or ""]) for link in world.people.links
    ]
    assert [len(world.standing(conversation)) for conversation in people] == [1] * OWNERS
    assert len(posts) == OWNERS
    assert not [one for one in world.slack.requests if one.error is not None]
    progress = [entry for entry in log if entry["event"] == "Writing to owners"]
    assert len(progress) >= OWNERS / 50 - INTERRUPTIONS - 1
    assert posts[-1].at - posts[0].at >= (OWNERS - 1) * SECONDS_EACH
    figures = Figures(trials=1, messages=_letters(world))
    report(
        Line(f"1,000 owners, interrupted {INTERRUPTIONS} times", figures, time.monotonic() - began)
    )


@pytest.mark.soak
async def test_a_thousand_owners__planned_within_seconds(
    world: World, report: Callable[[Line], None]
) -> None:
    bot = await _reading_bot(world)
    plans = ReminderPlans(
        bot.current,
        Messages(world.database),
        world.wishes,
        rules=Rules(),
        people=lambda: world.people,
    )

    began = time.process_time()
    planned = await plans.planned((TRACKER,), at=world.clock.now, is_checked=False)
    seconds = time.process_time() - began
    for reminder in planned.plan.reminders:
        slack_pages(reminder_answer(reminder, audience=PUBLIC, people=world.people))
    worded_seconds = time.process_time() - began

    report(Line("1,000 owners, planned (seconds of CPU)", Figures(trials=1), seconds))
    report(Line("1,000 owners, worded too (the same)", Figures(trials=1), worded_seconds))
    assert len(planned.plan.reminders) == OWNERS
    assert seconds < PLANNED_WITHIN_SECONDS


async def _reading_bot(world: World) -> Bot:
    """A process that has just started, and has read."""
    bot = world.bot()
    await bot.current.caught_up(TRACKER.ref)
    if world.readings == 0:
        await bot.current.reading(TRACKER.ref)
    return bot


async def _works(world: World, bot: Bot, *, until: int) -> None:
    """Look at the jobs every minute, and stop in the middle once so many messages stand."""
    while _letters(world) < until:
        await bot.reminders.on_tick(world.clock.now)
        written = asyncio.create_task(bot.reminders.ended())
        enough = asyncio.create_task(_until_letters(world, until))
        await asyncio.wait({written, enough}, return_when=asyncio.FIRST_COMPLETED)
        enough.cancel()
        written.cancel()
        world.clock.move(60)


async def _until_letters(world: World, count: int) -> None:
    while _letters(world) < count:  # noqa: ASYNC110 -- the fake has no event for it
        await asyncio.sleep(0.005)


def _letters(world: World) -> int:
    """How many messages to people stand in Slack."""
    everywhere = world.slack.world.messages.items()
    return sum(len(there) for channel, there in everywhere if channel.startswith("D"))
