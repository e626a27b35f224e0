"""What one person must act on, owns, and wrote."""

from collections.abc import Callable

from bot.answers.answer import Answer, Group
from bot.answers.audience import Audience
from bot.answers.lists import RowList, list_answer, place_part, searched_rows
from bot.answers.names import author_login
from bot.answers.parts import TITLE_NAME_AT_MOST, shortened
from bot.answers.private import redacted
from bot.answers.rows import telling_of
from bot.github_status.judge.names import fold_login, fold_name
from bot.github_status.judge.verdicts import JudgedRow, JudgedTracker, Who
from bot.people.candidates import Somebody
from bot.people.people import People


def person_answer(
    tracker: JudgedTracker, *, person: Somebody, audience: Audience, people: People
) -> Answer:
    """Rows where it is their turn, then others that they own, then others that they wrote.

    Each row stands in the first group that fits.
    """
    telling = telling_of(redacted(tracker, audience), people)
    rows = searched_rows(telling, None)
    groups = _first_fitting(rows, person)
    found = RowList(
        title=_title(person, groups),
        question=shortened(person.name),
        groups=groups,
    )
    return list_answer(found, telling, also=lambda row: (place_part(row),))


def _first_fitting(rows: tuple[JudgedRow, ...], person: Somebody) -> tuple[Group, ...]:
    tests: tuple[tuple[str, Callable[[JudgedRow, Somebody], bool]], ...] = (
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


def _must_act(row: JudgedRow, person: Somebody) -> bool:
    if any(_is(person, name) for name in row.turn.people):
        return True
    return row.turn.who is Who.AUTHOR and _wrote(row, person)


def _owns(row: JudgedRow, person: Somebody) -> bool:
    return any(_is(person, name) for name in row.owners)


def _wrote(row: JudgedRow, person: Somebody) -> bool:
    author = author_login(row)
    return author is not None and fold_login(author) in map(fold_login, person.logins)


def _is(person: Somebody, name: str) -> bool:
    """`name` may be a login or a name of the index."""
    if fold_login(name) in map(fold_login, person.logins):
        return True
    return bool(fold_name(name)) and fold_name(name) in map(fold_name, person.names)


def _title(person: Somebody, groups: tuple[Group, ...]) -> str:
    shown = shortened(person.name, at_most=TITLE_NAME_AT_MOST)
    if not any(group.rows for group in groups):
        return f"{shown}: no row is theirs, and none waits for them."
    act, own, wrote = (len(group.rows) for group in groups)
    counts = [(act, "to act on"), (own, "more in their workstreams"), (wrote, "more by them")]
    said_counts = ", ".join(f"{count} {words}" for count, words in counts if count)
    return f"{shown}: {said_counts if act else said_counts.replace('more ', '', 1)}"
