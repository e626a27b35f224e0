"""Answer → items: the smallest things that a page is put together from, in order."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import assert_never

from bot.answers.answer import (
    Bar,
    Block,
    Button,
    Buttons,
    Heading,
    Line,
    Mark,
    Note,
    Span,
    Table,
    Tone,
    Verbatim,
)
from bot.render.clean import clean
from bot.render.slack.actions import SlackButton, options, slack_button
from bot.render.slack.limits import (
    BUTTONS_IN_A_ROW,
    HEADER,
    LINE,
    LINE_WITH_MENU,
    RICH_TEXT,
    SECTION_NAME,
)
from bot.render.slack.measure import escaped_units, shortened
from bot.render.slack.mrkdwn import mrkdwn_units
from bot.render.slack.signs import mark_sign, mark_words
from bot.render.slack.words import (
    Word,
    Words,
    bar_word,
    bar_words,
    chunks,
    is_blank,
    ours,
    plain,
    shortened_words,
    units_of,
    words_of,
)

_STEP = "\u2003"
_DEEPEST = 4
_MANY_TABLE_ROWS = 24


class Kind(StrEnum):
    """What becomes of the item?"""

    HEADER = "header"
    NAME = "name"
    TEXT = "text"
    BULLET = "bullet"
    MENU = "menu"
    """A line with a menu at its end: a block of its own."""
    CODE = "code"
    QUIET = "quiet"
    BUTTONS = "buttons"
    DIVIDER = "divider"


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One line, one header, or one row of buttons."""

    kind: Kind
    words: Words = ()
    depth: int = 0
    is_row: bool = False
    """Counts in "rows 1-40 of 300"."""
    apart: bool = False
    """Begins a new block, so that there is some air above it."""
    presses: tuple[SlackButton, ...] = ()
    """Buttons of a row of them, or options of a line's menu."""

    units: int = field(init=False, compare=False)
    """Its length, as Slack may count it, with the line's end."""

    def __post_init__(self) -> None:
        """Measure once: pages are put together from these lengths."""
        text = mrkdwn_units(self.words) if self.kind is Kind.MENU else units_of(self.words)
        units = text + sum(p.units for p in self.presses) + self.depth + 1
        object.__setattr__(self, "units", units)

    @property
    def is_title(self) -> bool:
        """Belongs to what comes after it."""
        return self.kind in (Kind.HEADER, Kind.NAME)


def items_of(blocks: tuple[Block, ...], *, tracker_url: str = "") -> tuple[Item, ...]:
    """What is to be drawn, in the order of the answer."""
    items: list[Item] = []
    previous: Block | None = None
    for block in blocks:
        drawn = list(_items(block, tracker_url))
        if drawn and _has_air(previous, block):
            drawn[0] = replace(drawn[0], apart=True)
        items += drawn
        previous = block if drawn else previous
    return tuple(items)


def continued(name: Item) -> Item:
    """The name of a section again, where a new page goes on with it."""
    words = Word(text=f"{shortened(plain(name.words), SECTION_NAME)} (continued)", bold=True)
    return Item(kind=Kind.NAME, words=(words,), apart=True)


def _has_air(previous: Block | None, block: Block) -> bool:
    if isinstance(block, Note):
        return isinstance(previous, Line | Table | Verbatim)
    return isinstance(block, Table) or (isinstance(block, Heading) and block.level > 1)


def _items(block: Block, tracker_url: str) -> Iterator[Item]:
    match block:
        case Heading():
            yield from _heading(block)
        case Line():
            yield _line(block)
        case Table():
            yield from _table(block)
        case Note():
            yield from _note(block)
        case Verbatim():
            lines = "\n".join(clean(line) for line in block.text.splitlines())
            yield from _pieces(Item(kind=Kind.CODE, words=(Word(text=lines),) if lines else ()))
        case Buttons():
            yield from button_items(block.buttons, tracker_url=tracker_url)
        case _:
            assert_never(block)


def _heading(heading: Heading) -> Iterator[Item]:
    """A header has no links and little room: what it cannot say stands below it in bold."""
    words = words_of(heading.spans)
    if heading.level > 1:
        yield from _pieces(Item(kind=Kind.NAME, words=_barred(_bold(words), heading.bar)))
        return
    if not is_blank(words):
        title = Word(text=shortened(plain(words).strip(), HEADER))
        yield Item(kind=Kind.HEADER, words=(title,))
        if escaped_units(plain(words).strip()) > HEADER:
            yield from _pieces(Item(kind=Kind.TEXT, words=_bold(words)))
    if heading.bar:
        yield Item(kind=Kind.TEXT, words=(bar_word(heading.bar),))


