"""Reads small bodies for the tests of the index, and says in short what was found."""

from bot.github_status.facts.index import Index, Role, Row, RowRef, Workstream
from bot.github_status.facts.refs import Repository
from bot.github_status.index import parse_index

HOME = Repository("acme", "widgets")


def an_index(body: str) -> Index:
    """The index of a body that stands in `acme/widgets`."""
    return parse_index(body, repository=HOME)


def rows_of(body: str) -> list[Row]:
    """Every row of a body, in its order."""
    return [row for _, row in an_index(body).rows()]


def row_of(words: str) -> Row:
    """The one row of a list of one task with these words."""
    (row,) = rows_of(f"- [ ] {words}\n")
    return row


def short(found: RowRef) -> str:
    """A ref without the repository of the document."""
    return str(found.ref).removeprefix(str(HOME))


def refs_in(words: str) -> list[str]:
    """The refs of a task with these words."""
    return [short(found) for found in row_of(words).refs]


def roles_in(words: str) -> dict[str, Role]:
    """The roles of the refs of a task with these words."""
    return {short(found): found.role for found in row_of(words).refs}


def workstream_of(body: str, *path: str) -> Workstream:
    """The workstream with this path."""
    return next(found for found in an_index(body).walk() if found.path == path)


def paths_of(body: str) -> list[tuple[str, ...]]:
    """The paths of the workstreams that have rows, in the order of the index."""
    return [found.path for found in an_index(body).walk() if found.rows]
