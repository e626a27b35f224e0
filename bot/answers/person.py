"""What one person must act on, owns, and wrote."""

from collections.abc import Callable
from dataclasses import dataclass

from bot.answers.answer import Answer, Group
from bot.answers.audience import Audience
from bot.answers.lists import RowList, list_answer, place_part, searched_rows
from bot.answers.names import author_login, row_owners
from bot.answers.parts import shortened
from bot.answers.private import redacted
from bot.answers.rows import telling_of
from bot.github_status.judge.names import fold_login, fold_name
from bot.github_status.judge.verdicts import JudgedRow, JudgedTracker, Who
from bot.people.people import People


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonAsked:
    """One person, by every name that is known to be theirs."""

    shown: str
    """How the answer names them."""
    names: tuple[str, ...] = ()
    """As the index writes them; compared without case, accents or punctuation."""
    logins: tuple[str, ...] = ()
    """On GitHub; compared without case."""


def person_answer(
    tracker: JudgedTracker, *, person: PersonAsked, audience: Audience, people: People
) -> Answer:
    """Rows where it is their turn, then others that they own, then others that they wrote.

    Each row stands in the first group that fits.
    """
    telling = telling_of(redacted(tracker, audience), people)
    rows = searched_rows(telling, None)
    groups = _first_fitting(rows, person)
    found = RowList(
        title=_title(person, groups),
        question=shortened(person.shown),
        groups=groups,
    )
    return list_answer(found, telling, also=lambda row: (place_part(row),))


def _first_fitting(rows: tuple[JudgedRow, ...], person: PersonAsked) -> tuple[Group, ...]:
    tests: tuple[tuple[str, Callable[[JudgedRow, PersonAsked], bool]], ...] = (
        ("To act on", _must_act),
        ("In their workstreams", _owns),
        ("Written by them", _wrote),
    )
    left = rows
    groups: list[Group] = []
    for title, fits in tests:
        groups.append(Group(title=title, rows=tuple(row for row in left if fits(row, person))))
        left = tuple(row for row in left if not fits(row, person))
    return tuple(groups)


def _must_act(row: JudgedRow, person: PersonAsked) -> bool:
    if any(_is(person, name) for name in row.turn.people):
        return True
    return row.turn.who is Who.AUTHOR and _wrote(row, person)


def _owns(row: JudgedRow, person: PersonAsked) -> bool:
    return any(_is(person, name) for name in row_owners(row))


def _wrote(row: JudgedRow, person: PersonAsked) -> bool:
    author = author_login(row)
    return author is not None and fold_login(author) in {
        fold_login(login) for login in person.logins
    }


def _is(person: PersonAsked, name: str) -> bool:
    """`name` may be a login or a name of the index."""
    if fold_login(name) in {fold_login(login) for login in person.logins}:
        return True
    return bool(fold_name(name)) and fold_name(name) in {fold_name(own) for own in person.names}


def _title(person: PersonAsked, groups: tuple[Group, ...]) -> str:
    shown = shortened(person.shown, at_most=80)
    if not any(group.rows for group in groups):
        return f"{shown}: no row is theirs, and none waits for them."
    act, own, wrote = (len(group.rows) for group in groups)
    counts = [(act, "to act on"), (own, "more in their workstreams"), (wrote, "more by them")]
    said_counts = ", ".join(f"{count} {words}" for count, words in counts if count)
    return f"{shown}: {said_counts if act else said_counts.replace('more ', '', 1)}"
