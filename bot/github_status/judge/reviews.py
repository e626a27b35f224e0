"""Reviews: the decision, which opinions count, and who is still asked."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from bot.github_status.facts.known import UNKNOWN, Known
from bot.github_status.facts.pulls import (
    Actor,
    EventKind,
    Pull,
    Review,
    ReviewDecision,
    ReviewState,
    Team,
)
from bot.github_status.judge.rules import Rules
from bot.github_status.judge.timeline import account_name, events_of, is_bot, is_same, newest


@dataclass(frozen=True, slots=True, kw_only=True)
class Requested:
    """A person or a team whose review is still asked for."""

    name: str
    """Login or team slug; empty when the token may not see who."""
    is_team: bool
    since: datetime | None
    """When they were asked; not before the pull request was ready. `None` when not known."""


def decision_of(pull: Pull, rules: Rules) -> Known[ReviewDecision | None]:
    """GitHub's decision, or where it gives none the one that the latest opinions make.

    `None`: no opinion that counts, and no rule asks for one.
    """
    given = pull.review_decision
    if given is not UNKNOWN and given is not None:
        return given
    opinions = counted_reviews(pull, rules)
    if opinions is UNKNOWN:
        return UNKNOWN
    states = {review.state for review in opinions}
    if ReviewState.CHANGES_REQUESTED in states:
        return ReviewDecision.CHANGES_REQUESTED
    if UNKNOWN in states:
        return UNKNOWN
    return ReviewDecision.APPROVED if ReviewState.APPROVED in states else given


def counted_reviews(pull: Pull, rules: Rules) -> Known[tuple[Review, ...]]:
    """Opinions that count: of people other than the author, not known to lack the right to push."""
    if pull.reviews is UNKNOWN:
        return UNKNOWN
    return tuple(
        review
        for review in pull.reviews
        if review.can_push is not False
        and not is_bot(review.author, rules)
        and not is_same(review.author, pull.author)
    )


def reviews_saying(pull: Pull, rules: Rules, state: ReviewState) -> tuple[Review, ...]:
    """The counted reviews with this verdict; empty when the reviews are not known."""
    opinions = counted_reviews(pull, rules)
    return () if opinions is UNKNOWN else tuple(r for r in opinions if r.state is state)


def is_outdated(review: Review, pull: Pull) -> bool:
    """It was made on another commit than the head; never said where either is not known."""
    if pull.head_oid is UNKNOWN:
        return False
    return review.commit_oid not in (UNKNOWN, None, pull.head_oid)


def submitted_at(review: Review, pull: Pull) -> datetime | None:
    """When the review was given, from itself or from the time line; `None` when neither tells."""
    if review.submitted_at is not UNKNOWN and review.submitted_at is not None:
        return review.submitted_at
    given = [
        event.at
        for event in events_of(pull)
        if event.kind is EventKind.REVIEW
        and event.review_state is review.state
        and is_same(event.actor, review.author)
    ]
    return given[-1] if given else None


def requested(pull: Pull, rules: Rules) -> tuple[Requested, ...]:
    """The people and teams still asked for a review, bots left out; empty when that is not
    known."""
    if pull.requests is UNKNOWN:
        return ()
    asked = (request.reviewer for request in pull.requests)
    return tuple(
        Requested(
            name=account_name(reviewer) if reviewer else "",
            is_team=isinstance(reviewer, Team),
            since=asked_at(reviewer, pull),
        )
        for reviewer in asked
        if isinstance(reviewer, Team) or not is_bot(reviewer, rules)
    )


def asked_at(reviewer: Actor | Team | None, pull: Pull) -> datetime | None:
    """When somebody was last asked for a review; `None` when that was not read.

    Code owners are asked at the opening, while a draft asks nobody yet: being ready counts too.
    `reviewer` is `None` where the token may not see who: then the newest request of that sort.
    """
    asked = [
        event.at
        for event in events_of(pull)
        if event.kind is EventKind.REVIEW_REQUESTED
        and (is_same(event.subject, reviewer) or event.subject is reviewer is None)
    ]
    ready = newest(pull, EventKind.READY_FOR_REVIEW)
    return max(asked[-1], ready.at) if asked and ready else next(reversed(asked), None)


def earliest(moments: Iterable[datetime | None]) -> datetime | None:
    """The earliest moment that is known."""
    return min((moment for moment in moments if moment is not None), default=None)
