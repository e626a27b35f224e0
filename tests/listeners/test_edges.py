"""What happens rarely: closed modals, messages that cannot be changed, trackers half known."""

import pytest

from bot.demo.slack import FakeSlack, refused
from bot.errors import Unreachable
from bot.github_status.facts.snapshot import Outcome
from tests.builders import a_failed_reading, a_merged_pull
from tests.listeners.harness import (
    COMMAND,
    GADGETS,
    WIDGETS,
    Setting,
    a_bot,
    people,
    pressable,
)


async def test_modal__closed_before_its_answer_comes(socket: FakeSlack) -> None:
    slack = socket
    ada = slack.add_user("ada")
    async with a_bot(slack) as bot:
        await bot.reads()
        await slack.opens_home(ada)
        await bot.idle()
        home = slack.home(ada)
        assert home is not None
        bot.clock.advance(hours=1)
        bot.github.hang()
        await slack.presses(ada, home, "ask")
        await slack.until(lambda: slack.modals(ada))
        await slack.closes(slack.modals(ada)[0])
        bot.github.answer()
        await bot.idle()

        assert slack.modals(ada) == ()
        assert slack.messages(slack.dm(ada)) == []


async def test_modal__github_fails_then_try_again(socket: FakeSlack) -> None:
    slack = socket
    ada = slack.add_user("ada")
    async with a_bot(slack, Setting(people=people(ana=ada.id))) as bot:
        await bot.reads()
        await slack.opens_home(ada)
        await bot.idle()
        home = slack.home(ada)
        assert home is not None
        bot.clock.advance(hours=1)
        bot.github.fault = Unreachable("GitHub is away.", advice="Wait.")
        bot.current._newest.clear()
        bot.store.kept.clear()
        await slack.presses(ada, home, "ask")
        await bot.idle()
        [modal] = slack.modals(ada)
        assert "GitHub could not be asked." in modal.shown

        bot.github.fault = None
        await slack.presses(ada, modal, "ask")
        await bot.idle()
        [modal] = slack.modals(ada)
        assert "The index says" in modal.shown


async def test_modal__words_that_mean_nothing_any_more(socket: FakeSlack) -> None:
    slack = socket
    ada = slack.add_user("ada")
    async with a_bot(slack, Setting(trackers=(WIDGETS, GADGETS))) as bot:
        bot.github.add_issue(GADGETS, "## Wheels\n\n- [ ] acme/widgets#7\n")
        await bot.reads(WIDGETS, GADGETS)
        await slack.opens_home(ada)
        await bot.idle()
        home = slack.home(ada)
        assert home is not None
        for block in home.blocks:
            for element in block.get("elements", []):
                if element.get("value") == "in gadgets":
                    element["value"] = "show weels-and-more in gadgets"
        await slack.presses(ada, home, "ask.2")
        await bot.idle()
        [modal] = slack.modals(ada)
        assert "No workstream of gadgets" in modal.shown

        await slack.presses(ada, modal, pressable(modal.blocks, "Wheels", "Wheels in gadgets"))
        await bot.idle()
        [modal] = slack.modals(ada)
        assert "Wheels · 1 open" in modal.shown


async def test_button__a_message_that_can_no_longer_be_changed(socket: FakeSlack) -> None:
    slack = socket
    ada = slack.add_user("ada")
    room = slack.add_channel("room", members=[ada])
    async with a_bot(slack) as bot:
        await bot.reads()
        await slack.mentions(ada, room, "refit")
        await bot.idle()
        answer = slack.messages(room)[-1]
        slack.fails("response_url", refused("expired_url"))
        slack.fails("chat.update", refused("edit_window_closed"))
        await slack.presses(ada, answer, "refresh")
        await bot.idle()

        told = slack.messages(room, viewer=ada)[-1]
        assert told.ephemeral_to == ada.id
        assert "can no longer be changed" in told.text
        assert answer.edits == []


async def test_share__response_url_expired(socket: FakeSlack) -> None:
    slack = socket
    ada = slack.add_user("ada")
    room = slack.add_channel("room", members=[ada])
    async with a_bot(slack) as bot:
        await bot.reads()
        await slack.types(ada, room, f"{COMMAND} refit")
        await bot.idle()
        [answer] = slack.messages(room, viewer=ada)
        slack.fails("response_url", refused("expired_url"), refused("expired_url"))
        await slack.presses(ada, answer, "share")
        await bot.idle()

        [shared] = slack.messages(room)
        assert shared.via == "api"
        assert shared.text.startswith("Refit: ")


async def test_share__slack_refuses_it(socket: FakeSlack) -> None:
    slack = socket
    ada = slack.add_user("ada")
    room = slack.add_channel("room", members=[ada])
    async with a_bot(slack) as bot:
        await bot.reads()
        await slack.types(ada, room, f"{COMMAND} refit")
        await bot.idle()
        [answer] = slack.messages(room, viewer=ada)
        slack.fails("response_url", refused("expired_url"))
        slack.fails("chat.postMessage", refused("not_in_channel"))
        await slack.presses(ada, answer, "share")
        await bot.idle()

        assert slack.messages(room) == []
        told = slack.messages(room, viewer=ada)[-1]
        assert "Invite the bot to the channel" in told.text

        await slack.presses(ada, answer, "share")
        await bot.idle()
        [shared] = slack.messages(room)
        assert shared.text.startswith("Refit: ")


