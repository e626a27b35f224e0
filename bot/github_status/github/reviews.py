"""Decodes reviews, requests for them, and review threads. Pure."""

from typing import Any

from bot.github_status.facts.known import UNKNOWN, Known
from bot.github_status.facts.pulls import Review, ReviewRequest, ReviewState
from bot.github_status.github.json_fields import (
    Json,
    flag,
    is_whole_list,
    known,
    mapping,
    member,
    moment,
    nodes,
    or_none,
    required,
    text,
)
from bot.github_status.github.timeline import decode_actor, decode_reviewer


def decode_reviews(value: Any) -> Known[tuple[Review, ...]]:
    """The last opinion of each person; `UNKNOWN` when there are more than were read.

    Where the server has no `latestOpinionatedReviews`, every opinion comes, oldest first: the last
    counts.
    """
    connection = mapping(value)
    if not is_whole_list(connection):
        return UNKNOWN
    last: dict[object, Review] = {}
    for place, node in enumerate(nodes(connection)):
        review = _review(node)
        # Deleted accounts cannot be told apart, so none replaces another.
        who = place if review.author is None else review.author.login.casefold()
        last.pop(who, None)
        last[who] = review
    return tuple(last.values())


def decode_requests(value: Any) -> Known[tuple[ReviewRequest, ...]]:
    """Who is still asked; `UNKNOWN` when there are more than were read."""
    connection = mapping(value)
    if not is_whole_list(connection):
        return UNKNOWN
    return tuple(_request(node) for node in nodes(connection))


def decode_unresolved_threads(value: Any) -> Known[int]:
    """How many threads are unresolved; at least so many when there are more than were read.

    `UNKNOWN` when more exist and none of those read is unresolved.
    """
    connection = mapping(value)
    threads = nodes(connection)
    found = sum(not required(node, "isResolved", flag) for node in threads if node is not None)
    if not found and (None in threads or not is_whole_list(connection)):
        return UNKNOWN
    return found


def _review(node: Json | None) -> Review:
    if node is None:
        return Review(author=None, state=UNKNOWN)
    commit = known(node, "commit", or_none(mapping))
    return Review(
        author=or_none(decode_actor)(node.get("author")),
        state=known(node, "state", member(ReviewState)),
        submitted_at=known(node, "submittedAt", or_none(moment)),
        commit_oid=commit if commit is UNKNOWN or commit is None else required(commit, "oid", text),
        can_push=known(node, "authorCanPushToRepository", flag),
    )


def _request(node: Json | None) -> ReviewRequest:
    if node is None:
        return ReviewRequest(reviewer=None)
    return ReviewRequest(
        reviewer=decode_reviewer(node.get("requestedReviewer")),
        as_code_owner=known(node, "asCodeOwner", flag),
    )
