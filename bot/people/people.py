"""Links between a person's name in an index, their GitHub login and their Slack id."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NewType

from bot.github_status.facts.pulls import Login
from bot.github_status.judge.names import fold_login, fold_name
from bot.github_status.judge.rules import LinkedPerson

PersonName = NewType("PersonName", str)
"""A person's name as an index writes it, or a login."""

SlackId = NewType("SlackId", str)

# What GitHub allows, a little wider: enterprise accounts add an underscore.
_LOGIN = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9_-]{0,98}[A-Za-z0-9])?", re.ASCII)
# https://docs.slack.dev/reference/objects/user-object: an id begins with U or W.
_SLACK_ID = re.compile(r"[UW][A-Z0-9]{2,30}", re.ASCII)


class LinkSource(StrEnum):
    """Who says that they are the same? `SELF`: nobody but the person."""

    SETTINGS = "settings"
    MAINTAINER = "maintainer"
    SELF = "self"


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A confirmed entry: this name is this login and this Slack account."""

    name: PersonName
    github: Login | None = None
    slack: SlackId | None = None
    calendar: str | None = None
    source: LinkSource = LinkSource.SETTINGS
    """Who linked the name and the login."""
    slack_source: LinkSource | None = None
    """Who linked the Slack account; `None`: the same."""

    @property
    def gives_rights(self) -> bool:
        """Whether whoever has the Slack account may do what this person may; else they only get
        their messages."""
        return (self.slack_source or self.source) is not LinkSource.SELF


@dataclass(frozen=True, slots=True)
class People:
    """Every confirmed link. Of two that share a name, login or Slack id, the first is found."""

    links: tuple[Link, ...] = ()
    _by_key: Mapping[tuple[str, str], Link] = field(init=False, repr=False, compare=False)
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Keep what is looked up, folded."""
        by_key: dict[tuple[str, str], Link] = {}
        for link in self.links:
            for kind, key in _keys(link):
                by_key.setdefault((kind, key), link)
        object.__setattr__(self, "_by_key", by_key)
        object.__setattr__(self, "_hash", hash(self.links))

    def __hash__(self) -> int:
        """Worked out once: what was drawn is looked up by it."""
        return self._hash

    @property
    def current(self) -> "People":
        """Themselves: where nobody can change them, they stand for a `PeopleBook`."""
        return self

    async def fresh(self) -> "People":
        """Themselves."""
        return self

    def named(self, name: str) -> Link | None:
        """Whose name this is, without case, accents or punctuation."""
        return self._by_key.get(("name", fold_name(name)))

    def with_login(self, login: str) -> Link | None:
        """Whose login this is, without case; a leading `@` does not matter."""
        return self._by_key.get(("GitHub login", fold_login(login)))

    def with_slack(self, slack: str) -> Link | None:
        """Whose Slack id this is."""
        return self._by_key.get(("Slack id", slack))

    def for_judge(self) -> Mapping[str, LinkedPerson]:
        """What the judge may know, keyed by the folded name.

        The folded login is a key too, since an index may write that as the owner; names go first.
        What somebody says of themself is left out: everybody sees what is judged.
        """
        known: dict[str, LinkedPerson] = {}
        confirmed = [link for link in self.links if link.source is not LinkSource.SELF]
        for link in confirmed:
            person = LinkedPerson(login=link.github, calendar=link.calendar)
            known.setdefault(fold_name(link.name), person)
        for link in confirmed:
            if link.github is not None:
                known.setdefault(fold_name(link.github), known[fold_name(link.name)])
        return known


def is_login(text: str) -> bool:
    """GitHub could have an account of this name."""
    return _LOGIN.fullmatch(text) is not None


def each_checked(links: Iterable[Link]) -> Iterator[tuple[Link, tuple[str, ...]]]:
    """Each link with what is wrong with it, a sentence for each; without any it can stand.

    Wrong is a name without a letter, a login or a Slack id that cannot be one, and what an earlier
    link that can stand has already.
    """
    owners: dict[tuple[str, str], Link] = {}
    for link in links:
        mistakes = (*_misspelt(link), *_taken(link, owners))
        if not mistakes:
            owners.update(dict.fromkeys(_keys(link), link))
        yield link, mistakes


def _keys(link: Link) -> Iterator[tuple[str, str]]:
    yield "name", fold_name(link.name)
    if link.github is not None:
        yield "GitHub login", fold_login(link.github)
    if link.slack is not None:
        yield "Slack id", link.slack


def _misspelt(link: Link) -> Iterator[str]:
    if not fold_name(link.name):
        yield f"“{link.name}” is not a name: it has no letter."
    if link.github is not None and not is_login(link.github):
        yield f"“{link.github}” of {link.name} is not a GitHub login: write it as in their address."
    if link.slack is not None and not _SLACK_ID.fullmatch(link.slack):
        yield f"“{link.slack}” of {link.name} is not a Slack id, such as U012ABCDEF."


def _taken(link: Link, owners: Mapping[tuple[str, str], Link]) -> Iterator[str]:
    for kind, key in _keys(link):
        other = owners.get((kind, key))
        if other is not None and kind == "name":
            yield f"“{link.name}” and “{other.name}” are the same name: keep one of them."
        elif other is not None:
            written = link.github if kind == "GitHub login" else link.slack
            yield f"The {kind} “{written}” is both {other.name}'s and {link.name}'s: keep one."
