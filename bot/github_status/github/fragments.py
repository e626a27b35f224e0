"""What is asked of a pull request, its time line, and an issue, with or without the optional parts.
Pure.
"""

from collections.abc import Set

from bot.github_status.github.parts import Part

NEWEST_EVENTS = 40
"""Entries of the time line that are asked with the pull request itself."""

AROUND = 30
"""The newest mentions by others and changes of labels, which do not show a pull request's
progress and so are asked apart from it."""
TRACKER_MENTIONS = 100
"""GitHub's most; each brings a description."""

WHO = "{ __typename login }"
OPINIONS = "[APPROVED, CHANGES_REQUESTED, DISMISSED]"

EVENT_TYPES = (
    "PULL_REQUEST_COMMIT", "PULL_REQUEST_REVIEW", "ISSUE_COMMENT", "HEAD_REF_FORCE_PUSHED_EVENT",
    "READY_FOR_REVIEW_EVENT", "CONVERT_TO_DRAFT_EVENT", "REVIEW_REQUESTED_EVENT",
    "REVIEW_REQUEST_REMOVED_EVENT", "REVIEW_DISMISSED_EVENT", "CROSS_REFERENCED_EVENT",
    "CLOSED_EVENT",
    "REOPENED_EVENT", "MERGED_EVENT",
)  # fmt: skip
QUEUE_EVENT_TYPES = ("ADDED_TO_MERGE_QUEUE_EVENT", "REMOVED_FROM_MERGE_QUEUE_EVENT")
AUTO_MERGE_EVENT_TYPES = ("AUTO_MERGE_ENABLED_EVENT", "AUTO_MERGE_DISABLED_EVENT")

ACTED = (
    "ReadyForReviewEvent", "ConvertToDraftEvent", "CrossReferencedEvent", "ClosedEvent",
    "ReopenedEvent",
    "MergedEvent",
)  # fmt: skip
"""Types of which only who and when is asked."""
QUEUE_EVENTS = ("AddedToMergeQueueEvent", "RemovedFromMergeQueueEvent")
AUTO_MERGE_EVENTS = ("AutoMergeEnabledEvent", "AutoMergeDisabledEvent")


def event_types(dropped: Set[Part]) -> str:
    """The argument that chooses entries of the time line."""
    names: tuple[str, ...] = EVENT_TYPES
    names += () if Part.MERGE_QUEUE in dropped else QUEUE_EVENT_TYPES
    names += () if Part.AUTO_MERGE in dropped else AUTO_MERGE_EVENT_TYPES
    return f"itemTypes: [{', '.join(names)}]"


def time_line(name: str, dropped: Set[Part]) -> str:
    """The fragment for a page of the time line."""
    simple: tuple[str, ...] = ACTED
    simple += () if Part.MERGE_QUEUE in dropped else QUEUE_EVENTS
    simple += () if Part.AUTO_MERGE in dropped else AUTO_MERGE_EVENTS
    acted = "\n".join(f"    ... on {kind} {{ createdAt actor {WHO} }}" for kind in simple)
    return f"""fragment {name} on PullRequestTimelineItemsConnection {{
  pageInfo {{ hasPreviousPage startCursor }}
  nodes {{
    __typename
    ... on PullRequestCommit {{
      commit {{ oid authoredDate parents(first: 1) {{ totalCount }} author {{ name user {{ login }}
      }} }}
    }}
    ... on PullRequestReview {{ reviewState: state submittedAt body author {WHO} }}
    ... on IssueComment {{ createdAt body author {WHO} }}
    ... on HeadRefForcePushedEvent {{ createdAt actor {WHO} {_pushed_heads(dropped)} }}
    ... on ReviewRequestedEvent {{ createdAt actor {WHO} {_reviewer(dropped)} }}
    ... on ReviewRequestRemovedEvent {{ createdAt actor {WHO} {_reviewer(dropped)} }}
    ... on ReviewDismissedEvent {{
      createdAt actor {WHO} previousReviewState dismissalMessage review {{ author {WHO} }}
      pullRequestCommit {{ commit {{ oid }} }}
    }}
{acted}
  }}
}}"""


def pull(name: str, time_line_name: str, dropped: Set[Part]) -> str:
    """The fragment for a pull request."""
    return f"""fragment {name} on PullRequest {{
  id number url title prState: state isDraft createdAt closedAt mergedAt
  body baseRefName headRefName isCrossRepository headRefOid
  authorAssociation mergeable reviewDecision
  author {WHO}
  mergedBy {WHO}
  repository {{ nameWithOwner isPrivate }}
  labels(first: 100) {{ nodes {{ name }} }}
  assignees(first: 20) {{ nodes {WHO} }}
  {_queue_and_auto_merge(dropped)}
  reviewRequests(first: 50) {{
    totalCount
    nodes {{ {_unless(Part.CODE_OWNER, "asCodeOwner", dropped)} {_reviewer(dropped)} }}
  }}
  {_opinions(dropped)}
  reviewThreads(last: 100) {{ totalCount nodes {{ isResolved }} }}
  {_checks(dropped)}
  timelineItems(last: {NEWEST_EVENTS}, {event_types(dropped)}) {{ ...{time_line_name} }}
  {_around(dropped)}
}}"""


