"""What took the place of a pull request, or undid it: values only."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from bot.github_status.facts.known import UNKNOWN, Known
from bot.github_status.facts.pulls import PullState
from bot.github_status.facts.refs import Ref


class RelationKind(StrEnum):
    """What is the other pull request to this one?"""

    SPLIT_INTO = "split_into"
    SUPERSEDED_BY = "superseded_by"
    REVERTED_BY = "reverted_by"


class Confidence(StrEnum):
    """How is it known? `STATED`: one of the two says so, or the index. `PERHAPS`: it is a guess."""

    STATED = "stated"
    PERHAPS = "perhaps"


@dataclass(frozen=True, slots=True, kw_only=True)
class Relation:
    """One other pull request that took the place of a row's, in whole or in part, or undid it."""

    kind: RelationKind
    ref: Ref
    confidence: Confidence
    because: str
    """Who says so, in their words, or what makes it likely; without a full stop."""
    state: Known[PullState] = UNKNOWN
    ended_at: datetime | None = None
    """When it was merged or closed; `None`: it was not, or that is not known."""
    parts: int | None = None
    """Of a split: into how many; `None`: nobody says."""
    names: tuple[Ref, ...] = ()
    """Every pull request that `because` names."""

    @property
    def is_stated(self) -> bool:
        """It is no guess."""
        return self.confidence is Confidence.STATED

    @property
    def is_merged(self) -> bool:
        """The other one is merged."""
        return self.state is PullState.MERGED


def of_kind(relations: tuple[Relation, ...], kind: RelationKind) -> tuple[Relation, ...]:
    """Those of this kind, in their order."""
    return tuple(relation for relation in relations if relation.kind is kind)


def split_total(parts: tuple[Relation, ...]) -> int | None:
    """Into how many it was split; `None`: nobody says, so there may be more than are known."""
    return max((part.parts for part in parts if part.parts is not None), default=None)
