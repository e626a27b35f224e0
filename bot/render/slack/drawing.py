"""Items → Block Kit, through `slack_sdk.models`."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import count, groupby
from typing import Any, TypeAlias

from slack_sdk.models.blocks import (
    ActionsBlock,
    Block,
    ButtonElement,
    ContextBlock,
    DividerBlock,
    HeaderBlock,
    MarkdownTextObject,
    Option,
    OverflowMenuElement,
    PlainTextObject,
    RichTextBlock,
    RichTextElement,
    RichTextElementParts,
    RichTextListElement,
    RichTextPreformattedElement,
    RichTextSectionElement,
    SectionBlock,
    TextObject,
)

from bot.render.slack.actions import SlackButton, menu_id, numbered
from bot.render.slack.items import Item, Kind
from bot.render.slack.limits import CONTEXT_ELEMENTS
from bot.render.slack.mrkdwn import mrkdwn
from bot.render.slack.stacking import Stack, is_marked_up
from bot.render.slack.words import Word, Words, is_blank, ours

BlockJson: TypeAlias = dict[str, Any]

_END = ours("\n")


def blocks_of(items: Iterable[Item]) -> tuple[BlockJson, ...]:
    """The blocks; ids of buttons are told apart."""
    groups = Stack(items).groups
    buttons = (group[0].presses for group in groups if group[0].kind is Kind.BUTTONS)
    ids = _Ids(rows=iter(numbered(buttons)), menus=(menu_id(number) for number in count(1)))
    return tuple(_block(group, ids).to_dict() for group in groups)


@dataclass(frozen=True, slots=True)
class _Ids:
    """What is told apart within one message: rows of buttons with their ids, and ids of menus."""

    rows: Iterator[tuple[SlackButton, ...]]
    menus: Iterator[str]


def _block(group: tuple[Item, ...], ids: _Ids) -> Block:
    first = group[0]
    if first.kind is Kind.MENU:
        return _with_menu(first, next(ids.menus))
    if first.kind is Kind.HEADER:
        return HeaderBlock(text=_plain_text(first.words[0].text))
    if first.kind is Kind.DIVIDER:
        return DividerBlock()
    if first.kind is Kind.BUTTONS:
        return ActionsBlock(elements=[_button(button) for button in next(ids.rows)])
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
    runs = groupby(words, key=lambda w: (w.bold, w.code, w.url, w.at, w.format, w.emoji, w.mention))
    return [_element(list(run)) for _, run in runs]


def _element(run: list[Word]) -> RichTextElement:
    word = run[0]
    text = "".join(part.text for part in run)
    style = None
    if word.bold or word.code:
        style = RichTextElementParts.TextStyle(bold=word.bold or None, code=word.code or None)
    if word.emoji:
        return RichTextElementParts.Emoji(name=word.emoji)
    if word.mention:
        return _mention(word.mention)
    if word.at is not None:
        return RichTextElementParts.Date(
            timestamp=word.at, format=word.format, fallback=word.text, style=style
        )
    if word.url:
        return RichTextElementParts.Link(url=word.url, text=text, style=style)
    return RichTextElementParts.Text(text=text, style=style)


def _mention(slack_id: str) -> RichTextElement:
    if slack_id[0] in "UW":
        return RichTextElementParts.User(user_id=slack_id)
    return RichTextElementParts.Channel(channel_id=slack_id)


def _context(group: tuple[Item, ...]) -> Block:
    """Small and grey. What mrkdwn could take for markup stands in plain text beside the links."""
    if all(is_marked_up(item) for item in group):
        lines = "\n".join(mrkdwn(item.words) for item in group)
        return ContextBlock(elements=[MarkdownTextObject(text=lines, verbatim=True)])
    runs = [list(run) for _, run in groupby(group[0].words, key=lambda word: word.is_bare)]
    runs = [run for run in runs if not is_blank(tuple(run))]
    if len(runs) > CONTEXT_ELEMENTS:
        return RichTextBlock(elements=list(_parts(group)))
    return ContextBlock(elements=[_context_text(run) for run in runs])


def _context_text(run: list[Word]) -> TextObject:
    if run[0].is_bare:
        return _plain_text("".join(word.text for word in run))
    return MarkdownTextObject(text=mrkdwn(tuple(run)), verbatim=True)


def _with_menu(line: Item, action_id: str) -> Block:
    options = [Option(value=each.value, text=_plain_text(each.label)) for each in line.presses]
    return SectionBlock(
        text=MarkdownTextObject(text=mrkdwn(line.words), verbatim=True),
        accessory=OverflowMenuElement(action_id=action_id, options=options),
    )


def _button(button: SlackButton) -> ButtonElement:
    return ButtonElement(
        text=_plain_text(button.label),
        action_id=button.action,
        value=button.value or None,
        url=button.url or None,
    )


def _plain_text(text: str) -> PlainTextObject:
    return PlainTextObject(text=text, emoji=False)
