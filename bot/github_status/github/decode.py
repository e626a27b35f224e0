"""GitHub's JSON → our facts. Pure; JSON stops here.

The form of an answer, which the bundled readings have too, is the `data` of `queries.batch_query`:

    {"r0": {"nameWithOwner": "acme/widgets", "isPrivate": false,
            "n7": {"__typename": "PullRequest", "id": "PR_1", "number": 7, "url": "https://…",
                   "title": "…", "prState": "OPEN", "isDraft": false, …},
            "n8": {"__typename": "Issue", "id": "I_1", "number": 8, "url": "https://…",
                   "title": "…", "issueState": "CLOSED", "stateReason": "COMPLETED", …},
            "n9": null}}

Fields are named as in GitHub's schema, but for `prState`, `issueState` and, in a time line,
`reviewState` (each an alias of `state`, whose type differs). Needed are `__typename`, `id`,
`number`, `url`, `title` and the state; any other field may be left out and is then `UNKNOWN`. Null
is as GitHub means it, so leave out what is not known. The names `r0`, `n7` are `r` and a running
number, `n` and the item's number.

Entries of `timelineItems{nodes}` need `__typename` and their moment (`createdAt`; a review
`submittedAt`, a commit `commit{oid authoredDate}`); `pageInfo{hasPreviousPage: false}` says that
the time line is whole. `around` (an alias of `timelineItems`) holds what names the item and how its
labels changed. Connections are `{"nodes": [...]}`, with `totalCount` where it is known.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

import structlog

from bot.github_status.facts.nearby import NearbyPull
from bot.github_status.facts.pulls import IssueState, Item
from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Outcome, Reading, TrackerIssue
from bot.github_status.github.items import (
    decode_issue,
    decode_pull,
    reason_of,
)
from bot.github_status.github.json_fields import (
    Json,
    Undecodable,
    known,
    mapping,
    member,
    moment,
    or_none,
    required,
    text,
)
from bot.github_status.github.neighbours import decode_mentions, decode_nearby
from bot.github_status.github.places import is_private, ref_of, state_of
from bot.github_status.github.timeline import Page, decode_actor, decode_page

log = structlog.get_logger(__name__)


def decode_answer(
    answer: Mapping[str, Any], refs: Sequence[Ref], *, read_at: datetime
) -> tuple[Reading, ...]:
    """One reading per ref, in order, found by the repository's name and the item's number.

    A ref whose number is null does not exist (`NOT_FOUND`); one that is not in the answer is
    `FAILED`.
    """
    return tuple(_from_answer(answer, ref, read_at) for ref in refs)


def decode_reading(ref: Ref, node: Any, *, read_at: datetime) -> Reading:
    """What GitHub told about this ref; a node that cannot be decoded is a failed reading."""
    try:
        item = decode_item(mapping(node), read_at=read_at)
        mentions = decode_mentions(mapping(node))
    except Undecodable as error:
        log.warning("An answer of GitHub could not be understood", ref=str(ref), problem=str(error))
        reason = "GitHub's answer about it could not be understood; `--debug` shows which part."
        return Reading(ref=ref, outcome=Outcome.FAILED, reason=reason)
    return Reading(ref=ref, outcome=Outcome.READ, item=item, read_at=read_at, mentions=mentions)


def decode_item(node: Mapping[str, Any], *, read_at: datetime) -> Item:
    """A pull request or an issue; raises `Undecodable`."""
    match node.get("__typename"):
        case "PullRequest":
            return decode_pull(node, read_at=read_at)
        case "Issue":
            return decode_issue(node)
        case _:
            raise Undecodable("`__typename` is neither PullRequest nor Issue")


def decode_tracker(answer: Mapping[str, Any], ref: Ref) -> TrackerIssue:
    """The tracker `ref` from an answer of the same form; raises `Undecodable`.

    Beside the fields of an issue its node has `body` (needed), `updatedAt` and `lastEditedAt`.
    """
    for repository in _repositories(answer, ref):
        node = mapping(repository[f"n{ref.number}"])
        return decode_tracker_node(at_home(node, repository))
    raise Undecodable("the tracker is missing")


def decode_tracker_node(node: Mapping[str, Any]) -> TrackerIssue:
    """The tracker from its node with its repository in it; raises `Undecodable`."""
    return TrackerIssue(
        ref=ref_of(node),
        node_id=required(node, "id", text),
        url=required(node, "url", text),
        title=required(node, "title", text),
        body=required(node, "body", text),
        state=state_of(required(node, "issueState", member(IssueState))),
        reason=known(node, "stateReason", reason_of),
        author=known(node, "author", or_none(decode_actor)),
        is_private=is_private(node),
        updated_at=known(node, "updatedAt", moment),
        edited_at=known(node, "lastEditedAt", or_none(moment)),
        mentions=decode_mentions(node),
    )


def decode_nearby_pulls(answer: Mapping[str, Any]) -> tuple[NearbyPull, ...]:
    """Every pull request of an answer of this form, in its order; one that cannot be decoded is
    left out."""
    return tuple(
        pull
        for repository in answer.values()
        if isinstance(repository, Mapping)
        for pull in _pulls_in(repository)
    )


def _pulls_in(repository: Json) -> Iterator[NearbyPull]:
    for node in repository.values():
        if isinstance(node, Mapping) and node.get("__typename") == "PullRequest":
            try:
                yield decode_nearby(at_home(node, repository))
            except Undecodable as error:
                log.warning("An answer of GitHub could not be understood", problem=str(error))


def decode_timeline(node: Any, *, read_at: datetime) -> Page:
    """The page of the time line that a pull request's node holds; raises `Undecodable`."""
    return required(
        mapping(node), "timelineItems", lambda value: decode_page(value, read_at=read_at)
    )


def _from_answer(answer: Mapping[str, Any], ref: Ref, read_at: datetime) -> Reading:
    for repository in _repositories(answer, ref):
        node = repository[f"n{ref.number}"]
        if node is None:
            return Reading(
                ref=ref, outcome=Outcome.NOT_FOUND, reason=f"{ref.repository} has no such number."
            )
        placed = at_home(node, repository) if isinstance(node, Mapping) else node
        return decode_reading(ref, placed, read_at=read_at)
    return Reading(ref=ref, outcome=Outcome.FAILED, reason="The reading does not have it.")


def _repositories(answer: Mapping[str, Any], ref: Ref) -> Iterator[Json]:
    """Entries of the answer for the ref's repository that have its number."""
    for entry in answer.values():
        if not isinstance(entry, Mapping) or f"n{ref.number}" not in entry:
            continue
        name = entry.get("nameWithOwner")
        if isinstance(name, str) and name.casefold() == ref.repository.key:
            yield entry


def at_home(node: Json, repository: Json) -> Json:
    """The node with its repository in it."""
    return node if "repository" in node else {**node, "repository": repository}
