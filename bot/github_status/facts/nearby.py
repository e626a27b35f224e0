"""Pull requests that the index does not list: those that name what it lists, and others by the same
people."""

from dataclasses import dataclass
from datetime import datetime

from bot.github_status.facts.known import UNKNOWN, Known
from bot.github_status.facts.pulls import Actor, PullState
from bot.github_status.facts.refs import Ref


@dataclass(frozen=True, slots=True, kw_only=True)
class NearbyPull:
    """A pull request, as far as it is read where it is not asked for by name."""

    ref: Ref
    url: str
    title: str
    state: Known[PullState]
    """Always read; unknown only of an earlier moment ("as it was")."""
    is_draft: Known[bool] = UNKNOWN
    is_private: Known[bool] = UNKNOWN
    """The repository is not public."""
    author: Known[Actor | None] = UNKNOWN
    created_at: Known[datetime] = UNKNOWN
    merged_at: Known[datetime | None] = UNKNOWN
    closed_at: Known[datetime | None] = UNKNOWN
    body: Known[str] = UNKNOWN
    """As of a `Pull`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """A pull request names this one: in its title, its description, a comment or a commit."""

    at: datetime
    pull: NearbyPull
