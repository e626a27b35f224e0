"""Who in the index, or on GitHub, may this be? Ranked candidates with their evidence. Pure.

A candidate is never an identity: somebody has to confirm it. Two that fit equally are both told.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum

from bot.github_status.facts.pulls import Actor, ActorKind, Login
from bot.github_status.judge.names import fold_login, fold_name
from bot.github_status.judge.verdicts import JudgedTracker
from bot.people.candidates import Somebody, known_people
from bot.people.names import Named, Rank, match
from bot.people.people import People
from bot.people.spelling import (
    is_spelled,
    same_words,
    shared_words,
    shares_ends,
    spells_word,
    words_of,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """What is known of somebody in Slack who wants to be linked."""

    names: tuple[str, ...]
    """Their full name, then their display name; empty ones do no harm."""
    handle: str = ""
    email: str = ""
    """Empty where it may not be read. An address may be shared, so it never counts alone."""


class Likeness(IntEnum):
    """How well does somebody fit? Lower is better. `WORK`: only by whose work it is."""

    SAME_NAME = 0
    SAME_LOGIN = 1
    SAME_WORDS = 2
    LOGIN = 3
    NEAR_NAME = 4
    ONE_WORD = 5
    WORK = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkCandidate:
    """Somebody who may be meant."""

    somebody: Somebody
    likeness: Likeness
    evidence: tuple[str, ...]
    """Plain sentences, the strongest first; never empty."""


def link_candidates(
    asked: Profile | str, trackers: Sequence[JudgedTracker], people: People
) -> tuple[LinkCandidate, ...]:
    """Owners, authors and reviewers of these trackers who may be this person, best first.

    `asked`: a person of Slack, or a name of the index, for which a login is looked for. Whoever is
    linked to a Slack account already is nobody's candidate. Equal ones stand in the order of the
    index.
    """
    profile = Profile(names=(asked,)) if isinstance(asked, str) else asked
    everybody = _everybody(trackers, people)
    work = _work_of(asked, trackers) if isinstance(asked, str) else Counter[str]()
    found = [
        candidate
        for somebody in everybody
        if _may_be(somebody, asked)
        for candidate in _candidate(somebody, profile, everybody, work)
    ]
    return tuple(sorted(found, key=lambda c: (c.likeness, -len(c.evidence), -_count(c, work))))


def _everybody(trackers: Sequence[JudgedTracker], people: People) -> tuple[Somebody, ...]:
    """Everybody who is not linked to an account, each once."""
    named = (one.value for tracker in trackers for one in known_people(tracker, people))
    once = {(fold_name(s.name), tuple(map(fold_login, s.logins))): s for s in named}
    return tuple(s for s in once.values() if not _has_account(s, people))


def _has_account(somebody: Somebody, people: People) -> bool:
    link = people.named(somebody.name) or next(
        (found for login in somebody.logins if (found := people.with_login(login))), None
    )
    return link is not None and link.slack is not None


def _may_be(somebody: Somebody, asked: Profile | str) -> bool:
    """Where a login is looked for, somebody without one is no candidate."""
    return not isinstance(asked, str) or bool(somebody.logins)


def _candidate(
    somebody: Somebody,
    profile: Profile,
    everybody: Sequence[Somebody],
    work: Counter[str],
) -> Iterator[LinkCandidate]:
    """The candidate, or nothing where nothing speaks for it."""
    names = tuple(name for name in profile.names if fold_name(name))
    found = dict(sorted(_likenesses(somebody, names, profile.handle)))
    count = sum(work[fold_login(login)] for login in somebody.logins)
    if count:
        found[Likeness.WORK] = f"{somebody.name} wrote {count} of these rows."
    if found and min(found) >= Likeness.ONE_WORD and _is_rather(somebody, names, everybody):
        return
    if not found:
        return
    evidence = [*found.values(), *_mail(somebody, profile.email)]
    yield LinkCandidate(somebody=somebody, likeness=min(found), evidence=tuple(evidence))


def _likenesses(
    somebody: Somebody, names: Sequence[str], handle: str
) -> Iterator[tuple[Likeness, str]]:
    """At most one sentence of each kind."""
    yield from _name_likeness(somebody.names, names)
    logins = {fold_login(login): login for login in somebody.logins}
    typed = [word for word in (handle, *names) if fold_login(word) in logins]
    if typed:
        yield Likeness.SAME_LOGIN, f"The login {logins[fold_login(typed[0])]} is the same."
        return
    for login in logins.values():
        for name in names:
            if is_spelled(login, name):
                yield Likeness.LOGIN, f"The login {login} is made of “{name}”."
                return
    for login in logins.values():
        for word in filter(None, (spells_word(login, name) for name in names)):
            yield Likeness.ONE_WORD, f"The login {login} has “{word}” in it."
            return


def _name_likeness(theirs: Sequence[str], names: Sequence[str]) -> Iterator[tuple[Likeness, str]]:
    """The best of all pairs."""
    found = [pair for one in theirs for name in names for pair in _likeness(one, name)]
    if found:
        yield min(found)


def _likeness(one: str, name: str) -> Iterator[tuple[Likeness, str]]:
    if fold_name(one) == fold_name(name):
        yield Likeness.SAME_NAME, f"The name “{one}” is the same."
    elif same_words(one, name):
        yield Likeness.SAME_WORDS, f"The name “{one}” has the same words in another order."
    elif shares_ends(one, name):
        yield Likeness.SAME_WORDS, f"The name “{one}” has the same first and last words."
    elif _is_near(one, name):
        yield Likeness.NEAR_NAME, f"The name “{one}” is nearly the same."
    elif words := shared_words(one, name):
        yield Likeness.ONE_WORD, f"The name “{one}” has “{words[0]}” in it too."


def _is_near(one: str, name: str) -> bool:
    """But for a small typo, or one begins the other."""
    if not words_of(one) or not words_of(name):
        return False
    found = (
        match(name, [Named(value=one, path=(one,))]),
        match(one, [Named(value=name, path=(name,))]),
    )
    return any(each.rank in (Rank.PREFIX, Rank.TYPO) for each in found)


def _is_rather(somebody: Somebody, names: Sequence[str], everybody: Sequence[Somebody]) -> bool:
    """The login is made of the name of somebody else, who then wrote it."""
    others = [
        name
        for other in everybody
        for name in other.names
        if fold_name(name) not in map(fold_name, names)
    ]
    return any(is_spelled(login, name) for login in somebody.logins for name in others)


def _mail(somebody: Somebody, email: str) -> Iterator[str]:
    """What stands before the @ is weak: addresses are shared, and one name is on another's."""
    local = email.partition("@")[0]
    if not fold_name(local):
        return
    spelled = local.replace(".", " ").replace("_", " ")
    is_login = any(fold_login(login) == fold_login(local) for login in somebody.logins)
    is_name = any(is_spelled(local, n) or same_words(spelled, n) for n in somebody.names)
    if is_login or is_name:
        yield "The e-mail address begins alike."


def _work_of(name: str, trackers: Iterable[JudgedTracker]) -> Counter[str]:
    """By folded login: how many rows of what this name owns it wrote. People only."""
    counted: Counter[str] = Counter()
    for tracker in trackers:
        for row in tracker.rows():
            author = row.item.author if row.item is not None else None
            if not isinstance(author, Actor) or author.kind is not ActorKind.USER:
                continue
            if any(fold_name(owner) == fold_name(name) for owner in row.owners):
                counted[fold_login(author.login)] += 1
    return counted


def _count(candidate: LinkCandidate, work: Counter[str]) -> int:
    return sum(work[fold_login(Login(login))] for login in candidate.somebody.logins)
