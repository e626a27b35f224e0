"""What the judge says: values only. Every judgement carries its reason.

Texts here are plain sentences without markup; how they are drawn is for the renderers.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from bot.github_status.facts.index import Problem, Row, Workstream
from bot.github_status.facts.pulls import Event, Item
from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Reading, Snapshot
from bot.github_status.judge.relation import Confidence, Relation
from bot.github_status.judge.rules import LimitName, ParkedBySlack, Rules


class RowKind(StrEnum):
    """What is the row about? `NONE`: it has no primary ref. `UNKNOWN`: its ref was never read."""

    PULL = "pull"
    ISSUE = "issue"
    NONE = "none"
    UNKNOWN = "unknown"


class RowState(StrEnum):
    """What is the state of the row's primary ref? Without one: `UNKNOWN`."""

    OPEN = "open"
    DRAFT = "draft"
    MERGED = "merged"
    CLOSED = "closed"
    NOT_FOUND = "not_found"
    NOT_VISIBLE = "not_visible"
    UNKNOWN = "unknown"


class Who(StrEnum):
    """Who must act next?"""

    AUTHOR = "author"
    REVIEWER = "reviewer"
    TEAM = "team"
    MERGER = "merger"
    TRIGGER = "trigger"
    NOBODY = "nobody"
    UNKNOWN = "unknown"


