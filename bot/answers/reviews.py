"""Words for reviews, requests and checks of one pull request."""

from collections.abc import Iterator
from typing import assert_never

from bot.answers.names import shown_actor
from bot.answers.parts import Part, counted, day, joined, listed, said
from bot.answers.rows import Telling
from bot.github_status.facts.known import UNKNOWN, Known
from bot.github_status.facts.pulls import (
    Checks,
    ChecksState,
    Mergeable,
    Pull,
    Review,
    ReviewRequest,
    ReviewState,
    Team,
)
from bot.github_status.judge.reviews import is_outdated


def review_parts(pull: Pull, telling: Telling) -> Iterator[Part]:
    """Reviews, then who is still asked for one; what is not known is told elsewhere."""
    if pull.reviews is not UNKNOWN:
        reviews = [_review_part(review, pull, telling) for review in pull.reviews]
        yield (*said("Reviews: "), *(joined(reviews, by=", ") if reviews else said("none")))
    if pull.requests is not UNKNOWN and pull.requests:
        asked = listed(_asked_words(request, telling) for request in pull.requests)
        yield said(f"Still asked for a review: {asked}")
    if pull.unresolved_threads is not UNKNOWN and pull.unresolved_threads:
        yield said(counted(pull.unresolved_threads, "unresolved thread"))


def checks_parts(pull: Pull) -> Iterator[Part]:
    """Checks of the head commit, conflict, merge queue and auto-merge, as far as they are known."""
    if pull.checks is not UNKNOWN:
        yield said(f"Checks: {_checks_words(pull.checks)}")
    if pull.mergeable is not UNKNOWN:
        yield said(_mergeable_words(pull.mergeable))
    if pull.queue_entry is not UNKNOWN and pull.queue_entry is not None:
        yield said("In the merge queue")
    if pull.auto_merge is not UNKNOWN and pull.auto_merge is not None:
        yield said("Auto-merge is set")


def unknown_facts(pull: Pull) -> tuple[str, ...]:
    """Names of the facts that were not read, of those that a judgement may rest on."""
    facts: tuple[tuple[str, Known[object]], ...] = (
        ("author", pull.author),
        ("labels", pull.labels),
        ("reviews", pull.reviews),
        ("review requests", pull.requests),
        ("checks", pull.checks),
        ("conflict", pull.mergeable),
        ("draft state", pull.is_draft),
        ("merge queue", pull.queue_entry),
        ("time line", pull.events),
    )
    return tuple(name for name, value in facts if value is UNKNOWN)


def _review_part(review: Review, pull: Pull, telling: Telling) -> Part:
    by = shown_actor(review.author, telling.people)
    words = f"{_review_words(review.state)} by {by}"
    note = ", before the newest commit" if is_outdated(review, pull) else ""
    if review.submitted_at is UNKNOWN or review.submitted_at is None:
        return said(f"{words}{note}")
    return said(f"{words} ", day(review.submitted_at, now=telling.tracker.now), note)


def _review_words(state: Known[ReviewState]) -> str:
    if state is UNKNOWN:
        return "verdict not known,"
    match state:
        case ReviewState.APPROVED:
            return "approved"
        case ReviewState.CHANGES_REQUESTED:
            return "changes requested"
        case ReviewState.COMMENTED:
            return "commented"
        case ReviewState.DISMISSED:
            return "dismissed, once"
        case ReviewState.PENDING:
            return "begun"
        case _:
            assert_never(state)


def _asked_words(request: ReviewRequest, telling: Telling) -> str:
    if request.reviewer is None:
        return "somebody this token may not see"
    if isinstance(request.reviewer, Team):
        return request.reviewer.slug
    return shown_actor(request.reviewer, telling.people)


def _checks_words(checks: Checks) -> str:
    numbers = (
        ("passing", checks.passing),
        ("failing", checks.failing),
        ("running", checks.running),
    )
    known = [f"{count} {word}" for word, count in numbers if count is not UNKNOWN and count]
    counts = f" ({', '.join(known)})" if known else ""
    return f"{_checks_state(checks.state)}{counts}"


def _checks_state(state: ChecksState) -> str:
    match state:
        case ChecksState.PASSING:
            return "passing"
        case ChecksState.FAILING:
            return "failing"
        case ChecksState.RUNNING:
            return "running"
        case ChecksState.WAITING_FOR_APPROVAL:
            return "waiting for somebody to approve the run"
        case ChecksState.NEVER_RAN:
            return "never ran"
        case _:
            assert_never(state)


def _mergeable_words(mergeable: Mergeable) -> str:
    match mergeable:
        case Mergeable.MERGEABLE:
            return "No conflict with its base"
        case Mergeable.CONFLICTING:
            return "Conflicts with its base"
        case Mergeable.NOT_KNOWN_YET:
            return "Whether it conflicts, GitHub does not know yet"
        case _:
            assert_never(mergeable)
