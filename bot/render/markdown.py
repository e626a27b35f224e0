"""Answer → GitHub-flavoured Markdown, to be pasted anywhere: ask for it with a public audience."""

from collections.abc import Sequence
from typing import assert_never

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
from bot.answers.links import is_web_address
from bot.render.days import day_text, moment_text
from bot.render.escape import code_block, code_span, escaped, escaped_label, line_start
from bot.render.glyphs import bar_text, mark_sign


def markdown_text(answer: Answer) -> str:
    """The answer as a document; buttons are left out."""
    paragraphs: list[str] = []
    items: list[str] = []
    depth = -1
    for block in answer.blocks:
        if isinstance(block, Line):
            depth = min(block.depth, depth + 1)
            items.append(_item(block, depth))
            continue
        depth = -1
        paragraphs += _list(items)
        items = []
        paragraphs += _paragraph(block)
    return "\n\n".join([*paragraphs, *_list(items)]) + "\n"


def _list(items: list[str]) -> list[str]:
    return ["\n".join(items)] if items else []


def _item(line: Line, depth: int) -> str:
    """`depth` never jumps: four spaces below nothing would be code."""
    sign = "" if line.mark is Mark.NONE else f"{_sign(line.mark)} "
    return f"{'  ' * depth}- {sign}{line_start(_spans(line.spans))}"


def _sign(mark: Mark) -> str:
    return escaped(mark_sign(mark, unicode=True))


def _paragraph(block: Block) -> list[str]:
    match block:
        case Heading():
            bar = f" {_bar(block.bar)}" if block.bar else ""
            return [f"{'#' * (block.level + 1)} {line_start(_spans(block.spans))}{bar}"]
        case Table():
            return [_table(block)] if block.rows else []
        case Note():
            return [_note(block)]
        case Verbatim():
            return [code_block(block.text)]
        case Line() | Buttons():
            return []
        case _:
            assert_never(block)


def _note(note: Note) -> str:
    words = line_start(_spans(note.spans))
    match note.tone:
        case Tone.PLAIN:
            return words
        case Tone.QUIET:
            return f"<sub>{words}</sub>"
        case Tone.WARNING:
            return f"**Note:** {words}"
        case _:
            assert_never(note.tone)


def _table(table: Table) -> str:
    """GitHub wants a head; it stays empty where every cell says what it is."""
    columns = len(table.rows[0])
    depths = table.depths or (0,) * len(table.rows)
    titles = _table_row(table.head, 0) if table.head else f"|{'  |' * columns}"
    head = [titles, f"|{' --- |' * columns}"]
    body = [_table_row(row, depth) for row, depth in zip(table.rows, depths, strict=True)]
    return "\n".join([*head, *body])


def _table_row(row: Sequence[tuple[Span, ...] | Bar], depth: int) -> str:
    cells = [_bar(cell) if isinstance(cell, Bar) else _spans(cell, in_table=True) for cell in row]
    cells[0] = f"{'&emsp;' * depth}{cells[0]}"
    return f"| {' | '.join(cells)} |"


def _link(link: Link) -> str:
    """Of an address with brackets of its own, nobody but angle brackets can tell where it ends."""
    url = f"<{link.url}>" if {"(", ")"} & set(link.url) else link.url
    return f"[{escaped_label(link.text)}]({url})"


def _bar(bar: Bar) -> str:
    return bar_text(bar, unicode=True)


def _spans(spans: tuple[Span, ...], *, in_table: bool = False) -> str:
    return "".join(_span(span, in_table=in_table) for span in spans)


def _span(span: Span, *, in_table: bool) -> str:
    match span:
        case Plain():
            return escaped(span.text)
        case Link():
            return _link(span) if is_web_address(span.url) else escaped(span.text)
        case Person():
            return escaped(span.name)
        case Code():
            # A bar ends a cell even inside code, unless it is escaped.
            code = code_span(span.text)
            return code.replace("|", "\\|") if in_table else code
        case Day():
            return day_text(span)
        case Moment():
            return moment_text(span)
        case _:
            assert_never(span)
