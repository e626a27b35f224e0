"""A private row reaches nobody outside its audience, by any surface or button."""

import json

import pytest

from bot.demo.slack import Channel, FakeSlack, User
from bot.errors import TrackerNotThere
from bot.listeners import SlackRules
from bot.people.people import SlackId
from tests.listeners.harness import (
    COMMAND,
    SECRET_REPOSITORY,
    SECRET_TITLE,
    WIDGETS,
    Bot,
    Setting,
    a_bot,
    people,
    pressable,
)

QUESTIONS = (
    "",
    "refit",
    "show delta",
    "stale 1d",
    "drift",
    "merged 30d",
    "mine",
    "#5",
    "ana",
    "spy",
)


def everything_sent(slack: FakeSlack) -> str:
    """All that the bot ever sent, as it went over the wire."""
    return json.dumps([request.args for request in slack.requests], ensure_ascii=False)


def is_leaked(sent: str) -> bool:
    return any(word in sent for word in (SECRET_TITLE, SECRET_REPOSITORY, "Swordfish", "vault"))


async def asks_everything(bot: Bot, user: User, room: Channel) -> None:
    """Every surface, every question, every button."""
    slack = bot.slack
    for words in QUESTIONS:
        await slack.types(user, room, f"{COMMAND} {words}")
        await bot.idle()
        answer = slack.messages(room, viewer=user)[-1]
        if '"refresh"' in json.dumps(answer.blocks):
            await slack.presses(user, answer, "refresh")
            await bot.idle()
            await slack.presses(user, answer, "share")
            await bot.idle()
            shared = slack.messages(room)[-1]
            await slack.presses(user, shared, "refresh")
            await bot.idle()
        await slack.mentions(user, room, words)
        await slack.says(user, slack.dm(user), words or "overview please")
        await bot.idle()
    said = await slack.says(user, room, "acme/widgets#7 #5 and another/repo#5")
    await slack.uses_shortcut(user, said.message, "where_tracked")
    await slack.opens_home(user)
    await bot.idle()
    home = slack.home(user)
    assert home is not None
    await slack.presses(user, home, pressable(home.blocks, "Overview"))
    await bot.idle()


async def test_nobody_outside_the_audience__by_any_surface_or_button(socket: FakeSlack) -> None:
    slack = socket
    ada = slack.add_user("ada")
    room = slack.add_channel("room", members=[ada])
    async with a_bot(slack, Setting(people=people(ana=ada.id))) as bot:
        await bot.reads()
        await asks_everything(bot, ada, room)

        sent = everything_sent(slack)
        assert "a private pull request" in sent
        assert not is_leaked(sent)


async def test_nobody_learns_that_a_private_ref_is_listed(socket: FakeSlack) -> None:
    slack = socket
    ada = slack.add_user("ada")
    room = slack.add_channel("room", members=[ada])
    async with a_bot(slack) as bot:
        await bot.reads()
        for words in ("acme/vault#5", "acme/other#5"):
            await slack.types(ada, room, f"{COMMAND} {words}")
            await bot.idle()
        [there, not_there] = slack.messages(room, viewer=ada)

        assert "is not listed in widgets" in there.text
        assert "is not listed in widgets" in not_there.text


async def test_a_private_ready_channel__shows_in_full(slack: FakeSlack) -> None:
    ada = slack.add_user("ada")
    ready = slack.add_channel("ready", members=[ada])
    other = slack.add_channel("other", members=[ada])
    rules = SlackRules(private_channels=frozenset({ready.id}))
    async with a_bot(slack, Setting(rules=rules)) as bot:
        await bot.reads()
        await slack.types(ada, ready, f"{COMMAND} refit")
        await slack.types(ada, other, f"{COMMAND} refit")
        await bot.idle()
        await slack.mentions(ada, ready, "refit")
        await slack.says(ada, slack.dm(ada), "refit")
        await bot.idle()

        assert SECRET_TITLE in slack.messages(ready, viewer=ada)[0].shown
        assert SECRET_TITLE in slack.messages(ready)[-1].shown
        assert not is_leaked(slack.messages(other, viewer=ada)[0].shown)
        assert not is_leaked(slack.messages(slack.dm(ada))[-1].shown)


