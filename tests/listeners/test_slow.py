"""GitHub, the store or Slack are slow or fail: everybody is acknowledged, and answered."""

from bot.demo.slack import (
    FakeSlack,
    refused,
    reset_after,
    slow,
)
from bot.errors import Unreachable
from tests.listeners.harness import COMMAND, Setting, a_bot, people

FAULT = Unreachable("GitHub did not answer.", advice="Ask again in some minutes.")


async def test_command__cold_store_and_github_hangs(slack: FakeSlack) -> None:
    ada = slack.add_user("ada")
    room = slack.add_channel("room", members=[ada])
    async with a_bot(slack, Setting(patience_seconds=1)) as bot:
        bot.github.hang()
        bot.store.opens.clear()
        outcome = await slack.types(ada, room, f"{COMMAND} refit")
        assert outcome.acked
        assert outcome.seconds < 0.5
        await slack.until(lambda: slack.messages(room, viewer=ada))
        [first] = slack.messages(room, viewer=ada)
        assert "Reading GitHub" in first.text

        bot.store.opens.set()
        bot.github.answer()
        await bot.idle()

        [_, final] = slack.messages(room, viewer=ada)
        assert final.text.startswith("Refit: ")
        assert first.edits == []


async def test_command__last_state_then_the_new_one(slack: FakeSlack) -> None:
    ada = slack.add_user("ada")
    room = slack.add_channel("room", members=[ada])
    async with a_bot(slack) as bot:
        await bot.reads()
        bot.clock.advance(hours=1)
        bot.github.hang()
        await slack.types(ada, room, f"{COMMAND} refit")
        await slack.until(lambda: slack.messages(room, viewer=ada))
        [first] = slack.messages(room, viewer=ada)
        assert "GitHub has not answered yet" in first.shown
        assert "WeightSynchronizer" in first.shown

        bot.github.answer()
        await bot.idle()

        [_, final] = slack.messages(room, viewer=ada)
        assert "GitHub has not answered" not in final.shown
        assert "WeightSynchronizer" in final.shown


async def test_command__last_state_then_a_failure_is_not_the_same_again(socket: FakeSlack) -> None:
    slack = socket
    ada = slack.add_user("ada")
    room = slack.add_channel("room", members=[ada])
    async with a_bot(slack) as bot:
        await bot.reads()
        bot.clock.advance(hours=1)
        bot.github.hang()
        bot.github.fault = FAULT
        await slack.types(ada, room, f"{COMMAND} refit")
        await slack.until(lambda: slack.messages(room, viewer=ada))
        bot.github.answer()
        await bot.idle()

        [_, final] = slack.messages(room, viewer=ada)
        assert "what stands above is the newest" in final.text
        assert "Ask again in some minutes" in final.text
        assert "WeightSynchronizer" not in final.text


async def test_refresh__replaced_twice_where_github_is_slow(slack: FakeSlack) -> None:
    ada = slack.add_user("ada")
    room = slack.add_channel("room", members=[ada])
    async with a_bot(slack) as bot:
        await bot.reads()
        await slack.types(ada, room, f"{COMMAND} refit")
        await bot.idle()
        [answer] = slack.messages(room, viewer=ada)
        bot.clock.advance(hours=1)
        bot.github.hang()

        await slack.presses(ada, answer, "refresh")
        await slack.until(lambda: len(answer.edits) == 1)
        assert "GitHub has not answered yet" in answer.shown

        bot.github.answer()
        await bot.idle()
        assert len(answer.edits) == 2
        assert "GitHub has not answered" not in answer.shown
        assert slack.messages(room, viewer=ada) == [answer]


async def test_mention__its_reply_is_updated(slack: FakeSlack) -> None:
    ada = slack.add_user("ada")
    room = slack.add_channel("room", members=[ada])
    async with a_bot(slack) as bot:
        bot.github.hang()
        said = await slack.mentions(ada, room, "refit")
        await slack.until(lambda: len(slack.messages(room, thread=said.message)) == 2)
        [_, answer] = slack.messages(room, thread=said.message)
        assert "Reading GitHub" in answer.text

        bot.github.answer()
        await bot.idle()
        assert slack.messages(room, thread=said.message) == [said.message, answer]
        assert answer.text.startswith("Refit: ")


