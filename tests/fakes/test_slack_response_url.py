"""The rules of `response_url`, posted to by the SDK's own webhook client."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Any

import pytest
from slack_sdk.webhook.async_client import AsyncWebhookClient

from bot.demo.slack import (
    Channel,
    Clock,
    FakeSlack,
    Message,
    User,
    fake_slack,
    refused,
)
from tests.fakes.slack.samples import actions, button, section

NOW = datetime(2026, 8, 24, 16, 0, tzinfo=UTC)


@pytest.fixture
async def slack() -> AsyncIterator[FakeSlack]:
    async with fake_slack(transport="http", clock=Clock(at=NOW)) as slack:
        slack.office.hold()
        yield slack


@pytest.fixture
def after_command(slack: FakeSlack, ada: User, room: Channel) -> AsyncWebhookClient:
    return AsyncWebhookClient(slack.hooks.new(ada, room))


def posted(slack: FakeSlack, room: Channel, **args: Any) -> Message:
    blocks = [section(), actions(button())]
    given = {"channel": room.id, "text": "posted", "blocks": blocks, **args}
    method = "chat.postEphemeral" if "user" in args else "chat.postMessage"
    assert slack.api.answer(method, given, slack.bot_token)["ok"]
    return slack.world.messages[room.id][-1]


def after_press(
    slack: FakeSlack, user: User, room: Channel, message: Message
) -> AsyncWebhookClient:
    return AsyncWebhookClient(slack.hooks.new(user, room, source=message))


async def test_uses__five(
    slack: FakeSlack, room: Channel, after_command: AsyncWebhookClient
) -> None:
    answers = [await after_command.send(text=str(n)) for n in range(6)]

    assert [a.status_code for a in answers] == [200] * 5 + [404]
    assert answers[0].body == "ok"
    assert "used_url" in answers[5].body
    assert [r.error for r in slack.calls("response_url")] == [None] * 5 + ["used_url"]


@pytest.mark.parametrize(
    ("seconds", "status"), [(1800, 200), (1801, 404)], ids=["after 30 minutes", "a second later"]
)
async def test_lifetime(
    slack: FakeSlack, after_command: AsyncWebhookClient, seconds: int, status: int
) -> None:
    slack.clock.advance(seconds)

    answer = await after_command.send(text="x")

    assert answer.status_code == status
    assert ("expired_url" in answer.body) is (status == 404)


async def test_visibility__the_asker_alone_unless_in_channel(
    slack: FakeSlack, ada: User, room: Channel, after_command: AsyncWebhookClient
) -> None:
    await after_command.send(text="quiet")
    await after_command.send(text="loud", response_type="in_channel")

    assert [m.text for m in slack.messages(room, viewer=ada)] == ["quiet", "loud"]
    assert [m.text for m in slack.messages(room)] == ["loud"]


async def test_visibility__where_the_bot_is_no_member(slack: FakeSlack, ada: User) -> None:
    private = slack.add_channel("private", members=[ada], bot=False, is_private=True)

    await AsyncWebhookClient(slack.hooks.new(ada, private)).send(text="x")

    assert len(slack.messages(private, viewer=ada)) == 1


async def test_replace__after_a_command_posts_anew(
    slack: FakeSlack, ada: User, room: Channel, after_command: AsyncWebhookClient
) -> None:
    await after_command.send(text="reading")
    await after_command.send(text="done", replace_original=True)

    assert [m.text for m in slack.messages(room, viewer=ada)] == ["reading", "done"]


async def test_replace__after_a_press_keeps_place_and_visibility(
    slack: FakeSlack, ada: User, room: Channel
) -> None:
    for message in (posted(slack, room), posted(slack, room, user=ada.id)):
        client = after_press(slack, ada, room, message)
        await client.send_dict({"text": "new", "replace_original": True})

        assert (message.text, message.blocks) == ("new", [])
        assert message.edits[0][0] == "posted"

    assert len(slack.messages(room, viewer=ada)) == 2
    assert len(slack.messages(room)) == 1


async def test_press__without_replace_answers_beside(
    slack: FakeSlack, ada: User, room: Channel
) -> None:
    message = posted(slack, room)

    await after_press(slack, ada, room, message).send(text="beside")

    assert [m.text for m in slack.messages(room, viewer=ada)] == ["posted", "beside"]


async def test_delete__the_pressed_message_as_the_only_attribute(
    slack: FakeSlack, ada: User, room: Channel
) -> None:
    message = posted(slack, room, user=ada.id)
    client = after_press(slack, ada, room, message)

    mixed = await client.send(text="x", delete_original=True)
    alone = await client.send(delete_original=True)

    assert (mixed.status_code, alone.status_code) == (400, 200)
    assert slack.messages(room, viewer=ada) == []
    assert slack.world.deleted == [message]


@pytest.mark.parametrize(
    ("args", "arrives"),
    [
        ({"response_type": "in_channel", "replace_original": False}, True),
        ({"response_type": "in_channel"}, False),
        ({"replace_original": False}, False),
    ],
    ids=["public and no replacement", "public alone", "ephemeral"],
)
async def test_thread__only_as_documented(
    slack: FakeSlack, ada: User, room: Channel, args: dict[str, Any], arrives: bool
) -> None:
    message = posted(slack, room)
    client = after_press(slack, ada, room, message)

    await client.send_dict({"text": "x", "thread_ts": message.ts, **args})

    answer = slack.messages(room, viewer=ada)[-1]
    assert (answer.thread_ts == message.ts) is arrives


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ({"text": ""}, "no_text"),
        ({"text": "x", "blocks": [{"type": "sparkline"}]}, "invalid_blocks"),
        ({"text": "x", "blocks": [{"type": "divider"}] * 51}, "invalid_blocks"),
        (
            {"text": "x", "blocks": [section(text={"type": "mrkdwn", "text": "x" * 2900})] * 4},
            "msg_blocks_too_long",
        ),
        ({"text": "x", "response_type": "public"}, "invalid_response_type"),
    ],
    ids=["no text", "malformed block", "51 blocks", "too much text", "unknown response_type"],
)
async def test_content__judged_as_any_message(
    after_command: AsyncWebhookClient, body: dict[str, Any], error: str
) -> None:
    answer = await after_command.send_dict(body)

    assert answer.status_code == 400
    assert error in answer.body


async def test_content__unknown_argument_fails_the_test(
    slack: FakeSlack, after_command: AsyncWebhookClient
) -> None:
    await after_command.send_dict({"text": "x", "replace_orginal": True})

    assert slack.forgive() == ["response_url has no argument 'replace_orginal'"]


async def test_unknown_address(slack: FakeSlack) -> None:
    url = slack.api_url.replace("/api/", "/hooks/9/x")

    answer = await AsyncWebhookClient(url).send(text="x")

    assert (answer.status_code, "no_active_hooks" in answer.body) == (404, True)


async def test_fault__refused_without_a_use(
    slack: FakeSlack, ada: User, room: Channel, after_command: AsyncWebhookClient
) -> None:
    slack.fails("response_url", refused("expired_url"))

    await after_command.send(text="lost")
    for _ in range(5):
        assert (await after_command.send(text="x")).status_code == 200

    assert len(slack.messages(room, viewer=ada)) == 5
