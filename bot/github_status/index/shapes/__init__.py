"""The shapes that rows have in an index. A new shape is one file here and one line in `SHAPES`."""

from collections.abc import Callable

from bot.github_status.index.blocks import Block
from bot.github_status.index.refs import Scanner
from bot.github_status.index.shapes.list_items import list_items
from bot.github_status.index.shapes.ref_paragraphs import ref_paragraph
from bot.github_status.index.shapes.shaped import Shaped
from bot.github_status.index.shapes.table_rows import table_rows

SHAPES: tuple[Callable[[Block, Scanner], Shaped | None], ...] = (
    list_items,
    table_rows,
    ref_paragraph,
)
"""Each takes a block, and answers `None` when it is not of its shape."""
