"""Who left a finding of drift as it is, by name: from what is stored, purely."""

from collections.abc import Iterable
from datetime import datetime
from typing import Protocol

from bot.github_status.judge.rules import Left, LeftAsIs
from bot.people.by import name_of
from bot.people.people import People


class Leaves(Protocol):
    """A finding that was left as it is, as the store's `StoredLeft` has it."""

    @property
    def tracker_key(self) -> str: ...  # noqa: D102 -- the store says it
    @property
    def kind(self) -> str: ...  # noqa: D102
    @property
    def subject(self) -> str: ...  # noqa: D102
    @property
    def evidence(self) -> str: ...  # noqa: D102
    @property
    def by(self) -> str: ...  # noqa: D102
    @property
    def at(self) -> datetime: ...  # noqa: D102
    @property
    def why(self) -> str: ...  # noqa: D102


def left_of(stored: Iterable[Leaves], *, tracker_key: str, people: People) -> Left:
    """What was left as it is in this tracker, and by whom.

    Whether the evidence is still the same is for the judge to say, who sees it.
    """
    return {
        (one.kind, one.subject): LeftAsIs(
            by=name_of(one.by, people), at=one.at, evidence=one.evidence, why=one.why
        )
        for one in stored
        if one.tracker_key == tracker_key
    }
