"""Reads raw messages and views as Slack would, and stricter: knows nothing of the code under test.

Lengths are UTF-16 units of escaped text, the most that Slack could count.
"""

import html
import json
import re
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

from bot.demo.slack.validate import block_problems, check_message_blocks, check_view
from bot.demo.slack.words import Parsed, parse_mrkdwn
from bot.render.slack.pages import SlackMessage

Json = dict[str, Any]

BLOCKS = 45
CHARACTERS = 10_000
TEXT = 4000

PART = "\u200b"
ACTING = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u061c\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]"
)
DATE = re.compile(r"<!date\^[0-9]+\^[^<>|]+\|[^<>|]+>")
CODE = re.compile(r"(?:(?<=[\n (“])|\A)`[^`\n]+`(?=[\n .,:;!?)”]|\Z)")
LINK = re.compile(r"<https?://[!-;=?-{}~]+\|[^<>|]+>")


def assert_fits(message: SlackMessage) -> None:
    """The message breaks no limit, and nothing in it acts."""
    blocks = list(message.blocks)
    check_message_blocks(blocks)
    assert 0 < len(blocks) <= BLOCKS
    assert sum(units(text) for text in all_strings(blocks)) <= CHARACTERS
    assert_blocks(blocks)
    assert_text(message.text)


def assert_view(view: Json) -> None:
    """The view breaks no limit, and nothing in it acts."""
    check_view(view, types=("modal", "home"))
    assert not list(block_problems(view["blocks"], surface=view["type"], at="/"))
    assert len(json.dumps(view).encode()) <= 250_000
    assert_blocks(view["blocks"])


def assert_blocks(blocks: Sequence[Json]) -> None:
    """What holds on every surface."""
    json.dumps(blocks, ensure_ascii=False).encode()
    rows = [block["elements"] for block in blocks if block["type"] == "actions"]
    assert all(len(row) <= 5 for row in rows)
    menus = [block["accessory"] for block in blocks if block["type"] == "section"]
    ids = [clicked["action_id"] for clicked in (*chain.from_iterable(rows), *menus)]
    assert len(ids) == len(set(ids))
    assert all(units(each["value"]) <= 150 for menu in menus for each in menu["options"])
    for node in nodes(list(blocks)):
        assert node.get("type") not in {"user", "usergroup", "channel", "broadcast"}
        if node.get("type") == "section":
            assert_row(node)
        if node.get("type") == "context":
            marked = (text for text in node["elements"] if text["type"] == "mrkdwn")
            for text in marked:
                assert_only_dates_and_links(text["text"])
        if node.get("type") == "mrkdwn":
            assert node["verbatim"] is True
        if node.get("type") == "plain_text":
            assert node["emoji"] is False
        if isinstance(node.get("text"), str):
            assert not ACTING.search(node["text"])
            assert PART not in node["text"] or node["type"] == "mrkdwn"


def assert_row(section: Json) -> None:
    """A row with a menu: nothing but words, dates and links, however they are spelled."""
    assert set(section) == {"type", "text", "accessory"}
    assert section["accessory"]["type"] == "overflow"
    assert section["text"]["type"] == "mrkdwn"
    text = section["text"]["text"]
    assert len(text.encode("utf-16-le")) // 2 <= 3000
    uncoded = CODE.sub("", text)
    assert uncoded == text or "`" not in uncoded, "a backtick of somebody else's would end our code"
    bare = LINK.sub("", DATE.sub("", uncoded))
    assert parse_mrkdwn(bare, bare=True) == Parsed()
    assert not re.search(r"[<>]|@(?!\u200b)", bare)


def assert_only_dates_and_links(text: str) -> None:
    """Nothing in angle brackets but those, and no markup beside them."""
    rest = LINK.sub("", DATE.sub("", text))
    assert not re.search(r"[<>*_~`@|]", rest)
    assert not re.search(r":\S", rest)


def assert_text(text: str) -> None:
    """A `text` that Slack takes, and finds nothing in."""
    assert 0 < len(text.encode("utf-16-le")) // 2 <= TEXT
    assert not ACTING.search(text)
    assert not re.search(r"[<>]|@(?!\u200b)|&(?!(amp|lt|gt);)", text)
    assert not re.search(r"(?m)^&gt;|https?:", text)
    for found in re.finditer(r"[*_~`]", text):
        inside = text[found.start() - 1 : found.end() + 1]
        assert PART in inside or re.fullmatch(r"\w_\w|\w~\w", inside), inside


def units(text: str) -> int:
    """UTF-16 units of the escaped text."""
    return len(html.escape(text, quote=False).encode("utf-16-le")) // 2


def all_strings(value: object) -> Iterator[str]:
    """Every text, address and date of the blocks."""
    for node in nodes(value):
        for key in ("text", "url", "fallback", "format"):
            if isinstance(node.get(key), str) and node.get("type") != "button":
                is_escaped = key == "text" and node.get("type") == "mrkdwn"
                yield html.unescape(node[key]) if is_escaped else node[key]


def nodes(value: object) -> Iterator[Json]:
    """Every object in the blocks, in their order."""
    if isinstance(value, list | tuple):
        for entry in value:
            yield from nodes(entry)
    elif isinstance(value, dict):
        yield value
        for entry in value.values():
            yield from nodes(entry)


def seen(blocks: Sequence[Json]) -> str:
    """What a person reads, run together: dates and links as their words."""
    return "".join(_seen(node) for node in nodes(list(blocks)))


def _seen(node: Json) -> str:
    if node.get("type") == "mrkdwn":
        return unescaped(re.sub(r"<[^<>|]+\|([^<>]*)>", r"\1", node["text"]))
    if node.get("type") == "date":
        return str(node["fallback"])
    return node["text"] if isinstance(node.get("text"), str) else ""


def unescaped(text: str) -> str:
    """What Slack shows for a text without markup."""
    return html.unescape(text).replace(PART, "")


def buttons(blocks: Sequence[Json]) -> list[Json]:
    """Every button, in order."""
    return [node for node in nodes(list(blocks)) if node.get("type") == "button"]
