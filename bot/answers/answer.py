"""Answer: what is said, before it is drawn.

Text is typed spans. Words from GitHub, from an index or from a question stand in `Plain` spans
only, so that no renderer can turn them into markup, a link or a mention. `facts` is what the blocks
were made from, for renderers that give data and not sentences (JSON).
"""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import TypeAlias

from bot.github_status.facts.snapshot import Coverage
from bot.github_status.judge.changes import Changes
from bot.github_status.judge.verdicts import Finding, JudgedRow, JudgedTracker, JudgedWorkstream
from bot.schedule import DueSlot


@dataclass(frozen=True, slots=True)
class Plain:
    """Words as they are; escaped for whatever medium."""

    text: str


@dataclass(frozen=True, slots=True)
class Link:
    """A link. `text` is ours ("#2467"), `url` an address on GitHub that was checked to be
    http(s)."""

    text: str
    url: str


@dataclass(frozen=True, slots=True)
class Person:
    """A person, in plain words; a renderer never pings them."""

    name: str


@dataclass(frozen=True, slots=True)
class Code:
    """Something to type or to paste, exactly."""

    text: str


@dataclass(frozen=True, slots=True)
class Day:
    """The day of a moment, in the reader's zone where the medium knows it, else in UTC."""

    at: datetime
    with_year: bool = False


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment to the minute, with its year; in the reader's zone where known, else in UTC."""

    at: datetime


Span: TypeAlias = Plain | Link | Person | Code | Day | Moment


class Mark(StrEnum):
    """Which sign stands before a row?"""

    MERGED = "merged"
    DONE = "done"
    OPEN = "open"
    DRAFT = "draft"
    CLOSED = "closed"
    NOT_FOUND = "not_found"
    NOT_VISIBLE = "not_visible"
    UNKNOWN = "unknown"
    NONE = "none"


class Tone(StrEnum):
    """How loud is a note?"""

    PLAIN = "plain"
    QUIET = "quiet"
    WARNING = "warning"


class ActionId(StrEnum):
    """Which button was pressed? Used by the answer that offers it and the listener that takes
    it."""

    SHARE = "share"
    REFRESH = "refresh"
    ONLY_STALE = "only_stale"
    ASK = "ask"
    OPEN_TRACKER = "open_tracker"
    SNOOZE_WEEK = "snooze_week"
    SNOOZE_CHANGE = "snooze_change"
    """Until something happens to the row."""
    PARK = "park"
    UNPARK = "unpark"
    NOT_MINE = "not_mine"
    ONLY_CHANGES = "only_changes"
    STOP = "stop"
    START = "start"
    """Messages again, after a stop."""
    UNDO = "undo"
    LEAVE = "leave"
    """A finding of drift as it is."""
    LEAVE_ONE = "leave_one"
    """The same, of a list of them."""
    COUNT_AGAIN = "count_again"
    """What was left so."""
    REPAIR = "repair"
    """Which boxes of the index to tick, in a modal."""
    UNDO_REPAIR = "undo_repair"


@dataclass(frozen=True, slots=True)
class Bar:
    """How far something has come: `done` of `total`, both 0 or more, `done` never above `total`."""

    done: int
    total: int


@dataclass(frozen=True, slots=True)
class Heading:
    """A title; `level` 1 for the answer's own, 2 for a workstream, 3 for one inside it."""

    spans: tuple[Span, ...]
    level: int = 1
    bar: Bar | None = None


@dataclass(frozen=True, slots=True)
class Button:
    """One thing to press. `value` is an id or a question, never state."""

    action: ActionId
    label: str
    value: str


@dataclass(frozen=True, slots=True)
class Line:
    """One row, or one line of a list."""

    spans: tuple[Span, ...]
    mark: Mark = Mark.NONE
    depth: int = 0
    """How many steps it is indented: 0 for the top of its section."""
    menu: tuple[Button, ...] = ()
    """What can be done with this one row; media without menus leave it out."""


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells of equal number, the first column names what the row is about."""

    rows: tuple[tuple[tuple[Span, ...] | Bar, ...], ...]
    depths: tuple[int, ...] = ()
    """How many steps the first cell of each row is indented; empty: none is."""
    head: tuple[tuple[Span, ...], ...] = ()
    """What stands over the columns where a medium wants that; empty: every cell says what it is."""


@dataclass(frozen=True, slots=True)
class Note:
    """A sentence about the answer: what is unknown, what failed, what to do next."""

    spans: tuple[Span, ...]
    tone: Tone = Tone.PLAIN


@dataclass(frozen=True, slots=True)
class Verbatim:
    """Lines to type or to paste, exactly."""

    text: str


@dataclass(frozen=True, slots=True)
class Buttons:
    """Things to press; media that have no buttons leave them out."""

    buttons: tuple[Button, ...]


Block: TypeAlias = Heading | Line | Table | Note | Verbatim | Buttons


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Rows that are listed together ("waiting for review"). Names rows that stand in the facts."""

    title: str
    rows: tuple[JudgedRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherTracker:
    """Another tracker, as it stands below an overview."""

    name: str
    """What to type after `in`; empty where it may not be told."""
    label: str
    """What it is called."""
    tracker: JudgedTracker | None
    """Redacted; `None` where nothing is known of it."""
    trouble: str = ""
    """Why nothing, or nothing new, is known; without a full stop."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeFacts:
    """Workstreams with rows: the overview, one workstream, or only the rows that were asked for."""

    tracker: JudgedTracker
    workstreams: tuple[JudgedWorkstream, ...]
    """In the order of the index. Counts are of the whole workstream, whatever rows are left."""
    coverage: Coverage
    whole: bool = False
    """The overview: the counts of the whole tracker belong to it."""
    groups: tuple[Group, ...] | None = None
    """For an answer that lists rows in groups; `None` for any other."""
    others: tuple[OtherTracker, ...] = ()
    """Below the overview, where several trackers are set and none was named."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PullFacts:
    """One pull request or issue in depth, with every row that lists it, or else that names it."""

    tracker: JudgedTracker
    rows: tuple[JudgedRow, ...]
    coverage: Coverage
    apart: JudgedRow | None = None
    """What is told of it where no row is about it, as a row that stands nowhere."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DriftFacts:
    """Disagreements."""

    tracker: JudgedTracker
    findings: tuple[Finding, ...]
    coverage: Coverage
    left: tuple[Finding, ...] = ()
    """What was left as it is, and is none of the findings."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DigestFacts:
    """A digest: what changed, and for which slot that is told."""

    tracker: JudgedTracker
    changes: Changes
    due: DueSlot
    coverage: Coverage


@dataclass(frozen=True, slots=True, kw_only=True)
class HelpFacts:
    """What can be asked: (usage, one line of help) for each subcommand."""

    usages: tuple[tuple[str, str], ...]


Facts: TypeAlias = TreeFacts | PullFacts | DriftFacts | DigestFacts | HelpFacts


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """One answer to one question."""

    blocks: tuple[Block, ...]
    facts: Facts
    title: str
    """One plain line: what a notification or a screen reader says first. Never empty."""
