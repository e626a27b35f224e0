"""Items → Block Kit, through `slack_sdk.models`."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any, TypeAlias

from slack_sdk.models.blocks import (
    ActionsBlock,
    Block,
    ButtonElement,
    ContextBlock,
    DividerBlock,
    HeaderBlock,
    MarkdownTextObject,
    PlainTextObject,
    RichTextBlock,
    RichTextElement,
    RichTextElementParts,
    RichTextListElement,
    RichTextPreformattedElement,
    RichTextSectionElement,
    TextObject,
)

from bot.render.slack.actions import Press, numbered
from bot.render.slack.escape import escaped
from bot.render.slack.items import Item, Kind
from bot.render.slack.limits import CONTEXT_ELEMENTS
from bot.render.slack.stacking import Stack, is_marked_up
from bot.render.slack.words import Word, Words, is_blank, ours

BlockJson: TypeAlias = dict[str, Any]

_END = ours("\n")


def blocks_of(items: Iterable[Item]) -> tuple[BlockJson, ...]:
    """The blocks; ids of buttons are told apart."""
    groups = Stack(items).groups
    rows = iter(numbered(item.presses for group in groups for item in group if item.presses))
    return tuple(_block(group, rows).to_dict() for group in groups)


def _block(group: tuple[Item, ...], rows: Iterator[tuple[Press, ...]]) -> Block:
    first = group[0]
    if first.kind is Kind.HEADER:
        return HeaderBlock(text=_plain_text(first.words[0].text))
    if first.kind is Kind.DIVIDER:
        return DividerBlock()
    if first.kind is Kind.BUTTONS:
        return ActionsBlock(elements=[_button(button) for button in next(rows)])
    if first.kind is Kind.QUIET:
        return _context(group)
    return RichTextBlock(elements=list(_parts(group)))


def _parts(group: tuple[Item, ...]) -> Iterator[RichTextElement]:
    runs = groupby(group, key=lambda item: (_run(item), item.depth))
    for (kind, depth), run in runs:
        items = list(run)
        if kind is Kind.BULLET:
            lines = [RichTextSectionElement(elements=_elements(item.words)) for item in items]
            yield RichTextListElement(style="bullet", indent=depth, elements=lines)
            continue
        words = _lines(items)
        if kind is Kind.CODE:
            yield RichTextPreformattedElement(elements=_elements(words))
        else:
            yield RichTextSectionElement(elements=_elements(words))


def _run(item: Item) -> Kind:
    return Kind.TEXT if item.kind is Kind.NAME else item.kind


def _lines(items: Iterable[Item]) -> Words:
    words: list[Word] = []
    for item in items:
        words += (_END, *item.words) if words else item.words
    return tuple(words)


def _elements(words: Words) -> list[RichTextElement | dict[str, Any]]:
    """Neighbours of one style become one element."""
    runs = groupby(words, key=lambda w: (w.bold, w.code, w.url, w.at, w.format, w.emoji))
    return [_element(list(run)) for _, run in runs]


def _element(run: list[Word]) -> RichTextElement:
    word = run[0]
    text = "".join(part.text for part in run)
    style = None
    if word.bold or word.code:
        style = RichTextElementParts.TextStyle(bold=word.bold or None, code=word.code or None)
    if word.emoji:
        return RichTextElementParts.Emoji(name=word.emoji)
    if word.at is not None:
        return RichTextElementParts.Date(
            timestamp=word.at, format=word.format, fallback=word.text, style=style
        )
    if word.url:
        return RichTextElementParts.Link(url=word.url, text=text, style=style)
    return RichTextElementParts.Text(text=text, style=style)


def _context(group: tuple[Item, ...]) -> Block:
    """Small and grey. What mrkdwn could take for markup stands in plain text beside the links."""
    if all(is_marked_up(item) for item in group):
        lines = "\n".join("".join(_mrkdwn(word) for word in item.words) for item in group)
        return ContextBlock(elements=[MarkdownTextObject(text=lines, verbatim=True)])
    runs = [list(run) for _, run in groupby(group[0].words, key=lambda word: word.is_bare)]
    runs = [run for run in runs if not is_blank(tuple(run))]
    if len(runs) > CONTEXT_ELEMENTS:
        return RichTextBlock(elements=list(_parts(group)))
    return ContextBlock(elements=[_context_text(run) for run in runs])


def _context_text(run: list[Word]) -> TextObject:
    if run[0].is_bare:
        return _plain_text("".join(word.text for word in run))
    return MarkdownTextObject(text="".join(_mrkdwn(word) for word in run), verbatim=True)


def _mrkdwn(word: Word) -> str:
    if word.at is not None:
        return f"<!date^{word.at}^{word.format}|{word.text}>"
    # In a label a bar would end the address.
    label = escaped(word.text).replace("|", "¦")
    return f"<{_entities(word.url)}|{label}>" if word.url else word.text


def _entities(url: str) -> str:
    return url.replace("&", "&amp;")


def _button(button: Press) -> ButtonElement:
    return ButtonElement(
        text=_plain_text(button.label),
        action_id=button.action,
        value=button.value or None,
        url=button.url or None,
    )


def _plain_text(text: str) -> PlainTextObject:
    return PlainTextObject(text=text, emoji=False)
