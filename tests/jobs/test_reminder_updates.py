"""Messages to owners, once what they ask for is done."""

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.demo import slack as fake
from bot.demo.slack import User
from bot.github_status.facts.pulls import PullState
from bot.people.people import People
from bot.store.messages import Messages
from bot.store.wishes import PersonWishes
from tests.builders import a_merged_pull, at
from tests.fakes.clock import Clock
from tests.jobs.bench import Bot, World
from tests.jobs.readings import a_stale_pull
from tests.jobs.week import TUESDAY, TWO_ROWS, WEEK, read

MERGED = {
    "state": PullState.MERGED,
    "merged_at": at("2026-09-01T12:00"),
    "closed_at": at("2026-09-01T12:00"),
}


@pytest.fixture
async def bot(london: World, clock: Clock) -> Bot:
    """Ana was written to about #7 and #8."""
    london.holds(TWO_ROWS, a_stale_pull(7), a_stale_pull(8))
    clock.now = TUESDAY
    bot = london.bot()
    await bot.works()
    return bot


async def looks(world: World, bot: Bot) -> None:
    """Half an hour later, when GitHub was read again."""
    world.clock.move(1800)
    await read(world)
    await bot.works()


async def test_update__says_once_what_is_done(london: World, ana: User, bot: Bot) -> None:
    london.changes(7, **MERGED)
    for _ in range(3):
        await looks(london, bot)

    [letter] = london.letters(ana)
    assert len(letter.edits) == 1
    before, _, done = letter.shown.partition("Done")
    assert "#8" in before
    assert "#7" not in before
    assert "#7" in done
    assert "1 pull request in your workstreams has not moved" in letter.text


async def test_update__one_after_the_other(london: World, ana: User, bot: Bot) -> None:
    london.changes(7, **MERGED)
    await looks(london, bot)
    await bot.dies()
    london.changes(8, state=PullState.CLOSED, closed_at=at("2026-09-01T13:00"))
    await looks(london, london.bot())

    [letter] = london.letters(ana)
    assert len(letter.edits) == 2
    assert "nothing of this is left to do" in letter.text
    assert "#7" in letter.shown
    assert "#8" in letter.shown


async def test_update__nothing_is_done(london: World, ana: User, bot: Bot) -> None:
    await looks(london, bot)

    [letter] = london.letters(ana)
    assert letter.edits == []
    assert london.slack.calls("chat.update") == []


async def test_update__what_could_not_be_read_is_not_done(
    london: World, ana: User, bot: Bot
) -> None:
    london.github = replace(london.github, readings=())
    await looks(london, bot)

    [letter] = london.letters(ana)
    assert letter.edits == []


async def test_update__a_message_that_was_deleted_by_hand(
    london: World, ana: User, bot: Bot
) -> None:
    [letter] = london.letters(ana)
    london.slack.world.remove(letter)
    london.changes(7, **MERGED)
    for _ in range(3):
        await looks(london, bot)

    assert len(london.slack.calls("chat.update")) == 1
    assert await london.told() == {}


async def test_update__slack_is_not_there_for_a_while(london: World, ana: User, bot: Bot) -> None:
    london.changes(7, **MERGED)
    await london.slack.revokes_token()
    await looks(london, bot)
    london.slack.app.token_error = None

    await looks(london, bot)

    [letter] = london.letters(ana)
    assert len(letter.edits) == 1


async def test_update__a_row_that_looked_finished_is_ticked(
    london: World, clock: Clock, ana: User
) -> None:
    body = TWO_ROWS.replace("#7 WeightSynchronizer ABC", "#7: a crash (fixed by #17)")
    london.holds(body, a_stale_pull(7), a_stale_pull(8), a_merged_pull(17, on="2026-08-20"))
    clock.now = TUESDAY
    bot = london.bot()
    await bot.works()
    [letter] = london.letters(ana)
    assert "Looks finished" in letter.shown

    ticked = body.replace("- [ ] #7", "- [x] #7")
    london.holds(ticked, a_stale_pull(7), a_stale_pull(8), a_merged_pull(17, on="2026-08-20"))
    await looks(london, bot)

    [letter] = london.letters(ana)
    assert "Looks finished" not in letter.shown
    assert "its box is ticked" in letter.shown


async def test_update__not_of_what_was_told_again_since(
    london: World, clock: Clock, ana: User, bot: Bot
) -> None:
    """The newest message that a row stands in is changed, and no older one."""
    clock.now = TUESDAY + WEEK
    await bot.works()
    london.changes(7, **MERGED)
    await looks(london, bot)

    first, second = london.letters(ana)
    assert (len(first.edits), len(second.edits)) == (0, 1)


async def test_update__a_message_of_long_ago_is_left_alone(
    london: World, clock: Clock, ana: User, bot: Bot
) -> None:
    await london.wishes.put(PersonWishes(person=ana.id, stopped=True))
    london.changes(7, **MERGED)
    clock.now = TUESDAY + timedelta(days=61)
    await looks(london, bot)

    assert london.slack.calls("chat.update") == []


async def test_update__of_whom_nobody_is_linked_to_any_more(
    london: World, ana: User, bot: Bot
) -> None:
    london.people = People()
    london.changes(7, **MERGED)
    await looks(london, bot)

    assert london.slack.calls("chat.update") == []


async def test_update__of_two_replicas_one_makes_it(london: World, ana: User, bot: Bot) -> None:
    other = london.bot()
    london.changes(7, **MERGED)
    await looks(london, bot)
    await other.works()

    assert len(london.slack.calls("chat.update")) == 1
    rows = await Messages(london.database).reminded(ana.id)
    assert {row.ref: row.is_done for row in rows} == {
        "acme/widgets#7": True,
        "acme/widgets#8": False,
    }


async def test_update__slack_does_not_take_its_form(london: World, ana: User, bot: Bot) -> None:
    london.slack.fails("chat.update", fake.refused("invalid_blocks"))
    london.changes(7, **MERGED)
    await looks(london, bot)

    [letter] = london.letters(ana)
    assert "#7" in letter.text
    assert letter.blocks == []
