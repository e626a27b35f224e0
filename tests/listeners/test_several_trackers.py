"""Several trackers in one workspace: any by its name, one by default, all in the bare overview."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.demo.slack import Channel, FakeSlack, User
from tests.listeners.errand_harness import an_office, labels
from tests.listeners.harness import COMMAND, GADGETS, WIDGETS, Bot, Setting, a_bot, pressable

BOTH = (WIDGETS, GADGETS)
GADGETS_BODY = "## Refit\n\n- [ ] #1234 wheels\n- [x] a task\n"


@asynccontextmanager
async def both_read(slack: FakeSlack) -> AsyncIterator[tuple[Bot, User, Channel]]:
    """A bot that has read both trackers, and Ada in a channel."""
    ada = slack.add_user("ada")
    room = slack.add_channel("room", members=[ada])
    async with a_bot(slack, Setting(trackers=BOTH)) as bot:
        bot.github.add_issue(GADGETS, GADGETS_BODY)
        await bot.reads(*BOTH)
        yield bot, ada, room


async def answered(bot: Bot, user: User, room: Channel, words: str = "") -> str:
    await bot.slack.types(user, room, f"{COMMAND} {words}".strip())
    await bot.idle()
    return bot.slack.messages(room, viewer=user)[-1].shown


async def test_bare_overview__tells_of_every_tracker(slack: FakeSlack) -> None:
    async with both_read(slack) as (bot, ada, room):
        shown = await answered(bot, ada, room)
        assert "Generation" in shown
        assert "1 other tracker" in shown
        assert "2 rows: 1 done, 1 not found" in shown
        answer = slack.messages(room, viewer=ada)[-1]

        await slack.presses(ada, answer, pressable(answer.blocks, "Refresh", ""))
        await bot.idle()
        assert "1 other tracker" in answer.shown, "what is asked again is the same"

        await slack.presses(ada, answer, pressable(answer.blocks, "gadgets", "in gadgets"))
        await bot.idle()
        shown = slack.messages(room, viewer=ada)[-1].shown
        assert "Generation" not in shown
        assert "other tracker" not in shown


async def test_bare_overview__shared_tells_the_channel_of_every_tracker(slack: FakeSlack) -> None:
    async with both_read(slack) as (bot, ada, room):
        await answered(bot, ada, room)
        await slack.presses(ada, slack.messages(room, viewer=ada)[-1], "share")
        await bot.idle()

        assert "1 other tracker" in slack.messages(room)[-1].shown


async def test_bare_overview__of_one_tracker_or_of_one_not_read_yet(slack: FakeSlack) -> None:
    ada = slack.add_user("ada")
    room = slack.add_channel("room", members=[ada])
    async with a_bot(slack, Setting(trackers=BOTH)) as bot:
        await bot.reads(WIDGETS)
        assert "not known yet" in await answered(bot, ada, room)
    async with a_bot(slack) as bot:
        await bot.reads()
        assert "other tracker" not in await answered(bot, ada, room)


@pytest.mark.parametrize("words", ["overview", "in gadgets", "stale", "refit", "drift in gadgets"])
async def test_every_other_question__is_about_one(slack: FakeSlack, words: str) -> None:
    async with both_read(slack) as (bot, ada, room):
        assert "other tracker" not in await answered(bot, ada, room, words)


async def test_in_name__by_command_mention_and_direct_message(slack: FakeSlack) -> None:
    """Both trackers have a workstream Refit: which one is told by the question alone."""
    async with both_read(slack) as (bot, ada, room):
        assert "WeightSynchronizer ABC" in await answered(bot, ada, room, "refit")
        assert "wheels" in await answered(bot, ada, room, "refit in gadgets")

        await slack.mentions(ada, room, "refit in gadgets")
        await slack.says(ada, slack.dm(ada), "show refit in gadgets")
        await bot.idle()
        for place in (room, slack.dm(ada)):
            assert "wheels" in slack.messages(place)[-1].shown


async def test_the_name_of_a_tracker_alone__offers_to_ask_for_it(slack: FakeSlack) -> None:
    async with both_read(slack) as (bot, ada, room):
        shown = await answered(bot, ada, room, "gadgets")
        assert "“in gadgets” asks for the tracker of that name." in shown

        answer = slack.messages(room, viewer=ada)[-1]
        await slack.presses(ada, answer, pressable(answer.blocks, "in gadgets"))
        await bot.idle()
        assert "2 rows: 1 done" in slack.messages(room, viewer=ada)[-1].shown


async def test_default_of_a_channel__comes_first_and_all_are_told_of(
    slack: FakeSlack, tmp_path: Path
) -> None:
    ada = slack.add_user("ada")
    room = slack.add_channel("room", members=[ada])
    async with an_office(slack, tmp_path, Setting(trackers=BOTH)) as bot:
        bot.github.add_issue(GADGETS, GADGETS_BODY)
        await bot.reads(*BOTH)
        await bot.stores.subscriptions.set_default_tracker(room.id, str(GADGETS.ref))
        shown = await answered(bot, ada, room)

        assert shown.index("boxes and GitHub together say") < shown.index("1 other tracker")
        assert shown.index("1 other tracker") < shown.index("widgets")
        assert "widgets" in labels(slack.messages(room, viewer=ada)[-1])
        assert "wheels" in await answered(bot, ada, room, "refit")
        assert "WeightSynchronizer ABC" in await answered(bot, ada, room, "refit in widgets")