async def test_mention__its_reply_was_removed_meanwhile(socket: FakeSlack) -> None:
    slack = socket
    ada = slack.add_user("ada")
    room = slack.add_channel("room", members=[ada])
    async with a_bot(slack) as bot:
        bot.github.hang()
        said = await slack.mentions(ada, room, "refit")
        await slack.until(lambda: len(slack.messages(room, thread=said.message)) == 2)
        [_, reading] = slack.messages(room, thread=said.message)
        slack.world.remove(reading)

        bot.github.answer()
        await bot.idle()

        [_, answer] = slack.messages(room, thread=said.message)
        assert answer.text.startswith("Refit: ")


async def test_modal__the_trigger_is_too_old(socket: FakeSlack) -> None:
    slack = socket
    ada = slack.add_user("ada")
    async with a_bot(slack) as bot:
        await bot.reads()
        await slack.opens_home(ada)
        await bot.idle()
        home = slack.home(ada)
        assert home is not None
        slack.fails("views.open", refused("expired_trigger_id"))
        await slack.presses(ada, home, "ask")
        await bot.idle()

        [told] = slack.messages(slack.dm(ada))
        assert "press again" in told.text


async def test_home__published_again_when_github_answers(socket: FakeSlack) -> None:
    slack = socket
    ada = slack.add_user("ada")
    async with a_bot(slack, Setting(people=people(ana=ada.id))) as bot:
        bot.github.hang()
        await slack.opens_home(ada)
        await slack.until(lambda: slack.home(ada))
        first = slack.home(ada)
        assert first is not None
        assert "Reading GitHub" in first.shown

        bot.github.answer()
        await bot.idle()
        second = slack.home(ada)
        assert second is not None
        assert "In your workstreams · 3" in second.shown


async def test_command__github_fails_and_nothing_is_known(slack: FakeSlack) -> None:
    ada = slack.add_user("ada")
    room = slack.add_channel("room", members=[ada])
    async with a_bot(slack) as bot:
        bot.github.fault = FAULT
        await slack.types(ada, room, f"{COMMAND} refit")
        await bot.idle()
        [answer] = slack.messages(room, viewer=ada)
        assert "GitHub could not be asked" in answer.text
        assert "Ask again in some minutes" in answer.text

        bot.github.fault = None
        await slack.presses(ada, answer, "ask")
        await bot.idle()
        assert slack.messages(room, viewer=ada) == [answer]
        assert answer.text.startswith("Refit: ")


async def test_refresh__github_fails_and_the_last_state_stays(socket: FakeSlack) -> None:
    slack = socket
    ada = slack.add_user("ada")
    room = slack.add_channel("room", members=[ada])
    async with a_bot(slack) as bot:
        await bot.reads()
        await slack.types(ada, room, f"{COMMAND} refit")
        await bot.idle()
        [answer] = slack.messages(room, viewer=ada)
        bot.clock.advance(hours=1)
        bot.github.fault = FAULT

        await slack.presses(ada, answer, "refresh")
        await bot.idle()

        assert "This is the last reading, of " in answer.shown
        assert "WeightSynchronizer" in answer.shown


async def test_many_ask__one_reading(socket: FakeSlack) -> None:
    slack = socket
    ada = slack.add_user("ada")
    room = slack.add_channel("room", members=[ada])
    async with a_bot(slack, Setting(patience_seconds=5)) as bot:
        bot.github.hang()
        for words in ("", "refit", "stale", "drift", "#7", "generation"):
            assert (await slack.types(ada, room, f"{COMMAND} {words}")).acked
        bot.github.answer()
        await bot.idle()

        assert bot.github.asked == 1
        assert len(slack.messages(room, viewer=ada)) == 6
        assert len(slack.calls("users.info")) == 1


async def test_home__a_hash_conflict_is_tried_once_more(socket: FakeSlack) -> None:
    slack = socket
    ada = slack.add_user("ada")
    async with a_bot(slack) as bot:
        await bot.reads()
        await slack.opens_home(ada)
        await bot.idle()
        slack.fails("views.publish", refused("hash_conflict"))
        await slack.opens_home(ada)
        await bot.idle()

        assert [call.error for call in slack.calls("views.publish")] == [
            None,
            "hash_conflict",
            None,
        ]


