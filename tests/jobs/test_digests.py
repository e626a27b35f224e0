import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from bot.errors import Unreachable
from bot.store.wishes import RowWishKind
from tests.fakes.clock import Clock
from tests.jobs.bench import TRACKER, World
from tests.jobs.readings import a_stale_pull
from tests.jobs.week import MONDAY, ONE_ROW, WEEK

DOWN = Unreachable("GitHub cannot be reached.", advice="Look at the network.")


async def test_digest__once_at_its_slot_with_replies_in_its_thread(
    world: World, clock: Clock
) -> None:
    await world.subscribe()
    bot = world.bot()
    clock.now = MONDAY - timedelta(seconds=1)
    await bot.tick()
    assert world.standing() == []

    for minute in range(3):
        clock.now = MONDAY + timedelta(minutes=minute)
        await bot.tick()

    [summary] = world.standing()
    assert "2 merged" in summary.text
    first, second = world.replies(summary)
    assert "WeightSynchronizer ABC" in str(first.blocks)
    assert "environments" in str(second.blocks)
    assert "late" not in str(summary.blocks)


async def test_digest__two_channels_are_told_from_one_reading(world: World, clock: Clock) -> None:
    other = world.slack.add_channel("other")
    await world.subscribe()
    await world.subscribe(other)
    clock.now = MONDAY

    await world.bot().tick()

    assert len(world.standing()) == len(world.standing(other)) == 1
    assert world.readings == 1


async def test_digest__the_next_one_tells_only_what_is_new(world: World, clock: Clock) -> None:
    await world.subscribe()
    bot = world.bot()
    clock.now = MONDAY
    await bot.tick()
    clock.now = MONDAY + WEEK
    await bot.tick()

    _, second = world.standing()
    assert world.replies(second) == []
    assert "Nothing new" in str(second.blocks)


async def test_digest__down_over_its_slot_is_late_and_says_so(world: World, clock: Clock) -> None:
    await world.subscribe()
    await world.bot().dies()
    clock.now = datetime(2026, 9, 1, 14, 0, tzinfo=UTC)

    await world.bot().tick()
    await world.bot().tick()

    [summary] = world.standing()
    assert "late" in str(summary.blocks)


async def test_digest__two_missed_ones_are_one(world: World, clock: Clock) -> None:
    await world.subscribe()
    clock.now = MONDAY + WEEK + timedelta(days=2)

    await world.bot().tick()

    [summary] = world.standing()
    assert "31 August" in str(summary.blocks)
    assert "2 merged" in summary.text, "what happened before the missed one is not lost"


async def test_digest__while_github_is_down_that_is_said_once_and_the_digest_follows(
    world: World, clock: Clock
) -> None:
    await world.subscribe()
    bot = world.bot()
    await bot.current.reading(TRACKER.ref)
    world.error = DOWN
    for minutes in range(0, 120, 10):
        clock.now = MONDAY + timedelta(minutes=minutes)
        await bot.tick()

    [failed] = world.standing()
    assert "could not be read" in failed.text
    assert "GitHub cannot be reached" in str(failed.blocks)
    assert "Nothing new" not in str(failed.blocks)

    world.error = None
    clock.now = MONDAY + timedelta(hours=3)
    await bot.tick()
    await world.bot().tick()

    _, summary = world.standing()
    assert "2 merged" in summary.text


async def test_digest__github_down_for_a_day_is_given_up_and_told_to_maintainers(
    world: World, clock: Clock
) -> None:
    await world.subscribe()
    bot = world.bot()
    world.error = DOWN
    for hours in range(0, 30, 3):
        clock.now = MONDAY + timedelta(hours=hours)
        await bot.tick()
    assert [key.partition(":")[0] for key in await world.told()] == ["given_up"]

    world.error = None
    clock.now = MONDAY + WEEK
    await bot.tick()

    _failed, summary = world.standing()
    assert "2 merged" in summary.text, "the next one tells of that week too"


