"""How far rows and refs are: values only. How that is judged is in `reached` and `summary`."""

from dataclasses import dataclass
from enum import StrEnum


class Reached(StrEnum):
    """How far is the row, by GitHub where that tells, else by its box?

    `CLOSED`: it ended without being done, as far as is known. `UNKNOWN`: nothing tells.
    """

    DONE = "done"
    OPEN = "open"
    CLOSED = "closed"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class RowCounts:
    """Rows by how far they are; those about one ref of their own count once.
    `rows` = done + open + closed + unknown."""

    rows: int = 0
    done: int = 0
    open: int = 0
    closed: int = 0
    unknown: int = 0
    ticked: int = 0
    boxless: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """Each ref once. `refs` = merged + open + closed + unknown; `open` includes drafts."""

    refs: int = 0
    merged: int = 0
    open: int = 0
    closed: int = 0
    unknown: int = 0
    """Not found, not visible, not opened yet, or not known."""
    ticked: int = 0
    stale: int = 0
    parked: int = 0
    drift: int = 0
    """Findings, sections' ones included."""
    done: int = 0
    """Merged, or an issue closed as completed: what a bar shows as reached, out of done + open."""
