"""The lists of a digest's summary: progress by workstream, and what is still stale by owner.

Each is cut to the room that it is given, and counts what it leaves out.
"""

from collections.abc import Iterable, Iterator, Sequence

from bot.answers.answer import Bar, Block, Heading, Line, Note, Table
from bot.answers.counting import bar
from bot.answers.digest_sheet import Sheet
from bot.answers.digest_words import owners_key, owners_label
from bot.answers.fitting import cells_units, fitting, units
from bot.answers.links import row_ref
from bot.answers.parts import NAME_AT_MOST, Part, counted, joined, said, shortened
from bot.answers.private import PRIVATE_PULL
from bot.answers.scope import path_words
from bot.github_status.judge.changes import Progress
from bot.github_status.judge.verdicts import JudgedRow, JudgedTracker

OWNERS_AT_MOST = 30
REFS_AT_MOST = 8
WORKSTREAMS_AT_MOST = 15
"""Entries of one list that a channel can bear; a button asks for the others."""


def progress_blocks(sheet: Sheet, *, room: int) -> Iterator[Block]:
    """The workstreams at the top; where there are too many, those that moved go first."""
    shown = [one for one in sheet.changes.progress if _bar(one) is not None]
    moved_first = sorted(shown, key=lambda one: not step(one))
    count = fitting(
        moved_first, lambda one: cells_units(_cells(one)), room=room, at_most=WORKSTREAMS_AT_MOST
    )
    kept = {id(one) for one in moved_first[:count]}
    if shown:
        yield Heading(said(f"Progress since {sheet.since()}"), level=2)
    if kept:
        yield Table(tuple(_cells(one) for one in shown if id(one) in kept))
    if len(shown) > count:
        yield Note(said(f"And {counted(len(shown) - count, 'workstream')} more: ask for them all."))


def _bar(one: Progress) -> Bar | None:
    return bar(one.workstream.all_rows())


def step(one: Progress) -> int:
    """By how much it moved, as far as is known."""
    now = _bar(one)
    return 0 if now is None or one.done_before is None else now.done - one.done_before


def _cells(one: Progress) -> tuple[Part | Bar, ...]:
    moved_by = step(one)
    name = shortened(path_words(one.workstream.workstream.path), at_most=NAME_AT_MOST)
    return (said(name), _bar(one) or (), said(f"{moved_by:+d}" if moved_by else ""))


def stale_blocks(sheet: Sheet, *, room: int) -> Iterator[Block]:
    """One line for each set of owners, in the order of the index: nobody is ranked."""
    rows = sheet.changes.still_stale
    owners = owner_groups(rows)
    lines = [Line(stale_part(of, sheet.tracker)) for of in owners]
    count = fitting(lines, units, room=room, at_most=OWNERS_AT_MOST)
    if rows:
        yield Heading(said(f"Still stale · {len(rows)}"), level=2)
    yield from lines[:count]
    more = sum(len(of) for of in owners[count:])
    if more:
        yield Note(said(f"And {counted(more, 'row')} more: ask for what is stale."))


def owner_groups(rows: Iterable[JudgedRow]) -> list[list[JudgedRow]]:
    """The rows by who answers for them, as in the replies."""
    groups: dict[str, list[JudgedRow]] = {}
    for row in rows:
        groups.setdefault(owners_key(row.owners), []).append(row)
    return list(groups.values())


def stale_part(rows: Sequence[JudgedRow], tracker: JudgedTracker) -> Part:
    """ "Ana Souza: #2467 for 54 working days, #2470 for 62"; the longest idle first."""
    rows = sorted(rows, key=lambda row: -(row.staleness.idle_working_days or 0))
    shown = [_age_part(row, tracker, is_first=not n) for n, row in enumerate(rows[:REFS_AT_MOST])]
    more = len(rows) - len(shown)
    if more:
        shown.append(said(f"and {more} more"))
    name = shortened(owners_label(rows[0].owners), at_most=NAME_AT_MOST)
    return (*said(f"{name}: "), *joined(shown, by=", "))


def _age_part(row: JudgedRow, tracker: JudgedTracker, *, is_first: bool) -> Part:
    ref = row_ref(row, tracker) or PRIVATE_PULL
    days = row.staleness.idle_working_days
    if days is None:
        return said(ref)
    return said(ref, f" for {counted(days, 'working day') if is_first else days}")
