"""The index as it was written: workstreams, rows, refs, owners and what could not be read.

Line numbers are 1-based lines of the issue body. Names are kept as written.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from bot.github_status.facts.refs import Ref


class Box(StrEnum):
    """What does the check box of a row say?"""

    TICKED = "ticked"
    EMPTY = "empty"
    NONE = "none"


class Role(StrEnum):
    """Why does a row name this ref?"""

    PRIMARY = "primary"
    FIXED_BY = "fixed_by"
    SPLIT_INTO = "split_into"
    SUPERSEDED_BY = "superseded_by"
    DEPENDS_ON = "depends_on"
    PART_OF = "part_of"
    CONTEXT = "context"


class WorkstreamKind(StrEnum):
    """What in the text opens this workstream?"""

    ROOT = "root"
    HEADING = "heading"
    BOLD = "bold"
    LABEL = "label"
    LIST_GROUP = "list-group"
    TASKLIST = "tasklist"
    DETAILS = "details"
    PERSON = "person"


class ProblemKind(StrEnum):
    """What about this line could not be read, or is ambiguous?"""

    MALFORMED_REF = "malformed_ref"
    TARGET_DIFFERS = "target_differs"
    EMPTY_ROW = "empty_row"
    TOO_DEEP = "too_deep"
    TOO_LONG = "too_long"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True, kw_only=True)
class RowRef:
    """One ref of a row, with its role."""

    ref: Ref
    role: Role
    written: str
    """The ref as it stands in the body (`RL #2930`, a URL, the target of a link)."""
    claim: Role | None = None
    """What the words before it say, also of the primary ("Fixed in #12"); `None` when nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One list item or table row of the index."""

    line: int
    text: str
    """Words of the row without markup, its leading ref, box and line ends; empty when it is only a
    ref."""
    box: Box
    box_at: int | None
    """Index in the body (characters) of the one character between the brackets; `None` without a
    box."""
    refs: tuple[RowRef, ...]
    """In order of first appearance, each ref once; at most one is `PRIMARY`."""
    also: tuple[str, ...] = ()
    """Other workstreams that the row names, as written ("also Generation")."""
    owners: tuple[str, ...] = ()
    """People that the row itself names as its owners, as written."""
    struck: bool = False
    """The words of the row, or its leading part, are struck through."""
    status: str | None = None
    """A state that the words claim ("merged", "Fixed", "superseded"), as written; `None` without
    one."""
    parent_line: int | None = None
    """Line of the row that this one is nested under; `None` at the top of its workstream."""

    @property
    def primary(self) -> Ref | None:
        """What the row is about; `None` when every ref is only context, or there is none."""
        return next((r.ref for r in self.refs if r.role is Role.PRIMARY), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Workstream:
    """A heading, or a paragraph that works as one, with its own rows and the workstreams under
    it."""

    path: tuple[str, ...]
    """Names from the outermost workstream to this one; empty for the list under no heading."""
    kind: WorkstreamKind
    line: int
    """Line that opens it; 1 for the root."""
    rows: tuple[Row, ...] = ()
    owners: tuple[str, ...] = ()
    """As written: its own, else those of the nearest workstream above that names any."""
    owners_inherited: bool = False
    """The owners come from above. False when there are none at all."""
    workstreams: tuple["Workstream", ...] = ()

    @property
    def name(self) -> str:
        """Its own name; empty for the root."""
        return self.path[-1] if self.path else ""

    def walk(self) -> Iterator["Workstream"]:
        """This workstream and every one under it, in the order of the index."""
        yield self
        for child in self.workstreams:
            yield from child.walk()


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """A place that a person can read and the reader could not, or not safely."""

    line: int
    kind: ProblemKind
    message: str
    """One sentence: what stands there and what it is taken for."""
    suggestion: str | None = None
    """The spelling that would be read ("NVIDIA-NeMo/RL#2930"); `None` without one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Index:
    """One issue body, read. Workstreams and rows keep the order of the body."""

    workstreams: tuple[Workstream, ...] = ()
    """Outermost ones. Rows under no heading stand in a first one of kind `ROOT` with an empty
    path."""
    problems: tuple[Problem, ...] = ()

    def walk(self) -> Iterator[Workstream]:
        """Every workstream, in the order of the index."""
        for workstream in self.workstreams:
            yield from workstream.walk()

    def rows(self) -> Iterator[tuple[Workstream, Row]]:
        """Every row with the workstream it stands in, in the order of the index."""
        for workstream in self.walk():
            for row in workstream.rows:
                yield workstream, row

    def refs(self) -> tuple[Ref, ...]:
        """Every ref of every row, each once, in the order of the index."""
        return tuple(dict.fromkeys(r.ref for _, row in self.rows() for r in row.refs))
