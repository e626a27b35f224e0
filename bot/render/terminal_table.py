"""A table in a terminal: in columns where they fit, else one entry below the other."""

from collections.abc import Iterator
from itertools import zip_longest

from rich.text import Text

from bot.render.wrapping import glued_words, wrapped

GAP = 2
"""Cells between two columns."""

NARROWEST_NAME = 20
"""Cells for the first column, which is wrapped; where fewer are left, columns are given up."""

_STEP = 2


def fits(rows: list[list[Text]], depths: tuple[int, ...], *, width: int) -> bool:
    """The rows can stand in columns."""
    widest = _widest_name(rows, depths, width)
    return min(widest, NARROWEST_NAME) <= width - _others_width(rows)


def table_lines(rows: list[list[Text]], depths: tuple[int, ...], *, width: int) -> Iterator[Text]:
    """The rows; the first cell is indented by its depth and wrapped to what the others leave."""
    in_columns = fits(rows, depths, width=width)
    name_width = min(_widest_name(rows, depths, width), width - _others_width(rows))
    widths = [name_width, *_other_widths(rows)]
    for step, row in zip(_steps(rows, depths, width), rows, strict=True):
        yield from _in_columns(row, widths, step) if in_columns else _stacked(row, step, width)


def _steps(rows: list[list[Text]], depths: tuple[int, ...], width: int) -> list[int]:
    return [min(_STEP * depth, width // 3) for depth in depths or (0,) * len(rows)]


def _widest_name(rows: list[list[Text]], depths: tuple[int, ...], width: int) -> int:
    steps = _steps(rows, depths, width)
    return max((step + row[0].cell_len for step, row in zip(steps, rows, strict=True)), default=0)


def _other_widths(rows: list[list[Text]]) -> list[int]:
    columns = list(zip(*rows, strict=True))[1:]
    return [max(cell.cell_len for cell in column) for column in columns]


def _others_width(rows: list[list[Text]]) -> int:
    return sum(width + GAP for width in _other_widths(rows) if width)


def _in_columns(row: list[Text], widths: list[int], step: int) -> Iterator[Text]:
    names = _indented(row[0], step, widths[0]) or [Text()]
    for name, cells in zip_longest(names, [row[1:]]):
        line = name.copy()
        line.append(" " * (widths[0] - line.cell_len))
        for cell, width in zip(cells or (), widths[1:], strict=False):
            line.append(" " * GAP if width else "").append_text(cell)
            line.append(" " * (width - cell.cell_len))
        line.rstrip()
        yield line


def _stacked(row: list[Text], step: int, width: int) -> Iterator[Text]:
    """The name on a line of its own, the other cells indented below it."""
    yield from _indented(row[0], step, width)
    cells = [glued_words(cell) for cell in row[1:] if cell.plain]
    yield from _indented(Text("  ").join(cells), step + _STEP, width)


def _indented(text: Text, step: int, width: int) -> list[Text]:
    lines = wrapped(text, width, first=" " * step, then=" " * step)
    return [line for line in lines if line.plain]
