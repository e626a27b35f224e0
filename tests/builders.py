"""Facts with full defaults, so that a test shows only the field it is about."""

from datetime import UTC, datetime
from typing import Any

from bot.github_status.facts.index import Box, Index, Role, Row, RowRef, Workstream, WorkstreamKind
from bot.github_status.facts.pulls import (
    Actor,
    ActorKind,
    Association,
    Checks,
    ChecksState,
    Event,
    EventKind,
    Issue,
    IssueState,
    Item,
    Login,
    Mergeable,
    Pull,
    PullState,
    Review,
    ReviewState,
)
from bot.github_status.facts.refs import Ref, Repository
from bot.github_status.facts.snapshot import Outcome, Reading, Snapshot, TrackerIssue

NOW = datetime(2026, 8, 19, 12, 0, tzinfo=UTC)
"""A Wednesday."""

REPOSITORY = Repository("acme", "widgets")


def at(text: str) -> datetime:
    """The moment written as `2026-08-19` (midnight UTC) or `2026-08-19T12:00`."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def a_ref(number: int = 7, *, repository: str = "acme/widgets") -> Ref:
    """A ref of the example repository."""
    ref = Ref.parse(f"{repository}#{number}")
    assert ref is not None
    return ref


def an_actor(login: str = "ana", *, kind: ActorKind = ActorKind.USER) -> Actor:
    """A person, unless told otherwise."""
    return Actor(login=Login(login), kind=kind)


def an_event(kind: EventKind = EventKind.COMMIT, *, on: str = "2026-08-18", **fields: Any) -> Event:
    """An event by Ana that brings something new."""
    defaults: dict[str, Any] = {"actor": an_actor(), "brings_new": True}
    return Event(kind=kind, at=at(on), **(defaults | fields))


def a_review(
    author: str = "bo", state: ReviewState = ReviewState.APPROVED, **fields: Any
) -> Review:
    """A review of the current head by somebody whose reviews count."""
    defaults: dict[str, Any] = {
        "submitted_at": at("2026-08-18"),
        "commit_oid": "head",
        "can_push": True,
    }
    return Review(author=an_actor(author), state=state, **(defaults | fields))


def a_pull(number: int = 7, **fields: Any) -> Pull:
    """An open pull request by Ana, everything about it known, green, without reviews."""
    ref = fields.pop("ref", None) or a_ref(number)
    defaults: dict[str, Any] = {
        "node_id": f"PR_{ref.number}",
        "url": f"https://github.com/{ref.repository}/pull/{ref.number}",
        "title": f"feat: number {ref.number}",
        "state": PullState.OPEN,
        "is_draft": False,
        "is_private": False,
        "author": an_actor(),
        "author_association": Association.CONTRIBUTOR,
        "created_at": at("2026-08-17"),
        "merged_at": None,
        "closed_at": None,
        "merged_by": None,
        "base_branch": "main",
        "head_oid": "head",
        "labels": (),
        "assignees": (),
        "mergeable": Mergeable.MERGEABLE,
        "review_decision": None,
        "reviews": (),
        "requests": (),
        "unresolved_threads": 0,
        "checks": Checks(state=ChecksState.PASSING, passing=3, failing=0, running=0),
        "queue_entry": None,
        "auto_merge": None,
        "events": (),
        "events_complete": True,
    }
    return Pull(ref=ref, **(defaults | fields))


def a_merged_pull(number: int = 7, *, on: str = "2026-08-18", **fields: Any) -> Pull:
    """A pull request that was merged on this day."""
    merged = {"state": PullState.MERGED, "merged_at": at(on), "closed_at": at(on)}
    return a_pull(number, **(merged | fields))


def a_closed_pull(number: int = 7, *, on: str = "2026-08-18", **fields: Any) -> Pull:
    """A pull request that was closed without a merge on this day."""
    return a_pull(number, **({"state": PullState.CLOSED, "closed_at": at(on)} | fields))


def an_issue(number: int = 7, **fields: Any) -> Issue:
    """An open issue by Ana."""
    ref = fields.pop("ref", None) or a_ref(number)
    defaults: dict[str, Any] = {
        "node_id": f"I_{ref.number}",
        "url": f"https://github.com/{ref.repository}/issues/{ref.number}",
        "title": f"issue {ref.number}",
        "state": IssueState.OPEN,
        "reason": None,
        "is_private": False,
        "author": an_actor(),
        "created_at": at("2026-08-17"),
        "closed_at": None,
        "labels": (),
        "assignees": (),
    }
    return Issue(ref=ref, **(defaults | fields))


def a_row(number: int | None = 7, **fields: Any) -> Row:
    """A row about one ref, with an empty box; `None`: about no ref."""
    refs: tuple[RowRef, ...] = ()
    if number is not None:
        refs = (RowRef(ref=a_ref(number), role=Role.PRIMARY, written=f"#{number}"),)
    defaults: dict[str, Any] = {
        "line": number or 1,
        "text": "some work",
        "box": Box.EMPTY,
        "box_at": 3,
        "refs": refs,
    }
    return Row(**(defaults | fields))


def a_workstream(*rows: Row, name: str = "Refit", **fields: Any) -> Workstream:
    """A heading owned by Ana with these rows."""
    defaults: dict[str, Any] = {
        "path": (name,),
        "kind": WorkstreamKind.HEADING,
        "line": 1,
        "owners": ("Ana Souza",),
    }
    return Workstream(rows=rows, **(defaults | fields))


def a_reading(item: Item | None = None, **fields: Any) -> Reading:
    """A reading that went well, of this item."""
    item = item or a_pull()
    defaults: dict[str, Any] = {"outcome": Outcome.READ, "item": item, "read_at": NOW}
    return Reading(ref=fields.pop("ref", item.ref), **(defaults | fields))


def a_failed_reading(number: int = 7, **fields: Any) -> Reading:
    """A reading that failed, with nothing known from before."""
    defaults: dict[str, Any] = {
        "outcome": Outcome.FAILED,
        "reason": "GitHub did not answer in time.",
    }
    return Reading(ref=a_ref(number), **(defaults | fields))


def a_tracker_issue(body: str = "", **fields: Any) -> TrackerIssue:
    """The tracking issue `acme/widgets#1`."""
    defaults: dict[str, Any] = {
        "ref": a_ref(1),
        "node_id": "I_1",
        "url": "https://github.com/acme/widgets/issues/1",
        "title": "Widget rewrite: tracking issue",
        "state": IssueState.OPEN,
        "reason": None,
        "author": an_actor(),
        "is_private": False,
        "updated_at": NOW,
        "edited_at": None,
    }
    return TrackerIssue(body=body, **(defaults | fields))


def a_snapshot(*workstreams: Workstream, items: tuple[Item, ...] = (), **fields: Any) -> Snapshot:
    """A snapshot of these workstreams; refs without an item among `items` were not found."""
    index = fields.pop("index", None) or Index(workstreams=workstreams)
    by_ref = {item.ref: item for item in items}
    readings = tuple(
        a_reading(by_ref[ref])
        if ref in by_ref
        else Reading(ref=ref, outcome=Outcome.NOT_FOUND, reason="There is no such number.")
        for ref in index.refs()
    )
    defaults: dict[str, Any] = {
        "tracker": a_ref(1),
        "as_of": NOW,
        "issue": a_tracker_issue(),
        "readings": readings,
        "credentials": ("token",),
    }
    return Snapshot(index=index, **(defaults | fields))
