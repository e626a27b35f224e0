"""GraphQL objects with full defaults, as plain dicts with the schema's field names."""

import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

Node = dict[str, Any]

PARTIAL = "!partial"
"""Key of a node of which not everything is known: what is absent is left out of an answer, which
GitHub itself never does. The bundled readings are made of such."""
Moment = str | datetime

OPENED = "2026-08-17"
FAILING = {"FAILURE", "ERROR", "CANCELLED", "TIMED_OUT", "STARTUP_FAILURE", "ACTION_REQUIRED"}
PASSING = {"SUCCESS", "NEUTRAL", "SKIPPED"}


def moment(value: Moment) -> str:
    """As GitHub writes it; a date alone means midnight UTC."""
    if isinstance(value, str):
        value = datetime.fromisoformat(value)
    if value.tzinfo is None:
        value = value.replace(tzinfo=UTC)
    return value.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def actor(login: str | None) -> Node | None:
    """`ana` a user, `renovate[bot]` a bot, `acme/reviewers` a team, `None` a deleted account."""
    if login is None:
        return None
    if "/" in login:
        return {"__typename": "Team", "combinedSlug": login, "slug": login.split("/")[1]}
    if login.endswith("[bot]"):
        return {"__typename": "Bot", "login": login.removesuffix("[bot]"), "id": f"BOT_{login}"}
    return {"__typename": "User", "login": login, "id": f"U_{login}", "name": login.title()}


def git_author(login: str | None) -> Node:
    """Who wrote a commit: a bot's or a stranger's address belongs to no account."""
    if login is None or login.endswith("[bot]"):
        return {"name": login or "Somebody", "user": None}
    return {"name": login.title(), "user": actor(login)}


def commit(
    oid: str, *, at: Moment, by: str | None = "ana", parents: int = 1, headline: str = "Work"
) -> Node:
    """A commit of ten added lines in one file."""
    return {
        "__typename": "Commit",
        "oid": oid,
        "authoredDate": moment(at),
        "committedDate": moment(at),
        "messageHeadline": headline,
        "additions": 10,
        "deletions": 0,
        "changedFilesIfAvailable": 1,
        "changedFiles": 1,
        "author": git_author(by),
        "parents": [{"__typename": "Commit", "oid": f"{oid}^{n}"} for n in range(parents)],
    }


def event(kind: str, *, by: str | None, at: Moment, **fields: Any) -> Node:
    """A time line entry of a type that has an actor and a moment."""
    return {"__typename": kind, "actor": actor(by), "createdAt": moment(at), **fields}


def comment(*, by: str | None, body: str, at: Moment) -> Node:
    """A comment below the pull request."""
    return {
        "__typename": "IssueComment",
        "author": actor(by),
        "body": body,
        "createdAt": moment(at),
    }


def review(
    state: str, *, by: str | None, body: str, at: Moment, oid: str | None, can_push: bool
) -> Node:
    """A review; a pending one has not been submitted."""
    return {
        "__typename": "PullRequestReview",
        "author": actor(by),
        "state": state,
        "body": body,
        "createdAt": moment(at),
        "submittedAt": None if state == "PENDING" else moment(at),
        "authorCanPushToRepository": can_push,
        "commit": None if oid is None else {"__typename": "Commit", "oid": oid},
    }


def rollup(counts: Mapping[str, int] | None) -> Node | None:
    """The checks of the head commit, counted by state (`{"SUCCESS": 3}`); `None`: none at all."""
    if counts is None:
        return None
    present = {state for state, count in counts.items() if count}
    state = "FAILURE" if present & FAILING else "SUCCESS" if present <= PASSING else "PENDING"
    contexts = {
        "totalCount": sum(counts.values()),
        "checkRunCountsByState": [{"state": s, "count": c} for s, c in counts.items()],
        "statusContextCountsByState": [],
    }
    return {"__typename": "StatusCheckRollup", "state": state, "contexts": contexts}


