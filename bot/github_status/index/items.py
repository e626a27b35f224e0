"""Which items are rows, which are groups of rows, and which are neither."""

from collections.abc import Sequence

from bot.github_status.facts.index import Problem, WorkstreamKind
from bot.github_status.index.blocks import Item
from bot.github_status.index.labels import name_of
from bot.github_status.index.outline import Node, Outline
from bot.github_status.index.owners import heading_owners, owner_line
from bot.github_status.index.problems import (
    box_problem,
    empty_problem,
    has_flaw,
    near_ref_problems,
    ref_problems,
)
from bot.github_status.index.refs import Scanner

_Place = tuple[Node, Item | None]
"""The workstream that an item stands in, and the row that it is nested under."""


class ItemReader:
    """Puts items into the workstreams of the outline, and gathers their problems."""

    def __init__(self, outline: Outline, scanner: Scanner) -> None:
        self.problems: list[Problem] = []
        self._outline = outline
        self._scanner = scanner

    def take(self, items: Sequence[Item]) -> None:
        """Take the items of one block; parents stand before their children."""
        top: _Place = (self._outline.current, None)
        places: dict[int, _Place] = {}
        for number, item in enumerate(items):
            place = self._placed(item, top if item.parent is None else places[item.parent])
            if item.has_items:
                places[number] = place

    def _placed(self, item: Item, above: _Place) -> _Place:
        """Read one item; the place is the one for what is nested in it."""
        refs = item.refs = list(map(self._scanner.refs, item.parts))
        if any(refs):
            if has_flaw(refs):
                self.problems += ref_problems(item, refs)
            return self._row(item, above)
        if item.ticked is None:
            return self._plain(item, above)
        if not any(words.text.strip() for words in item.parts):
            self.problems.append(empty_problem(item))
            return above
        self.problems += near_ref_problems(item, self._scanner)
        return self._row(item, above)

    def _row(self, item: Item, above: _Place) -> _Place:
        node, parent = above
        if parent is not None:
            item.parent_line = parent.line
        node.items.append(item)
        if item.ticked is None and (problem := box_problem(item)) is not None:
            self.problems.append(problem)
        return node, item

    def _plain(self, item: Item, above: _Place) -> _Place:
        """A bullet with neither box nor ref: an owner line, a group of items, or only text."""
        if item.is_cells or not item.parts:
            return above
        node, parent = above
        words = item.parts[0]
        owners = owner_line(words.prose)
        if owners is not None and parent is None:
            node.owners += owners
        elif owners is not None and parent is not None:
            parent.add(words)
        elif item.has_items and parent is None and (name := name_of(words.text)):
            group = self._outline.child(node, name, WorkstreamKind.LIST_GROUP, item.line)
            group.owners += heading_owners(words)
            return group, None
        elif (problem := box_problem(item)) is not None:
            self.problems.append(problem)
        return above
