"""Pull requests that no reading of their own was made of, as they were at an earlier moment."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime

from bot.github_status.facts.known import UNKNOWN, Known
from bot.github_status.facts.nearby import Mention, NearbyPull
from bot.github_status.facts.pulls import PullState


def mentions_then(mentions: Known[tuple[Mention, ...]], at: datetime) -> Known[tuple[Mention, ...]]:
    """The mentions that were made by then."""
    if mentions is UNKNOWN:
        return UNKNOWN
    made = (mention for mention in mentions if mention.at <= at)
    return tuple(
        replace(mention, pull=then) for mention in made for then in nearby_then([mention.pull], at)
    )


def nearby_then(pulls: Iterable[NearbyPull], at: datetime) -> tuple[NearbyPull, ...]:
    """Those that were opened by then, or may have been; a state that no date tells is unknown."""
    return tuple(_then(pulls, at))


def _then(pulls: Iterable[NearbyPull], at: datetime) -> Iterator[NearbyPull]:
    for pull in pulls:
        is_later = pull.created_at is not UNKNOWN and pull.created_at > at
        if not is_later:
            yield _one_then(pull, at)


def _one_then(pull: NearbyPull, at: datetime) -> NearbyPull:
    end = _end(pull)
    has_ended = pull.state in (PullState.MERGED, PullState.CLOSED)
    if has_ended and end is not None and end <= at:
        return pull
    open_then: Known[PullState] = PullState.OPEN
    if pull.created_at is UNKNOWN or (has_ended and end is None):
        open_then = UNKNOWN
    return replace(pull, state=open_then, is_draft=UNKNOWN, merged_at=None, closed_at=None)


def _end(pull: NearbyPull) -> datetime | None:
    moments = (pull.merged_at, pull.closed_at)
    return next((moment for moment in moments if isinstance(moment, datetime)), None)
