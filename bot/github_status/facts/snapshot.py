"""The snapshot: one complete reading of a tracker and its refs at one moment, with its coverage."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from bot.github_status.facts.index import Index
from bot.github_status.facts.known import UNKNOWN, Known
from bot.github_status.facts.nearby import Mention, NearbyPull
from bot.github_status.facts.pulls import Actor, IssueState, Item, StateReason
from bot.github_status.facts.refs import Ref, Repository


class Outcome(StrEnum):
    """How did asking for one ref end?

    `NOT_FOUND`: the repository can be read and has no such pull request or issue. `NOT_VISIBLE`:
    forbidden, or the repository does not resolve. `FAILED`: GitHub could not be asked, or did not
    answer in time.
    """

    READ = "read"
    NOT_FOUND = "not_found"
    NOT_VISIBLE = "not_visible"
    FAILED = "failed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """One ref, as asked, and what came of it."""

    ref: Ref
    """As the index writes it."""
    outcome: Outcome
    item: Item | None = None
    """As read; `None` beside `READ`: it was left out of a bundled reading. Where the outcome is
    another one: the last good state, or `None` when there never was one."""
    read_at: datetime | None = None
    """When `item` was read; `None` without one."""
    reason: str = ""
    """What happened and what to do, in a sentence, where `item` was not read just now; never
    GitHub's text raw."""
    mentions: Known[tuple[Mention, ...]] = UNKNOWN
    """The newest pull requests that name it, oldest mention first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrackerIssue:
    """The tracking issue itself."""

    ref: Ref
    """Where it is now; another ref than the tracker's means that it was transferred or renamed."""
    node_id: str
    url: str
    title: str
    body: str
    """The Markdown source, every character as GitHub gave it."""
    state: IssueState
    reason: Known[StateReason | None] = UNKNOWN
    author: Known[Actor | None] = UNKNOWN
    is_private: Known[bool] = UNKNOWN
    updated_at: Known[datetime] = UNKNOWN
    edited_at: Known[datetime | None] = UNKNOWN
    mentions: Known[tuple[Mention, ...]] = UNKNOWN
    """The newest pull requests that name it, oldest mention first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Coverage:
    """How complete a snapshot is. `refs` = `read` + `failed` + `not_visible`; not found counts as
    read."""

    refs: int
    read: int
    failed: int
    not_visible: int
    repositories: tuple[Repository, ...]
    """Those of the refs, in the order of the index."""
    credentials: tuple[str, ...]
    as_of: datetime
    notes: tuple[str, ...] = ()
    """What could not be read although the rows could, in sentences ("checks need ...")."""

    @property
    def is_complete(self) -> bool:
        """Every ref could be asked."""
        return not self.failed and not self.not_visible


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """One reading of one tracker."""

    tracker: Ref
    """As the settings or the question name it."""
    as_of: datetime
    """When the reading began: everything in it is at least as new, but for kept last states."""
    issue: TrackerIssue
    index: Index
    readings: tuple[Reading, ...]
    """One for each ref of the index, in its order."""
    credentials: tuple[str, ...] = ()
    """With what GitHub was asked ("token", "app"), never a secret; ("bundled reading",) for the
    demo."""
    notes: tuple[str, ...] = ()
    nearby: tuple[NearbyPull, ...] = ()
    """Others by the authors of what is listed, in the same repositories."""

    @property
    def coverage(self) -> Coverage:
        """Counted from the readings."""
        outcomes = [reading.outcome for reading in self.readings]
        return Coverage(
            refs=len(outcomes),
            read=outcomes.count(Outcome.READ) + outcomes.count(Outcome.NOT_FOUND),
            failed=outcomes.count(Outcome.FAILED),
            not_visible=outcomes.count(Outcome.NOT_VISIBLE),
            repositories=tuple(dict.fromkeys(r.ref.repository for r in self.readings)),
            credentials=self.credentials,
            as_of=self.as_of,
            notes=self.notes,
        )
