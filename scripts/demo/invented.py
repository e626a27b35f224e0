"""From example.toml, the description of an invented tracker, to nodes in GitHub's form."""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from bot.github_status.facts.refs import Ref
from scripts.demo.answers import (
    ISSUE_STATE,
    PULL_STATE,
    REVIEW_STATE,
    Json,
    actor,
    moment,
    ref_of,
    url,
)

ROLLUPS: Mapping[str, tuple[str, Mapping[str, int]]] = {
    "passing": ("SUCCESS", {"SUCCESS": 3}),
    "failing": ("FAILURE", {"SUCCESS": 2, "FAILURE": 1}),
    "running": ("PENDING", {"SUCCESS": 1, "IN_PROGRESS": 2}),
}
MERGER = "bo-lindqvist"
"""Who ends every pull request that has ended."""
OPINIONS = ("APPROVED", "CHANGES_REQUESTED", "DISMISSED")
PLAIN_EVENTS = {"ready": "ReadyForReviewEvent", "queued": "AddedToMergeQueueEvent"}
"""What example.toml calls the events that have a moment and an actor and no more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """One event as example.toml tells it: "WHEN WHO WHAT ..."."""

    at: str
    who: str
    what: str
    more: str
    oid: str
    """The head of the pull request from this event on."""

    @property
    def author(self) -> Json | None:
        """Who did it; null for a deleted account."""
        bare = self.who.removesuffix("[bot]")
        return (
            None if self.who == "ghost" else actor(bare, kind="User" if bare == self.who else "Bot")
        )


def pull_node(told: Json) -> Json:
    """A pull request that is open, green and without reviews, but for what is told of it."""
    events = tuple(_told_events(told))
    node = (
        _common(told, part="pull")
        | _state(told)
        | _reviews(told, events)
        | {
            **({"body": told["says"]} if "says" in told else {}),
            "authorAssociation": told.get("association", "CONTRIBUTOR"),
            "baseRefName": "main",
            "headRefOid": events[-1].oid if events else _oid(ref_of(told["ref"]), 0),
            "mergeable": told.get("mergeable", "MERGEABLE"),
            "statusCheckRollup": _rollup(told.get("checks", "passing")),
            "mergeQueueEntry": _queue_entry(told),
            "autoMergeRequest": _auto_merge(told),
            "timelineItems": {
                "nodes": [*map(_event, events), *_ending(told)],
                "pageInfo": {"hasPreviousPage": False},
            },
        }
    )
    return {name: value for name, value in node.items() if name not in told.get("leave_out", ())}


def _state(told: Json) -> Json:
    state = told.get("state", "OPEN")
    ended = moment(told["ended"]) if "ended" in told else None
    return {
        "__typename": "PullRequest",
        PULL_STATE: state,
        "isDraft": told.get("draft", False),
        "closedAt": ended,
        "mergedAt": ended if state == "MERGED" else None,
        "mergedBy": actor(MERGER) if state == "MERGED" else None,
    }


def _ending(told: Json) -> Iterator[Json]:
    if "ended" in told:
        kind = "MergedEvent" if told["state"] == "MERGED" else "ClosedEvent"
        yield {"__typename": kind, "createdAt": moment(told["ended"]), "actor": actor(MERGER)}


def _reviews(told: Json, events: tuple[Told, ...]) -> Json:
    return {
        "reviewDecision": told.get("decision"),
        "latestOpinionatedReviews": {"nodes": _opinions(events)},
        "reviewRequests": {"nodes": [_request(name) for name in told.get("asked", ())]},
        "reviewThreads": {"nodes": []},
    }


def issue_node(told: Json) -> Json:
    """An issue, open unless it is told that it closed."""
    closed = moment(told["closed"]) if "closed" in told else None
    return _common(told, part="issues") | {
        "__typename": "Issue",
        ISSUE_STATE: "CLOSED" if closed else "OPEN",
        "stateReason": told.get("reason"),
        "closedAt": closed,
    }


def _common(told: Json, *, part: str) -> Json:
    asked = ref_of(told["ref"])
    ref = ref_of(f"{told.get('moved_to', asked.repository)}#{asked.number}")
    moved = {"repository": {"nameWithOwner": str(ref.repository), "isPrivate": False}}
    return (moved if "moved_to" in told else {}) | {
        "id": f"{'PR' if part == 'pull' else 'I'}_invented_{ref.repository.name}_{ref.number}",
        "number": ref.number,
        "title": told["title"],
        "url": url(ref, part=part),
        "author": actor(told["author"]) if told["author"] else None,
        "createdAt": moment(told["opened"]),
        "labels": {"nodes": [{"name": name} for name in told.get("labels", ())]},
        "assignees": {"nodes": []},
    }


def _oid(ref: Ref, pushes: int) -> str:
    """A made-up object id: as long as git's, and the same each time."""
    return hashlib.sha1(f"{ref} {pushes}".encode(), usedforsecurity=False).hexdigest()


