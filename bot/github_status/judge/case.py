"""A case: one pull request with all that the rules of the turn may look at."""

from dataclasses import dataclass
from datetime import datetime

from bot.github_status.facts.known import UNKNOWN, Known
from bot.github_status.facts.pulls import Association, Pull, ReviewDecision
from bot.github_status.judge.reviews import decision_of
from bot.github_status.judge.rules import ParkedBySlack, Rules
from bot.github_status.judge.timeline import logins

# What GitHub calls those who belong to the repository or to its organisation.
TRUSTED = frozenset({Association.OWNER, Association.MEMBER, Association.COLLABORATOR})
"""Whom bots that guard the checks listen to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One pull request, judged at one moment."""

    pull: Pull
    rules: Rules
    owners: tuple[str, ...]
    """Who answers for the row, as written."""
    parked: bool | None
    """`None`: not known."""
    now: datetime
    parked_by: ParkedBySlack | None = None
    """Who parked it from Slack; `None`: nobody did, and `parked` is what its labels and title
    say."""

    @property
    def author(self) -> tuple[str, ...]:
        """The author's login; empty when it is not known, or the account is deleted."""
        return logins([self.pull.author])

    @property
    def author_is_trusted(self) -> bool:
        """GitHub calls the author an owner, a member or a collaborator."""
        return self.pull.author_association in TRUSTED

    @property
    def decision(self) -> Known[ReviewDecision | None]:
        """What the reviews amount to."""
        return decision_of(self.pull, self.rules)

    def no_later_than_now(self, moment: Known[datetime | None]) -> datetime | None:
        """The moment where it is known, clipped: clocks of authors run ahead."""
        if moment is UNKNOWN or moment is None:
            return None
        return min(moment, self.now)