async def test_digest__goes_on_after_a_crash_between_its_parts(world: World, clock: Clock) -> None:
    await world.subscribe()
    clock.now = MONDAY
    first = world.bot()
    sent = 0
    post = first.delivery.send_once

    async def dying(out: object) -> object:
        nonlocal sent
        sent += 1
        if sent == 2:
            raise asyncio.CancelledError
        return await post(out)  # type: ignore[arg-type]

    first.delivery.send_once = dying  # type: ignore[method-assign,assignment]
    await first.tick()
    await first.dies()
    # GitHub does not matter any more: the digest is made from the reading that it began with.
    world.error = DOWN
    clock.move(600)

    await world.bot().tick()

    [summary] = world.standing()
    assert len(world.replies(summary)) == 2
    assert "2 merged" in summary.text
    assert world.readings == 1


async def test_digest__of_two_replicas_each_part_once(world: World, clock: Clock) -> None:
    await world.subscribe()
    clock.now = MONDAY
    bots = [world.bot(), world.bot()]

    for _ in range(3):
        await asyncio.gather(*(bot.tick() for bot in bots))
        clock.move(60)

    [summary] = world.standing()
    assert len(world.replies(summary)) == 2
    assert world.readings == 1


async def test_digest__a_quiet_week_in_silence_where_that_is_wanted(
    world: World, clock: Clock
) -> None:
    await world.subscribe(says_nothing_new=False)
    bot = world.bot()
    for number in range(3):
        clock.now = MONDAY + number * WEEK
        await bot.tick()

    assert len(world.standing()) == 1


async def test_digest__a_parked_row_is_not_stale(world: World, clock: Clock) -> None:
    world.holds(ONE_ROW, a_stale_pull(7))
    await world.subscribe()
    ana = world.person("Ana Souza")
    clock.now = MONDAY
    await world.bot().tick()
    await world.answers(ana, RowWishKind.PARK, 7, until=MONDAY + 2 * WEEK)
    clock.now = MONDAY + WEEK
    await world.bot().tick()
    clock.now = MONDAY + 3 * WEEK
    await world.bot().tick()

    assert ["Still stale" in m.shown for m in world.standing()] == [True, False, True]


async def test_digest__slack_refuses_the_token_for_a_while(world: World, clock: Clock) -> None:
    await world.subscribe()
    await world.slack.revokes_token()
    bot = world.bot()
    for minutes in range(10):
        clock.now = MONDAY + timedelta(minutes=minutes)
        await bot.tick()
    assert len(world.slack.calls("chat.postMessage")) <= 3
    assert [*await world.told()] == ["token"]

    world.slack.app.token_error = None
    clock.now = MONDAY + timedelta(minutes=20)
    await bot.tick()

    [summary] = world.standing()
    assert "late" not in str(summary.blocks)
    assert len(world.replies(summary)) == 2


@pytest.mark.no_cover  # many inputs through what others cover
@pytest.mark.parametrize("zone", ["America/Los_Angeles", "Europe/London", "Australia/Lord_Howe"])
async def test_digest__one_a_week_over_both_changes_of_the_clocks(
    world: World, clock: Clock, zone: str
) -> None:
    """Around each slot and each change, with a restart every other day."""
    clock.now = datetime(2026, 10, 1, tzinfo=UTC)
    await world.subscribe(zone=zone)
    bot = world.bot()
    for number in range(6 * 7 * 2):
        clock.now = datetime(2026, 10, 1, tzinfo=UTC) + timedelta(hours=12 * number, minutes=number)
        await bot.tick()
        if number % 4 == 3:
            await bot.dies()
            bot = world.bot()

    assert len(world.standing()) == 6


async def test_digest__a_reading_that_began_before_the_slot_is_not_its_reading(
    world: World, clock: Clock
) -> None:
    await world.subscribe()
    bot = world.bot()
    clock.now = MONDAY - timedelta(minutes=10)
    under_way = bot.current.reading(TRACKER.ref)
    await world.slack.until(lambda: world.readings)  # it has begun, by its clock

    clock.now = MONDAY
    await bot.tick()

    assert (await under_way).snapshot is not None
    [summary] = world.standing()
    assert "minutes old" not in str(summary.blocks)
    assert world.readings == 2
