from typing import Any

import pytest

from bot.demo.playground.message_lines import message_lines
from bot.demo.slack import Message
from bot.render.style import Style

NAMES = {"U1": "Ana", "C1": "general"}


def _lines(
    *blocks: dict[str, Any], text: str = "", width: int = 60, unicode: bool = True
) -> list[str]:
    message = Message(ts="1.0", channel="C1", user="U1", text=text, blocks=list(blocks))
    style = Style(unicode=unicode)
    drawn = message_lines(message, NAMES, width=width, style=style, indent="  ")
    return [line.plain for line in drawn]


def _plain(text: str) -> dict[str, Any]:
    return {"type": "plain_text", "text": text}


def _button(text: str) -> dict[str, Any]:
    return {"type": "button", "action_id": text, "text": _plain(text), "value": "never shown"}


def _section(*elements: dict[str, Any]) -> dict[str, Any]:
    return {"type": "rich_text_section", "elements": list(elements)}


def _rich(*elements: dict[str, Any]) -> dict[str, Any]:
    return {"type": "rich_text", "elements": list(elements)}


def _mrkdwn(text: str) -> dict[str, Any]:
    return {"type": "mrkdwn", "text": text}


_MENU = {"type": "overflow", "options": [{"text": _plain("Snooze"), "value": "v"}] * 2}
_ITEMS = [_section({"type": "text", "text": "one\ntwo"}), _section({"type": "text", "text": "3"})]


@pytest.mark.parametrize(
    ("block", "lines"),
    [
        pytest.param({"type": "header", "text": _plain("Refit")}, ["  Refit"], id="header"),
        pytest.param(
            {"type": "section", "text": _mrkdwn("<@U1> &lt;3 <https://x.y|#7>\n<#C1>")},
            ["  @Ana <3 #7", "  #general"],
            id="section",
        ),
        pytest.param(
            {"type": "section", "text": _mrkdwn("a row"), "accessory": _MENU},
            ["  a row", "  [Snooze | Snooze]"],
            id="menu",
        ),
        pytest.param(
            {
                "type": "context",
                "elements": [_mrkdwn("as of <!date^0^{date}|22 Aug>"), _plain("<b>")],
            },
            ["  as of 22 Aug", "  <b>"],
            id="context",
        ),
        pytest.param(
            _rich(
                _section(
                    {"type": "text", "text": "✓ "},
                    {"type": "link", "url": "https://x.y", "text": "#7"},
                    {"type": "text", "text": " <@U1>\nmerged "},
                    {"type": "date", "timestamp": 0, "format": "{date}", "fallback": "8 Jun"},
                )
            ),
            ["  ✓ #7 <@U1>", "  merged 8 Jun"],
            id="rich text",
        ),
        pytest.param(
            _rich({"type": "rich_text_list", "style": "bullet", "indent": 1, "elements": _ITEMS}),
            ["    • one", "      two", "    • 3"],
            id="list",
        ),
        pytest.param({"type": "divider"}, ["  ──"], id="divider"),
        pytest.param(
            {"type": "image", "alt_text": "a burn-up", "image_url": "https://x.y"},
            ["  [Picture: a burn-up]"],
            id="picture",
        ),
        pytest.param(
            {"type": "actions", "elements": [_button("Share here"), _button("Stop")]},
            ["  [Share here] [Stop]"],
            id="buttons",
        ),
    ],
)
def test_message_lines__what_a_person_reads(block: dict[str, Any], lines: list[str]) -> None:
    assert _lines(block) == lines


def test_message_lines__a_message_without_blocks() -> None:
    assert _lines(text="Hello <@U1>\nand bye") == ["  Hello @Ana", "  and bye"]


def test_message_lines__what_is_headed_and_buttons_stand_apart() -> None:
    headed = _rich(_section({"type": "text", "text": "Refit", "style": {"bold": True}}))
    actions = {"type": "actions", "elements": [_button("Stop")]}

    assert _lines(headed, headed, actions) == ["  Refit", "", "  Refit", "", "  [Stop]"]


def test_message_lines__buttons_are_not_parted() -> None:
    buttons = [_button("Share here"), _button("Only stale"), _button("Open tracker")]

    lines = _lines({"type": "actions", "elements": buttons}, width=28)

    assert lines == ["  [Share here] [Only stale]", "  [Open tracker]"]


def test_message_lines__a_long_item_hangs_below_its_words() -> None:
    item = _section({"type": "text", "text": "word " * 8})
    block = _rich({"type": "rich_text_list", "style": "bullet", "elements": [item]})

    first, *more = _lines(block, width=24)

    assert first == "  • word word word word"
    assert more == ["    word word word word"]


@pytest.mark.parametrize(
    "block",
    [
        pytest.param({"type": "header", "text": _plain("a\x1b[2Jb\x9b\u202ec")}, id="header"),
        pytest.param({"type": "section", "text": _mrkdwn("a\x1b[2Jb\x9b\u202ec")}, id="section"),
        pytest.param(
            _rich(_section({"type": "text", "text": "a\x1b[2Jb\x9b\u202ec"})), id="rich text"
        ),
        pytest.param(
            {"type": "actions", "elements": [_button("a\x1b[2Jb\x9b\u202ec")]}, id="button"
        ),
    ],
)
def test_message_lines__nothing_in_them_acts(block: dict[str, Any]) -> None:
    (line,) = _lines(block)

    assert line.strip(" []") == "a�[2Jb��c".strip(" []")


def test_message_lines__with_ascii_alone() -> None:
    words = {"type": "text", "text": "▓░ ✓ ● ◌ ✕ · …"}

    assert _lines(_rich(_section(words)), unicode=False) == ["  #. v o . x - ..."]
