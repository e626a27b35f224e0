"""What the judge says: values only. Every judgement carries its reason.

Texts here are plain sentences without markup; how they are drawn is for the renderers.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from bot.github_status.facts.index import Problem, Row, Workstream
from bot.github_status.facts.pulls import Item
from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Reading, Snapshot
from bot.github_status.judge.how_far import Counts, Reached
from bot.github_status.judge.named import own_ref
from bot.github_status.judge.relation import Confidence, Relation
from bot.github_status.judge.rules import LeftAsIs, Rules
from bot.github_status.judge.staleness import Staleness


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
    subject: str = field(default="", compare=False)
    """Tells it from the tracker's others of its kind, whatever its line; empty where it may not be
    told what it is about."""
    left: LeftAsIs | None = field(default=None, compare=False)
    """Who left it as it is: then it does not count; `None`: nobody, or on other evidence."""

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
    reached: Reached = Reached.UNKNOWN
    """How far it is; also of a row without a ref, whose `state` is unknown."""
    left: tuple[Finding, ...] = ()
    """What was left as it is, and is none of its findings."""

    @property
    def ref(self) -> Ref | None:
        """The primary ref, as the index writes it."""
        return self.row.primary

    @property
    def own_ref(self) -> Ref | None:
        """The ref that is its work itself; `None` also where it names only its fix, or what took
        its place. Where the row is hidden, what was read tells."""
        if self.row.primary is None:
            return self.reading.ref if self.reading else None
        return own_ref(self.row)

    @property
    def stands_alone(self) -> bool:
        """It is about no ref of its own, and counts by itself."""
        return self.own_ref is None

    @property
    def item(self) -> Item | None:
        """What was last read of the primary ref; `None` without one, or when nothing ever was."""
        return self.reading.item if self.reading else None

    @property
    def owners(self) -> tuple[str, ...]:
        """Who answers for it, as written: those it names itself, else those of its workstream."""
        return self.row.owners or self.workstream.owners


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
    left: tuple[Finding, ...] = ()
    """About the section as a whole, and left as it is."""
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

    def all_left(self) -> Iterator[Finding]:
        """Everything of it and of what is under it that was left as it is."""
        for workstream in self.walk():
            yield from workstream.left
            for row in workstream.rows:
                yield from row.left


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
    return _by_line(found for workstream in workstreams for found in workstream.all_findings())


def left_by_line(workstreams: Iterable[JudgedWorkstream]) -> tuple[Finding, ...]:
    """What of them was left as it is, by line."""
    return _by_line(found for workstream in workstreams for found in workstream.all_left())


def _by_line(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    return tuple(sorted(findings, key=lambda finding: (finding.line, finding.kind)))
