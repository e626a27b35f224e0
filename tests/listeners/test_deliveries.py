"""Twice, unknown, forged or broken: each delivery has its right answer, and no log tells of it."""

import logging
from urllib.parse import urlencode

import pytest
from slack_bolt.async_app import AsyncApp

from bot.demo.slack import FakeSlack
from tests.listeners.harness import COMMAND, Setting, a_bot, pressable


async def test_command__delivered_twice(slack: FakeSlack) -> None:
    ada = slack.add_user("ada")
    room = slack.add_channel("room", members=[ada])
    async with a_bot(slack) as bot:
        await bot.reads()
        slack.delivers_twice()
        await slack.types(ada, room, f"{COMMAND} refit")
        await bot.idle()
        [answer] = slack.messages(room, viewer=ada)

        slack.delivers_twice()
        await slack.presses(ada, answer, "refresh")
        await bot.idle()
        assert len(answer.edits) == 1

        slack.delivers_twice()
        await slack.presses(ada, answer, "share")
        await bot.idle()
        assert len(slack.messages(room)) == 1


async def test_events__repeated_after_a_lost_acknowledgement(slack: FakeSlack) -> None:
    ada = slack.add_user("ada")
    room = slack.add_channel("room", members=[ada])
    async with a_bot(slack) as bot:
        await bot.reads()
        slack.loses_acks(2)
        said = await slack.mentions(ada, room, "refit")
        await slack.settled()
        slack.loses_acks(2)
        await slack.says(ada, slack.dm(ada), "refit")
        await slack.settled()
        await bot.idle()

        assert len(slack.messages(room, thread=said.message)) == 2
        assert len(slack.messages(slack.dm(ada))) == 2
        assert len([sent for sent in slack.sent if sent.attempt]) == 4


async def test_share__pressed_twice_quickly(socket: FakeSlack) -> None:
    slack = socket
    ada = slack.add_user("ada")
    room = slack.add_channel("room", members=[ada])
    async with a_bot(slack) as bot:
        await bot.reads()
        await slack.types(ada, room, f"{COMMAND} refit")
        await bot.idle()
        [answer] = slack.messages(room, viewer=ada)

        await slack.presses(ada, answer, "share")
        if answer in slack.messages(room, viewer=ada):
            await slack.presses(ada, answer, "share")
        await bot.idle()

        assert len(slack.messages(room)) == 1


@pytest.mark.parametrize(
    ("typed", "starts"),
    [
        ("", "The index says"),
        ("   ", "The index says"),
        ("“Ana Souza”", "Ana Souza: "),
        ('"Ana Souza"', "Ana Souza: "),
        ("stale & merged", "No workstream"),
        ("#7", "#7 WeightSynchronizer"),
        ("https://github.com/acme/widgets/pull/7", "#7 WeightSynchronizer"),
        ("HELP", "How to ask"),
        ("in widgets", "The index says"),
        ("refit in widgets", "Refit: "),
        ("refit in nowhere", "No workstream"),
        ("mine", "Nobody knows who you are on GitHub."),
        ("x" * 501, "That is too long for a question."),
    ],
    ids=lambda text: text[:20] or "nothing",
)
async def test_command__what_people_type(slack: FakeSlack, typed: str, starts: str) -> None:
    ada = slack.add_user("ada")
    room = slack.add_channel("room", members=[ada])
    async with a_bot(slack) as bot:
        await bot.reads()
        await slack.types(ada, room, f"{COMMAND} {typed}")
        await bot.idle()

        [answer] = slack.messages(room, viewer=ada)
        assert answer.text.startswith(starts)


