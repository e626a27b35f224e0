"""The whole rounds, in both transports, with the real Bolt app inside."""

import pytest

from bot.demo.slack import FakeSlack, Message
from tests.listeners.harness import COMMAND, GADGETS, WIDGETS, Setting, a_bot, people, pressable


def labels(message: Message) -> list[str]:
    """What the buttons of a message say."""
    blocks = [block for block in message.blocks if block["type"] == "actions"]
    return [element["text"]["text"] for block in blocks for element in block["elements"]]


async def test_command__acknowledged_answered_and_its_button_replaces_the_answer(
    slack: FakeSlack,
) -> None:
    ada = slack.add_user("ada")
    bo = slack.add_user("bo")
    room = slack.add_channel("room", members=[ada, bo])
    async with a_bot(slack) as bot:
        await bot.reads()
        outcome = await slack.types(ada, room, f"{COMMAND} refit")
        await bot.idle()

        assert outcome.acked
        [answer] = slack.messages(room, viewer=ada)
        assert answer.ephemeral_to == ada.id
        assert answer.text.startswith("Refit: 1 merged")
        assert "WeightSynchronizer" in answer.shown
        assert labels(answer) == ["Share here", "Refresh", "Only stale", "Open tracker"]
        assert slack.messages(room, viewer=bo) == []

        bot.github.change(7, title="Another title")
        bot.clock.advance(minutes=2)
        pressed = await slack.presses(ada, answer, "refresh")
        await bot.idle()

        assert pressed.acked
        assert slack.messages(room, viewer=ada) == [answer]
        assert len(answer.edits) == 1
        assert bot.github.asked == 2


async def test_only_stale__replaces_the_asker_s_answer(slack: FakeSlack) -> None:
    ada = slack.add_user("ada")
    room = slack.add_channel("room", members=[ada])
    async with a_bot(slack) as bot:
        await bot.reads()
        await slack.types(ada, room, f"{COMMAND} refit")
        await bot.idle()
        [answer] = slack.messages(room, viewer=ada)

        await slack.presses(ada, answer, "only_stale")
        await bot.idle()

        assert slack.messages(room, viewer=ada) == [answer]
        assert "stale" in answer.text


async def test_share__for_everybody_and_the_private_copy_goes(slack: FakeSlack) -> None:
    ada = slack.add_user("ada")
    room = slack.add_channel("room", members=[ada], bot=False)
    async with a_bot(slack) as bot:
        await bot.reads()
        await slack.types(ada, room, f"{COMMAND} refit")
        await bot.idle()
        [answer] = slack.messages(room, viewer=ada)

        await slack.presses(ada, answer, "share")
        await bot.idle()

        [shared] = slack.messages(room, viewer=ada)
        assert shared.ephemeral_to is None
        assert shared.text.startswith("Refit: ")
        assert labels(shared) == ["Refresh", "Only stale", "Open tracker"]


async def test_shared__who_leads_on_is_answered_alone(slack: FakeSlack) -> None:
    """What others see in a channel is not replaced by one person's next page or choice."""
    ada, bo = slack.add_user("ada"), slack.add_user("bo")
    room = slack.add_channel("room", members=[ada, bo])
    async with a_bot(slack) as bot:
        rows = "".join(f"- [ ] #{number} row\n" for number in range(100, 200))
        bot.github.add_issue(WIDGETS, f"## Many\n\n{rows}\n## Weights\n\n- [ ] #7 ABC\n")
        await bot.reads()
        for words, label, start in (
            ("show many", "Next", "Many: 100 not found (rows 41–80"),
            ("show weights-and-more", "Weights", "Weights: 1 open"),
        ):
            said = await slack.mentions(ada, room, words)
            await bot.idle()
            [_, answer] = slack.messages(room, thread=said.message)
            await slack.presses(bo, answer, pressable(answer.blocks, label))
            await bot.idle()

            assert answer.edits == []
            [alone] = [m for m in slack.messages(room, viewer=bo) if m.ephemeral_to == bo.id][-1:]
            assert alone.text.startswith(start)
            assert alone.thread_ts == said.message.ts
            assert "Share here" in labels(alone)

            await slack.presses(bo, alone, "refresh")
            await bot.idle()
            assert answer.edits == []


async def test_mention__answered_once_in_its_thread(slack: FakeSlack) -> None:
    ada = slack.add_user("ada")
    room = slack.add_channel("room", members=[ada])
    async with a_bot(slack) as bot:
        await bot.reads()
        slack.delivers_twice()
        said = await slack.mentions(ada, room, "*refit*")
        await bot.idle()

        [answer] = slack.messages(room, thread=said.message)[1:]
        assert answer.thread_ts == said.message.ts
        assert answer.text.startswith("Refit: ")
        assert answer.unfurls == ()
        assert labels(answer) == ["Refresh", "Only stale", "Open tracker"]

        again = await slack.mentions(ada, room, "stale", thread=said.message)
        await bot.idle()

        [_, _, _, second] = slack.messages(room, thread=said.message)
        assert second.thread_ts == said.message.ts
        assert again.events[0].acked


