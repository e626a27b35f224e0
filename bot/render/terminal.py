"""Answer → text for a terminal or a pipe.

Every text is cleaned here, so that nothing from GitHub can act on the terminal. Colour never says
anything that the words do not.
"""

from collections.abc import Iterator
from typing import assert_never

from rich.text import Text

from bot.answers.answer import (
    Answer,
    Bar,
    Block,
    Buttons,
    Code,
    Day,
    Heading,
    Line,
    Link,
    Mark,
    Moment,
    Note,
    Person,
    Plain,
    Span,
    Table,
    Tone,
    Verbatim,
)
from bot.render.ansi import ansi_text, linked
from bot.render.clean import ascii_text, clean
from bot.render.days import day_text, moment_text
from bot.render.glyphs import bar_text, mark_sign
from bot.render.style import Style
from bot.render.terminal_table import table_lines
from bot.render.wrapping import GLUE, wrapped

NARROWEST = 20
"""Cells; a narrower terminal gets lines of this width."""

_STEP = 2
"""Cells by which a nested row is indented."""

_MARK_STYLES = {
    Mark.MERGED: "green",
    Mark.DONE: "green",
    Mark.OPEN: "yellow",
    Mark.DRAFT: "dim",
    Mark.CLOSED: "red",
    Mark.NOT_FOUND: "red",
    Mark.NOT_VISIBLE: "magenta",
    Mark.UNKNOWN: "magenta",
    Mark.NONE: "",
}


def terminal_text(answer: Answer, *, width: int, style: Style) -> str:
    """The answer in lines of at most `width` cells; buttons are left out."""
    width = max(width, NARROWEST)
    lines: list[Text] = []
    previous: Block | None = None
    for block in answer.blocks:
        drawn = list(_block_lines(block, width, style))
        if drawn and previous is not None and _is_apart(previous, block):
            lines.append(Text())
        lines += drawn
        previous = block if drawn else previous
    return "".join(f"{ansi_text(line, style)}\n" for line in lines)


def _is_apart(previous: Block, block: Block) -> bool:
    """A blank line stands before a heading, a table, and the notes that end an answer."""
    if isinstance(previous, Heading):
        return isinstance(block, Heading | Table) and previous.level == 1
    if isinstance(block, Heading | Table):
        return True
    return isinstance(block, Note) and isinstance(previous, Line | Table | Verbatim)


def _block_lines(block: Block, width: int, style: Style) -> Iterator[Text]:
    match block:
        case Heading():
            yield from _heading_lines(block, width, style)
        case Line():
            yield from _row_lines(block, width, style)
        case Table():
            yield from _table_lines(block, width, style)
        case Note():
            yield from _note_lines(block, width, style)
        case Verbatim():
            for line in block.text.splitlines():
                yield Text("    ").append(_shown(line, style))
        case Buttons():
            return
        case _:
            assert_never(block)


def _heading_lines(heading: Heading, width: int, style: Style) -> Iterator[Text]:
    rule = "──" if style.unicode else "--"
    before = f"{'  ' * (heading.level - 2)}{rule} " if heading.level > 1 else ""
    lines = wrapped(_spans_text(heading.spans, style), width, first=before, then=" " * len(before))
    for line in lines:
        line.stylize("bold")
    if heading.bar is not None:
        bar = bar_text(heading.bar, unicode=style.unicode)
        lines = _with_bar(lines, bar, width)
    yield from lines


def _with_bar(lines: list[Text], bar: str, width: int) -> list[Text]:
    if lines and lines[-1].cell_len + 2 + len(bar) <= width:
        lines[-1].append("  ").append(bar, style="green")
        return lines
    return [*lines, Text(bar, style="green")]


def _row_lines(line: Line, width: int, style: Style) -> Iterator[Text]:
    indent = " " * min(line.depth * _STEP, width // 3)
    sign = Text(mark_sign(line.mark, unicode=style.unicode), style=_MARK_STYLES[line.mark])
    first = Text(indent).append_text(sign).append(" ")
    yield from wrapped(_spans_text(line.spans, style), width, first=first, then=f"{indent}  ")


def _note_lines(note: Note, width: int, style: Style) -> Iterator[Text]:
    text = _spans_text(note.spans, style)
    match note.tone:
        case Tone.PLAIN:
            yield from wrapped(text, width)
        case Tone.QUIET:
            for line in wrapped(text, width):
                line.stylize("dim")
                yield line
        case Tone.WARNING:
            yield from wrapped(text, width, first=Text("! ", style="yellow"), then="  ")
        case _:
            assert_never(note.tone)


def _table_lines(table: Table, width: int, style: Style) -> Iterator[Text]:
    cells = [[_cell(cell, style) for cell in row] for row in table.rows]
    yield from table_lines(cells, table.depths, width=width)


def _cell(cell: tuple[Span, ...] | Bar, style: Style) -> Text:
    """Code in a table stands alone in its cell and needs no quotes."""
    if isinstance(cell, tuple):
        return _spans_text(cell, style, quoted=False)
    return Text(bar_text(cell, unicode=style.unicode), style="green")


def _spans_text(spans: tuple[Span, ...], style: Style, *, quoted: bool = True) -> Text:
    text = Text()
    for span in spans:
        text.append_text(_span_text(span, style, quoted=quoted))
    return text


def _span_text(span: Span, style: Style, *, quoted: bool) -> Text:
    match span:
        case Plain():
            return Text(_shown(span.text, style))
        case Link():
            return Text(_shown(span.text, style), style=linked("cyan", span.url))
        case Person():
            return Text(_shown(span.name, style))
        case Code():
            quote = "`" if quoted and not style.colour else ""
            return Text(f"{quote}{_shown(span.text, style)}{quote}", style="cyan")
        case Day():
            return Text(day_text(span).replace(" ", GLUE))
        case Moment():
            return Text(moment_text(span))
        case _:
            assert_never(span)


def _shown(text: str, style: Style) -> str:
    return clean(text) if style.unicode else ascii_text(clean(text))
