"""An answer as bare words, one line for each block: what is said, whatever draws it."""

from bot.answers.answer import (
    Answer,
    Bar,
    Block,
    Code,
    Day,
    Heading,
    Line,
    Link,
    Moment,
    Note,
    Person,
    Plain,
    Span,
    Table,
    Verbatim,
)
from bot.render.days import day_text, moment_text


def words_of(answer: Answer) -> str:
    """Every block but the buttons."""
    return "\n".join(text for block in answer.blocks if (text := block_words(block)) is not None)


def lines_of(answer: Answer) -> list[str]:
    """The rows only."""
    return [spans_words(block.spans) for block in answer.blocks if isinstance(block, Line)]


def block_words(block: Block) -> str | None:
    """The words of one block."""
    if isinstance(block, Heading):
        bar = f" {cell_words(block.bar)}" if block.bar else ""
        return f"{spans_words(block.spans)}{bar}"
    if isinstance(block, Line | Note):
        return spans_words(block.spans)
    if isinstance(block, Table):
        return "\n".join(" | ".join(cell_words(cell) for cell in row) for row in block.rows)
    return block.text if isinstance(block, Verbatim) else None


def cell_words(cell: tuple[Span, ...] | Bar) -> str:
    """The words of a cell; a bar by its numbers."""
    return f"[{cell.done} of {cell.total}]" if isinstance(cell, Bar) else spans_words(cell)


def spans_words(spans: tuple[Span, ...]) -> str:
    """The words of some spans."""
    return "".join(span_words(span) for span in spans)


def span_words(span: Span) -> str:
    """The words of one span."""
    match span:
        case Plain() | Link() | Code():
            return span.text
        case Person():
            return span.name
        case Day():
            return day_text(span)
        case Moment():
            return moment_text(span)
