"""Pull requests and issues as GitHub told them, each field in GitHub's meaning.

Every `Known[...]` field defaults to `UNKNOWN`: an answer that leaves a field out (an older server,
a token without the permission, the bundled readings) says nothing about it. `None` is GitHub's
null. All moments are aware and in UTC.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import NewType

from bot.github_status.facts.known import UNKNOWN, Known
from bot.github_status.facts.refs import Ref

Login = NewType("Login", str)
"""A GitHub login without `@` and without the `[bot]` that REST appends. Compare without case."""


class ActorKind(StrEnum):
    """What sort of account is this? (GraphQL `Actor.__typename`)."""

    USER = "User"
    BOT = "Bot"
    MANNEQUIN = "Mannequin"
    ORGANIZATION = "Organization"
    ENTERPRISE = "EnterpriseUserAccount"


@dataclass(frozen=True, slots=True, kw_only=True)
class Actor:
    """An account. Where GitHub gives null (a deleted account) the field holding it is `None`."""

    login: Login
    kind: ActorKind = ActorKind.USER


@dataclass(frozen=True, slots=True, kw_only=True)
class Team:
    """A team that was asked for a review."""

    slug: str
    """`organisation/team`."""


class Association(StrEnum):
    """What is the author to the repository? (GraphQL `CommentAuthorAssociation`)."""

    OWNER = "OWNER"
    MEMBER = "MEMBER"
    COLLABORATOR = "COLLABORATOR"
    CONTRIBUTOR = "CONTRIBUTOR"
    FIRST_TIME_CONTRIBUTOR = "FIRST_TIME_CONTRIBUTOR"
    FIRST_TIMER = "FIRST_TIMER"
    MANNEQUIN = "MANNEQUIN"
    NONE = "NONE"


class PullState(StrEnum):
    """Is it open, or how did it end? A draft is open."""

    OPEN = "OPEN"
    MERGED = "MERGED"
    CLOSED = "CLOSED"


class IssueState(StrEnum):
    """Is the issue open?"""

    OPEN = "OPEN"
    CLOSED = "CLOSED"


class StateReason(StrEnum):
    """Why is the issue in its state?"""

    COMPLETED = "COMPLETED"
    NOT_PLANNED = "NOT_PLANNED"
    DUPLICATE = "DUPLICATE"
    REOPENED = "REOPENED"


class ReviewState(StrEnum):
    """What did a review say?"""

    APPROVED = "APPROVED"
    CHANGES_REQUESTED = "CHANGES_REQUESTED"
    COMMENTED = "COMMENTED"
    DISMISSED = "DISMISSED"
    PENDING = "PENDING"


class ReviewDecision(StrEnum):
    """What does the branch's rule make of the reviews? Null when no rule asks for any."""

    APPROVED = "APPROVED"
    CHANGES_REQUESTED = "CHANGES_REQUESTED"
    REVIEW_REQUIRED = "REVIEW_REQUIRED"


class Mergeable(StrEnum):
    """Does it conflict with its base? `NOT_KNOWN_YET`: GitHub is still working it out."""

    MERGEABLE = "MERGEABLE"
    CONFLICTING = "CONFLICTING"
    NOT_KNOWN_YET = "UNKNOWN"


class ChecksState(StrEnum):
    """What do the checks of the head commit say? `NEVER_RAN`: there are none at all."""

    PASSING = "passing"
    FAILING = "failing"
    RUNNING = "running"
    WAITING_FOR_APPROVAL = "waiting_for_approval"
    NEVER_RAN = "never_ran"


