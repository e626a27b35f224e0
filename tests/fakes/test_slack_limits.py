"""The fake Slack is as strict as Slack: at each limit accepted, one above refused."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from bot.demo.slack import (
    Channel,
    FakeSlack,
    User,
    limits,
)
from tests.fakes.slack.calling import call, open_view, post
from tests.fakes.slack.samples import (
    actions,
    address,
    asking,
    button,
    confirm,
    home,
    image,
    modal,
    mrkdwn,
    option,
    options,
    plain,
    section,
    select,
    table,
)

Json = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class Limit:
    """Builds the same thing in any size; `most` of it is allowed."""

    name: str
    most: int
    build: Callable[[int], Any]
    error: str = "invalid_blocks"
    least: int | None = field(default=None)


def in_blocks(name: str, most: int, build: Callable[[int], Any], **more: Any) -> Limit:
    return Limit(name=name, most=most, build=build, **more)


MESSAGE_LIMITS = (
    in_blocks("blocks of a message", 50, lambda n: [{"type": "divider"}] * n),
    in_blocks("block_id", 255, lambda n: [section(block_id="x" * n)], least=1),
    in_blocks("action_id", 255, lambda n: [actions(button(action_id="x" * n))], least=1),
    in_blocks("section text", 3000, lambda n: [section(text=mrkdwn(n))], least=1),
    in_blocks("section plain text", 3000, lambda n: [section(text=plain(n))], least=1),
    in_blocks("section fields", 10, lambda n: [section(fields=[mrkdwn()] * n)], least=1),
    in_blocks("section field text", 2000, lambda n: [section(fields=[mrkdwn(n)])], least=1),
    in_blocks("header text", 150, lambda n: [{"type": "header", "text": plain(n)}], least=1),
    in_blocks(
        "context elements", 10, lambda n: [{"type": "context", "elements": [mrkdwn()] * n}], least=1
    ),
    in_blocks("context text", 3000, lambda n: [{"type": "context", "elements": [mrkdwn(n)]}]),
    in_blocks(
        "actions elements",
        25,
        lambda n: [actions(*(button(action_id=f"b{i}") for i in range(n)))],
        least=1,
    ),
    in_blocks("button text", 75, lambda n: [actions(button(text=plain(n)))], least=1),
    in_blocks("button value", 2000, lambda n: [actions(button(value="x" * n))], least=1),
    in_blocks("button url", 3000, lambda n: [actions(button(url=address(n)))]),
    in_blocks(
        "button accessibility label", 75, lambda n: [actions(button(accessibility_label="x" * n))]
    ),
    in_blocks("image url", 3000, lambda n: [image(image_url=address(n))]),
    in_blocks("image alt text", 2000, lambda n: [image(alt_text="x" * n)], least=1),
    in_blocks("image title", 2000, lambda n: [image(title=plain(n))]),
    in_blocks(
        "overflow options",
        5,
        lambda n: [actions({"type": "overflow", "action_id": "o", "options": options(n)})],
        least=1,
    ),
    in_blocks("select options", 100, lambda n: [actions(select(options=options(n)))], least=1),
    in_blocks(
        "select groups",
        100,
        lambda n: [actions(select(option_groups=[{"label": plain(), "options": options(1)}] * n))],
    ),
    in_blocks(
        "options of a group",
        100,
        lambda n: [actions(select(option_groups=[{"label": plain(), "options": options(n)}]))],
    ),
    in_blocks(
        "group label",
        75,
        lambda n: [actions(select(option_groups=[{"label": plain(n), "options": options(1)}]))],
    ),
    in_blocks("placeholder", 150, lambda n: [actions(select(placeholder=plain(n)))]),
    in_blocks("option text", 75, lambda n: [actions(select(options=[option(text=plain(n))]))]),
    in_blocks(
        "option value", 150, lambda n: [actions(select(options=[option(value="x" * n)]))], least=1
    ),
    in_blocks(
        "option description",
        75,
        lambda n: [actions(select(options=[option(description=plain(n))]))],
    ),
    in_blocks(
        "checkboxes",
        10,
        lambda n: [actions({"type": "checkboxes", "action_id": "c", "options": options(n)})],
    ),
    in_blocks(
        "radio buttons",
        10,
        lambda n: [actions({"type": "radio_buttons", "action_id": "c", "options": options(n)})],
    ),
    in_blocks("confirm title", 100, lambda n: [actions(button(confirm=confirm(title=plain(n))))]),
    in_blocks("confirm text", 300, lambda n: [actions(button(confirm=confirm(text=mrkdwn(n))))]),
    in_blocks("confirm button", 30, lambda n: [actions(button(confirm=confirm(confirm=plain(n))))]),
    in_blocks("deny button", 30, lambda n: [actions(button(confirm=confirm(deny=plain(n))))]),
    in_blocks("input label", 2000, lambda n: [asking(label=plain(n))]),
    in_blocks("input hint", 2000, lambda n: [asking(hint=plain(n))]),
    in_blocks(
        "longest input",
        3000,
        lambda n: [asking({"type": "plain_text_input", "action_id": "i", "max_length": n})],
    ),
    in_blocks("table rows", 100, lambda n: [table(rows=n)], least=1),
    in_blocks("table cells", 20, lambda n: [table(cells=n)], least=1),
    in_blocks("table column settings", 20, lambda n: [table(column_settings=[None] * n)]),
    in_blocks("table text", 10_000, lambda n: [table(rows=10, length=n // 10 + n % 10)]),
    in_blocks(
        "indent of a list",
        8,
        lambda n: [
            {
                "type": "rich_text",
                "elements": [
                    {
                        "type": "rich_text_list",
                        "style": "bullet",
                        "indent": n,
                        "elements": [
                            {
                                "type": "rich_text_section",
                                "elements": [{"type": "text", "text": "x"}],
                            }
                        ],
                    }
                ],
            }
        ],
    ),
    in_blocks("alert text", 200, lambda n: [{"type": "alert", "text": mrkdwn(n)}]),
    in_blocks(
        "all texts of a message",
        limits.MESSAGE_BLOCKS_TEXT,
        lambda n: [section(text=mrkdwn(size)) for size in (2900, 2900, 2900, n - 8700)],
        error="msg_blocks_too_long",
    ),
    in_blocks(
        "tables of a message",
        1,
        lambda n: [table(block_id=f"t{i}") for i in range(n)],
        error="invalid_attachments",
    ),
)

VIEW_LIMITS = (
    in_blocks("blocks of a modal", 100, lambda n: modal(*[{"type": "divider"}] * n), least=1),
    in_blocks("title", 24, lambda n: modal(title=plain(n)), least=1),
    in_blocks("submit", 24, lambda n: modal(submit=plain(n)), least=1),
    in_blocks("close", 24, lambda n: modal(close=plain(n)), least=1),
    in_blocks("private_metadata", 3000, lambda n: modal(private_metadata="x" * n)),
    in_blocks("callback_id", 255, lambda n: modal(callback_id="x" * n)),
    in_blocks("external_id", 255, lambda n: modal(external_id="x" * n)),
)


def named(limit: Limit) -> str:
    return limit.name


@pytest.mark.parametrize("limit", MESSAGE_LIMITS, ids=named)
def test_message__at_the_limit(slack: FakeSlack, room: Channel, limit: Limit) -> None:
    assert post(slack, room, limit.build(limit.most))["ok"]


@pytest.mark.parametrize("limit", MESSAGE_LIMITS, ids=named)
def test_message__one_above_the_limit(slack: FakeSlack, room: Channel, limit: Limit) -> None:
    answer = post(slack, room, limit.build(limit.most + 1))

    assert answer["error"] == limit.error
    if limit.error == "invalid_blocks":
        assert "[json-pointer:/blocks" in answer["response_metadata"]["messages"][0]
    assert slack.messages(room) == []


LEAST = [limit for limit in MESSAGE_LIMITS if limit.least]


@pytest.mark.parametrize("limit", LEAST, ids=named)
def test_message__empty(slack: FakeSlack, room: Channel, limit: Limit) -> None:
    assert post(slack, room, limit.build(0))["error"] == "invalid_blocks"


@pytest.mark.parametrize("limit", VIEW_LIMITS, ids=named)
def test_view__at_and_above_the_limit(slack: FakeSlack, ada: User, limit: Limit) -> None:
    above = open_view(slack, ada, limit.build(limit.most + 1))
    at = open_view(slack, ada, limit.build(limit.most))

    assert above["error"] == "invalid_arguments"
    assert "[json-pointer:/view" in above["response_metadata"]["messages"][0]
    assert at["ok"]


def test_view__larger_than_250_kb(slack: FakeSlack, ada: User) -> None:
    blocks = [section(text=plain(3000)) for _ in range(90)]

    assert open_view(slack, ada, modal(*blocks))["error"] == "view_too_large"


@pytest.mark.parametrize("count", [100, 101], ids=["at the limit", "one above"])
def test_home__blocks(slack: FakeSlack, ada: User, count: int) -> None:
    view = home(*[{"type": "divider"}] * count)

    assert call(slack, "views.publish", user_id=ada.id, view=view)["ok"] is (count == 100)