def pull(repository: Node, number: int, **fields: Any) -> Node:
    """An open pull request by ana, green, with its first commit."""
    by, at = fields.pop("author", "ana"), fields.pop("at", OPENED)
    head = fields.pop("head", f"head{number}")
    events = fields.pop("events", None)
    checks = fields.pop("checks", {"SUCCESS": 3})
    node = _item(repository, number, by=by, at=at) | {
        "__typename": "PullRequest",
        "id": f"PR_{repository['databaseId']}_{number}",
        "url": f"https://github.com/{repository['nameWithOwner']}/pull/{number}",
        "title": f"feat: number {number}",
        "body": "",
        "isDraft": False,
        "merged": False,
        "mergedAt": None,
        "mergedBy": None,
        "baseRefName": "main",
        "headRefName": f"branch-{number}",
        "isCrossRepository": False,
        "headRefOid": head,
        "mergeable": "MERGEABLE",
        "mergeStateStatus": "CLEAN",
        "reviewDecision": None,
        "reviewRequests": [],
        "reviewThreads": [],
        "statusCheckRollup": rollup(checks),
        "autoMergeRequest": None,
        "mergeQueueEntry": None,
        "timelineItems": [pushed(commit(head, at=at, by=by))] if events is None else list(events),
    }
    return node | _plain(fields)


def issue(repository: Node, number: int, **fields: Any) -> Node:
    """An open issue by ana."""
    by, at = fields.pop("author", "ana"), fields.pop("at", OPENED)
    node = _item(repository, number, by=by, at=at) | {
        "__typename": "Issue",
        "id": f"I_{repository['databaseId']}_{number}",
        "url": f"https://github.com/{repository['nameWithOwner']}/issues/{number}",
        "title": f"issue {number}",
        "body": "",
        "timelineItems": [],
        "stateReason": None,
        "locked": False,
        "userContentEdits": [],
    }
    return node | _plain(fields)


def edit(item: Node, text: str, *, by: Node | None, at: str) -> Node:
    """An entry of an issue's edit history; GitHub calls the whole text that it left `diff`."""
    return {
        "__typename": "UserContentEdit",
        "id": f"UCE_{item['id']}_{len(item['userContentEdits'])}",
        "editedAt": at,
        "createdAt": at,
        "updatedAt": at,
        "deletedAt": None,
        "deletedBy": None,
        "editor": by,
        "diff": text,
    }


def pushed(of: Node) -> Node:
    """The time line entry of a commit."""
    return {"__typename": "PullRequestCommit", "commit": of}


def _item(repository: Node, number: int, *, by: str | None, at: Moment) -> Node:
    return {
        "repository": repository,
        "number": number,
        "state": "OPEN",
        "author": actor(by),
        "authorAssociation": "CONTRIBUTOR",
        "createdAt": moment(at),
        "updatedAt": moment(at),
        "closedAt": None,
        "lastEditedAt": None,
        "labels": [],
        "assignees": [],
    }


def _plain(fields: Mapping[str, Any]) -> Node:
    """Raw GraphQL fields, with short forms for labels, people and moments."""
    node = dict(fields)
    if isinstance(node.get("labels"), list | tuple):
        node["labels"] = [{"__typename": "Label", "name": name} for name in node["labels"]]
    if isinstance(node.get("assignees"), list | tuple):
        node["assignees"] = [actor(login) for login in node["assignees"]]
    if "mergedBy" in node:
        node["mergedBy"] = actor(node["mergedBy"])
    for key in node.keys() & {"createdAt", "updatedAt", "closedAt", "mergedAt", "lastEditedAt"}:
        node[key] = None if node[key] is None else moment(node[key])
    return node


class PartialList(list[Node]):
    """The known end of a list: how it goes on, or how long it is, nobody knows."""

    def __init__(self, entries: Iterable[Node] = (), *, page: Node | None = None) -> None:
        """`page`: what is known of its `pageInfo`."""
        super().__init__(entries)
        self.page = page


def item_type(typename: str) -> str:
    """The enum member that selects this type on a time line (`HEAD_REF_FORCE_PUSHED_EVENT`)."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", typename).upper()
