"""Decodes one pull request or issue. Pure."""

from datetime import datetime
from typing import Any

from bot.github_status.facts.known import UNKNOWN, Known
from bot.github_status.facts.pulls import (
    Actor,
    Association,
    AutoMerge,
    Issue,
    IssueState,
    Mergeable,
    Pull,
    PullState,
    QueueEntry,
    ReviewDecision,
    StateReason,
)
from bot.github_status.github.checks import decode_checks
from bot.github_status.github.json_fields import (
    Json,
    flag,
    known,
    mapping,
    member,
    moment,
    nodes,
    or_none,
    or_unknown,
    required,
    text,
    whole,
)
from bot.github_status.github.neighbours import decode_label_changes, kept_description
from bot.github_status.github.places import is_private, ref_of, state_of
from bot.github_status.github.reviews import (
    decode_requests,
    decode_reviews,
    decode_unresolved_threads,
)
from bot.github_status.github.timeline import decode_actor, decode_page


def decode_pull(node: Json, *, read_at: datetime) -> Pull:
    """A pull request; raises `Undecodable`."""
    page = known(node, "timelineItems", or_unknown(lambda v: decode_page(v, read_at=read_at)))
    return Pull(
        ref=ref_of(node),
        node_id=required(node, "id", text),
        url=required(node, "url", text),
        title=required(node, "title", text),
        state=state_of(required(node, "prState", member(PullState))),
        is_draft=known(node, "isDraft", flag),
        is_private=is_private(node),
        author=known(node, "author", or_none(decode_actor)),
        author_association=known(node, "authorAssociation", member(Association)),
        created_at=known(node, "createdAt", moment),
        merged_at=known(node, "mergedAt", or_none(moment)),
        closed_at=known(node, "closedAt", or_none(moment)),
        merged_by=known(node, "mergedBy", or_none(decode_actor)),
        base_branch=known(node, "baseRefName", text),
        head_branch=known(node, "headRefName", text),
        from_fork=known(node, "isCrossRepository", flag),
        head_oid=known(node, "headRefOid", text),
        labels=known(node, "labels", or_unknown(_labels)),
        assignees=known(node, "assignees", or_unknown(_people)),
        mergeable=known(node, "mergeable", member(Mergeable)),
        review_decision=known(node, "reviewDecision", or_none(member(ReviewDecision))),
        reviews=known(node, "latestOpinionatedReviews", or_unknown(decode_reviews)),
        requests=known(node, "reviewRequests", or_unknown(decode_requests)),
        unresolved_threads=known(node, "reviewThreads", or_unknown(decode_unresolved_threads)),
        checks=decode_checks(node),
        queue_entry=known(node, "mergeQueueEntry", or_none(_queue_entry)),
        auto_merge=known(node, "autoMergeRequest", or_none(_auto_merge)),
        events=UNKNOWN if page is UNKNOWN else page.events,
        events_complete=False if page is UNKNOWN else page.complete,
        body=known(node, "body", kept_description),
        label_changes=decode_label_changes(node),
    )


def decode_issue(node: Json) -> Issue:
    """An issue; raises `Undecodable`."""
    return Issue(
        ref=ref_of(node),
        node_id=required(node, "id", text),
        url=required(node, "url", text),
        title=required(node, "title", text),
        state=state_of(required(node, "issueState", member(IssueState))),
        reason=known(node, "stateReason", reason_of),
        is_private=is_private(node),
        author=known(node, "author", or_none(decode_actor)),
        created_at=known(node, "createdAt", moment),
        closed_at=known(node, "closedAt", or_none(moment)),
        labels=known(node, "labels", or_unknown(_labels)),
        assignees=known(node, "assignees", or_unknown(_people)),
    )


def reason_of(value: Any) -> Known[StateReason | None]:
    """Why an issue is in its state; null when nobody said."""
    return None if value is None else member(StateReason)(value)


def _labels(value: Any) -> tuple[str, ...]:
    return tuple(required(node, "name", text) for node in nodes(mapping(value)) if node is not None)


def _people(value: Any) -> tuple[Actor, ...]:
    return tuple(decode_actor(node) for node in nodes(mapping(value)) if node is not None)


def _queue_entry(value: Any) -> QueueEntry:
    node = mapping(value)
    return QueueEntry(
        position=known(node, "position", or_none(whole)),
        state=known(node, "state", text),
        enqueued_at=known(node, "enqueuedAt", moment),
    )


def _auto_merge(value: Any) -> AutoMerge:
    node = mapping(value)
    return AutoMerge(
        enabled_at=known(node, "enabledAt", or_none(moment)),
        enabled_by=known(node, "enabledBy", or_none(decode_actor)),
    )
