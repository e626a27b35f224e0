"""How much room words take in one message, so that a summary can be cut where it can say so.

Measured as the narrowest medium may count: in UTF-16 units, with what a link adds.
"""

import html
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from bot.answers.answer import (
    Bar,
    Block,
    Day,
    Heading,
    Line,
    Link,
    Moment,
    Note,
    Person,
    Span,
    Table,
    Verbatim,
)

T = TypeVar("T")

MESSAGE_UNITS = 9000
"""Of one message. Slack takes some 10,000; what a renderer adds needs room."""

_MARKUP_UNITS = 60
"""What a link or a date adds beside its words and its address."""
_BAR_UNITS = 30
_LINE_UNITS = 10


def units(block: Block) -> int:
    """How much room the block takes."""
    if isinstance(block, Heading):
        # Of a long one a header shows the start, and all of it stands below that.
        return 2 * _words(block.spans) + _BAR_UNITS
    if isinstance(block, Line | Note):
        return _words(block.spans) + _LINE_UNITS
    if isinstance(block, Table):
        return sum(map(cells_units, block.rows))
    if isinstance(block, Verbatim):
        return _text(block.text)
    return sum(_text(button.label) + _LINE_UNITS for button in block.buttons)


def cells_units(cells: Iterable[tuple[Span, ...] | Bar]) -> int:
    """How much room one row of a table takes."""
    return _LINE_UNITS + sum(_BAR_UNITS if isinstance(c, Bar) else _words(c) for c in cells)


def fitting(items: Sequence[T], size: Callable[[T], int], *, room: int, at_most: int) -> int:
    """How many of the items, from the first on, fit."""
    left = room
    for number, item in enumerate(items[:at_most]):
        left -= size(item)
        if left < 0:
            return number
    return min(len(items), at_most)


def _words(spans: Iterable[Span]) -> int:
    return sum(map(_span, spans))


def _span(span: Span) -> int:
    if isinstance(span, Day | Moment):
        return _MARKUP_UNITS
    if isinstance(span, Person):
        return _text(span.name)
    if isinstance(span, Link):
        return _text(span.text) + _text(span.url) + _MARKUP_UNITS
    return _text(span.text)


def _text(text: str) -> int:
    return len(html.escape(text).encode("utf-16-le", "surrogatepass")) // 2
