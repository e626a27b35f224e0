"""Who somebody is: names of the index beside logins of GitHub, by confirmed links only."""

from collections.abc import Iterable

from bot.github_status.facts.known import UNKNOWN
from bot.github_status.facts.pulls import Actor
from bot.github_status.judge.names import fold_login
from bot.github_status.judge.verdicts import JudgedRow
from bot.people.people import People

GHOST = "a deleted account"


def author_login(row: JudgedRow) -> str | None:
    """The author's login; `None` when not known, deleted, or nothing was read."""
    if row.item is None or row.item.author is UNKNOWN or row.item.author is None:
        return None
    return row.item.author.login


def author_is_owner(row: JudgedRow, people: People) -> bool:
    """The author is one of the row's owners, as far as people are linked."""
    author = author_login(row)
    return author is not None and fold_login(author) in _logins(row.owners, people)


def shown_name(login: str, people: People) -> str:
    """The name that the index has for this login, else the login (or name) as it is."""
    link = people.with_login(login)
    return link.name if link else login


def shown_actor(actor: Actor | None, people: People) -> str:
    """An account by its name; a deleted one is said so."""
    return GHOST if actor is None else shown_name(actor.login, people)


def _logins(names: Iterable[str], people: People) -> frozenset[str]:
    """Folded logins of these people: a name may be a login itself, or be linked to one."""
    links = (people.named(name) for name in names)
    linked = (link.github for link in links if link and link.github)
    return frozenset(map(fold_login, (*names, *linked)))
