"""The parts of a query that a server or a token may not have, and how to tell from an answer.

Pure.
"""

import re
from collections.abc import Iterable, Mapping, Sequence, Set
from enum import StrEnum


class Part(StrEnum):
    """What can be left out of the query?"""

    MERGE_QUEUE = "merge_queue"
    PULL_CHECKS = "pull_checks"
    """The checks of the pull request itself; older servers have them on its last commit only."""
    LATEST_OPINIONS = "latest_opinions"
    """The last opinion per person; without it every opinion is asked, and the last is taken."""
    CHECK_COUNTS = "check_counts"
    AUTO_MERGE = "auto_merge"
    CAN_PUSH = "can_push"
    CODE_OWNER = "code_owner"
    DUPLICATES = "duplicates"
    PUSHED_HEADS = "pushed_heads"
    """The heads before and after a force push."""
    CHECKS = "checks"
    """The checks altogether."""
    AROUND = "around"
    """What names a pull request elsewhere, and how its labels changed."""
    TEAM_NAMES = "team_names"
    """Which team was asked for a review; that one was is told by `__typename`, for which no scope
    is needed."""


EVERY_PART = frozenset(Part)
REDUCED = EVERY_PART - {Part.CHECKS, Part.DUPLICATES}
"""What is left out for a token that may not read it; the checks' overall state stays."""

WORDS: Mapping[str, Part] = {
    "mergeQueueEntry": Part.MERGE_QUEUE,
    "AddedToMergeQueueEvent": Part.MERGE_QUEUE,
    "RemovedFromMergeQueueEvent": Part.MERGE_QUEUE,
    "ADDED_TO_MERGE_QUEUE_EVENT": Part.MERGE_QUEUE,
    "REMOVED_FROM_MERGE_QUEUE_EVENT": Part.MERGE_QUEUE,
    "statusCheckRollup": Part.PULL_CHECKS,
    "latestOpinionatedReviews": Part.LATEST_OPINIONS,
    "contexts": Part.CHECK_COUNTS,
    "checkRunCountsByState": Part.CHECK_COUNTS,
    "statusContextCountsByState": Part.CHECK_COUNTS,
    "autoMergeRequest": Part.AUTO_MERGE,
    "AutoMergeEnabledEvent": Part.AUTO_MERGE,
    "AutoMergeDisabledEvent": Part.AUTO_MERGE,
    "AUTO_MERGE_ENABLED_EVENT": Part.AUTO_MERGE,
    "AUTO_MERGE_DISABLED_EVENT": Part.AUTO_MERGE,
    "authorCanPushToRepository": Part.CAN_PUSH,
    "asCodeOwner": Part.CODE_OWNER,
    "enableDuplicate": Part.DUPLICATES,
    "changedFilesIfAvailable": Part.PUSHED_HEADS,
    "around": Part.AROUND,
    "source": Part.AROUND,
    "ReferencedSubject": Part.AROUND,
    "LabeledEvent": Part.AROUND,
    "UnlabeledEvent": Part.AROUND,
    "LABELED_EVENT": Part.AROUND,
    "UNLABELED_EVENT": Part.AROUND,
    "combinedSlug": Part.TEAM_NAMES,
}
"""What an error of validation names → the part that holds it."""

LACKS: Mapping[Part, str] = {
    Part.MERGE_QUEUE: "the state of merge queues",
    Part.CHECK_COUNTS: "how many checks pass and fail",
    Part.AUTO_MERGE: "whether auto-merge is set",
    Part.CAN_PUSH: "whether a reviewer's approval counts",
    Part.CODE_OWNER: "which reviewers are code owners",
    Part.DUPLICATES: "which issues are duplicates",
    Part.PUSHED_HEADS: "whether a force push changed anything",
    Part.CHECKS: "what the checks say",
    Part.AROUND: "what other pull requests say of the listed ones",
    Part.TEAM_NAMES: "the names of teams asked for a review",
}
"""What is then not known; parts that are asked in another way lose nothing."""

FIELDS: Mapping[str, str] = {
    "statusCheckRollup": "checks",
    "commits": "checks",
    "reviewRequests": "requested reviewers",
    "latestOpinionatedReviews": "reviews",
    "reviewThreads": "review threads",
    "timelineItems": "parts of the time line",
    "around": "what other pull requests say of the listed ones",
    "mergeQueueEntry": "the merge queue",
    "autoMergeRequest": "auto-merge",
    "labels": "labels",
    "assignees": "assignees",
}
"""What a field below an item holds, for a reader."""


def parts_named(messages: Iterable[str], *, asked: Set[Part]) -> frozenset[Part]:
    """The parts, of those that were asked, that these errors of validation are about.

    When an error names none of them, every part that was asked: better a short answer than none.
    """
    named: set[Part] = set()
    for message in messages:
        here = {WORDS[word] for word in re.findall(r"\w+", message) if word in WORDS} & asked
        if not here:
            return frozenset(asked)
        named |= here
    return frozenset(named)


def parts_in(path: Iterable[object]) -> frozenset[Part]:
    """The optional parts on the path of a field."""
    return frozenset(WORDS[step] for step in path if isinstance(step, str) and step in WORDS)


def part_refused(field: str) -> Part | None:
    """The part to leave out when this field may not be asked for; `None`: it is always asked."""
    if field == "statusCheckRollup":
        # Another way to ask for the same field, as on an older server, would not help here.
        return Part.CHECKS
    return WORDS.get(field)


def server_notes(dropped: Set[Part]) -> tuple[str, ...]:
    """What this server does not tell, in sentences."""
    return tuple(
        f"This GitHub server does not tell {LACKS[p]}." for p in Part if p in dropped and p in LACKS
    )


def scope_note(part: Part, scopes: Sequence[str]) -> str:
    """What is not known, and which scope would tell."""
    needed = " or ".join(scopes) or "more scopes"
    return f"GitHub does not tell {LACKS[part]}: that needs a token with {needed}."


def part_notes(parts: Set[Part]) -> tuple[str, ...]:
    """What is not asked where the credential may not read it, one sentence for each part."""
    return tuple(
        f"GitHub does not tell {LACKS[p]} everywhere: the credential lacks a permission."
        for p in Part
        if p in parts and p in LACKS
    )


def credential_notes(unread: Iterable[str]) -> tuple[str, ...]:
    """What the credential may not read everywhere, one sentence per field."""
    named = sorted({FIELDS.get(name, "a part of the answer") for name in unread})
    return tuple(
        f"GitHub did not let us read {what} everywhere: the credential lacks a permission."
        for what in named
    )