class TurnRule(StrEnum):
    """Which rule decided the turn? In the order in which they are tried."""

    FINISHED = "finished"
    PARKED = "parked"
    QUEUED = "queued"
    DRAFT = "draft"
    CONFLICT = "conflict"
    CHECKS_FAILING = "checks_failing"
    CHECKS_NEVER_RAN = "checks_never_ran"
    CHANGES_REQUESTED = "changes_requested"
    CHANGES_ANSWERED = "changes_answered"
    REVIEW_MISSING = "review_missing"
    APPROVED_AND_GREEN = "approved_and_green"
    NOT_KNOWN = "not_known"


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """Who must act next on an open pull request, and why."""

    who: Who
    rule: TurnRule
    reason: str
    """A sentence without the people's names ("changes were requested and nothing was pushed
    since")."""
    people: tuple[str, ...] = ()
    """GitHub logins, team slugs, or owners as written; empty when nobody in particular."""
    since: datetime | None = None
    """The event that decided it; `None` when its moment is not known."""
    command: str | None = None
    """For `CHECKS_NEVER_RAN`: the exact comment that starts the checks."""
    missing: tuple[str, ...] = ()
    """For `NOT_KNOWN`: the facts that were not read ("reviews", "checks")."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Staleness:
    """Is it stale, since when, and by which limit?"""

    stale: bool | None
    """`None`: neither a progress event nor the opening is known, or of the time line nothing was
    read. False for whatever is not open."""
    parked: bool | None
    """`None`: its labels are not known. False for whatever is not open. Where it is not known
    whether it is open, both are `None`."""
    parked_because: str | None = None
    """The label or the title that parks it."""
    parked_by: ParkedBySlack | None = None
    """Who parked it from Slack, and until when; `None`: nobody did."""
    last_progress: Event | None = None
    """The newest progress event that was read; `None` when none was."""
    last_progress_at: datetime | None = None
    """Its moment, else the opening's; `None` when neither is known. Where only the newest part of
    the time line was read and holds no progress: the start of that part."""
    idle_working_days: int | None = None
    """Working days after that day, today included."""
    limit_working_days: int | None = None
    limit: LimitName | None = None


TICK = "tick the box"
"""The repair of an empty box."""


class DriftKind(StrEnum):
    """How do the index and GitHub disagree? (product page section 4)"""

    MERGED_UNTICKED = "merged_unticked"
    DONE_UNTICKED = "done_unticked"
    TICKED_UNMERGED = "ticked_unmerged"
    CLOSED_LISTED = "closed_listed"
    TEXT_CONTRADICTS = "text_contradicts"
    SUCCESSOR_LANDED = "successor_landed"
    REVERTED = "reverted"
    MISSING_ROW = "missing_row"
    CROSS_REFERENCE = "cross_reference"
    NOT_FOUND = "not_found"
    NOT_VISIBLE = "not_visible"
    MALFORMED_REF = "malformed_ref"
    MOVED = "moved"
    NO_OWNER = "no_owner"
    UNKNOWN_OWNER = "unknown_owner"
    OWNER_DIFFERS = "owner_differs"
    DUPLICATE_ROW = "duplicate_row"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One disagreement; at most one for each row and kind, or for each section where the kind says
    so."""

    kind: DriftKind
    line: int
    """Line of the row, or of what opens the section."""
    path: tuple[str, ...]
    """The workstream it stands in."""
    ref: Ref | None
    """`None` where it is about a section, or about a row without one. Of a missing row what is
    missing."""
    evidence: str
    """Plain sentences: what the index says, what GitHub says, and who says so."""
    repair: str | None
    """What would mend it ("tick the box", "write NVIDIA-NeMo/RL#2930"); `None`: only a person can
    tell."""
    landed_at: tuple[datetime, ...] = ()
    """For a section that "blocks" what has landed: when each part of that did, earliest first;
    empty for other findings, and where a day is not known."""
    names: tuple[Ref, ...] = ()
    """What the evidence names beside the row's own ref and is not in the index."""
    confidence: Confidence | None = None
    """Of what rests on another pull request: stated, or a guess; `None` for everything else."""

    @property
    def box_is_behind(self) -> bool:
        """The box is empty and out of date. Where only another pull request says so, it may be
        ticked, and no more is claimed."""
        return self.repair == TICK and self.confidence is None


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedRow:
    """One row, what was read of its primary ref, and what that means."""

    row: Row
    workstream: Workstream
    """The one it stands in."""
    reading: Reading | None
    """`None` without a primary ref."""
    kind: RowKind
    state: RowState
    done: bool | None
    """Merged, or an issue closed as completed; `None` when not known."""
    staleness: Staleness
    turn: Turn
    findings: tuple[Finding, ...] = ()
    unopened: bool = False
    """Its state is unknown since it was not opened yet at the moment it is judged for."""
    relations: tuple[Relation, ...] = ()
    """What took its place or undid it: what is stated first, then guesses."""

    @property
    def ref(self) -> Ref | None:
        """The primary ref, as the index writes it."""
        return self.row.primary

    @property
    def item(self) -> Item | None:
        """What was last read of the primary ref; `None` without one, or when nothing ever was."""
        return self.reading.item if self.reading else None

    @property
    def owners(self) -> tuple[str, ...]:
        """Who answers for it, as written: those it names itself, else those of its workstream."""
        return self.row.owners or self.workstream.owners


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


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedWorkstream:
    """A workstream with everything under it, judged."""

    workstream: Workstream
    rows: tuple[JudgedRow, ...]
    """Its own, in the order of the index."""
    also_here: tuple[JudgedRow, ...]
    """Rows of other workstreams that name this one and are not listed in it; they count there."""
    findings: tuple[Finding, ...]
    """About this section as a whole; those about rows stand at the rows."""
    counts: Counts
    """Of this one and everything under it."""
    problems: tuple[Problem, ...] = ()
    """Places of this section that could not be read safely, by line."""
    workstreams: tuple["JudgedWorkstream", ...] = ()

    def walk(self) -> Iterator["JudgedWorkstream"]:
        """This workstream and every one under it, in the order of the index."""
        yield self
        for child in self.workstreams:
            yield from child.walk()

    def all_rows(self) -> Iterator[JudgedRow]:
        """Its rows and those of every workstream under it, in the order of the index."""
        for workstream in self.walk():
            yield from workstream.rows

    def all_findings(self) -> Iterator[Finding]:
        """Every finding of it and of what is under it; a section's stand before its rows'."""
        for workstream in self.walk():
            yield from workstream.findings
            for row in workstream.rows:
                yield from row.findings


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedTracker:
    """The whole tracker at one moment."""

    snapshot: Snapshot
    """As read, also where `as_it_was`: what is taken back then shows in the rows' readings."""
    now: datetime
    """The moment it was judged for."""
    workstreams: tuple[JudgedWorkstream, ...]
    counts: Counts
    rules: Rules = field(default_factory=Rules)
    """By which it was judged: they tell which events of a time line count."""

    @property
    def as_it_was(self) -> bool:
        """`now` is earlier than the snapshot: what is dated later was taken back."""
        return self.now < self.snapshot.as_of

    def walk(self) -> Iterator[JudgedWorkstream]:
        """Every workstream, in the order of the index."""
        for workstream in self.workstreams:
            yield from workstream.walk()

    def rows(self) -> Iterator[JudgedRow]:
        """Every row, in the order of the index."""
        for workstream in self.walk():
            yield from workstream.rows

    def findings(self) -> tuple[Finding, ...]:
        """Every finding, by line."""
        return findings_by_line(self.workstreams)


def findings_by_line(workstreams: Iterable[JudgedWorkstream]) -> tuple[Finding, ...]:
    """Every finding of these and of what is under them, by line."""
    found = [finding for workstream in workstreams for finding in workstream.all_findings()]
    return tuple(sorted(found, key=lambda finding: (finding.line, finding.kind)))
