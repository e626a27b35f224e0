"""The outline of an index while it is read: which workstream the next row belongs to.

Headings nest by their number, also where they jump. A label or a bold line stands below the nearest
heading (or person line) and ends at the next label, heading or horizontal rule. A `<details>` or a
task list block is a scope: what opens within it ends with it.
"""

from dataclasses import dataclass, field

from bot.github_status.facts.index import WorkstreamKind
from bot.github_status.index.blocks import Item

DEEPEST = 32
"""Workstreams in a path, since `Workstream.walk` recurses; deeper ones fold into the last."""


@dataclass(slots=True, eq=False)
class Node:
    """A workstream that is being read."""

    name: str
    kind: WorkstreamKind
    line: int
    depth: int
    owners: list[str] = field(default_factory=list)
    items: list[Item] = field(default_factory=list)
    """Those that are rows."""
    children: list["Node"] = field(default_factory=list)


@dataclass(slots=True)
class _Scope:
    base: Node
    headings: list[tuple[int, Node]] = field(default_factory=list)
    person: Node | None = None
    label: Node | None = None
    is_details: bool = False
    is_named: bool = False

    @property
    def section(self) -> Node:
        return self.headings[-1][1] if self.headings else self.base

    @property
    def current(self) -> Node:
        return self.label or self.person or self.section


class Outline:
    """The workstreams so far, and where in them the reader is."""

    def __init__(self, *, details_are_closed: bool = True) -> None:
        self._details_are_closed = details_are_closed
        self.root = Node("", WorkstreamKind.ROOT, 1, 0)
        self.folded_at: int | None = None
        """Line of the first workstream that was too deep to be kept apart."""
        self._scopes = [_Scope(self.root)]

    @property
    def current(self) -> Node:
        """The workstream that the next row belongs to."""
        return self._scopes[-1].current

    def open_heading(self, level: int, name: str, line: int) -> Node:
        """Open the workstream of a heading."""
        if not self._details_are_closed:
            self._leave_unclosed(level)
        scope = self._scopes[-1]
        scope.person = scope.label = None
        while scope.headings and scope.headings[-1][0] >= level:
            scope.headings.pop()
        is_tasklist = len(self._scopes) > 1 and not scope.is_details
        kind = WorkstreamKind.TASKLIST if is_tasklist else WorkstreamKind.HEADING
        node = self.child(scope.section, name, kind, line)
        scope.headings.append((level, node))
        return node

    def open_label(self, name: str, kind: WorkstreamKind, line: int) -> Node:
        """Open the workstream of a label, a bold line or a person."""
        scope = self._scopes[-1]
        if kind is WorkstreamKind.PERSON:
            scope.label = None
            scope.person = self.child(scope.section, name, kind, line)
            return scope.person
        scope.label = self.child(scope.person or scope.section, name, kind, line)
        return scope.label

    def rule(self) -> None:
        """A horizontal rule ends labels."""
        self._scopes[-1].label = self._scopes[-1].person = None

    def enter(self, *, is_details: bool) -> None:
        """A `<details>` or a task list block begins."""
        self._scopes.append(_Scope(self.current, is_details=is_details))

    def name_details(self, name: str, line: int) -> Node | None:
        """The summary of the innermost `<details>`; `None` when none is open, or it has a name."""
        scope = self._scopes[-1]
        if not scope.is_details or scope.is_named or not name:
            return None
        scope.base = self.child(scope.base, name, WorkstreamKind.DETAILS, line)
        scope.is_named = True
        return scope.base

    def leave(self) -> None:
        """The innermost scope ends; an end without a beginning does nothing."""
        if len(self._scopes) > 1:
            self._scopes.pop()

    def child(self, parent: Node, name: str, kind: WorkstreamKind, line: int) -> Node:
        """A new workstream under this one, or the same where that would be too deep."""
        if parent.depth >= DEEPEST:
            self.folded_at = self.folded_at or line
            return parent
        node = Node(name, kind, line, parent.depth + 1)
        parent.children.append(node)
        return node

    def _leave_unclosed(self, level: int) -> None:
        """Where a `<details>` was never closed, a heading as high as those around it ends it."""
        while (
            len(self._scopes) > 1 and self._scopes[-1].is_details and not self._scopes[-1].headings
        ):
            outer = self._scopes[-2]
            if not outer.headings or outer.headings[-1][0] < level:
                return
            self._scopes.pop()