async def test_share__is_made_anew_for_its_channel(slack: FakeSlack) -> None:
    ada, bo = slack.add_user("ada"), slack.add_user("bo")
    room = slack.add_channel("room", members=[ada, bo])
    rules = SlackRules(private_people=frozenset({SlackId(ada.id)}))
    async with a_bot(slack, Setting(rules=rules)) as bot:
        await bot.reads()
        await slack.types(ada, room, f"{COMMAND} refit")
        await bot.idle()
        [answer] = slack.messages(room, viewer=ada)
        assert SECRET_TITLE in answer.shown

        await slack.presses(ada, answer, "share")
        await bot.idle()

        [shared] = slack.messages(room)
        assert "a private pull request" in shared.shown
        assert not is_leaked(shared.shown)

        await slack.presses(ada, shared, "refresh")
        await bot.idle()
        assert len(shared.edits) == 1
        assert not is_leaked(shared.shown)

        await slack.presses(ada, shared, "only_stale")
        await bot.idle()
        assert len(shared.edits) == 1
        own = slack.messages(room, viewer=ada)[-1]
        assert own.ephemeral_to == ada.id


async def test_a_named_person__in_their_conversation_home_and_modal(slack: FakeSlack) -> None:
    ada = slack.add_user("ada")
    rules = SlackRules(private_people=frozenset({SlackId(ada.id)}))
    async with a_bot(slack, Setting(rules=rules, people=people(ana=ada.id))) as bot:
        await bot.reads()
        await slack.says(ada, slack.dm(ada), "refit")
        await slack.opens_home(ada)
        await bot.idle()

        answer = slack.messages(slack.dm(ada))[-1]
        assert SECRET_TITLE in answer.shown
        await slack.presses(ada, answer, "refresh")
        await bot.idle()
        assert SECRET_TITLE in answer.shown
        home = slack.home(ada)
        assert home is not None
        assert SECRET_TITLE in home.shown


async def test_a_full_answer__does_not_follow_into_the_direct_conversation(
    socket: FakeSlack,
) -> None:
    slack = socket
    ada = slack.add_user("ada")
    ready = slack.add_channel("ready", members=[ada], bot=False)
    rules = SlackRules(private_channels=frozenset({ready.id}))
    async with a_bot(slack, Setting(rules=rules)) as bot:
        bot.github.hang()
        await slack.types(ada, ready, f"{COMMAND} refit")
        await slack.until(lambda: slack.messages(ready, viewer=ada))
        slack.clock.advance(31 * 60)
        bot.github.answer()
        await bot.idle()

        [told] = slack.messages(slack.dm(ada))
        assert "could not be shown in the channel" in told.text
        assert not is_leaked(told.shown)


@pytest.mark.parametrize("words", ["", "refit", "#7"])
async def test_a_private_tracker__is_not_named_by_a_failure(socket: FakeSlack, words: str) -> None:
    slack = socket
    ada = slack.add_user("ada")
    room = slack.add_channel("room", members=[ada])
    async with a_bot(slack) as bot:
        bot.github.fault = TrackerNotThere(f"{WIDGETS.ref} cannot be read.", advice="See to it.")
        await slack.types(ada, room, f"{COMMAND} {words}")
        await bot.idle()

        [answer] = slack.messages(room, viewer=ada)
        assert "widgets cannot be read." in answer.text
        assert str(WIDGETS.ref) not in everything_sent(slack)


@pytest.mark.parametrize("words", ["acme/vault#5", "spy"])
async def test_share__what_others_may_not_see_is_not_even_denied_to_them(
    slack: FakeSlack, words: str
) -> None:
    ada, bo = slack.add_user("ada"), slack.add_user("bo")
    room = slack.add_channel("room", members=[ada, bo])
    rules = SlackRules(private_people=frozenset({SlackId(ada.id)}))
    async with a_bot(slack, Setting(rules=rules)) as bot:
        await bot.reads()
        await slack.types(ada, room, f"{COMMAND} {words}")
        await bot.idle()
        [answer] = slack.messages(room, viewer=ada)
        assert SECRET_TITLE in answer.shown

        await slack.presses(ada, answer, "share")
        await bot.idle()

        assert slack.messages(room) == []
        assert slack.messages(room, viewer=bo) == []
        [kept, told] = slack.messages(room, viewer=ada)
        assert kept is answer
        assert told.ephemeral_to == ada.id
        assert told.text.startswith("Nothing was shared.")