async def test_command__a_mention_is_the_linked_person(slack: FakeSlack) -> None:
    from tests.listeners.harness import people

    ada, bo = slack.add_user("ada"), slack.add_user("bo")
    room = slack.add_channel("room", members=[ada, bo])
    async with a_bot(slack, Setting(people=people(bo=bo.id))) as bot:
        await bot.reads()
        await slack.types(ada, room, f"{COMMAND} @bo")
        await bot.idle()
        [answer] = slack.messages(room, viewer=ada)
        assert answer.text.startswith("Bo Chen: ")
        assert answer.mentions == ()

        await slack.presses(ada, answer, "refresh")
        await bot.idle()
        assert answer.text.startswith("Bo Chen: ")

        await slack.types(ada, room, f"{COMMAND} @ada")
        await bot.idle()
        assert "linked to nobody" in slack.messages(room, viewer=ada)[-1].text


async def test_no_tracker__is_said(socket: FakeSlack) -> None:
    slack = socket
    ada = slack.add_user("ada")
    room = slack.add_channel("room", members=[ada])
    async with a_bot(slack, Setting(trackers=())) as bot:
        await slack.types(ada, room, f"{COMMAND} refit")
        await slack.types(ada, room, f"{COMMAND} help")
        said = await slack.says(ada, room, "acme/widgets#7")
        await slack.uses_shortcut(ada, said.message, "where_tracked")
        await slack.opens_home(ada)
        await bot.idle()

        answers = {m.text.splitlines()[0] for m in slack.messages(room, viewer=ada)}
        assert {"No tracker is set.", "How to ask"} <= answers
        assert slack.home(ada) is not None


async def test_whatever_nobody_handles__is_acknowledged_and_logged_once(
    slack: FakeSlack, capsys: pytest.CaptureFixture[str]
) -> None:
    ada = slack.add_user("ada")
    room = slack.add_channel("room", members=[ada])
    async with a_bot(slack) as bot:
        await bot.reads()
        for _ in range(2):
            command = await slack.types(ada, room, "/elsewhere swordfish")
            event = await slack.changes(ada, tz="Asia/Tokyo")
            shortcut = await slack.uses_shortcut(ada, None, "gone")
            assert command.acked
            assert event.acked
            assert shortcut.acked
            assert command.message is not None
            assert f"This bot answers to {COMMAND}" in command.message.text

        await _draws_foreign_buttons(bot.app, room.id)
        [foreign] = slack.messages(room)
        assert (await slack.presses(ada, foreign, "refreshing")).acked
        assert (await slack.chooses(ada, foreign, "menu", "a")).acked
        assert (await slack.suggests(ada, foreign, "outside", "x")).acked
        edited = await slack.says(ada, slack.dm(ada), "refit")
        await bot.idle()
        again = await slack.edits(edited.message, "stale")
        assert again.events[0].acked
        await bot.idle()
        assert len(slack.messages(slack.dm(ada))) == 2

    log = capsys.readouterr()
    lines = [line for line in (log.out + log.err).splitlines() if "Nobody listens" in line]
    assert len(lines) == len(set(lines)) >= 6
    assert "swordfish" not in log.out + log.err


async def _draws_foreign_buttons(app: AsyncApp, channel: str) -> None:
    plain = {"type": "plain_text", "text": "x"}
    option = {"text": plain, "value": "a"}
    elements = [
        {"type": "button", "action_id": "refreshing", "text": plain},
        {"type": "static_select", "action_id": "menu", "options": [option], "placeholder": plain},
        {"type": "external_select", "action_id": "outside", "placeholder": plain},
    ]
    blocks = [{"type": "actions", "elements": elements}]
    await app.client.chat_postMessage(channel=channel, text="x", blocks=blocks)


async def test_open_tracker__is_acknowledged_and_does_nothing(slack: FakeSlack) -> None:
    ada = slack.add_user("ada")
    room = slack.add_channel("room", members=[ada])
    async with a_bot(slack) as bot:
        await bot.reads()
        await slack.types(ada, room, f"{COMMAND} refit")
        await bot.idle()
        [answer] = slack.messages(room, viewer=ada)

        pressed = await slack.presses(ada, answer, pressable(answer.blocks, "Open tracker"))

        assert pressed.acked
        assert answer.edits == []


