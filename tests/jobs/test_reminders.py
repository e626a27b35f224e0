"""Messages to owners: to whom, when, and once."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.demo.slack import User
from bot.errors import Unreachable
from bot.github_status.facts.pulls import PullState
from bot.jobs.slots import NamedTracker
from bot.store.messages import Messages
from tests.builders import a_ref, an_event, at
from tests.fakes.clock import Clock
from tests.jobs.bench import TRACKER, World
from tests.jobs.readings import a_holding, a_stale_pull
from tests.jobs.week import DAY, HOUR, MONDAY, ONE_ROW, TUESDAY, TWO_ROWS, WEEK, hours_of, read

DOWN = Unreachable("GitHub cannot be reached.", advice="Look at the network.")


async def test_reminder__says_which_row_and_whose(london: World, clock: Clock, ana: User) -> None:
    clock.now = TUESDAY

    await london.bot().works()

    [letter] = london.letters(ana)
    assert letter.text.startswith("widgets: 1 pull request in your workstreams has not moved")
    assert "WeightSynchronizer ABC" in letter.shown
    assert "You own Refit" in letter.shown


async def test_reminder__at_ten_in_each_zone_and_once(world: World, clock: Clock) -> None:
    owners = {
        "Ana Souza": ("Asia/Tokyo", datetime(2026, 9, 1, 1, tzinfo=UTC)),
        "Bo Lind": ("Europe/Berlin", datetime(2026, 9, 1, 8, tzinfo=UTC)),
        "Cleo Dumas": ("America/Los_Angeles", datetime(2026, 9, 1, 17, tzinfo=UTC)),
    }
    people = {name: world.person(name, tz=zone) for name, (zone, _) in owners.items()}
    sections = (
        f"## Part {n}\nOwner: {name}\n\n- [ ] #{n} work\n" for n, name in enumerate(owners, 7)
    )
    world.holds("\n".join(sections), *(a_stale_pull(n) for n in (7, 8, 9)))
    await world.subscribe()
    await read(world)
    bot = world.bot()

    clock.now = MONDAY - HOUR
    await world.passes(bot, MONDAY + 2 * DAY, every=HOUR)

    for name, user in people.items():
        assert hours_of(world, user) == [owners[name][1]], name


@pytest.mark.parametrize(
    ("zone", "monday", "expected"),
    [
        # The clocks were put back on Sunday 25 October, and in Los Angeles a week later.
        ("Europe/Berlin", "2026-10-26T08:00", "2026-10-27T09:00"),
        ("America/Los_Angeles", "2026-11-02T16:00", "2026-11-03T18:00"),
        ("Australia/Lord_Howe", "2026-10-05T08:00", "2026-10-05T23:00"),
    ],
)
async def test_reminder__after_a_change_of_the_clocks(
    world: World, clock: Clock, zone: str, monday: str, expected: str
) -> None:
    ana = world.person("Ana Souza", tz=zone)
    world.holds(ONE_ROW, a_stale_pull(7))
    clock.now = at(monday) - WEEK + HOUR
    await world.subscribe(zone="UTC", at=f"mon {monday[-5:]}")
    await read(world)
    clock.now = at(expected) - timedelta(minutes=1)
    bot = world.bot()
    await bot.works()
    assert world.letters(ana) == []

    clock.now = at(expected)
    await bot.works()

    assert len(world.letters(ana)) == 1


async def test_reminder__one_a_week_of_two_trackers_on_two_days(
    london: World, clock: Clock, ana: User
) -> None:
    other = NamedTracker(name="gadgets", ref=a_ref(2))
    london.trackers = (TRACKER, other)
    london.others[other.ref] = a_holding(
        ONE_ROW.replace("#7 WeightSynchronizer ABC", "#12 gears"), a_stale_pull(12)
    )
    await london.subscribe(tracker_key=other.key, at="thu 09:00")
    bot = london.bot()
    await bot.current.reading(other.ref)

    clock.now = TUESDAY - HOUR
    await london.passes(bot, MONDAY + 6 * DAY, every=6 * HOUR)

    [letter] = london.letters(ana)
    assert "#7" in letter.shown
    assert "#12" in letter.shown


async def test_reminder__what_goes_stale_after_it_waits_for_the_next_week(
    london: World, clock: Clock, ana: User
) -> None:
    london.changes(7, events=(an_event(on="2026-08-18"),))
    bot = london.bot()
    clock.now = TUESDAY - HOUR

    await london.passes(bot, MONDAY + WEEK, every=8 * HOUR)
    assert london.letters(ana) == []

    await london.passes(bot, TUESDAY + WEEK, every=8 * HOUR)
    assert len(london.letters(ana)) == 1


async def test_reminder__restarts_do_not_repeat_it(london: World, clock: Clock, ana: User) -> None:
    clock.now = TUESDAY
    for _ in range(4):
        bot = london.bot()
        await bot.works()
        await bot.dies()
        clock.move(3600)

    assert len(london.letters(ana)) == 1


async def test_reminder__of_two_replicas_one_writes(london: World, clock: Clock, ana: User) -> None:
    clock.now = TUESDAY
    bots = [london.bot(), london.bot()]

    for _ in range(3):
        await asyncio.gather(*(bot.works() for bot in bots))
        clock.move(60)

    assert len(london.letters(ana)) == 1
    assert london.readings == 1 + 1, "and one looked at GitHub right before"


async def test_reminder__one_replica_dies_and_the_other_goes_on(
    london: World, clock: Clock, ana: User
) -> None:
    clock.now = TUESDAY
    first, second = london.bot(), london.bot()

    async def dying(_slack: str) -> object:
        raise asyncio.CancelledError

    first.members.present = dying  # type: ignore[method-assign,assignment]
    await first.works()
    clock.move(150)
    await second.works()

    assert len(london.letters(ana)) == 1


@pytest.mark.parametrize(
    ("up_again", "expected"),
    [
        ("2026-09-03T14:20", "2026-09-03T14:00"),
        ("2026-09-03T20:00", "2026-09-04T09:00"),
        ("2026-09-03T05:00", "2026-09-03T09:00"),
        ("2026-09-05T12:00", "2026-09-08T09:00"),
    ],
    ids=["in working hours", "in the evening", "at night", "on a Saturday: the next round"],
)
async def test_reminder__down_over_its_time_is_late_and_within_working_hours(
    london: World, clock: Clock, ana: User, up_again: str, expected: str
) -> None:
    clock.now = at(up_again)
    bot = london.bot()
    await bot.works()

    await london.passes(bot, at(expected).replace(minute=30), every=HOUR)

    assert hours_of(london, ana) == [at(expected)]


async def test_reminder__a_row_merged_in_between_is_left_out(
    london: World, clock: Clock, ana: User
) -> None:
    london.holds(TWO_ROWS, a_stale_pull(7), a_stale_pull(8))
    clock.now = TUESDAY - HOUR
    await read(london)
    bot = london.bot()
    await bot.works()
    london.changes(7, state=PullState.MERGED, merged_at=TUESDAY, closed_at=TUESDAY)
    clock.now = TUESDAY

    await bot.works()

    [letter] = london.letters(ana)
    assert "#7" not in letter.shown
    assert "#8" in letter.shown


async def test_reminder__nothing_is_left_and_nothing_is_sent(
    london: World, clock: Clock, ana: User
) -> None:
    clock.now = TUESDAY - HOUR
    await read(london)
    bot = london.bot()
    await bot.works()
    london.changes(7, state=PullState.MERGED, merged_at=TUESDAY, closed_at=TUESDAY)

    await london.passes(bot, TUESDAY + 5 * HOUR, every=HOUR)

    assert london.letters(ana) == []


async def test_reminder__while_github_is_down_a_reading_of_today_will_do(
    london: World, clock: Clock, ana: User
) -> None:
    clock.now = TUESDAY - 20 * HOUR
    await read(london)
    london.error = DOWN
    clock.now = TUESDAY

    await london.bot().works()

    assert len(london.letters(ana)) == 1


async def test_reminder__waits_for_github_rather_than_to_tell_of_days_ago(
    london: World, clock: Clock, ana: User
) -> None:
    clock.now = TUESDAY - 2 * DAY
    await read(london)
    london.error = DOWN
    clock.now = TUESDAY
    bot = london.bot()
    await london.passes(bot, TUESDAY + 3 * HOUR, every=HOUR)
    assert london.letters(ana) == []

    london.error = None
    await london.passes(bot, TUESDAY + 5 * HOUR, every=HOUR)

    assert len(london.letters(ana)) == 1


async def test_reminder__with_nothing_read_at_its_time_comes_with_the_first_reading(
    world: World, clock: Clock
) -> None:
    ana = world.person("Ana Souza")
    world.holds(ONE_ROW, a_stale_pull(7))
    await world.subscribe()
    clock.now = TUESDAY
    bot = world.bot()
    await bot.works()
    assert world.letters(ana) == []

    await read(world)
    clock.move(60)
    await bot.works()

    assert len(world.letters(ana)) == 1


async def test_told__of_a_message_that_was_never_sent_counts_nothing(
    london: World, clock: Clock, ana: User
) -> None:
    ana.deleted = True
    clock.now = TUESDAY
    await london.bot().works()

    assert await Messages(london.database).reminded(ana.id) == ()


@pytest.mark.no_cover  # many inputs through what others cover
async def test_reminder__many_owners_are_written_to_at_slacks_pace(
    world: World, clock: Clock
) -> None:
    numbers = range(100, 130)
    people = [world.person(f"Person{n} Lind") for n in numbers]
    sections = (f"## Part {n}\nOwner: Person{n} Lind\n\n- [ ] #{n} work\n" for n in numbers)
    world.holds("\n".join(sections), *map(a_stale_pull, numbers))
    await world.subscribe()
    await read(world)
    clock.now = TUESDAY

    await world.bot().works()

    assert [len(world.letters(person)) for person in people] == [1] * len(numbers)
    assert not [r for r in world.slack.requests if r.status == 429]


async def test_private_rows__are_shown_to_whom_the_settings_name(
    london: World, clock: Clock, ana: User
) -> None:
    bo = london.person("Bo Lind")
    london.holds(
        TWO_ROWS.replace("Owner: Ana Souza", "Owner: Ana Souza, Bo Lind"),
        a_stale_pull(7, is_private=True, title="hushhush"),
        a_stale_pull(8),
    )
    clock.now = TUESDAY
    await read(london)
    london.rules = replace(london.rules, private_people=frozenset({ana.id}))

    await london.bot().works()

    [shown], [hidden] = london.letters(ana), london.letters(bo)
    assert "WeightSynchronizer" in shown.shown
    assert "#7" not in str(hidden.blocks) + hidden.text
