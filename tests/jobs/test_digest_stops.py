"""Digests that stop, and what the settings say."""

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.demo import slack as fake
from bot.errors import StoreFault, Unreachable
from bot.github_status.facts.pulls import IssueState
from bot.jobs.digests import settings_subscription
from bot.jobs.slots import NamedTracker
from bot.store.incidents import Incidents
from bot.store.subscriptions import Subscription, Subscriptions
from tests.builders import a_ref
from tests.fakes.clock import Clock
from tests.jobs.bench import TRACKER, World
from tests.jobs.week import MONDAY, WEEK


async def test_digest__a_closed_tracker_says_so_once_and_stops(world: World, clock: Clock) -> None:
    await world.subscribe()
    issue = replace(world.github.issue, state=IssueState.CLOSED)
    world.github = replace(world.github, issue=issue)
    bot = world.bot()
    for number in range(3):
        clock.now = MONDAY + number * WEEK
        await bot.tick()

    [said] = world.standing()
    assert "closed" in said.text
    [subscription] = await world.subscriptions.all()
    assert subscription.stopped == "the tracker was closed"


async def test_digest__an_archived_channel_gets_nothing_and_maintainers_hear_of_it(
    world: World, clock: Clock
) -> None:
    await world.subscribe()
    await world.slack.archives(world.room)
    bot = world.bot()
    for number in range(2):
        clock.now = MONDAY + number * WEEK
        await bot.tick()

    assert world.standing() == []
    [subscription] = await world.subscriptions.all()
    assert subscription.stopped == "the channel is archived"
    assert len(await world.told()) == 1


async def test_digest__a_refused_one_is_not_lost_to_the_next(world: World, clock: Clock) -> None:
    await world.subscribe()
    bot = world.bot()
    world.slack.fails("chat.postMessage", fake.refused("restricted_action"))
    clock.now = MONDAY
    await bot.tick()
    await bot.tick()
    assert world.standing() == []

    clock.now = MONDAY + WEEK
    await bot.tick()

    [summary] = world.standing()
    assert "2 merged" in summary.text


async def test_settings__what_they_subscribe_is_kept_and_taken_out_with_them(
    world: World, clock: Clock
) -> None:
    def asked(channel: str) -> Subscription:
        return by_settings(channel, clock)

    hand_made = await world.subscribe(world.slack.add_channel("by hand"))
    begun = clock.now
    await world.bot(settings=(asked("C0ONE"), asked("C0TWO"))).tick()
    clock.move(3600)
    await world.bot(settings=(asked("C0TWO"),)).tick()

    found = {one.channel: one for one in await world.subscriptions.all()}
    assert set(found) == {hand_made.channel, "C0TWO"}
    assert found["C0TWO"].since == begun, "a restart promises nothing anew"


async def test_digest__of_a_tracker_that_the_settings_forgot_nothing(
    world: World, clock: Clock
) -> None:
    forgotten = NamedTracker(name="gone", ref=a_ref(99))
    await world.subscribe(tracker_key=forgotten.key)
    clock.now = MONDAY

    await world.bot().tick()

    assert world.standing() == []


async def test_digest__goes_on_after_a_clock_that_ran_weeks_ahead(
    world: World, clock: Clock
) -> None:
    await world.subscribe()
    bot = world.bot()
    for number in (0, 5, 1, 2):
        clock.now = MONDAY + number * WEEK
        await bot.tick()

    assert len(world.standing()) == 4


def by_settings(channel: str, clock: Clock) -> Subscription:
    return settings_subscription(
        channel=channel,
        tracker=TRACKER,
        at="mon 09:00",
        zone="Europe/London",
        is_quiet=False,
        now=clock.now,
    )


async def test_settings__a_closed_tracker_is_not_told_again_after_a_restart(
    world: World, clock: Clock
) -> None:
    issue = replace(world.github.issue, state=IssueState.CLOSED)
    world.github = replace(world.github, issue=issue)
    await world.bot(settings=(by_settings(world.room.id, clock),)).tick()
    for number in range(3):
        clock.now = MONDAY + number * WEEK
        await world.bot(settings=(by_settings(world.room.id, clock),)).tick()

    assert len(world.standing()) == 1


async def test_settings__a_tracker_that_is_opened_again(world: World, clock: Clock) -> None:
    bot = world.bot(settings=(by_settings(world.room.id, clock),))
    await bot.tick()
    for number, state in enumerate([IssueState.CLOSED, IssueState.CLOSED, IssueState.OPEN]):
        issue = replace(world.github.issue, state=state)
        world.github = replace(world.github, issue=issue)
        clock.now = MONDAY + number * WEEK - timedelta(hours=1)
        await bot.current.reading(TRACKER.ref)
        await bot.tick()
        clock.now = MONDAY + number * WEEK
        await bot.tick()

    closed, digest = world.standing()
    assert "closed" in closed.text
    assert "digest of Monday 14 September" in digest.text


async def test_settings__an_archived_channel_that_is_opened_again(
    world: World, clock: Clock
) -> None:
    await world.slack.archives(world.room)
    await world.bot(settings=(by_settings(world.room.id, clock),)).tick()
    clock.now = MONDAY
    await world.bot(settings=(by_settings(world.room.id, clock),)).tick()
    world.room.is_archived = False
    clock.now = MONDAY + timedelta(days=1)
    bot = world.bot(settings=(by_settings(world.room.id, clock),))
    await bot.tick()
    clock.now = MONDAY + WEEK
    await bot.tick()

    assert len(world.standing()) == 1


def fails_once(monkeypatch: pytest.MonkeyPatch, owner: type, name: str) -> None:
    """The database is gone at the next call of this verb."""
    works, left = getattr(owner, name), [StoreFault("The database is gone.")]

    async def verb(*args: object, **fields: object) -> object:
        if left:
            raise left.pop()
        return await works(*args, **fields)

    monkeypatch.setattr(owner, name, verb)


async def test_digest__a_closed_tracker_is_told_once_though_it_could_not_be_stopped_at_first(
    world: World, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.subscribe()
    issue = replace(world.github.issue, state=IssueState.CLOSED)
    world.github = replace(world.github, issue=issue)
    fails_once(monkeypatch, Subscriptions, "stop")
    bot = world.bot()
    for number in range(2):
        clock.now = MONDAY + number * WEEK
        await bot.tick()
        await bot.tick()

    assert len(world.standing()) == 1
    [subscription] = await world.subscriptions.all()
    assert subscription.stopped == "the tracker was closed"


async def test_digest__that_it_was_given_up_is_told_though_the_database_was_gone(
    world: World, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.subscribe()
    world.error = Unreachable("GitHub cannot be reached.")
    bot = world.bot()
    clock.now = MONDAY
    await bot.tick()
    fails_once(monkeypatch, Incidents, "note")
    clock.now = MONDAY + timedelta(days=1)
    await bot.tick()
    assert await world.told() == {}

    await bot.tick()
    await bot.tick()

    [said] = (await world.told()).values()
    assert "No digest of widgets was posted" in said
