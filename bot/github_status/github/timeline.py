"""Decodes the time line of a pull request, and says whether a page of it is enough. Pure."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any

from bot.github_status.facts.known import UNKNOWN, Known
from bot.github_status.facts.pulls import (
    Actor,
    ActorKind,
    Event,
    EventKind,
    Login,
    ReviewState,
    Team,
)
from bot.github_status.github.json_fields import (
    Json,
    known,
    mapping,
    member,
    moment,
    nodes,
    or_none,
    required,
    text,
    whole,
)

TEXT_KEPT = 500
"""Characters of a comment: enough to tell a command to a bot from words to a person."""
BOT_MARK = "[bot]"
SIZE_OF_CHANGE = (
    "authoredDate",
    "messageHeadline",
    "additions",
    "deletions",
    "changedFilesIfAvailable",
)
"""Two heads that agree in all of these are one change on another base: a rebase."""

ACTED: Mapping[str, EventKind] = {
    "HeadRefForcePushedEvent": EventKind.FORCE_PUSH,
    "ReadyForReviewEvent": EventKind.READY_FOR_REVIEW,
    "ConvertToDraftEvent": EventKind.CONVERTED_TO_DRAFT,
    "ReviewRequestedEvent": EventKind.REVIEW_REQUESTED,
    "ReviewRequestRemovedEvent": EventKind.REVIEW_REQUEST_REMOVED,
    "ReviewDismissedEvent": EventKind.REVIEW_DISMISSED,
    "AddedToMergeQueueEvent": EventKind.QUEUED,
    "RemovedFromMergeQueueEvent": EventKind.DEQUEUED,
    "AutoMergeEnabledEvent": EventKind.AUTO_MERGE_ENABLED,
    "AutoMergeDisabledEvent": EventKind.AUTO_MERGE_DISABLED,
    "ClosedEvent": EventKind.CLOSED,
    "ReopenedEvent": EventKind.REOPENED,
    "MergedEvent": EventKind.MERGED,
    "CrossReferencedEvent": EventKind.CROSS_REFERENCED,
}
"""Types that have an `actor` and a `createdAt`."""

MAY_BE_PROGRESS = frozenset(
    {
        EventKind.COMMIT,
        EventKind.FORCE_PUSH,
        EventKind.REVIEW,
        EventKind.COMMENT,
        EventKind.READY_FOR_REVIEW,
        EventKind.REVIEW_REQUESTED,
        EventKind.QUEUED,
        EventKind.REOPENED,
    }
)
"""The judge decides; these are the kinds that it may count."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A page of the time line."""

    events: tuple[Event, ...] = ()
    complete: bool = False
    """Nothing comes before it, and every entry of it was read."""
    before: str | None = None
    """The cursor that leads to the page before it; `None` when there is none."""


def decode_actor(value: Any) -> Actor:
    """An account. REST's `[bot]` is dropped (https://github.com/cli/cli/issues/4045)."""
    node = mapping(value)
    return _actor(required(node, "login", text), str(node.get("__typename", ActorKind.USER)))


@lru_cache(maxsize=4096)
def _actor(login: str, kind: str) -> Actor:
    """The same few people are in every time line: one object for each of them."""
    if login.endswith(BOT_MARK):
        return Actor(login=Login(login.removesuffix(BOT_MARK)), kind=ActorKind.BOT)
    # A kind of account that GitHub added later is taken for a person's: a bot says that it is one.
    kinds = ActorKind._value2member_map_
    return Actor(login=Login(login), kind=ActorKind(kind) if kind in kinds else ActorKind.USER)


_ACTOR_OR_NONE = or_none(decode_actor)


def decode_reviewer(value: Any) -> Actor | Team | None:
    """A person or team that was asked; `None` when the token may not see who, or which team."""
    if value is None or not (node := mapping(value)):
        return None
    if node.get("__typename") == "Team" or "combinedSlug" in node:
        slug = known(node, "combinedSlug", or_none(text))
        return None if slug is UNKNOWN or slug is None else Team(slug=slug)
    return decode_actor(node)


def decode_page(value: Any, *, read_at: datetime) -> Page:
    """One page of `timelineItems`, oldest first; entries of types nobody asked for are left out."""
    connection = mapping(value)
    entries = nodes(connection)
    events = (decode_event(entry, read_at=read_at) for entry in entries if entry is not None)
    kept = sorted((event for event in events if event is not None), key=lambda event: event.at)
    info = mapping(connection.get("pageInfo", {"hasPreviousPage": True}))
    more = info.get("hasPreviousPage") is not False
    before = info.get("startCursor") if more else None
    return Page(
        events=tuple(kept),
        complete=not more and None not in entries,
        before=before if isinstance(before, str) else None,
    )


def joined(older: Page, newer: Page) -> Page:
    """Two neighbouring pages as one."""
    events = sorted((*older.events, *newer.events), key=lambda event: event.at)
    return Page(events=tuple(events), complete=older.complete, before=older.before)


