"""A table in a terminal: in columns where they fit, else with the widest below the name, else one
entry below the other."""

from collections.abc import Iterator
from itertools import zip_longest

from rich.text import Text

from bot.render.wrapping import glued_words, wrapped

GAP = 2
"""Cells between two columns."""

NARROWEST_NAME = 24
"""Cells for the first column, which is wrapped; where fewer are left, columns are given up."""

LEAST_COLUMNS = 2
"""Columns beside the name; of fewer none stands below the name while others stay."""

_STEP = 2


def table_lines(rows: list[list[Text]], depths: tuple[int, ...], *, width: int) -> Iterator[Text]:
    """The rows; the first cell is indented by its depth and wrapped to what the others leave."""
    steps = _steps(rows, depths, width)
    parted, below = rows, [Text()] * len(rows)
    if not _fits(rows, steps, width):
        parted, below = _without_widest(rows)
    in_columns = _fits(parted, steps, width)
    name_width = min(_widest_name(parted, steps), width - _others_width(parted))
    widths = [name_width, *_other_widths(parted)]
    for step, row, columns, rest in zip(steps, rows, parted, below, strict=True):
        if in_columns:
            yield from _in_columns(columns, widths, step)
            yield from _indented(glued_words(rest), step + _STEP, width)
        else:
            yield from _stacked(row, step, width)


def _fits(rows: list[list[Text]], steps: list[int], width: int) -> bool:
    """The rows can stand in columns."""
    widest = _widest_name(rows, steps)
    return min(widest, NARROWEST_NAME) <= width - _others_width(rows)


def _without_widest(rows: list[list[Text]]) -> tuple[list[list[Text]], list[Text]]:
    """The rows without their widest column but the first, and that column."""
    widths = _other_widths(rows)
    if len(widths) < LEAST_COLUMNS:
        return rows, [Text()] * len(rows)
    at = widths.index(max(widths)) + 1
    return [[*row[:at], *row[at + 1 :]] for row in rows], [row[at] for row in rows]


def _steps(rows: list[list[Text]], depths: tuple[int, ...], width: int) -> list[int]:
    return [min(_STEP * depth, width // 3) for depth in depths or (0,) * len(rows)]


def _widest_name(rows: list[list[Text]], steps: list[int]) -> int:
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
