"""Messages to owners: who is away, who cannot be written to, and what Slack refuses."""

from dataclasses import replace
from typing import Any

import pytest

from tests.fakes import slack as fake
from tests.fakes.clock import Clock
from tests.fakes.slack import User
from tests.jobs.bench import World
from tests.jobs.readings import a_stale_pull
from tests.jobs.week import DAY, HOUR, ONE_ROW, TUESDAY, TWO_ROWS, WEEK, hours_of, read


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

    await london.passes(bot, TUESDAY + 6 * DAY, every=6 * HOUR)

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
    await london.passes(bot, TUESDAY + WEEK, every=6 * HOUR)

    assert hours_of(london, ana) == [TUESDAY + WEEK]


async def test_do_not_disturb__without_the_scope_is_asked_once(world: World, clock: Clock) -> None:
    people = [world.person("Ana Souza"), world.person("Bo Lind")]
    body = ONE_ROW + "\n## Gym\nOwner: Bo Lind\n\n- [ ] #8 environments\n"
    world.holds(body, a_stale_pull(7), a_stale_pull(8))
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

    await world.passes(bot, monday + 3 * DAY, every=6 * HOUR)

    assert hours_of(world, ana) == [monday + days * DAY]


@pytest.mark.parametrize(
    ("fields", "said"),
    [({"deleted": True}, "deactivated"), ({"is_bot": True}, "bot's")],
    ids=["deactivated", "a bot"],
)
async def test_gone__is_told_to_maintainers_and_not_written_to(
    london: World, clock: Clock, ana: User, fields: dict[str, Any], said: str
) -> None:
    await london.slack.changes(ana, **fields)
    bot = london.bot()
    clock.now = TUESDAY

    await london.passes(bot, TUESDAY + DAY, every=6 * HOUR)

    [told] = (await london.told()).values()
    assert told.startswith("Ana Souza could not be written to. ")
    assert said in told
    assert london.slack.calls("chat.postMessage") == []
    assert len(london.slack.calls("users.info")) == 2


async def test_gone__a_link_to_nobody(london: World, clock: Clock, ana: User) -> None:
    del london.slack.world.users[ana.id]
    clock.now = TUESDAY + HOUR  # nobody knows their zone

    await london.bot().works()

    [(key, told)] = (await london.told()).items()
    assert key == f"unreachable:{ana.id}"
    assert "knows no Slack user" in told


@pytest.mark.parametrize(
    ("method", "code", "incident"),
    [
        ("conversations.open", "user_not_found", "unreachable:{}"),
        ("conversations.open", "user_disabled", "unreachable:{}"),
        ("chat.postMessage", "messages_tab_disabled", "messages_tab"),
        ("chat.postMessage", "channel_not_found", "unreachable:{}"),
        ("chat.postMessage", "restricted_action", "unreachable:{}"),
    ],
)
async def test_refused__is_told_to_maintainers_and_not_tried_again(
    london: World, clock: Clock, ana: User, method: str, code: str, incident: str
) -> None:
    london.slack.fails(method, fake.refused(code))
    clock.now = TUESDAY
    bot = london.bot()

    await london.passes(bot, TUESDAY + DAY, every=4 * HOUR)

    assert london.letters(ana) == []
    assert [*await london.told()] == [incident.format(ana.id)]
    assert len(london.slack.calls(method)) == 1


async def test_refused__the_next_person_is_written_to(world: World, clock: Clock) -> None:
    ana, bo = world.person("Ana Souza"), world.person("Bo Lind")
    body = ONE_ROW + "\n## Gym\nOwner: Bo Lind\n\n- [ ] #8 environments\n"
    world.holds(body, a_stale_pull(7), a_stale_pull(8))
    await world.subscribe()
    await read(world)
    world.slack.fails("conversations.open", fake.refused("user_disabled"))
    clock.now = TUESDAY

    await world.bot().works()

    assert sorted(len(world.letters(person)) for person in (ana, bo)) == [0, 1]


@pytest.mark.parametrize("code", ["token_revoked", "invalid_auth", "account_inactive"])
async def test_token_lost__nothing_else_is_tried_and_it_resumes(
    world: World, clock: Clock, code: str
) -> None:
    people = [world.person("Ana Souza"), world.person("Bo Lind")]
    body = ONE_ROW + "\n## Gym\nOwner: Bo Lind\n\n- [ ] #8 environments\n"
    world.holds(body, a_stale_pull(7), a_stale_pull(8))
    await world.subscribe()
    await read(world)
    bot = world.bot()
    clock.now = TUESDAY - HOUR
    await bot.works()
    asked = len(world.slack.requests)
    await world.slack.revokes_token(code)
    clock.now = TUESDAY
    await bot.works()
    clock.move(60)
    await bot.works()
    assert len(world.slack.requests) == asked + 1
    assert [*await world.told()] == ["token"]

    world.slack.app.token_error = None
    await world.passes(bot, TUESDAY + HOUR, every=HOUR / 4)

    assert [len(world.letters(person)) for person in people] == [1, 1]


async def test_scope_lost__is_told_to_maintainers(london: World, clock: Clock, ana: User) -> None:
    london.slack.app.scopes -= {"users:read"}
    clock.now = TUESDAY

    await london.bot().works()

    [(key, told)] = (await london.told()).items()
    assert key == "scope:users:read"
    assert "Install it again" in told
    assert london.letters(ana) == []


@pytest.mark.parametrize(
    "fault",
    [fake.html_500(), fake.rate_limited(30), fake.reset_before(), fake.invalid_json()],
    ids=["500", "429", "connection lost", "half an answer"],
)
@pytest.mark.parametrize("method", ["users.info", "conversations.open"])
async def test_trouble__passes(
    london: World, clock: Clock, ana: User, method: str, fault: fake.Fault
) -> None:
    london.slack.fails(method, fault)
    bot = london.bot()
    clock.now = TUESDAY

    await bot.works()
    await london.passes(bot, TUESDAY + HOUR, every=HOUR / 6)

    assert len(london.letters(ana)) == 1
    assert await london.told() == {}


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
