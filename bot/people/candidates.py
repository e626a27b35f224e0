"""Everybody whom a tracker or a link names: whom a question may be about."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from bot.github_status.facts.known import UNKNOWN
from bot.github_status.facts.pulls import Actor, ActorKind, Login, Pull
from bot.github_status.judge.names import fold_login, fold_name, is_team, written_login
from bot.github_status.judge.verdicts import JudgedRow, JudgedTracker
from bot.people.names import Named
from bot.people.people import Link, People, PersonName


@dataclass(frozen=True, slots=True, kw_only=True)
class Somebody:
    """One person, by every name that is known to be theirs."""

    name: PersonName
    """As a confirmed link or the index writes it, else a login."""
    names: tuple[str, ...] = ()
    """As an index writes them, the link's own among them."""
    logins: tuple[Login, ...] = ()


_Mention = tuple[str | None, Login | None]
"""A name as written, or a login: one of the two."""


def known_people(tracker: JudgedTracker, people: People) -> tuple[Named[Somebody], ...]:
    """Owners, authors and reviewers, in the order of the index; then the rest of the links.

    Two mentions are one person when a link says so, or when they are spelt alike.
    """
    gathered: dict[tuple[str, str], Somebody] = {}
    linked = ((link.name, None) for link in people.links)
    for name, login in dict.fromkeys((*_mentions(tracker), *linked)):
        link = _link_of(name, login, people)
        key = ("link", link.name) if link else ("name", fold_name(name or login or ""))
        gathered[key] = _with(gathered.get(key), link=link, name=name, login=login)
    return tuple(_named(somebody) for somebody in gathered.values())


def _link_of(name: str | None, login: Login | None, people: People) -> Link | None:
    if login is not None:
        return people.with_login(login)
    # Some indexes write a login as the owner, without its `@`.
    return (people.named(name) or people.with_login(name)) if name is not None else None


def _with(
    known: Somebody | None, *, link: Link | None, name: str | None, login: Login | None
) -> Somebody:
    """The person with one mention more."""
    names = (
        *(known.names if known else ()),
        *((link.name,) if link else ()),
        *filter(None, [name]),
    )
    linked = link.github if link else None
    logins = (*(known.logins if known else ()), *filter(None, [linked, login]))
    by_login = {fold_login(one): one for one in reversed(logins)}
    return Somebody(
        name=PersonName(next(iter((*names, *logins)))),
        names=tuple(dict.fromkeys(names)),
        logins=tuple(reversed(by_login.values())),
    )


def _named(somebody: Somebody) -> Named[Somebody]:
    also = tuple(n for n in (*somebody.names, *somebody.logins) if n != somebody.name)
    return Named(value=somebody, path=(somebody.name,), also=also)


def _mentions(tracker: JudgedTracker) -> Iterator[_Mention]:
    for workstream in tracker.walk():
        yield from _owners(workstream.workstream.owners)
        for row in workstream.rows:
            yield from _owners(row.row.owners)
            yield from ((None, login) for login in _logins(row) if login)


def _owners(owners: Iterable[str]) -> Iterator[_Mention]:
    for owner in owners:
        if not is_team(owner) and fold_name(owner):
            login = written_login(owner)
            yield (owner, None) if login is None else (None, login)


def _logins(row: JudgedRow) -> Iterator[Login]:
    """Author and reviewers, as far as they were read: who must act is one of them, or an owner."""
    if row.item is not None and isinstance(row.item.author, Actor):
        yield row.item.author.login
    if isinstance(row.item, Pull):
        yield from _reviewers(row.item)


def _reviewers(pull: Pull) -> Iterator[Login]:
    reviews = () if pull.reviews is UNKNOWN else pull.reviews
    requests = () if pull.requests is UNKNOWN else pull.requests
    for actor in (*(r.author for r in reviews), *(r.reviewer for r in requests)):
        if isinstance(actor, Actor) and actor.kind is ActorKind.USER:
            yield actor.login
