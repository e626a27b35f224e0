"""The weekly note to maintainers, and what they are told at once."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.demo import slack as fake
from bot.demo.slack import User
from bot.errors import BadCredentials, NemorlStatusError, QuotaSpent, Unreachable
from bot.jobs.notes import Alerts
from bot.people.people import People
from bot.store.incidents import Incidents
from tests.builders import a_merged_pull, an_actor
from tests.fakes.clock import Clock
from tests.jobs.bench import Bot, World
from tests.jobs.readings import a_stale_pull
from tests.jobs.week import DAY, HOUR, MONDAY, ONE_ROW, TUESDAY, WEDNESDAY, WEEK, hours_of, read

LOST = BadCredentials("GitHub refuses the token.", advice="Set another one.")


@pytest.fixture
def max_(london: World) -> User:
    """A maintainer."""
    maintainer = london.slack.add_user("max")
    london.maintainers = (maintainer.id,)
    return maintainer


async def goes_wrong(world: World, key: str = "refused:C1") -> None:
    await Incidents(world.database).note(key, f"Slack refused {key}.", now=world.clock.now)


async def test_note__once_a_week_to_each_maintainer_and_then_forgotten(
    london: World, clock: Clock, max_: User
) -> None:
    other = london.slack.add_user("other")
    london.maintainers = (max_.id, other.id)
    clock.now = MONDAY
    await goes_wrong(london)
    clock.now = TUESDAY - HOUR
    bot = london.bot()
    await london.passes(bot, WEDNESDAY + 2 * DAY, every=6 * HOUR)
    await bot.dies()

    assert await london.told() == {}
    await goes_wrong(london, "refused:C2")
    await london.passes(london.bot(), WEDNESDAY + WEEK + 12 * HOUR, every=12 * HOUR)

    for maintainer in (max_, other):
        first, second = london.letters(maintainer)
        assert "refused:C1" in first.shown
        assert "refused:C1" not in second.shown
        assert "refused:C2" in second.shown
    assert hours_of(london, max_)[0] >= WEDNESDAY


async def test_note__nothing_to_tell_and_nothing_is_sent(
    london: World, clock: Clock, max_: User
) -> None:
    london.changes(7, author=an_actor("ana"))
    clock.now = WEDNESDAY - HOUR
    await london.passes(london.bot(), WEDNESDAY + DAY, every=6 * HOUR)

    assert london.letters(max_) == []


async def test_note__owners_without_a_link_and_what_disagrees(
    london: World, clock: Clock, max_: User
) -> None:
    body = ONE_ROW + "- [ ] #8 wire synchronizer\n"
    london.holds(body, a_stale_pull(7), a_merged_pull(8, on="2026-08-20"))
    london.people = People()
    clock.now = WEDNESDAY
    await read(london)

    await london.bot().works()

    [note] = london.letters(max_)
    assert "Ana Souza" in note.shown
    assert "widgets: 1 finding" in note.shown


async def test_note__of_two_replicas_one(london: World, clock: Clock, max_: User) -> None:
    clock.now = WEDNESDAY
    await goes_wrong(london)
    bots = [london.bot(), london.bot()]
    for _ in range(3):
        await asyncio.gather(*(bot.works() for bot in bots))
        clock.move(600)

    assert len(london.letters(max_)) == 1


async def test_note__what_happens_while_it_is_sent_is_told_in_the_next(
    london: World, clock: Clock, max_: User
) -> None:
    """A maintainer who cannot be written to is told to the others, a week later."""
    gone = london.slack.add_user("gone", deleted=True)
    london.maintainers = (gone.id, max_.id)
    clock.now = WEDNESDAY - HOUR
    await goes_wrong(london)
    clock.now = WEDNESDAY

    await london.bot().works()

    assert len(london.letters(max_)) == 1
    assert [*await london.told()] == [f"unreachable:{gone.id}"]


async def test_note__is_tried_again_when_slack_was_not_there(
    london: World, clock: Clock, max_: User
) -> None:
    await goes_wrong(london)
    clock.now = WEDNESDAY
    await london.slack.revokes_token()
    bot = london.bot()
    await london.passes(bot, WEDNESDAY + HOUR, every=HOUR / 4)
    assert "refused:C1" in await london.told()

    london.slack.app.token_error = None
    await london.passes(bot, WEDNESDAY + 2 * HOUR, every=HOUR / 4)

    [note] = london.letters(max_)
    assert "refused:C1" in note.shown
    assert "token" in note.shown


async def test_note__that_reached_nobody_told_nothing(
    london: World, clock: Clock, max_: User
) -> None:
    await goes_wrong(london)
    clock.now = WEDNESDAY
    tab_off = fake.refused("messages_tab_disabled")
    london.slack.fails(
        "conversations.open", replace(tab_off, when=lambda said: max_.id in str(said["users"]))
    )
    bot = london.bot()
    await bot.works()
    assert london.letters(max_) == []

    await london.passes(bot, WEDNESDAY + WEEK, every=DAY)

    [note] = london.letters(max_)
    assert "refused:C1" in note.shown
    assert "Messages tab" in note.shown


async def test_note__a_long_one_takes_several_messages(
    london: World, clock: Clock, max_: User
) -> None:
    incidents = Incidents(london.database)
    for number in range(20):
        await incidents.note(f"N{number}", f"N{number:02}: {'w&' * 140}", now=clock.now)
    clock.now = WEDNESDAY
    await london.bot().works()

    notes = london.letters(max_)
    assert len(notes) > 1
    shown = "".join(note.shown for note in notes)
    assert all(f"N{number:02}" in shown for number in range(20))
    assert await london.told() == {}


async def test_note__what_found_no_place_is_told_in_the_next(
    london: World, clock: Clock, max_: User
) -> None:
    for number in range(30):
        clock.now = MONDAY + number * timedelta(minutes=1)
        await goes_wrong(london, f"refused:N{number:02}")
    clock.now = WEDNESDAY
    bot = london.bot()
    await london.passes(bot, WEDNESDAY + WEEK, every=DAY)

    first, second = (note.shown for note in london.letters(max_))
    assert "And 10 more." in first
    assert all(f"refused:N{n:02}" in (first if n < 20 else second) for n in range(30))
    assert await london.told() == {}


async def test_note__who_had_it_before_it_was_tried_again_hears_of_what_came_between(
    london: World, clock: Clock, max_: User
) -> None:
    other = london.slack.add_user("other")
    london.maintainers = (max_.id, other.id)
    await goes_wrong(london)
    clock.now = WEDNESDAY
    bot = london.bot()
    busy = replace(fake.rate_limited(600), when=lambda said: other.id in str(said["users"]))
    london.slack.fails("conversations.open", busy)
    await bot.works()
    assert [len(london.letters(one)) for one in (max_, other)] == [1, 0]
    clock.now += HOUR
    await goes_wrong(london, "refused:C2")
    await london.passes(bot, WEDNESDAY + WEEK, every=DAY)

    assert all("refused:C2" in london.letters(one)[-1].shown for one in (max_, other))


async def test_note__comes_when_the_last_digest_was_stopped(
    london: World, clock: Clock, max_: User
) -> None:
    [one] = await london.subscriptions.all()
    await london.subscriptions.stop(one.channel, one.tracker_key, because="it is archived")
    clock.now = MONDAY
    await goes_wrong(london)

    await london.passes(london.bot(), WEDNESDAY + WEEK + DAY, every=8 * HOUR)

    [note] = london.letters(max_)
    assert "refused:C1" in note.shown


async def test_note__without_maintainers_nobody_is_written_to(london: World, clock: Clock) -> None:
    await goes_wrong(london)
    clock.now = WEDNESDAY

    await london.bot().works()

    assert [*await london.told()] == ["refused:C1"]


def an_alert(world: World, bot: Bot) -> Alerts:
    return Alerts(bot.delivery, maintainers=world.maintainers, now=world.clock)


async def test_alert__a_lost_token_is_told_at_once_and_once_a_day(
    london: World, clock: Clock, max_: User
) -> None:
    for hours in range(0, 30, 6):
        clock.now = MONDAY + hours * HOUR
        await an_alert(london, london.bot()).reading_failed(LOST)

    first, _second = london.letters(max_)
    assert "GitHub refuses the token" in first.shown
    assert "Set another one." in first.shown


@pytest.mark.parametrize(
    "error",
    [
        Unreachable("GitHub cannot be reached."),
        QuotaSpent("The quota is spent.", reset_at=MONDAY),
        NemorlStatusError("Something else."),
    ],
)
async def test_alert__nothing_else_is(london: World, max_: User, error: NemorlStatusError) -> None:
    await an_alert(london, london.bot()).reading_failed(error)

    assert london.letters(max_) == []


async def test_alert__a_maintainer_who_cannot_be_written_to(london: World, max_: User) -> None:
    london.slack.fails("conversations.open", fake.refused("user_not_found"))
    other = london.slack.add_user("other")
    london.maintainers = (max_.id, other.id)

    await an_alert(london, london.bot()).reading_failed(LOST)

    assert [len(london.letters(one)) for one in (max_, other)] == [0, 1]
