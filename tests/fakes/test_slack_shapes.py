"""The fake Slack refuses what is malformed, with Slack's own errors."""

from typing import Any

import pytest

from bot.demo.slack import Channel, FakeSlack, User
from tests.fakes.slack.calling import call, open_view, post
from tests.fakes.slack.samples import (
    actions,
    asking,
    button,
    home,
    image,
    modal,
    mrkdwn,
    option,
    plain,
    section,
    select,
    table,
)

Json = dict[str, Any]


WRONG_BLOCKS = {
    "unknown key of a block": [section(colour="red")],
    "unknown key of a text": [section(text={**mrkdwn(), "size": 3})],
    "unknown key of an element": [actions(button(icon="x"))],
    "unknown type": [{"type": "sparkline"}],
    "no type": [{"text": plain()}],
    "section without text and fields": [{"type": "section"}],
    "header in mrkdwn": [{"type": "header", "text": mrkdwn()}],
    "button in mrkdwn": [actions(button(text=mrkdwn()))],
    "button with an unknown style": [actions(button(style="default"))],
    "verbatim on plain text": [section(text={**plain(), "verbatim": True})],
    "emoji on mrkdwn": [section(text={**mrkdwn(), "emoji": True})],
    "verbatim as a word": [section(text={**mrkdwn(), "verbatim": "true"})],
    "two blocks with one id": [section(block_id="a"), section(block_id="a")],
    "two actions of a block with one id": [actions(button(), button())],
    "image without alt text": [{key: value for key, value in image().items() if key != "alt_text"}],
    "image with two sources": [image(slack_file={"id": "F1"})],
    "image without a real address": [image(image_url="nothing")],
    "options and groups": [actions({**select(), "option_groups": []})],
    "initial option that is not offered": [actions(select(initial_option=option(9)))],
    "url of an option outside an overflow": [
        actions(select(options=[option(url="https://example.org")]))
    ],
    "focus on a button": [actions(button(focus_on_load=True))],
    "confirmation of a text field": [
        asking({"type": "plain_text_input", "action_id": "i", "confirm": {}})
    ],
    "number input without its kind": [asking({"type": "number_input", "action_id": "i"})],
    "null for a text": [section(text=None)],
    "input with a button": [asking(button())],
    "file input in a message": [asking({"type": "file_input", "action_id": "f"})],
    "empty table cell": [table(length=0)],
    "context with a button": [{"type": "context", "elements": [button()]}],
}


@pytest.mark.parametrize("blocks", WRONG_BLOCKS.values(), ids=WRONG_BLOCKS.keys())
def test_message__malformed(slack: FakeSlack, room: Channel, blocks: list[Json]) -> None:
    assert post(slack, room, blocks)["error"] == "invalid_blocks"


def test_message__one_action_id_in_several_blocks(slack: FakeSlack, room: Channel) -> None:
    """Slack wants action ids unique within their block, not within the message."""
    assert post(slack, room, [actions(button()), actions(button())])["ok"]


@pytest.mark.parametrize(
    "blocks", ["no json", "{}", {"type": "divider"}, [1]], ids=["text", "object", "dict", "number"]
)
def test_message__blocks_of_the_wrong_shape(
    slack: FakeSlack, room: Channel, blocks: object
) -> None:
    assert post(slack, room, blocks)["error"] == "invalid_blocks_format"


def test_message__markdown_is_counted_over_all_blocks(slack: FakeSlack, room: Channel) -> None:
    blocks = [{"type": "markdown", "text": "x" * 6001}] * 2

    answer = post(slack, room, blocks)

    assert "in total" in answer["response_metadata"]["messages"][0]


WRONG_VIEWS = {
    "input without submit": modal(asking()),
    "no title": {"type": "modal", "blocks": [section()]},
    "home in a modal's place": home(),
    "markdown block": modal({"type": "markdown", "text": "x"}),
    "table": modal(table()),
    "unknown key": modal(colour="red"),
    "submit_disabled": modal(submit_disabled=True),
    "title in mrkdwn": modal(title=mrkdwn()),
    "two blocks with one id": modal(section(block_id="a"), section(block_id="a")),
    "not an object": "modal",
}


