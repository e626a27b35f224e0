"""Whose a row is: by confirmed links only, and never by a guess."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum

from bot.github_status.judge.names import fold_login, is_team, written_login
from bot.github_status.judge.states import OPEN
from bot.github_status.judge.timeline import logins
from bot.github_status.judge.verdicts import TICK, DriftKind, Finding, JudgedRow, RowState, Who
from bot.people.people import Link, People
from bot.reminders.reminder import AskedTracker, Because, named_owners


class Share(IntEnum):
    """What is the row to the person? Where one stands twice, the first of these holds."""

    PARKED = 1
    FINISHED = 2
    YOURS = 3
    WAITING = 4
    DRAFT = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Addressee:
    """Somebody whom a row concerns."""

    link: Link | None
    """`None`: an owner without a confirmed link to Slack."""
    name: str
    """The link's, else as the index writes it."""
    share: Share
    because: Because


@dataclass(frozen=True, slots=True, kw_only=True)
class Addressees:
    """Finds whom a row concerns."""

    people: People
    may_be_told: frozenset[str]
    """Slack ids of who owns something, and of who subscribed."""

    def of(self, row: JudgedRow) -> Iterator[Addressee]:
        """Whom the row concerns; nobody, when nothing is to be said of it."""
        if row.ref is None or row.state not in OPEN:
            return
        if row.staleness.parked is True:
            yield from self._owners(row, Share.PARKED)
        elif looks_finished(row):
            yield from self._owners(row, Share.FINISHED)
        elif row.state is RowState.DRAFT:
            yield from self._whose_turn(row, Share.DRAFT)
            yield from self._owners(row, Share.DRAFT)
        elif row.staleness.stale is True:
            yield from self._whose_turn(row, Share.YOURS)
            yield from self._owners(row, Share.WAITING)

    def _owners(self, row: JudgedRow, share: Share) -> Iterator[Addressee]:
        for owner in _told_owners(row, self.people):
            link = reached(owner_link(owner, self.people), self.people)
            yield Addressee(
                link=link,
                name=owner if link is None else link.name,
                share=share,
                because=Because.OWNER,
            )

    def _whose_turn(self, row: JudgedRow, share: Share) -> Iterator[Addressee]:
        for name in row.turn.people:
            is_owner = row.turn.who is Who.TRIGGER and name in row.owners
            if is_owner and name not in _told_owners(row, self.people):
                continue
            link = self._person(name, is_owner=is_owner)
            if link is not None and link.slack in self.may_be_told:
                because = Because.OWNER if is_owner else _because(row, name)
                yield Addressee(link=link, name=link.name, share=share, because=because)

    def _person(self, name: str, *, is_owner: bool) -> Link | None:
        """Whose turn it is, is told by logins; only who may start the checks, by owners too."""
        found = owner_link(name, self.people) if is_owner else self.people.with_login(name)
        return reached(found, self.people)


def owner_link(owner: str, people: People) -> Link | None:
    """Who an owner as written is: by their name, else by a login; a team is nobody."""
    if is_team(owner):
        return None
    login = written_login(owner)
    if login is not None:
        return people.with_login(login)
    return people.named(owner) or people.with_login(owner)


def reached(link: Link | None, people: People) -> Link | None:
    """The link, where it leads to a Slack account; of two with the same account only the first."""
    if link is None or link.slack is None or people.with_slack(link.slack) != link:
        return None
    return link


def who_owns(trackers: Iterable[AskedTracker], people: People) -> frozenset[str]:
    """Slack ids of those whom any of these names as the owner of anything."""
    owners = dict.fromkeys(
        name
        for asked in trackers
        for workstream in asked.tracker.snapshot.index.walk()
        for name in named_owners(workstream)
    )
    links = (reached(owner_link(owner, people), people) for owner in owners)
    return frozenset(link.slack for link in links if link is not None and link.slack is not None)


def owns(row: JudgedRow, link: Link, people: People) -> bool:
    """The person answers for the row, alone or among others."""
    return any(owner_link(owner, people) == link for owner in row.owners)


def finished_because(row: JudgedRow) -> Finding | None:
    """That what took its place has landed, else that its words say that it ended; `None`:
    neither."""
    landed = (f for f in row.findings if f.kind is DriftKind.SUCCESSOR_LANDED)
    # Words about blocking other work want another repair.
    said = (
        f for f in row.findings if f.kind is DriftKind.TEXT_CONTRADICTS and f.repair in (None, TICK)
    )
    return next(landed, None) or next(said, None)


def looks_finished(row: JudgedRow) -> bool:
    """There is a reason to ask whether it is finished."""
    return finished_because(row) is not None


def _told_owners(row: JudgedRow, people: People) -> tuple[str, ...]:
    """Of several owners only the one who wrote it; every one when none did."""
    owners = tuple(dict.fromkeys(row.owners))
    author = author_of(row)
    if len(owners) < 2 or author is None:
        return owners
    wrote = tuple(owner for owner in owners if _login(owner, people) == fold_login(author))
    return wrote or owners


def author_of(row: JudgedRow) -> str | None:
    """The author's login; `None` when not known, deleted, or nothing was read."""
    return next(iter(logins([row.item.author])), None) if row.item is not None else None


def _login(owner: str, people: People) -> str | None:
    link = owner_link(owner, people)
    login = written_login(owner) or (link.github if link else None)
    return None if login is None else fold_login(login)


def _because(row: JudgedRow, login: str) -> Because:
    author = author_of(row)
    wrote = author is not None and fold_login(author) == fold_login(login)
    return Because.AUTHOR if wrote else Because.REVIEWER