async def test_direct_message__answered(slack: FakeSlack) -> None:
    ada = slack.add_user("ada")
    async with a_bot(slack) as bot:
        await bot.reads()
        said = await slack.says(ada, slack.dm(ada), "`refit`")
        await bot.idle()

        assert said.events[0].acked
        [_, answer] = slack.messages(slack.dm(ada), viewer=ada)
        assert answer.text.startswith("Refit: ")
        assert answer.thread_ts is None
        assert labels(answer) == ["Refresh", "Only stale", "Open tracker"]

        await slack.presses(ada, answer, "only_stale")
        await bot.idle()
        assert len(slack.messages(slack.dm(ada), viewer=ada)) == 2
        assert len(answer.edits) == 1


@pytest.mark.parametrize(
    ("subtype", "text", "answers"),
    [
        ("file_share", "refit", 1),
        ("file_share", "", 0),
        ("thread_broadcast", "refit", 1),
        ("me_message", "refit", 1),
        ("bot_message", "refit", 0),
        ("message_changed", "refit", 0),
    ],
)
async def test_direct_message__what_somebody_wrote_in_another_form(
    slack: FakeSlack, subtype: str, text: str, answers: int
) -> None:
    ada = slack.add_user("ada")
    dm = slack.dm(ada)
    async with a_bot(slack) as bot:
        await bot.reads()
        sent = await slack.happens(
            "message.im",
            {
                "type": "message",
                "subtype": subtype,
                "channel": dm.id,
                "channel_type": "im",
                "user": ada.id,
                "text": text,
                "ts": "1780000000.000100",
                "files": [{"id": "F1"}],
            },
        )
        await bot.idle()

        assert sent.acked
        assert len(slack.messages(dm, viewer=ada)) == answers


async def test_home__rows_workstreams_and_trackers(slack: FakeSlack) -> None:
    ada = slack.add_user("ada")
    setting = Setting(people=people(ana=ada.id), trackers=(WIDGETS, GADGETS))
    async with a_bot(slack, setting) as bot:
        bot.github.add_issue(GADGETS, "## Wheels\n\n- [ ] acme/widgets#7\n")
        await bot.reads(WIDGETS, GADGETS)
        outcome = await slack.opens_home(ada)
        await bot.idle()

        assert outcome.acked
        home = slack.home(ada)
        assert home is not None
        assert "Your rows in widgets · " in home.shown
        assert "In your workstreams · " in home.shown
        assert "In their" not in home.shown
        assert "Your workstreams" in home.shown
        assert "Refit (widgets)" in home.shown
        assert "gadgets · 1 open" in home.shown

        pressed = await slack.presses(
            ada, home, pressable(home.blocks, "Only stale", "stale in gadgets")
        )
        await bot.idle()

        assert pressed.acked
        [modal] = slack.modals(ada)
        assert "Nothing is stale" in modal.shown

        await slack.presses(ada, modal, "refresh")
        await bot.idle()
        assert slack.modals(ada) == (modal,)

        bot.clock.advance(minutes=2)
        refreshes = [b for b in home.blocks if "Refresh" in str(b.get("elements"))]
        assert len(refreshes) == len({WIDGETS, GADGETS}), "one for each tracker"
        await slack.presses(ada, home, pressable(home.blocks, "Refresh"))
        await bot.idle()
        assert len(slack.calls("views.publish")) == 2


async def test_home__tells_somebody_unknown_how_to_be_linked(slack: FakeSlack) -> None:
    ada = slack.add_user("ada")
    async with a_bot(slack) as bot:
        await bot.reads()
        await slack.opens_home(ada, tab="messages")
        await slack.opens_home(ada)
        await bot.idle()

        home = slack.home(ada)
        assert home is not None
        assert "Who are you on GitHub?" in home.shown
        assert ada.id in home.shown
        assert "widgets · " in home.shown
        assert len(slack.calls("views.publish")) == 1


async def test_mine__speaks_to_the_asker_where_nobody_else_reads_it(slack: FakeSlack) -> None:
    ada = slack.add_user("ada")
    room = slack.add_channel("room", members=[ada])
    async with a_bot(slack, Setting(people=people(ana=ada.id))) as bot:
        await bot.reads()
        await slack.types(ada, room, f"{COMMAND} mine")
        await slack.says(ada, slack.dm(ada), "mine")
        await bot.idle()
        for place in (room, slack.dm(ada)):
            answer = slack.messages(place, viewer=ada)[-1]
            assert answer.text.startswith("Your rows: ")
            assert "In your workstreams" in answer.shown
            bot.clock.advance(minutes=2)
            await slack.presses(ada, answer, "refresh")
            await bot.idle()
            assert answer.text.startswith("Your rows: ")

        await slack.presses(ada, slack.messages(room, viewer=ada)[-1], "share")
        await bot.idle()
        [shared] = slack.messages(room)
        said = await slack.mentions(ada, room, "mine")
        await bot.idle()
        for answer in (shared, slack.messages(room, thread=said.message)[-1]):
            assert answer.ephemeral_to is None
            assert answer.text.startswith("Ana Souza: ")
            assert "In their workstreams" in answer.shown
            await slack.presses(ada, answer, "refresh")
            await bot.idle()
            assert answer.text.startswith("Ana Souza: ")