async def test_command__response_url_expired(slack: FakeSlack) -> None:
    ada = slack.add_user("ada")
    room = slack.add_channel("room", members=[ada])
    async with a_bot(slack) as bot:
        bot.github.hang()
        await slack.types(ada, room, f"{COMMAND} refit")
        await slack.until(lambda: slack.messages(room, viewer=ada))
        slack.clock.advance(31 * 60)
        bot.github.answer()
        await bot.idle()

        [_, answer] = slack.messages(room, viewer=ada)
        assert (answer.via, answer.ephemeral_to) == ("api", ada.id)
        assert answer.text.startswith("Refit: ")


async def test_command__response_url_expired_where_the_bot_is_no_member(slack: FakeSlack) -> None:
    ada = slack.add_user("ada")
    room = slack.add_channel("room", members=[ada], bot=False)
    async with a_bot(slack) as bot:
        bot.github.hang()
        await slack.types(ada, room, f"{COMMAND} refit")
        await slack.until(lambda: slack.messages(room, viewer=ada))
        slack.clock.advance(31 * 60)
        bot.github.answer()
        await bot.idle()

        [answer] = slack.messages(slack.dm(ada), viewer=ada)
        assert answer.text.startswith("Refit: ")


async def test_button__response_url_used_up(socket: FakeSlack) -> None:
    slack = socket
    ada = slack.add_user("ada")
    room = slack.add_channel("room", members=[ada])
    async with a_bot(slack) as bot:
        await bot.reads()
        said = await slack.mentions(ada, room, "refit")
        await bot.idle()
        [_, answer] = slack.messages(room, thread=said.message)
        slack.fails("response_url", refused("used_url"))
        await slack.presses(ada, answer, "refresh")
        await bot.idle()
        assert len(answer.edits) == 1  # by chat.update

        await slack.types(ada, room, COMMAND)
        await bot.idle()
        private = slack.messages(room, viewer=ada)[-1]
        slack.fails("response_url", refused("used_url"))
        await slack.presses(ada, private, "refresh")
        await bot.idle()
        assert slack.messages(room, viewer=ada)[-1] is not private


async def test_mention__an_uncertain_post_is_not_repeated(socket: FakeSlack) -> None:
    slack = socket
    ada = slack.add_user("ada")
    room = slack.add_channel("room", members=[ada])
    async with a_bot(slack) as bot:
        await bot.reads()
        slack.fails("chat.postMessage", reset_after())
        said = await slack.mentions(ada, room, "refit")
        await bot.idle()

        public = slack.messages(room, thread=said.message)
        assert len(public) == 2
        told = [m for m in slack.messages(room, viewer=ada) if m.ephemeral_to == ada.id]
        assert "Slack did not answer" in told[0].text
        assert "reference" in told[0].text


async def test_share__an_uncertain_post_is_not_repeated(socket: FakeSlack) -> None:
    slack = socket
    ada = slack.add_user("ada")
    room = slack.add_channel("room", members=[ada])
    async with a_bot(slack) as bot:
        await bot.reads()
        await slack.types(ada, room, f"{COMMAND} refit")
        await bot.idle()
        [answer] = slack.messages(room, viewer=ada)
        slack.fails("response_url", reset_after())
        await slack.presses(ada, answer, "share")
        await bot.idle()
        assert len(slack.messages(room)) == 1

        await slack.presses(ada, answer, "share")
        await bot.idle()
        assert len(slack.messages(room)) == 1
        assert "shared a moment ago" in slack.messages(room, viewer=ada)[-1].text


async def test_mention__where_the_bot_may_not_post(socket: FakeSlack) -> None:
    slack = socket
    ada = slack.add_user("ada")
    room = slack.add_channel("room", members=[ada])
    async with a_bot(slack) as bot:
        await bot.reads()
        room.post_error = "restricted_action_read_only_channel"
        await slack.mentions(ada, room, "refit")
        await bot.idle()

        [told] = slack.messages(slack.dm(ada), viewer=ada)
        assert "restricted_action_read_only_channel" in told.text


async def test_slack_hangs__the_acknowledgement_does_not(socket: FakeSlack) -> None:
    slack = socket
    ada = slack.add_user("ada")
    room = slack.add_channel("room", members=[ada])
    async with a_bot(slack) as bot:
        await bot.reads()
        slack.fails("users.info", slow(0.8))
        outcome = await slack.types(ada, room, f"{COMMAND} refit")
        assert outcome.seconds < 0.5
        await bot.idle()

        assert slack.messages(room, viewer=ada)[0].text.startswith("Refit: ")
