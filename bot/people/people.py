"""Links between a person's name in an index, their GitHub login and their Slack id."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NewType

from bot.github_status.facts.pulls import Login
from bot.github_status.judge.verdicts import LinkedPerson

PersonName = NewType("PersonName", str)
"""A person's name as an index writes it, or a login."""

SlackId = NewType("SlackId", str)


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A confirmed entry: this name is this login and this Slack account."""

    name: PersonName
    github: Login | None = None
    slack: SlackId | None = None
    calendar: str | None = None


@dataclass(frozen=True, slots=True)
class People:
    """Every confirmed link; each name and each login at most once."""

    links: tuple[Link, ...] = ()

    def for_judge(self) -> Mapping[str, LinkedPerson]:
        """What the judge may know, keyed by the folded name."""
        raise NotImplementedError
