"""Gathers the rows of a table, cell by cell, while the markdown parser walks through it."""

from collections.abc import Sequence

from bot.github_status.index.blocks import Item, TableBlock
from bot.github_status.index.words import Words


class TableGatherer:
    """The table that is being read."""

    def __init__(self) -> None:
        """Begin without a header."""
        self._header: Item | None = None
        self._headings: Sequence[str] = ()
        self._row: Item | None = None
        self.row_line: int | None = None
        """The line of the row that is being read; `None` between rows."""
        self._rows: list[Item] = []

    def open_row(self, line: int) -> None:
        """Begin a row."""
        self._row, self.row_line = Item(line, headings=self._headings, is_cells=True), line

    def add_cell(self, words: Words) -> None:
        """Add a cell to the row."""
        if self._row is not None:
            self._row.parts.append(words)

    def close_header(self) -> None:
        """The row was the header."""
        self._header, self._row, self.row_line = self._row, None, None
        self._headings = [words.text for words in self._header.parts] if self._header else ()

    def close_row(self) -> None:
        """The row ends."""
        if self._row is not None:
            self._rows.append(self._row)
        self._row = self.row_line = None

    def table(self) -> TableBlock | None:
        """The table, now that it ends; `None` when nothing of it was read."""
        header, rows = self._header, self._rows
        self._header, self._headings, self._rows = None, (), []
        return TableBlock(header.line, header, rows) if header is not None else None
