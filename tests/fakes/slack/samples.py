"""The smallest valid blocks, elements and views, to be varied by keyword. For tests only."""

from typing import Any

from bot.demo.slack.refusals import JsonObject


def plain(length: int = 1) -> JsonObject:
    """A `plain_text` object of this length."""
    return {"type": "plain_text", "text": "x" * length}


def mrkdwn(length: int = 1) -> JsonObject:
    """A `mrkdwn` object of this length."""
    return {"type": "mrkdwn", "text": "x" * length}


def section(**fields: Any) -> JsonObject:
    """A section with a text."""
    return {"type": "section", "text": mrkdwn(), **fields}


def button(**fields: Any) -> JsonObject:
    """A button."""
    return {"type": "button", "action_id": "b", "text": plain(), **fields}


def option(number: int = 1, **fields: Any) -> JsonObject:
    """An option with the value `v<number>`."""
    return {"text": plain(), "value": f"v{number}", **fields}


def options(count: int) -> list[JsonObject]:
    """So many options, all different."""
    return [option(number) for number in range(count)]


def select(**fields: Any) -> JsonObject:
    """A static select with one option."""
    given = {} if "option_groups" in fields else {"options": options(1)}
    return {"type": "static_select", "action_id": "s", **given, **fields}


def actions(*elements: JsonObject, **fields: Any) -> JsonObject:
    """An actions block."""
    return {"type": "actions", "elements": list(elements), **fields}


def asking(element: JsonObject | None = None, **fields: Any) -> JsonObject:
    """An input block, with a text field unless told otherwise."""
    element = element or {"type": "plain_text_input", "action_id": "i"}
    return {"type": "input", "label": plain(), "element": element, **fields}


def confirm(**fields: Any) -> JsonObject:
    """A confirmation dialog."""
    return {"title": plain(), "text": mrkdwn(), **fields}


def image(**fields: Any) -> JsonObject:
    """An image block."""
    return {"type": "image", "image_url": "https://example.org/1.png", "alt_text": "x", **fields}


def address(length: int) -> str:
    """An address of this length."""
    return "https://example.org/".ljust(length, "x")


def table(rows: int = 1, cells: int = 1, length: int = 1, **fields: Any) -> JsonObject:
    """A table of so many rows and cells, with texts of this length."""
    row = [{"type": "raw_text", "text": "x" * length}] * cells
    return {"type": "table", "rows": [row] * rows, **fields}


def modal(*blocks: JsonObject, **fields: Any) -> JsonObject:
    """A modal with a section."""
    return {"type": "modal", "title": plain(), "blocks": list(blocks) or [section()], **fields}


def home(*blocks: JsonObject, **fields: Any) -> JsonObject:
    """A home tab with a section."""
    return {"type": "home", "blocks": list(blocks) or [section()], **fields}
