"""The reviews and review requests of an earlier moment, from the time line."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from bot.github_status.facts.known import UNKNOWN, Known
from bot.github_status.facts.pulls import (
    Actor,
    Event,
    EventKind,
    Pull,
    Review,
    ReviewRequest,
    ReviewState,
    Team,
)
from bot.github_status.judge.names import fold_login
from bot.github_status.judge.timeline import account_name, events_of, is_same

_OPINIONS = frozenset({ReviewState.APPROVED, ReviewState.CHANGES_REQUESTED, ReviewState.DISMISSED})


def reviews_then(pull: Pull, at: datetime) -> Known[tuple[Review, ...]]:
    """The last opinion of each person at that moment."""
    if pull.events is not UNKNOWN and pull.events_complete:
        return _replayed_reviews(pull, at)
    if pull.reviews is UNKNOWN:
        return UNKNOWN
    return tuple(_review_then(review, at) for review in pull.reviews)


def _review_then(review: Review, at: datetime) -> Review:
    """Without the whole time line: a later opinion hides what was said before, if anything was."""
    given_at = review.submitted_at
    if isinstance(given_at, datetime) and given_at <= at:
        # A dismissal has no date of its own.
        is_dated = review.state is not ReviewState.DISMISSED
        return review if is_dated else replace(review, state=UNKNOWN)
    return replace(review, state=UNKNOWN, submitted_at=UNKNOWN, commit_oid=UNKNOWN)


def _replayed_reviews(pull: Pull, at: datetime) -> tuple[Review, ...]:
    latest: dict[str, Review] = {}
    for event in _until(pull, at):
        review = _opinion(event, pull)
        if review is not None:
            latest[fold_login(review.author.login) if review.author else ""] = review
    return tuple(latest.values())


def _opinion(event: Event, pull: Pull) -> Review | None:
    """What this event makes the last opinion of somebody; `None` when it is no opinion."""
    if event.kind is EventKind.REVIEW_DISMISSED and isinstance(event.subject, Actor):
        dismissed = ReviewState.DISMISSED
        return Review(
            author=event.subject, state=dismissed, can_push=_can_push(event.subject, pull)
        )
    state = event.review_state
    if event.kind is not EventKind.REVIEW or event.actor is UNKNOWN or state is None:
        return None
    if state is not UNKNOWN and state not in _OPINIONS:
        return None
    # GitHub shows a review that was dismissed later as dismissed from its first day.
    said = said_before(event, pull) if state is ReviewState.DISMISSED else state
    return Review(
        author=event.actor,
        state=said,
        submitted_at=event.at,
        can_push=_can_push(event.actor, pull),
    )


def said_before(review: Event, pull: Pull) -> Known[ReviewState]:
    """What a review had said that was dismissed later: the dismissal tells."""
    dismissal = _dismissal_of(review, pull)
    said = None if dismissal is None else dismissal.review_state
    return UNKNOWN if said is None else said


def review_then(event: Event, pull: Pull, at: datetime) -> Event:
    """The event as the time line had it at that moment: a review that was dismissed after it said
    what it had said; other events as they are."""
    if event.kind is not EventKind.REVIEW or event.review_state is not ReviewState.DISMISSED:
        return event
    dismissal = _dismissal_of(event, pull)
    if dismissal is not None and dismissal.at <= at:
        return event
    return replace(event, review_state=said_before(event, pull))


def _dismissal_of(review: Event, pull: Pull) -> Event | None:
    dismissed = (
        event
        for event in events_of(pull)
        if event.kind is EventKind.REVIEW_DISMISSED
        and event.at >= review.at
        and is_same(event.subject, review.actor)
    )
    return next(dismissed, None)


def _can_push(who: Actor | None, pull: Pull) -> Known[bool]:
    """As of the reading: rights have no date, and seldom change."""
    reviews = () if pull.reviews is UNKNOWN else pull.reviews
    return next((r.can_push for r in reviews if is_same(r.author, who)), UNKNOWN)


def requests_then(pull: Pull, at: datetime) -> Known[tuple[ReviewRequest, ...]]:
    """Who was asked and had not answered at that moment; unknown without the whole time line."""
    if pull.events is UNKNOWN or not pull.events_complete:
        return UNKNOWN
    asked: dict[str, Actor | Team | None] = {}
    is_sure = True
    for event in _until(pull, at):
        subject = event.subject
        if event.kind is EventKind.REVIEW_REQUESTED:
            asked[_key(subject)] = subject
        elif event.kind is EventKind.REVIEW_REQUEST_REMOVED:
            asked.pop(_key(subject), None)
            # Of several reviewers whom the token may not see nobody knows which one it was.
            is_sure = is_sure and subject is not None
        elif event.kind is EventKind.REVIEW and isinstance(event.actor, Actor):
            asked.pop(_key(event.actor), None)
            # A member's review takes a team's request away, and nothing tells whose member somebody
            # is; of a reviewer whom the token may not see no answer can be told.
            may_answer = not is_same(event.actor, pull.author)
            is_sure = is_sure and not (may_answer and _has_others(asked.values()))
    if not is_sure and _has_others(asked.values()):
        return UNKNOWN
    return tuple(ReviewRequest(reviewer=subject) for subject in asked.values())


def _has_others(asked: Iterable[Actor | Team | None]) -> bool:
    """Teams, or reviewers whom the token may not see, are among them."""
    return not all(isinstance(subject, Actor) for subject in asked)


def _key(account: Actor | Team | None) -> str:
    return fold_login(account_name(account)) if account else ""


def _until(pull: Pull, at: datetime) -> Iterable[Event]:
    return (event for event in events_of(pull) if event.at <= at)