async def test_mention__slack_refuses_the_update(socket: FakeSlack) -> None:
    slack = socket
    ada = slack.add_user("ada")
    room = slack.add_channel("room", members=[ada])
    async with a_bot(slack) as bot:
        bot.github.hang()
        said = await slack.mentions(ada, room, "refit")
        await slack.until(lambda: len(slack.messages(room, thread=said.message)) == 2)
        slack.fails("chat.update", refused("is_inactive"))
        bot.github.answer()
        await bot.idle()

        told = slack.messages(room, viewer=ada)[-1]
        assert "is_inactive" in told.text
        assert told.thread_ts == said.message.ts


async def test_home__slack_refuses_it(socket: FakeSlack) -> None:
    slack = socket
    ada = slack.add_user("ada")
    async with a_bot(slack) as bot:
        await bot.reads()
        slack.fails("views.publish", refused("not_enabled"))
        await slack.opens_home(ada)
        await bot.idle()

        [told] = slack.messages(slack.dm(ada))
        assert "not_enabled" in told.text


async def test_home__what_is_stale_outdated_or_unread(socket: FakeSlack) -> None:
    slack = socket
    ada = slack.add_user("ada")
    async with a_bot(slack) as bot:
        bot.github.items[a_merged_pull(8).ref] = a_merged_pull(8)
        bot.github.fails[a_failed_reading(10).ref] = a_failed_reading(10)
        await bot.reads()
        await slack.opens_home(ada)
        await bot.idle()

        home = slack.home(ada)
        assert home is not None
        assert "1 box out of date" in home.shown
        assert "1 of 5 refs could not be read" in home.shown


async def test_home__of_somebody_with_no_rows(socket: FakeSlack) -> None:
    slack = socket
    ada = slack.add_user("ada")
    async with a_bot(slack, Setting(people=people(bo=ada.id))) as bot:
        bot.github.add_issue(WIDGETS, "## Refit\n\n- [ ] #7 x\n")
        await bot.reads()
        await slack.opens_home(ada)
        await bot.idle()

        home = slack.home(ada)
        assert home is not None
        assert "Nothing waits for you." in home.shown


async def test_shortcut__one_tracker_is_not_known_and_one_is_old(socket: FakeSlack) -> None:
    slack = socket
    ada = slack.add_user("ada")
    room = slack.add_channel("room", members=[ada])
    async with a_bot(slack, Setting(trackers=(WIDGETS, GADGETS))) as bot:
        bot.github.add_issue(GADGETS, "## Wheels\n\n- [ ] acme/widgets#7\n")
        bot.github.fails[a_failed_reading(10).ref] = a_failed_reading(10)
        await bot.reads()
        bot.clock.advance(hours=1)
        bot.github.hang()
        said = await slack.says(
            ada, room, "acme/widgets#7 " + " ".join(f"a/b#{n}" for n in range(1, 12))
        )
        await slack.uses_shortcut(ada, said.message, "where_tracked")
        await slack.until(lambda: len(slack.messages(room, viewer=ada)) == 2)
        first = slack.messages(room, viewer=ada)[-1]
        assert "widgets: GitHub has not answered yet" in first.shown
        assert "gadgets: GitHub is being read" in first.shown
        assert "widgets: Refit, line 4" in first.shown
        assert "2 more are named there" in first.shown

        bot.github.fault = Unreachable("GitHub is away.", advice="Wait.")
        bot.github.answer()
        await bot.idle()

        final = slack.messages(room, viewer=ada)[-1]
        assert "This is the last reading, of " in final.shown
        assert "gadgets: not known. GitHub is away. Wait." in final.shown


@pytest.mark.parametrize("outcome", [Outcome.FAILED, Outcome.NOT_VISIBLE])
async def test_shortcut__a_listed_one_that_could_not_be_read(
    socket: FakeSlack, outcome: Outcome
) -> None:
    slack = socket
    ada = slack.add_user("ada")
    room = slack.add_channel("room", members=[ada])
    async with a_bot(slack) as bot:
        bot.github.fails[a_failed_reading(7).ref] = a_failed_reading(7, outcome=outcome)
        await bot.reads()
        said = await slack.says(ada, room, "acme/widgets#7")
        await slack.uses_shortcut(ada, said.message, "where_tracked")
        await bot.idle()

        answer = slack.messages(room, viewer=ada)[-1]
        assert "acme/widgets#7 is tracked" in answer.text
        assert answer.shown.count("acme/widgets#7") == 1
        assert "widgets: Refit, line 4" in answer.shown
        assert "Not everything of widgets could be read." in answer.shown