def _told_events(told: Json) -> Iterator[Told]:
    pushes = 0
    for text in told.get("events", ()):
        at, who, what, *more = text.split(" ", 3)
        pushes += what in ("push", "force_push")
        yield Told(
            at=moment(at),
            who=who,
            what=what,
            more="".join(more),
            oid=_oid(ref_of(told["ref"]), pushes),
        )


def _event(told: Told) -> Json:
    when = {"createdAt": told.at, "actor": told.author}
    match told.what:
        case "push":
            user = told.author and {"login": told.author["login"]}
            commit = {"oid": told.oid, "authoredDate": told.at, "parents": {"totalCount": 1}}
            return {
                "__typename": "PullRequestCommit",
                "commit": commit | {"author": {"user": user}},
            }
        case "force_push":
            return {
                "__typename": "HeadRefForcePushedEvent",
                **when,
                "afterCommit": {"oid": told.oid},
            }
        case "review":
            return {
                "__typename": "PullRequestReview",
                **_review(told, state=REVIEW_STATE),
                "body": "",
            }
        case "comment":
            said = {"author": told.author, "createdAt": told.at, "body": told.more}
            return {"__typename": "IssueComment", **said}
        case "asked":
            return {
                "__typename": "ReviewRequestedEvent",
                **when,
                "requestedReviewer": _asked(told.more),
            }
        case _:
            return {"__typename": PLAIN_EVENTS[told.what], **when}


def _review(told: Told, *, state: str) -> Json:
    return {"author": told.author, "submittedAt": told.at, state: told.more}


def _opinions(events: tuple[Told, ...]) -> list[Json]:
    """The last review of each person that was an opinion."""
    last = {e.who: e for e in events if e.what == "review" and e.more in OPINIONS}
    return [
        _review(event, state="state")
        | {"authorCanPushToRepository": True, "commit": {"oid": event.oid}}
        for event in last.values()
    ]


def _asked(name: str) -> Json:
    return {"__typename": "Team", "combinedSlug": name} if "/" in name else actor(name)


def _request(name: str) -> Json:
    return {"asCodeOwner": False, "requestedReviewer": _asked(name)}


def _rollup(checks: str) -> Json | None:
    if checks == "never ran":
        return None
    state, counts = ROLLUPS[checks]
    runs = [{"state": name, "count": count} for name, count in counts.items()]
    return {
        "state": state,
        "contexts": {"checkRunCountsByState": runs, "statusContextCountsByState": []},
    }


def _queue_entry(told: Json) -> Json | None:
    if "queued" not in told:
        return None
    return {"position": 1, "state": "AWAITING_CHECKS", "enqueuedAt": moment(told["queued"])}


def _auto_merge(told: Json) -> Json | None:
    if "auto_merge" not in told:
        return None
    return {"enabledAt": moment(told["auto_merge"]), "enabledBy": actor(told["author"])}
