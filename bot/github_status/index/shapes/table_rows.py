"""Table rows; and tables of two columns that say things about their section ("Owner | @x")."""

from bot.github_status.index.blocks import Block, Item, TableBlock
from bot.github_status.index.owners import is_owner_label, names_in
from bot.github_status.index.refs import Scanner
from bot.github_status.index.shapes.shaped import Shaped

_FIELD_AND_VALUE = 2


def table_rows(block: Block, scanner: Scanner) -> Shaped | None:
    """The rows of a table. A header with a ref is one as well: some tables have no header."""
    if not isinstance(block, TableBlock):
        return None
    owners: list[str] = []
    items: list[Item] = []
    for row in (block.header, *block.rows):
        found = _owners_of(row, is_header=row is block.header)
        if found is not None:
            owners += found
        elif row is not block.header or any(scanner.refs(words) for words in row.parts):
            items.append(row)
    return Shaped(line=block.line, items=items, owners=tuple(owners))


def _owners_of(row: Item, *, is_header: bool) -> tuple[str, ...] | None:
    """Who a row "Owner | @x" names; `None` when it is another row."""
    if len(row.parts) != _FIELD_AND_VALUE:
        return None
    cells = [words.prose for words in row.parts]
    if not is_owner_label(cells[0]):
        return None
    # In a header "Owner | PR" are two headings of columns.
    return None if is_header and "@" not in cells[1] else names_in(cells[1])