async def test_a_mistake_of_ours__is_apologised_for(
    slack: FakeSlack, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = slack.add_user("ada")
    room = slack.add_channel("room", members=[ada])

    def broken(*_args: object, **_more: object) -> None:
        raise KeyError("sword" + "fish")

    async with a_bot(slack) as bot:
        await bot.reads()
        monkeypatch.setattr(bot.desk._speaker, "spoken", broken)
        outcome = await slack.types(ada, room, f"{COMMAND} refit")
        await bot.idle()

        assert outcome.acked
        [answer] = slack.messages(room, viewer=ada)
        assert answer.text.startswith("Sorry, something went wrong here.")
        reference = answer.text.rpartition("reference ")[2].strip(" .")
    log = capsys.readouterr().out
    assert f"reference={reference}" in log
    assert "kind=KeyError" in log
    assert "swordfish" not in log


# HTTP only: what does not come from Slack.


def command_body(**fields: str) -> bytes:
    typed = {"command": COMMAND, "text": "swordfish", "user_id": "U1", "trigger_id": "1.1.a"}
    return urlencode(typed | fields).encode()


@pytest.mark.parametrize(
    "headers",
    [
        {"X-Slack-Signature": "v0=" + "0" * 64},
        {"X-Slack-Request-Timestamp": "1000000000"},
    ],
    ids=["wrong signature", "old"],
)
async def test_forged__refused_and_not_logged(
    http: FakeSlack, headers: dict[str, str], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    async with a_bot(http) as bot:
        receipt = await http.sends_raw(command_body(), headers=headers)

        assert receipt.status == 401
        assert not len(bot.underway)
    assert "swordfish" not in caplog.text


async def test_http__without_a_secret_nothing_is_taken(http: FakeSlack) -> None:
    async with a_bot(http, Setting(has_secret=False)) as bot:
        receipt = await http.sends_raw(command_body())

        assert receipt.status is not None
        assert receipt.status >= 400
        assert not len(bot.underway)


async def test_probes__are_answered(http: FakeSlack) -> None:
    async with a_bot(http):
        assert (await http.probes_ssl()).error is None
        assert (await http.verifies_url("abc")).error is None


async def test_a_body_of_a_megabyte__is_answered(http: FakeSlack) -> None:
    ada = http.add_user("ada")
    room = http.add_channel("room", members=[ada])
    async with a_bot(http) as bot:
        url = http.hooks.new(ada, room)
        body = command_body(
            text="x" * 1_000_000, user_id=ada.id, channel_id=room.id, response_url=url
        )
        receipt = await http.sends_raw(body)
        await bot.idle()

        assert receipt.error is None
        [answer] = http.messages(room, viewer=ada)
        assert "too long" in answer.text


async def test_logs__hold_no_body_and_no_secret(
    slack: FakeSlack, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    ada = slack.add_user("ada")
    room = slack.add_channel("room", members=[ada])
    async with a_bot(slack) as bot:
        await bot.reads()
        outcome = await slack.types(ada, room, f"{COMMAND} swordfish")
        await slack.mentions(ada, room, "swordfish")
        await bot.idle()
        log = capsys.readouterr()
        told = caplog.text + log.out + log.err

    for secret in (
        "swordfish",
        outcome.response_url,
        slack.bot_token,
        slack.app_token,
        slack.signing_secret,
        slack.app.verification_token,
    ):
        assert secret not in told


async def test_environment__does_not_reach_bolt(
    socket: FakeSlack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SLACK_CLIENT_ID", "1.2")
    monkeypatch.setenv("SLACK_CLIENT_SECRET", "secret")
    monkeypatch.setenv("SLACK_BOT_TOKEN", "xoxb-other")
    async with a_bot(socket) as bot:
        assert bot.app.oauth_flow is None
        assert bot.app.installation_store is None
        assert bot.app.client.token == socket.bot_token
