"""Answers → a modal or the App Home: one view, so what does not fit is counted, with what to type.

A view has no pages: its state would have to be kept somewhere.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from slack_sdk.models.blocks import PlainTextObject
from slack_sdk.models.views import View

from bot.answers.answer import Answer
from bot.answers.parts import counted
from bot.render.clean import clean
from bot.render.slack.actions import question_of
from bot.render.slack.drawing import BlockJson, blocks_of
from bot.render.slack.items import Item, Kind
from bot.render.slack.limits import VIEW_BLOCKS, VIEW_BYTES, VIEW_TITLE
from bot.render.slack.measure import shortened
from bot.render.slack.pages import Parts, Room, filled, parts_of
from bot.render.slack.stacking import blocks_in, units_in
from bot.render.slack.words import ours

ViewJson: TypeAlias = dict[str, Any]

COMMAND: Final = "/nemorl-status"
"""The command's name, unless the settings give it another."""

_UNITS = (40_000, 20_000, 10_000, 5_000)
"""Text of one view, the first of these that keeps it below Slack's bytes."""

_SECTIONS_AT_MOST = 14
"""So that each has room for a header, some rows, a count, a note, buttons and a divider."""

_HINT_UNITS = 200

_DIVIDER = Item(kind=Kind.DIVIDER)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Section:
    parts: Parts
    question: str | None


def modal(title: str, answer: Answer, *, command: str = COMMAND) -> ViewJson:
    """The answer in a modal, with only a button to close it. Titles have 24 characters."""
    view = View(
        type="modal",
        title=_label(title),
        close=_label("Close"),
        blocks=_fitting_blocks([answer], command),
    )
    return dict(view.to_dict())


def home_view(sections: Sequence[Answer], *, command: str = COMMAND) -> ViewJson:
    """The App Home: one answer below the other, each shortened to its share of the room."""
    blocks = _fitting_blocks(sections, command)
    return dict(View(type="home", blocks=blocks).to_dict())


def _label(text: str) -> PlainTextObject:
    return PlainTextObject(text=shortened(clean(text).strip(), VIEW_TITLE) or "…", emoji=False)


def _fitting_blocks(answers: Sequence[Answer], command: str) -> list[BlockJson]:
    sections = [_Section(parts=parts_of(a), question=question_of(a)) for a in answers]
    drawn = (_blocks(sections, units, command) for units in _UNITS)
    fitting = (blocks for blocks in drawn if len(json.dumps(blocks)) <= VIEW_BYTES)
    return next(fitting, list(blocks_of([_note("This is too much for one view.")])))


def _blocks(sections: Sequence[_Section], units: int, command: str) -> list[BlockJson]:
    """Each section gets an equal share of what the ones before it left."""
    shown = sections[:_SECTIONS_AT_MOST]
    hidden = len(sections) - len(shown)
    items: list[Item] = []
    for number, section in enumerate(shown):
        left = len(shown) - number
        room = Room(
            units=(units - units_in(items)) // left,
            blocks=(VIEW_BLOCKS - 1 - blocks_in(items)) // left - 1,
        )
        items += [*([_DIVIDER] if items else []), *_shortened(section, room, command)]
    if hidden > 0:
        items.append(_note(f"{counted(hidden, 'more section')} left out: no room."))
    return list(blocks_of(items or [_note("Nothing to show.")]))


def _shortened(section: _Section, room: Room, command: str) -> Iterator[Item]:
    """The section's start, and how many of its lines are missing."""
    tail = _fitting_tail(section.parts, room)
    fixed = (*section.parts.head, *tail)
    left = Room(
        units=room.units - units_in(fixed) - _HINT_UNITS, blocks=room.blocks - blocks_in(fixed) - 1
    )
    body = section.parts.body
    first = next(filled(body, left), ())
    shown = first if units_in(first) <= left.units and blocks_in(first) <= left.blocks else ()
    yield from section.parts.head
    yield from shown
    if len(shown) < len(body) or len(tail) < len(section.parts.tail):
        yield _hint(section, shown, command)
    yield from tail


def _fitting_tail(parts: Parts, room: Room) -> tuple[Item, ...]:
    """Notes and buttons, or only the first row of buttons where there is little room."""
    if units_in(parts.tail) <= room.units // 2 and blocks_in(parts.tail) <= room.blocks // 2:
        return parts.tail
    return tuple(item for item in parts.tail if item.kind is Kind.BUTTONS)[:1]


def _hint(section: _Section, shown: tuple[Item, ...], command: str) -> Item:
    rows = sum(item.is_row for item in section.parts.body)
    here = sum(item.is_row for item in shown)
    count = f"{here} of {counted(rows, 'row')}" if here < rows else "Not everything is shown"
    if section.question is None:
        return _note(f"{count}.")
    typed = shortened(clean(f"{command} {section.question}").strip(), _HINT_UNITS // 2)
    return _note(f"{count}. For all of it type {typed}")


def _note(text: str) -> Item:
    return Item(kind=Kind.QUIET, words=(ours(text),), apart=True)