def shows_a_person(events: tuple[Event, ...]) -> bool:
    """Some event may be progress by a person, so the judge need not look further back."""
    return any(_may_be_progress(event) for event in events)


def decode_event(node: Json, *, read_at: datetime) -> Event | None:
    """One entry; `None` for a pending review, which only its author sees, or another type."""
    match node.get("__typename"):
        case "PullRequestCommit":
            return _commit(required(node, "commit", mapping), read_at)
        case "PullRequestReview":
            return _review(node)
        case "IssueComment":
            return _comment(node)
        case str(name) if name in ACTED:
            return _acted(ACTED[name], node)
        case _:
            return None


def _may_be_progress(event: Event) -> bool:
    if event.kind not in MAY_BE_PROGRESS or event.brings_new is False:
        return False
    if isinstance(event.actor, Actor) and event.actor.kind is ActorKind.BOT:
        return False
    # Which comments only drive a bot is a setting of the judge; all of them begin with one of
    # these marks.
    return event.kind is not EventKind.COMMENT or not event.text.lstrip().startswith(("/", "@"))


def _commit(commit: Json, read_at: datetime) -> Event:
    written = required(commit, "authoredDate", moment)
    return Event(
        kind=EventKind.COMMIT,
        # The date comes from the author's machine, whose clock may be ahead.
        at=min(written, read_at),
        actor=known(commit, "author", _commit_author),
        review_state=None,
        oid=required(commit, "oid", text),
        brings_new=known(commit, "parents", _is_no_merge),
    )


def _commit_author(value: Any) -> Known[Actor | None]:
    """The account of the commit's address; bots have none, but a name that says so."""
    if value is None:
        return UNKNOWN
    author = mapping(value)
    if author.get("user") is not None:
        return decode_actor(author["user"])
    name = author.get("name")
    if isinstance(name, str) and name.endswith(BOT_MARK):
        return Actor(login=Login(text(name).removesuffix(BOT_MARK)), kind=ActorKind.BOT)
    return UNKNOWN


def _is_no_merge(value: Any) -> bool:
    return required(mapping(value), "totalCount", whole) <= 1


def _review(node: Json) -> Event | None:
    state = known(node, "reviewState", member(ReviewState))
    submitted_at = required(node, "submittedAt", or_none(moment))
    if state is ReviewState.PENDING or submitted_at is None:
        return None
    return Event(
        kind=EventKind.REVIEW,
        at=submitted_at,
        actor=known(node, "author", _ACTOR_OR_NONE),
        text=_kept_text(node),
        review_state=state,
    )


def _comment(node: Json) -> Event:
    return Event(
        kind=EventKind.COMMENT,
        at=required(node, "createdAt", moment),
        actor=known(node, "author", _ACTOR_OR_NONE),
        text=_kept_text(node),
        review_state=None,
    )


def _kept_text(node: Json) -> str:
    return text(node.get("body", ""))[:TEXT_KEPT]


def _acted(kind: EventKind, node: Json) -> Event:
    fields = SPECIAL[kind](node) if kind in SPECIAL else {}
    return Event(
        kind=kind,
        at=required(node, "createdAt", moment),
        actor=known(node, "actor", _ACTOR_OR_NONE),
        **({"review_state": None} | fields),
    )


def _force_pushed(node: Json) -> dict[str, Any]:
    after = known(node, "afterCommit", or_none(mapping))
    if after is UNKNOWN or after is None:
        return {}
    before = known(node, "beforeCommit", or_none(mapping))
    return {"oid": required(after, "oid", text), "brings_new": _differs(before, after)}


def _differs(before: Known[Json | None], after: Json) -> Known[bool]:
    """The heads are different changes; unknown when the old one is gone or told in part."""
    if before is UNKNOWN or before is None:
        return UNKNOWN
    asked = [key for key in SIZE_OF_CHANGE if key in before and key in after]
    if any(before[key] != after[key] for key in asked):
        return True
    return False if len(asked) == len(SIZE_OF_CHANGE) else UNKNOWN


def _asked(node: Json) -> dict[str, Any]:
    return {"subject": decode_reviewer(node.get("requestedReviewer"))}


def _dismissed(node: Json) -> dict[str, Any]:
    review = or_none(mapping)(node.get("review")) or {}
    author = _ACTOR_OR_NONE(review.get("author"))
    said = known(node, "previousReviewState", member(ReviewState))
    message = or_none(text)(node.get("dismissalMessage")) or ""
    pushed = or_none(mapping)(node.get("pullRequestCommit"))
    return {
        "subject": author,
        "review_state": said,
        "text": message[:TEXT_KEPT],
        "oid": required(required(pushed, "commit", mapping), "oid", text) if pushed else "",
    }


SPECIAL: Mapping[EventKind, Callable[[Json], dict[str, Any]]] = {
    EventKind.FORCE_PUSH: _force_pushed,
    EventKind.REVIEW_REQUESTED: _asked,
    EventKind.REVIEW_REQUEST_REMOVED: _asked,
    EventKind.REVIEW_DISMISSED: _dismissed,
}