def nearby(name: str) -> str:
    """The fragment for a pull request that is not asked for by name."""
    return f"""fragment {name} on PullRequest {{
  number url title prState: state isDraft createdAt closedAt mergedAt body
  author {WHO}
  repository {{ nameWithOwner isPrivate }}
}}"""


def mentions(dropped: Set[Part]) -> str:
    """What names the tracker."""
    types = "itemTypes: [CROSS_REFERENCED_EVENT]"
    entries = f"nodes {{ __typename {_MENTION} }}"
    around = f"around: timelineItems(last: {TRACKER_MENTIONS}, {types}) {{ {entries} }}"
    return _unless(Part.AROUND, around, dropped)


_MENTION = (
    "... on CrossReferencedEvent { createdAt source { __typename ... on PullRequest"
    " { ...Nearby } } }"
)


def _around(dropped: Set[Part]) -> str:
    types = "itemTypes: [CROSS_REFERENCED_EVENT, LABELED_EVENT, UNLABELED_EVENT]"
    label = f"{{ createdAt actor {WHO} label {{ name }} }}"
    labels = f"... on LabeledEvent {label} ... on UnlabeledEvent {label}"
    around = (
        f"around: timelineItems(last: {AROUND}, {types})"
        f" {{ nodes {{ __typename {_MENTION} {labels} }} }}"
    )
    return _unless(Part.AROUND, around, dropped)


def issue(name: str, dropped: Set[Part]) -> str:
    """The fragment for an issue."""
    return f"""fragment {name} on Issue {{
  id number url title issueState: state createdAt closedAt
  {state_reason(dropped)}
  author {WHO}
  repository {{ nameWithOwner isPrivate }}
  labels(first: 100) {{ nodes {{ name }} }}
  assignees(first: 20) {{ nodes {WHO} }}
}}"""


def state_reason(dropped: Set[Part]) -> str:
    """Without the argument, duplicates are not reported as such."""
    return f"stateReason{_unless(Part.DUPLICATES, '(enableDuplicate: true)', dropped)}"


def _reviewer(dropped: Set[Part]) -> str:
    """Without their names, teams still come as such: each field of a team needs a scope, its type
    does not (https://github.com/cli/cli/issues/812).
    """
    team = _unless(Part.TEAM_NAMES, "... on Team { combinedSlug }", dropped)
    people = "... on User { login } ... on Bot { login } ... on Mannequin { login }"
    return f"requestedReviewer {{ __typename {people} {team} }}"


def _opinions(dropped: Set[Part]) -> str:
    field = "latestOpinionatedReviews(first: 50, writersOnly: false)"
    if Part.LATEST_OPINIONS in dropped:
        field = f"latestOpinionatedReviews: reviews(last: 100, states: {OPINIONS})"
    can_push = _unless(Part.CAN_PUSH, "authorCanPushToRepository", dropped)
    nodes = f"nodes {{ state submittedAt {can_push} author {WHO} commit {{ oid }} }}"
    return f"{field} {{ totalCount {nodes} }}"


def _checks(dropped: Set[Part]) -> str:
    if Part.CHECKS in dropped:
        return ""
    by_state = "checkRunCountsByState { state count } statusContextCountsByState { state count }"
    counts = _unless(Part.CHECK_COUNTS, f"contexts(first: 1) {{ {by_state} }}", dropped)
    rollup = f"statusCheckRollup {{ state {counts} }}"
    if Part.PULL_CHECKS in dropped:
        return f"commits(last: 1) {{ nodes {{ commit {{ {rollup} }} }} }}"
    return rollup


def _queue_and_auto_merge(dropped: Set[Part]) -> str:
    queue = _unless(Part.MERGE_QUEUE, "mergeQueueEntry { position state enqueuedAt }", dropped)
    auto = f"autoMergeRequest {{ enabledAt enabledBy {WHO} }}"
    return f"{queue} {_unless(Part.AUTO_MERGE, auto, dropped)}"


def _pushed_heads(dropped: Set[Part]) -> str:
    size = "oid authoredDate messageHeadline additions deletions changedFilesIfAvailable"
    both = f"beforeCommit {{ {size} }} afterCommit {{ {size} }}"
    return _unless(Part.PUSHED_HEADS, both, dropped)


def _unless(part: Part, text: str, dropped: Set[Part]) -> str:
    return "" if part in dropped else text