async def test_home__without_what_is_finished(socket: FakeSlack) -> None:
    slack = socket
    ada = slack.add_user("ada")
    async with a_bot(slack, Setting(people=people(ana=ada.id))) as bot:
        await bot.reads()
        await slack.opens_home(ada)
        await bot.idle()
        home = slack.home(ada)
        assert home is not None
        assert "wire synchronizer" in home.shown
        assert "#9 delta" not in home.shown, "merged and ticked"


async def test_overview__is_a_word_too(socket: FakeSlack) -> None:
    slack = socket
    ada = slack.add_user("ada")
    async with a_bot(slack) as bot:
        await bot.reads()
        await slack.says(ada, slack.dm(ada), "overview")
        await bot.idle()
        assert slack.messages(slack.dm(ada))[-1].text.startswith("The index says")


async def test_a_name_that_fits_nothing__can_go_on_by_a_button(socket: FakeSlack) -> None:
    """In a direct message one cannot ask without words."""
    slack = socket
    ada = slack.add_user("ada")
    async with a_bot(slack) as bot:
        await bot.reads()
        starts = {"Overview": "The index says", "What can be asked?": "How to ask"}
        for label, start in starts.items():
            await slack.says(ada, slack.dm(ada), "xyzzy plugh")
            await bot.idle()
            answer = slack.messages(slack.dm(ada))[-1]
            assert "is called “xyzzy plugh”" in answer.text

            await slack.presses(ada, answer, pressable(answer.blocks, label))
            await bot.idle()
            assert slack.messages(slack.dm(ada))[-1].text.startswith(start)


async def test_shortcut__where_every_link_is_tracked(slack: FakeSlack) -> None:
    ada = slack.add_user("ada")
    room = slack.add_channel("room", members=[ada])
    setting = Setting(trackers=(WIDGETS, GADGETS))
    async with a_bot(slack, setting) as bot:
        bot.github.add_issue(GADGETS, "## Wheels\n\n- [ ] acme/widgets#7\n- [ ] #1234\n")
        await bot.reads(WIDGETS, GADGETS)
        text = "look: <https://github.com/acme/widgets/pull/7|this> and acme/gadgets#1235"
        said = await slack.says(ada, room, text)
        outcome = await slack.uses_shortcut(ada, said.message, "where_tracked")
        await bot.idle()

        assert outcome.acked
        [_, answer] = slack.messages(room, viewer=ada)
        assert answer.ephemeral_to == ada.id
        assert "1 of 2 pull requests tracked" in answer.text
        assert "widgets: Refit, line 4, box empty" in answer.shown
        assert "gadgets: Wheels, line 3, box empty" in answer.shown
        assert "Not tracked in gadgets. The nearest that it lists: #1234" in answer.shown

        id = pressable(answer.blocks, "More about #7 in widgets")
        await slack.presses(ada, answer, id)
        await bot.idle()
        assert answer.text.startswith("#7 WeightSynchronizer ABC")


async def test_shortcut__nothing_named(slack: FakeSlack) -> None:
    ada = slack.add_user("ada")
    room = slack.add_channel("room", members=[ada])
    async with a_bot(slack) as bot:
        await bot.reads()
        said = await slack.says(ada, room, "good morning")
        await slack.uses_shortcut(ada, said.message, "where_tracked")
        await bot.idle()

        [_, answer] = slack.messages(room, viewer=ada)
        assert "names no pull request" in answer.text


async def test_did_you_mean__its_button_answers(slack: FakeSlack) -> None:
    ada = slack.add_user("ada")
    room = slack.add_channel("room", members=[ada])
    setting = Setting(trackers=(WIDGETS, GADGETS))
    async with a_bot(slack, setting) as bot:
        bot.github.add_issue(GADGETS, "## Wheels\n\n- [ ] acme/widgets#7\n")
        await bot.reads(WIDGETS, GADGETS)
        await slack.types(ada, room, f"{COMMAND} show whells-and-more in gadgets")
        await bot.idle()
        [answer] = slack.messages(room, viewer=ada)
        assert "No workstream of gadgets" in answer.text

        id = pressable(answer.blocks, "Wheels", "Wheels in gadgets")
        await slack.presses(ada, answer, id)
        await bot.idle()

        assert slack.messages(room, viewer=ada) == [answer]
        assert answer.text.startswith("Wheels: 1 open")
        assert "Refresh" in labels(answer)

        await slack.presses(ada, answer, "refresh", "Wheels in gadgets")
        await bot.idle()
        assert answer.text.startswith("Wheels: 1 open")
