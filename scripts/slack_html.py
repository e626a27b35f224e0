"""Slack's blocks as HTML, as near to what people see as a picture needs."""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from html import escape, unescape
from typing import Any

Json = Mapping[str, Any]

_TOKENS = re.compile(r"\{(date_short_pretty|time)\}")
_MARKED = re.compile(r"<([^<>|]+)\|([^<>]*)>")
_CODE = re.compile(r"`([^`]+)`")
_MENUS = {
    "overflow": "⋯",
    "users_select": "Choose a person",
    "conversations_select": "Choose a channel",
}
"""What stands in a menu in which nothing is chosen and which says nothing."""


def blocks_html(blocks: Sequence[Json]) -> str:
    """All of them; raises `ValueError` for one that cannot be drawn."""
    return "\n".join(map(_block, blocks))


def modal_html(view: Json) -> str:
    """A modal with its title and the buttons at its end."""
    ends = [(view.get("close"), "button"), (view.get("submit"), "button submit")]
    buttons = "".join(
        f'<span class="{kind}">{_text(text)}</span>' for text, kind in ends if text is not None
    )
    title = f'<div class="title">{_text(view["title"])}<span>×</span></div>'
    return f'{title}{blocks_html(view["blocks"])}<div class="ends">{buttons}</div>'


def _block(block: Json) -> str:
    match block["type"]:
        case "header":
            return f"<h3>{_text(block['text'])}</h3>"
        case "divider":
            return "<hr>"
        case "context":
            texts = "".join(f"<span>{_text(element)}</span>" for element in block["elements"])
            return f'<div class="context">{texts}</div>'
        case "actions":
            elements = "".join(map(_element, block["elements"]))
            return f'<div class="actions">{elements}</div>'
        case "section":
            beside = _element(block["accessory"]) if "accessory" in block else ""
            return f'<div class="section"><p>{_text(block["text"])}</p>{beside}</div>'
        case "input":
            return f'<div class="input">{"".join(_input(block))}</div>'
        case "rich_text":
            return f"<div>{''.join(_part(part) for part in block['elements'])}</div>"
        case other:
            raise ValueError(f"this script cannot draw a block of type {other}")


def _input(block: Json) -> Iterator[str]:
    optional = " <small>(optional)</small>" if block.get("optional") else ""
    yield f"<b>{_text(block['label'])}</b>{optional}{_element(block['element'])}"
    if "hint" in block:
        yield f'<div class="context">{_text(block["hint"])}</div>'


def _element(element: Json) -> str:
    match element["type"]:
        case "button":
            return (
                f'<span class="button {element.get("style", "")}">{_text(element["text"])}</span>'
            )
        case "checkboxes" | "radio_buttons" as kind:
            chosen = element.get("initial_options") or [element.get("initial_option")]
            return "".join(_choice(kind, one, one in chosen) for one in element["options"])
        case "plain_text_input":
            lines = " lines" if element.get("multiline") else ""
            return f'<div class="field{lines}">{escape(element.get("initial_value", ""))}</div>'
        case "overflow":
            return f'<span class="button overflow">{_MENUS["overflow"]}</span>'
        case _:
            return f'<div class="field">{_chosen(element)}<span>⌄</span></div>'


def _choice(kind: str, option: Json, is_chosen: bool) -> str:
    mark = "✓" if is_chosen and kind == "checkboxes" else "●" if is_chosen else ""
    below = f"<small>{_text(option['description'])}</small>" if "description" in option else ""
    box = f'<i class="{kind}{" chosen" if is_chosen else ""}">{mark}</i>'
    return f'<div class="choice">{box}<span>{_text(option["text"])}{below}</span></div>'


def _chosen(menu: Json) -> str:
    """What stands in a menu."""
    if (option := menu.get("initial_option")) is not None:
        return _text(option["text"])
    said = menu.get("initial_time") or menu.get("initial_conversation") or menu.get("initial_user")
    if said:
        return escape(said)
    return _text(menu["placeholder"]) if "placeholder" in menu else _MENUS.get(menu["type"], "")


def _text(text: Json) -> str:
    if text["type"] == "plain_text":
        return escape(text["text"])
    return _CODE.sub(r"<code>\1</code>", _MARKED.sub(_marked, text["text"]))


def _marked(found: re.Match[str]) -> str:
    target, label = found[1], found[2]
    if target.startswith("!date^"):
        _, seconds, form = target.split("^")
        return f"<time>{_date(int(seconds), form)}</time>"
    return f'<a href="{escape(unescape(target))}">{label}</a>'


def _part(part: Json) -> str:
    if part["type"] == "rich_text_list":
        lines = "".join(f"<li>{_words(line['elements'])}</li>" for line in part["elements"])
        return f'<ul style="margin-left:{part.get("indent", 0) * 28}px">{lines}</ul>'
    tag = "pre" if part["type"] == "rich_text_preformatted" else "p"
    return f"<{tag}>{_words(part['elements'])}</{tag}>"


def _words(words: Sequence[Json]) -> str:
    return "".join(_styled(_word(word), word.get("style", {})) for word in words)


def _word(word: Json) -> str:
    match word["type"]:
        case "text":
            return escape(word["text"])
        case "link":
            return f'<a href="{escape(word["url"])}">{escape(word["text"])}</a>'
        case "date":
            return f"<time>{_date(word['timestamp'], word['format'])}</time>"
        case "emoji":
            return {"warning": "⚠️"}[word["name"]]
        case other:
            raise ValueError(f"this script cannot draw a word of type {other}")


def _styled(html: str, style: Mapping[str, bool]) -> str:
    if style.get("code"):
        return f"<code>{html}</code>"
    return f"<b>{html}</b>" if style.get("bold") else html


def _date(seconds: int, form: str) -> str:
    at = datetime.fromtimestamp(seconds, UTC)
    words = {"date_short_pretty": f"{at:%b} {at.day}, {at.year}", "time": f"{at:%H:%M}"}
    return escape(_TOKENS.sub(lambda found: words[found[1]], form))
