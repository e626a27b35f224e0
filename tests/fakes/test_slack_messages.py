"""Posting, reading and changing messages of the fake Slack with the real client."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Any

import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.demo.slack import (
    Channel,
    Clock,
    FakeSlack,
    User,
    fake_slack,
)
from tests.fakes.slack.samples import mrkdwn, section

NOW = datetime(2026, 8, 24, 16, 0, tzinfo=UTC)


@pytest.fixture
async def slack() -> AsyncIterator[FakeSlack]:
    async with fake_slack(transport="socket", clock=Clock(at=NOW)) as slack:
        yield slack


@pytest.fixture
def client(slack: FakeSlack) -> AsyncWebClient:
    return AsyncWebClient(token=slack.bot_token, base_url=slack.api_url, retry_handlers=[])


@pytest.fixture
def ada(slack: FakeSlack) -> User:
    return slack.add_user("ada", tz="America/Los_Angeles", email="ada@example.org")


async def refusal(call: Any) -> Any:
    with pytest.raises(SlackApiError) as caught:
        await call
    return caught.value.response


async def test_post__by_form_and_by_json(
    slack: FakeSlack, client: AsyncWebClient, room: Channel
) -> None:
    await client.chat_postMessage(channel=room.id, text="json", blocks=[section()])
    form = {"channel": room.id, "text": "form", "blocks": '[{"type": "divider"}]'}
    await client.api_call("chat.postMessage", data=form)

    by_json, by_form = slack.messages(room)
    assert (by_json.text, by_form.text) == ("json", "form")
    assert by_form.blocks[0]["type"] == "divider"
    assert by_json.ts < by_form.ts
    assert by_json.ts.startswith(str(int(NOW.timestamp())))


async def test_post__where_the_bot_may_not(
    slack: FakeSlack, client: AsyncWebClient, ada: User
) -> None:
    robot = slack.add_user("robot", is_bot=True)
    places = {
        slack.add_channel("public", bot=False).id: "not_in_channel",
        slack.add_channel("private", bot=False, is_private=True).id: "channel_not_found",
        slack.add_channel("old", is_archived=True).id: "is_archived",
        slack.add_channel("read", post_error="restricted_action").id: "restricted_action",
        slack.add_user("gone", deleted=True).id: "channel_not_found",
        slack.dm(slack.add_user("left", deleted=True)).id: "channel_not_found",
        robot.id: "cannot_dm_bot",
        "C9": "channel_not_found",
        "#public": "channel_not_found",
    }

    errors = {
        place: (await refusal(client.chat_postMessage(channel=place, text="x")))["error"]
        for place in places
    }

    assert errors == places


async def test_post__public_scope_needs_no_membership(
    slack: FakeSlack, client: AsyncWebClient
) -> None:
    public = slack.add_channel("public", bot=False)
    slack.app.scopes.add("chat:write.public")

    await client.chat_postMessage(channel=public.id, text="x")

    assert len(slack.messages(public)) == 1


async def test_post__to_a_person_and_without_messages_tab(
    slack: FakeSlack, client: AsyncWebClient, ada: User
) -> None:
    answer = await client.chat_postMessage(channel=ada.id, text="x")
    slack.app.has_messages_tab = False
    response = await refusal(client.chat_postMessage(channel=answer["channel"], text="x"))

    assert answer["channel"] == slack.dm(ada).id
    assert response["error"] == "messages_tab_disabled"


async def test_post__into_a_thread(slack: FakeSlack, client: AsyncWebClient, room: Channel) -> None:
    parent = await client.chat_postMessage(channel=room.id, text="parent")
    reply = await client.chat_postMessage(channel=room.id, text="reply", thread_ts=parent["ts"])
    below = client.chat_postMessage(channel=room.id, text="x", thread_ts=reply["ts"])
    nowhere = client.chat_postMessage(channel=room.id, text="x", thread_ts="1.2")

    assert (await refusal(below))["error"] == "cannot_reply_to_message"
    assert (await refusal(nowhere))["error"] == "thread_not_found"
    replies = await client.conversations_replies(channel=room.id, ts=parent["ts"])
    assert [m["text"] for m in replies["messages"]] == ["parent", "reply"]
    history = await client.conversations_history(channel=room.id)
    assert [m["text"] for m in history["messages"]] == ["parent"]
    assert history["messages"][0]["reply_count"] == 1


async def test_ephemeral__only_for_members(
    slack: FakeSlack, client: AsyncWebClient, ada: User, room: Channel
) -> None:
    bo = slack.add_user("bo")
    sent = await client.chat_postEphemeral(channel=room.id, user=ada.id, text="x")
    update = client.chat_update(channel=room.id, ts=sent["message_ts"], text="y")
    outsider = client.chat_postEphemeral(channel=room.id, user=bo.id, text="x")

    assert (await refusal(outsider))["error"] == "user_not_in_channel"
    assert (await refusal(update))["error"] == "message_not_found"
    assert slack.messages(room) == []
    assert len(slack.messages(room, viewer=ada)) == 1
    assert (await client.conversations_history(channel=room.id))["messages"] == []


async def test_update__text_alone_removes_the_blocks_and_keeps_metadata(
    slack: FakeSlack, client: AsyncWebClient, room: Channel
) -> None:
    metadata = {"event_type": "digest", "event_payload": {"key": "2026-08-24"}}
    posted = await client.chat_postMessage(
        channel=room.id, text="x", blocks=[section()], metadata=metadata
    )
    await client.chat_update(channel=room.id, ts=posted["ts"], text="y")
    [message] = slack.messages(room)
    assert (message.text, message.blocks, message.metadata) == ("y", [], metadata)

    await client.chat_update(channel=room.id, ts=posted["ts"], text="y", metadata={})
    assert message.metadata is None


async def test_update_and_delete__of_others(
    slack: FakeSlack, client: AsyncWebClient, ada: User, room: Channel
) -> None:
    theirs = (await slack.says(ada, room, "mine")).message
    update = client.chat_update(channel=room.id, ts=theirs.ts, text="yours")
    delete = client.chat_delete(channel=room.id, ts=theirs.ts)

    assert (await refusal(update))["error"] == "cant_update_message"
    assert (await refusal(delete))["error"] == "cant_delete_message"


async def test_history__metadata_only_on_request(client: AsyncWebClient, room: Channel) -> None:
    metadata = {"event_type": "digest", "event_payload": {"key": "k"}}
    await client.chat_postMessage(channel=room.id, text="x", metadata=metadata)

    bare = await client.conversations_history(channel=room.id)
    full = await client.conversations_history(channel=room.id, include_all_metadata=True)

    assert bare["messages"][0]["metadata"] == {"event_type": "digest"}
    assert full["messages"][0]["metadata"] == metadata


async def test_history__pages_and_bounds(client: AsyncWebClient, room: Channel) -> None:
    posted = [(await client.chat_postMessage(channel=room.id, text=str(n)))["ts"] for n in range(5)]

    pages = [
        [m["text"] for m in page["messages"]]
        async for page in await client.conversations_history(channel=room.id, limit=2)
    ]
    since = await client.conversations_history(channel=room.id, oldest=posted[3], inclusive=True)

    assert pages == [["4", "3"], ["2", "1"], ["0"]]
    assert [m["text"] for m in since["messages"]] == ["4", "3"]


@pytest.mark.parametrize(
    ("fields", "pinged"),
    [
        ({"text": "hi <@{ada}>"}, True),
        ({"text": "<!channel> hi"}, True),
        ({"text": "&lt;!channel&gt; hi"}, False),
        ({"text": "@here hi"}, True),
        ({"text": "@here hi", "parse": "none"}, False),
        ({"text": "x", "blocks": [section(text={**mrkdwn(), "text": "@here"})]}, True),
        (
            {
                "text": "x",
                "blocks": [section(text={**mrkdwn(), "text": "@here", "verbatim": True})],
            },
            False,
        ),
        (
            {
                "text": "x",
                "blocks": [section(text={"type": "plain_text", "text": "<!channel> @here"})],
            },
            False,
        ),
    ],
    ids=[
        "marked mention",
        "broadcast",
        "escaped broadcast",
        "bare name",
        "bare name, not parsed",
        "bare name in a block",
        "bare name in a verbatim block",
        "plain text",
    ],
)
async def test_notified__whom_a_message_pings(
    slack: FakeSlack,
    client: AsyncWebClient,
    ada: User,
    room: Channel,
    fields: dict[str, Any],
    pinged: bool,
) -> None:
    text = fields["text"].replace("{ada}", ada.id)
    await client.chat_postMessage(channel=room.id, **{**fields, "text": text})

    assert slack.messages(room)[0].notified == ({ada.id} if pinged else set())


async def test_unfurls__unless_switched_off(
    slack: FakeSlack, client: AsyncWebClient, room: Channel
) -> None:
    text = "see <https://github.com/a/b|b> and https://example.org/x"
    await client.chat_postMessage(channel=room.id, text=text)
    await client.chat_postMessage(
        channel=room.id, text=text, unfurl_links=False, unfurl_media=False
    )

    loud, calm = slack.messages(room)
    assert loud.unfurls == ("https://github.com/a/b", "https://example.org/x")
    assert calm.unfurls == ()
    assert calm.shown == "see b and https://example.org/x"


async def test_shown__what_a_person_reads(
    slack: FakeSlack, client: AsyncWebClient, ada: User, room: Channel
) -> None:
    text = (
        f"<@{ada.id}> &lt;b&gt; <!date^1^{{date}}|1 Jan> <#{room.id}> <https://a.b|c|d>"
        " <https://a b|c> <!date^1^{date}> <!subteam^S1|@team> <!here>"
    )
    await client.chat_postMessage(
        channel=room.id, text="t", blocks=[section(text={**mrkdwn(), "text": text})]
    )

    assert slack.messages(room)[0].shown == (
        "@Ada <b> 1 Jan #room c <https://a b|c> <!date^1^{date}> @team @here"
    )