@pytest.mark.parametrize("view", WRONG_VIEWS.values(), ids=WRONG_VIEWS.keys())
def test_view__malformed(slack: FakeSlack, ada: User, view: Json) -> None:
    assert open_view(slack, ada, view)["error"] == "invalid_arguments"


@pytest.mark.parametrize(
    "view",
    [home(submit=plain()), home(close=plain()), modal()],
    ids=["submit", "close", "a modal"],
)
def test_home__malformed(slack: FakeSlack, ada: User, view: Json) -> None:
    answer = call(slack, "views.publish", user_id=ada.id, view=view)

    assert answer["error"] == "invalid_arguments"


WRONG_METADATA = {
    "no payload": ({"event_type": "x"}, "invalid_metadata_format"),
    "more than the two": (
        {"event_type": "x", "event_payload": {}, "key": 1},
        "invalid_metadata_format",
    ),
    "no object": ("x", "invalid_metadata_format"),
    "deeper than one level": (
        {"event_type": "x", "event_payload": {"a": {"b": {"c": 1}}}},
        "invalid_metadata_schema",
    ),
    "null": ({"event_type": "x", "event_payload": {"a": None}}, "invalid_metadata_schema"),
    "too large": ({"event_type": "x", "event_payload": {"a": "x" * 8000}}, "metadata_too_large"),
}


@pytest.mark.parametrize(("metadata", "error"), WRONG_METADATA.values(), ids=WRONG_METADATA.keys())
def test_metadata__malformed(slack: FakeSlack, room: Channel, metadata: object, error: str) -> None:
    assert post(slack, room, None, metadata=metadata)["error"] == error


TEXTS = {
    "post of 40,000": ("chat.postMessage", 40_000, None),
    "post of 40,001 is cut": ("chat.postMessage", 40_001, None),
    "update of 4,000": ("chat.update", 4_000, None),
    "update of 4,001": ("chat.update", 4_001, "msg_too_long"),
    "ephemeral of 4,000": ("chat.postEphemeral", 4_000, None),
    "ephemeral of 4,001": ("chat.postEphemeral", 4_001, "msg_too_long"),
    "no text": ("chat.postMessage", 0, "no_text"),
    "update without text": ("chat.update", 0, "no_text"),
}


@pytest.mark.parametrize(("method", "length", "error"), TEXTS.values(), ids=TEXTS.keys())
def test_text__length(
    slack: FakeSlack, ada: User, room: Channel, method: str, length: int, error: str | None
) -> None:
    ts = post(slack, room, None)["ts"]
    more = {"chat.update": {"ts": ts}, "chat.postEphemeral": {"user": ada.id}}.get(method, {})

    answer = call(slack, method, channel=room.id, text="x" * length, **more)

    assert answer.get("error") == error
    if length > 40_000:
        assert answer["response_metadata"]["warnings"] == ["message_truncated"]
        assert len(slack.messages(room)[-1].text) == 40_000


def test_markdown_text__beside_text(slack: FakeSlack, room: Channel) -> None:
    both = call(slack, "chat.postMessage", channel=room.id, text="x", markdown_text="x")
    long = call(slack, "chat.postMessage", channel=room.id, markdown_text="x" * 12_001)
    fits = call(slack, "chat.postMessage", channel=room.id, markdown_text="x" * 12_000)

    assert both["error"] == "markdown_text_conflict"
    assert long["error"] == "msg_too_long"
    assert fits["ok"]


def test_attachments__too_many(slack: FakeSlack, room: Channel) -> None:
    answer = post(slack, room, None, attachments=[{"text": "x"}] * 101)

    assert answer["error"] == "too_many_attachments"
