"""Messages to owners who are away: by their status, do-not-disturb or a holiday."""

from dataclasses import replace
from typing import Any

import pytest

from bot.demo.slack import User
from tests.fakes.clock import Clock
from tests.jobs.bench import World
from tests.jobs.readings import a_stale_pull
from tests.jobs.week import DAY, HOUR, ONE_ROW, TUESDAY, WEEK, hours_of, read, two_owners


def seconds(hours: float) -> int:
    """So long after Tuesday 10:00, as Slack counts."""
    return int((TUESDAY + hours * HOUR).timestamp())


@pytest.mark.parametrize(
    ("fields", "days"),
    [
        ({"status_text": "lunch", "status_expiration": seconds(24)}, 1),
        ({"status_text": "lunch", "status_expiration": seconds(-1)}, 0),
        ({"status_text": "On vacation!"}, None),
        ({"status_emoji": ":palm_tree:"}, None),
        ({"status_text": "writing a vacationing guide"}, 0),
        (
            {"dnd_enabled": True, "next_dnd_start_at": seconds(-2), "next_dnd_end_at": seconds(20)},
            1,
        ),
        ({"dnd_enabled": True, "next_dnd_start_at": seconds(9), "next_dnd_end_at": seconds(20)}, 0),
        ({"snooze_until": seconds(24)}, 1),
        ({"presence": "away"}, 0),
    ],
    ids=[
        "a status that ends tomorrow",
        "one that ended",
        "a status of the list",
        "its emoji",
        "no whole word of the list",
        "do-not-disturb now",
        "do-not-disturb in the evening",
        "paused notifications",
        "shown as away",
    ],
)
async def test_away__postpones_the_message(
    london: World, clock: Clock, ana: User, fields: dict[str, Any], days: int | None
) -> None:
    london.rules = replace(london.rules, statuses=("vacation", ":palm_tree:"))
    await london.slack.changes(ana, **fields)
    bot = london.bot()
    clock.now = TUESDAY - 6 * HOUR

    await london.passes(bot, TUESDAY + 2 * DAY, every=6 * HOUR)

    expected = [] if days is None else [TUESDAY + days * DAY]
    assert hours_of(london, ana) == expected


async def test_away__all_week_is_told_to_maintainers_and_the_next_message_comes(
    london: World, clock: Clock, ana: User
) -> None:
    ana.status_expiration = seconds(24 * 6)
    bot = london.bot()
    clock.now = TUESDAY

    await bot.works()
    assert [*await london.told()] == [f"away:{ana.id}"]
    await london.passes(bot, TUESDAY + WEEK, every=12 * HOUR)

    assert hours_of(london, ana) == [TUESDAY + WEEK]


async def test_do_not_disturb__without_the_scope_is_asked_once(world: World, clock: Clock) -> None:
    people = two_owners(world)
    await world.subscribe()
    await read(world)
    world.slack.app.scopes -= {"dnd:read"}
    clock.now = TUESDAY

    await world.bot().works()

    assert [len(world.letters(person)) for person in people] == [1, 1]
    assert len(world.slack.calls("dnd.info")) == 1
    assert await world.told() == {}


@pytest.mark.parametrize(("calendar", "days"), [("DE-BE", 1), (None, 0)], ids=["their own", "none"])
async def test_holidays__postpone_the_message(
    world: World, clock: Clock, calendar: str | None, days: int
) -> None:
    """Women's Day, 8 March 2027, a Monday, is a holiday in Berlin."""
    ana = world.person("Ana Souza", calendar=calendar)
    world.holds(ONE_ROW, a_stale_pull(7))
    monday = TUESDAY.replace(year=2027, month=3, day=8, hour=10)
    clock.now = monday - 5 * DAY
    await world.subscribe(at="sun 09:00")
    await read(world)
    bot = world.bot()
    clock.now = monday - 6 * HOUR

    await world.passes(bot, monday + 2 * DAY, every=6 * HOUR)

    assert hours_of(world, ana) == [monday + days * DAY]