@dataclass(frozen=True, slots=True, kw_only=True)
class Checks:
    """The checks of the head commit, optional ones included."""

    state: ChecksState
    passing: Known[int] = UNKNOWN
    failing: Known[int] = UNKNOWN
    running: Known[int] = UNKNOWN


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """The last review of one person that approved, requested changes, or was dismissed."""

    author: Actor | None
    state: Known[ReviewState]
    submitted_at: Known[datetime | None] = UNKNOWN
    commit_oid: Known[str | None] = UNKNOWN
    """The commit it was made on; older than the pull request's head means outdated."""
    can_push: Known[bool] = UNKNOWN
    """The reviewer may push to the repository, so the review counts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewRequest:
    """One person or team still asked for a review. Since when is told by the time line."""

    reviewer: Actor | Team | None
    """`None`: the token may not see who."""
    as_code_owner: Known[bool] = UNKNOWN


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueEntry:
    """A place in the merge queue."""

    position: Known[int | None] = UNKNOWN
    state: Known[str] = UNKNOWN
    enqueued_at: Known[datetime] = UNKNOWN


@dataclass(frozen=True, slots=True, kw_only=True)
class AutoMerge:
    """Auto-merge is set."""

    enabled_at: Known[datetime | None] = UNKNOWN
    enabled_by: Known[Actor | None] = UNKNOWN


class EventKind(StrEnum):
    """What happened on the time line?"""

    COMMIT = "commit"
    FORCE_PUSH = "force_push"
    REVIEW = "review"
    COMMENT = "comment"
    READY_FOR_REVIEW = "ready_for_review"
    CONVERTED_TO_DRAFT = "converted_to_draft"
    REVIEW_REQUESTED = "review_requested"
    REVIEW_REQUEST_REMOVED = "review_request_removed"
    REVIEW_DISMISSED = "review_dismissed"
    QUEUED = "queued"
    DEQUEUED = "dequeued"
    AUTO_MERGE_ENABLED = "auto_merge_enabled"
    AUTO_MERGE_DISABLED = "auto_merge_disabled"
    CLOSED = "closed"
    REOPENED = "reopened"
    MERGED = "merged"
    CROSS_REFERENCED = "cross_referenced"


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One entry of the time line. Whether it is progress is for the judge to say."""

    kind: EventKind
    at: datetime
    """When. For a commit its author date, which a rebase leaves alone, never later than the
    reading."""
    actor: Known[Actor | None] = UNKNOWN
    """Who. For a commit `UNKNOWN` when its address belongs to no account; `None`: a deleted
    account."""
    text: str = ""
    """Of a comment or a review its body, of a dismissal the message, at most the first 500
    characters; empty for other kinds."""
    review_state: Known[ReviewState | None] = UNKNOWN
    """For a review what it said; for a dismissal what the review had said. `None` for other
    kinds."""
    subject: Actor | Team | None = None
    """Who was asked for a review, or whose review was dismissed."""
    oid: str = ""
    """For a commit its object id, for a force push that of the new head; for a dismissal that of
    the pushed commit which brought it about, empty where a person dismissed it."""
    brings_new: Known[bool] = UNKNOWN
    """For commits and force pushes: false for a merge of the base or a rebase that changed
    nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelChange:
    """A label was put on, or taken off."""

    at: datetime
    label: str
    added: bool
    actor: Known[Actor | None] = UNKNOWN


@dataclass(frozen=True, slots=True, kw_only=True)
class Pull:
    """A pull request."""

    ref: Ref
    """Where it is now, as GitHub spells it. Another ref than the one asked for means renamed or
    moved."""
    node_id: str
    url: str
    title: str
    state: Known[PullState]
    """Always read; unknown only of an earlier moment ("as it was"), or once it was gone."""
    is_draft: Known[bool] = UNKNOWN
    is_private: Known[bool] = UNKNOWN
    """The repository is not public."""
    author: Known[Actor | None] = UNKNOWN
    author_association: Known[Association] = UNKNOWN
    created_at: Known[datetime] = UNKNOWN
    merged_at: Known[datetime | None] = UNKNOWN
    closed_at: Known[datetime | None] = UNKNOWN
    merged_by: Known[Actor | None] = UNKNOWN
    base_branch: Known[str] = UNKNOWN
    head_branch: Known[str] = UNKNOWN
    from_fork: Known[bool] = UNKNOWN
    """Its head branch is in another repository than its base."""
    head_oid: Known[str] = UNKNOWN
    labels: Known[tuple[str, ...]] = UNKNOWN
    assignees: Known[tuple[Actor, ...]] = UNKNOWN
    mergeable: Known[Mergeable] = UNKNOWN
    review_decision: Known[ReviewDecision | None] = UNKNOWN
    reviews: Known[tuple[Review, ...]] = UNKNOWN
    requests: Known[tuple[ReviewRequest, ...]] = UNKNOWN
    unresolved_threads: Known[int] = UNKNOWN
    checks: Known[Checks] = UNKNOWN
    queue_entry: Known[QueueEntry | None] = UNKNOWN
    auto_merge: Known[AutoMerge | None] = UNKNOWN
    events: Known[tuple[Event, ...]] = UNKNOWN
    """The newest part of the time line, oldest first."""
    events_complete: bool = False
    """`events` reach back to the opening: what is not in them did not happen."""
    body: Known[str] = UNKNOWN
    """Of the description only the lines that name a pull request or an issue, and what introduces
    them; at most 2,000 characters."""
    label_changes: Known[tuple[LabelChange, ...]] = UNKNOWN
    """The newest ones, oldest first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Issue:
    """An issue that a row points at."""

    ref: Ref
    node_id: str
    url: str
    title: str
    state: Known[IssueState]
    """Always read; unknown only of an earlier moment ("as it was"), or once it was gone."""
    reason: Known[StateReason | None] = UNKNOWN
    is_private: Known[bool] = UNKNOWN
    author: Known[Actor | None] = UNKNOWN
    created_at: Known[datetime] = UNKNOWN
    closed_at: Known[datetime | None] = UNKNOWN
    labels: Known[tuple[str, ...]] = UNKNOWN
    assignees: Known[tuple[Actor, ...]] = UNKNOWN


Item = Pull | Issue
