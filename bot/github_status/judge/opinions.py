"""What became of each opinion: it stands, a later push outdated it, or it was dismissed."""

from dataclasses import dataclass
from datetime import datetime

from bot.github_status.facts.known import UNKNOWN
from bot.github_status.facts.pulls import Actor, Event, EventKind, Pull, Review, ReviewState
from bot.github_status.judge.progress import brings_new
from bot.github_status.judge.reviews import is_outdated, submitted_at
from bot.github_status.judge.timeline import PUSHES, events_of, is_same


@dataclass(frozen=True, slots=True, kw_only=True)
class Opinion:
    """The last opinion of one person, and what came after it."""

    review: Review
    at: datetime | None
    """When it was given; `None`: not known."""
    outdated: bool = False
    """It was given on another commit than the head."""
    push: Event | None = None
    """The newest push after it that brings new commits, where it is outdated."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dismissal:
    """An opinion that was taken away."""

    author: Actor | None
    """Whose it was; `None`: a deleted account."""
    said: ReviewState | None
    """What it had said; `None`: not known."""
    event: Event


def standing_opinions(pull: Pull) -> tuple[Opinion, ...]:
    """The opinions that were not dismissed, as they are known; empty when reviews were not read."""
    if pull.reviews is UNKNOWN:
        return ()
    standing = (review for review in pull.reviews if review.state is not ReviewState.DISMISSED)
    return tuple(_opinion(review, pull) for review in standing)


def dismissals(pull: Pull) -> tuple[Dismissal, ...]:
    """The dismissals on the time line after which that person gave no other opinion."""
    events = events_of(pull)
    return tuple(
        Dismissal(author=_author(event), said=_said(event), event=event)
        for place, event in enumerate(events)
        if event.kind is EventKind.REVIEW_DISMISSED
        and not any(_is_opinion_after(later, event) for later in events[place + 1 :])
    )


def undated_dismissals(pull: Pull) -> tuple[Review, ...]:
    """Dismissed opinions of which the time line that was read does not tell how."""
    told = [one.author for one in dismissals(pull)]
    reviews = () if pull.reviews is UNKNOWN else pull.reviews
    return tuple(
        review
        for review in reviews
        if review.state is ReviewState.DISMISSED
        and not any(is_same(review.author, author) for author in told)
    )


def _opinion(review: Review, pull: Pull) -> Opinion:
    at = submitted_at(review, pull)
    later = [] if at is None else [e for e in events_of(pull) if e.at > at and _is_new_push(e)]
    outdated = bool(later) if pull.head_oid is UNKNOWN else is_outdated(review, pull)
    return Opinion(
        review=review, at=at, outdated=outdated, push=later[-1] if outdated and later else None
    )


def _is_new_push(event: Event) -> bool:
    return event.kind in PUSHES and brings_new(event)


def _author(event: Event) -> Actor | None:
    return event.subject if isinstance(event.subject, Actor) else None


def _said(event: Event) -> ReviewState | None:
    return None if event.review_state is UNKNOWN else event.review_state


def _is_opinion_after(later: Event, dismissal: Event) -> bool:
    if later.kind is EventKind.REVIEW_DISMISSED:
        return is_same(later.subject, dismissal.subject)
    said = later.review_state in (ReviewState.APPROVED, ReviewState.CHANGES_REQUESTED)
    return later.kind is EventKind.REVIEW and said and is_same(later.actor, dismissal.subject)
