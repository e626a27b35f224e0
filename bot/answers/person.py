"""What one person must act on, owns, and wrote."""

from bot.answers.answer import Answer, Group
from bot.answers.audience import Audience
from bot.answers.lists import RowList, list_answer, place_part, searched_rows
from bot.answers.names import author_login
from bot.answers.parts import TITLE_NAME_AT_MOST, shortened
from bot.answers.private import redacted
from bot.answers.rows import telling_of
from bot.github_status.facts.index import Box
from bot.github_status.judge.names import fold_login, fold_name
from bot.github_status.judge.verdicts import JudgedRow, JudgedTracker, RowKind, RowState, Who
from bot.people.candidates import Somebody
from bot.people.people import People


def person_answer(
    tracker: JudgedTracker,
    *,
    person: Somebody,
    audience: Audience,
    people: People,
    to_asker: bool = False,
    only_unfinished: bool = False,
) -> Answer:
    """Rows where it is their turn, then others that they own, then others that they wrote.

    Each row stands in the first group that fits. `to_asker`: the person asks, and nobody else reads
    along. `only_unfinished`: without rows that have ended and that nothing is wrong with, as a
    Home shows them.
    """
    telling = telling_of(redacted(tracker, audience), people)
    rows = searched_rows(telling, None)
    if only_unfinished:
        rows = tuple(row for row in rows if not _is_finished(row))
    groups = _first_fitting(rows, person, to_asker=to_asker)
    found = RowList(
        title=_own_title(person, groups) if to_asker else _title(person, groups),
        question="mine" if to_asker else shortened(person.name),
        groups=groups,
        is_personal=only_unfinished,
    )
    return list_answer(found, telling, also=lambda row: (place_part(row),))


def _first_fitting(
    rows: tuple[JudgedRow, ...], person: Somebody, *, to_asker: bool
) -> tuple[Group, ...]:
    titles = ("To act on", "In their workstreams", "Written by them")
    if to_asker:
        titles = ("Waiting for you", "In your workstreams", "Written by you")
    left = rows
    groups: list[Group] = []
    for title, fits in zip(titles, (_must_act, _owns, _wrote), strict=True):
        groups.append(Group(title=title, rows=tuple(row for row in left if fits(row, person))))
        left = tuple(row for row in left if not fits(row, person))
    return tuple(groups)


def _is_finished(row: JudgedRow) -> bool:
    """It has ended, or its box says so where that is all there is; and the index agrees."""
    has_ended = row.state in (RowState.MERGED, RowState.CLOSED)
    is_ticked = row.kind is RowKind.NONE and row.row.box is Box.TICKED
    return (has_ended or is_ticked) and not row.findings


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
    return f"{shown}: {_count_words(groups, own='in their workstreams', wrote='by them')}"


def _own_title(person: Somebody, groups: tuple[Group, ...]) -> str:
    if not any(group.rows for group in groups):
        # Under a wrong name there is nothing either.
        shown = shortened(person.name, at_most=TITLE_NAME_AT_MOST)
        return f"No row is yours, and none waits for you ({shown})."
    return f"Your rows: {_count_words(groups, own='in your workstreams', wrote='by you')}"


def _count_words(groups: tuple[Group, ...], *, own: str, wrote: str) -> str:
    """ "2 to act on, 3 more in their workstreams"; the first of them is not "more"."""
    words = ("to act on", f"more {own}", f"more {wrote}")
    counts = zip(words, (len(group.rows) for group in groups), strict=True)
    counted = [f"{count} {word}" for word, count in counts if count]
    return ", ".join([counted[0].replace("more ", "", 1), *counted[1:]])