def _barred(words: Words, bar: Bar | None) -> Words:
    """The bar goes first, where bars stand below each other; its numbers go after the words."""
    if bar is None or not words:
        return words if bar is None else (bar_word(bar),)
    drawn, numbers = bar_words(bar)
    return (drawn, ours("  ", said=""), *words, ours("  ", said=": "), numbers)


def _bold(words: Words) -> Words:
    return tuple(replace(word, bold=not word.code) for word in words)


def _line(line: Line) -> Item:
    menu = options(line.menu)
    if menu:
        return _line_with_menu(line, menu)
    words = shortened_words(words_of(line.spans), LINE)
    words = (ours("(empty)"),) if is_blank(words) else words
    if line.mark is Mark.NONE:
        return Item(kind=Kind.BULLET, words=words, depth=min(line.depth, _DEEPEST), is_row=True)
    sign = ours(f"{mark_sign(line.mark)} ", said=f"{mark_words(line.mark)}: ")
    indent = _indent(line.depth)
    return Item(kind=Kind.TEXT, words=(*indent, sign, *words), is_row=True)


def _line_with_menu(line: Line, menu: tuple[SlackButton, ...]) -> Item:
    words = shortened_words(words_of(line.spans), LINE_WITH_MENU)
    words = (ours("(empty)"),) if is_blank(words) else words
    sign = mark_sign(line.mark)
    if sign:
        words = (ours(f"{sign} ", said=f"{mark_words(line.mark)}: "), *words)
    indent = _indent(line.depth)
    return Item(kind=Kind.MENU, words=(*indent, *words), is_row=True, presses=menu)


def _indent(depth: int) -> Words:
    return (ours(_STEP * min(depth, _DEEPEST), said=""),) if depth > 0 else ()


def _table(table: Table) -> Iterator[Item]:
    """A row without anything below it is a line; one with something begins a block of its own."""
    depths = table.depths or (0,) * len(table.rows)
    # Air costs blocks, of which a message has few.
    airy = len(table.rows) <= _MANY_TABLE_ROWS and max(depths, default=0) > 0
    for row, depth in zip(table.rows, depths, strict=True):
        words = _table_words(row, is_name=depth == 0)
        yield Item(
            kind=Kind.BULLET if depth > 0 else Kind.TEXT,
            words=(ours("(empty)"),) if is_blank(words) else shortened_words(words, LINE),
            depth=min(max(depth - 1, 0), _DEEPEST),
            is_row=True,
            apart=airy and depth == 0,
        )


def _table_words(row: tuple[tuple[Span, ...] | Bar, ...], *, is_name: bool) -> Words:
    name, *others = row
    bar = next((cell for cell in others if isinstance(cell, Bar)), None)
    first = (bar_word(name),) if isinstance(name, Bar) else words_of(name)
    words = list(_barred(_bold(first) if is_name else first, bar))
    for number, cell in enumerate(others):
        drawn = () if isinstance(cell, Bar) else words_of(cell)
        if drawn and words:
            words.append(ours(" · ", said=", ") if number else ours("  ", said=": "))
        words += drawn
    return tuple(words)


def _note(note: Note) -> Iterator[Item]:
    words = words_of(note.spans)
    if is_blank(words):
        return
    match note.tone:
        case Tone.PLAIN:
            yield from _pieces(Item(kind=Kind.TEXT, words=words))
        case Tone.QUIET:
            yield from _pieces(Item(kind=Kind.QUIET, words=words))
        case Tone.WARNING:
            sign = Word(text="!", emoji="warning", said="Warning: ")
            yield from _pieces(Item(kind=Kind.TEXT, words=(sign, ours(" ", said=""), *words)))
        case _:
            assert_never(note.tone)


def _pieces(item: Item) -> Iterator[Item]:
    """The item, in several where it is longer than a block can be."""
    for number, words in enumerate(chunks(item.words, RICH_TEXT - 1)):
        yield replace(item, words=words, apart=item.apart or number > 0)


def button_items(buttons: tuple[Button, ...], *, tracker_url: str = "") -> Iterator[Item]:
    """Rows of buttons; a button that Slack cannot carry is named, and that it is left out."""
    offered = [(b, slack_button(b, tracker_url=tracker_url)) for b in buttons]
    presses = [p for _, p in offered if p is not None]
    for start in range(0, len(presses), BUTTONS_IN_A_ROW):
        row = tuple(presses[start : start + BUTTONS_IN_A_ROW])
        yield Item(kind=Kind.BUTTONS, presses=row)
    missing = [shortened(clean(b.label)) for b, p in offered if p is None]
    if missing:
        why = "Not offered here, for there is nothing to open or it asks too much"
        words = f"{why}: {', '.join(missing)}"
        yield from _pieces(Item(kind=Kind.QUIET, words=(Word(text=words),)))
