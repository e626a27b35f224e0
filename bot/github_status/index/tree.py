"""From the outline to the finished `Index`: rows built, owners inherited, empty labels left out."""

from collections.abc import Collection, Iterator
from dataclasses import replace

from bot.github_status.facts.index import Index, Problem, Row, Workstream, WorkstreamKind
from bot.github_status.facts.refs import Repository
from bot.github_status.index.also import folded
from bot.github_status.index.outline import Node, Outline
from bot.github_status.index.problems import depth_problem, text_problem
from bot.github_status.index.quick import new_workstream
from bot.github_status.index.row_text import LONGEST_TEXT
from bot.github_status.index.rows import RowMaker

_KEPT_EMPTY = (WorkstreamKind.HEADING, WorkstreamKind.TASKLIST)
"""Kinds that are workstreams also with nothing in them; a label without rows is only text."""


def index_of(outline: Outline, problems: list[Problem], *, home: Repository) -> Index:
    """The index that the outline holds; rows keep their order. The outline is used up by it."""
    builder = _Builder(outline, home)
    root = outline.root
    tops = tuple(
        built
        for node in root.children
        if (built := builder.workstream(node, (), tuple(root.owners)))
    )
    if root.items or root.owners:
        tops = (builder.root(root), *tops)
    found = [*problems, *builder.problems]
    if outline.folded_at is not None:
        found.append(depth_problem(outline.folded_at))
    return Index(workstreams=tops, problems=tuple(sorted(found, key=lambda problem: problem.line)))


class _Builder:
    """Builds workstreams; the depth of its recursion is that of the outline, which is capped."""

    def __init__(self, outline: Outline, home: Repository) -> None:
        self.problems: list[Problem] = []
        self._maker = RowMaker(home=home, workstreams=self.names)
        self._root = outline.root
        self._names: Collection[str] | None = None

    def root(self, node: Node) -> Workstream:
        """The workstream of the rows under no heading."""
        return new_workstream(
            path=(),
            kind=node.kind,
            line=node.line,
            rows=self._rows(node),
            owners=_unique(node.owners),
        )

    def workstream(
        self, node: Node, above: tuple[str, ...], inherited: tuple[str, ...]
    ) -> Workstream | None:
        """The workstream of a node; `None` when it is a label with nothing in it."""
        path = (*above, node.name)
        owners = _unique(node.owners) if node.owners else inherited
        rows = self._rows(node)
        children: tuple[Workstream, ...] = ()
        if node.children:
            found = [self.workstream(child, path, owners) for child in node.children]
            children = tuple(built for built in found if built)
        if not (rows or children or node.owners or node.kind in _KEPT_EMPTY):
            return None
        return new_workstream(
            path=path,
            kind=node.kind,
            line=node.line,
            rows=rows,
            owners=owners,
            owners_inherited=bool(owners) and not node.owners,
            workstreams=children,
        )

    def names(self) -> Collection[str]:
        """The folded names of all workstreams, gathered when a row first asks for them."""
        if self._names is None:
            self._names = frozenset(_names(self._root))
        return self._names

    def _rows(self, node: Node) -> tuple[Row, ...]:
        # An item is let go when its row is there: the garbage collector has less to walk.
        if not node.items:
            return ()
        waiting, rows = node.items[::-1], []
        node.items.clear()
        while waiting:
            row = self._maker.row(waiting.pop())
            rows.append(row if len(row.text) <= LONGEST_TEXT else self._capped(row))
        return tuple(rows)

    def _capped(self, row: Row) -> Row:
        self.problems.append(text_problem(row.line))
        return replace(row, text=row.text[:LONGEST_TEXT] + "…")


def _names(root: Node) -> Iterator[str]:
    waiting = list(root.children)
    while waiting:
        node = waiting.pop()
        yield folded(node.name)
        waiting += node.children


def _unique(names: list[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))
