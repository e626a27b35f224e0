"""The digest as a tracker's maintainer would write it by hand, below the tracking issue.

One comment for whoever reads the issue: how far it is, what is new, what is still stale, and in one
line of which moment all that is. Private rows are left out and counted. Nobody is pinged.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from bot.answers.answer import Answer, Block, Heading, Line, Moment, Note, Table, Tone
from bot.answers.audience import Audience
from bot.answers.counting import bar, outdated_boxes
from bot.answers.coverage import coverage_blocks
from bot.answers.digest_lists import owner_groups, stale_part, step
from bot.answers.digest_replies import split_part
from bot.answers.digest_sheet import Sheet
from bot.answers.digest_summary import news_note, undated_words
from bot.answers.index_lines import index_line
from bot.answers.links import row_ref
from bot.answers.overview import headline_words
from bot.answers.parts import NAME_AT_MOST, Part, counted, day, joined, plural, said, shortened
from bot.answers.private import PRIVATE_PULL, private_rows
from bot.answers.rows import Telling, row_progress, row_words, telling_of
from bot.answers.scope import home_words, path_words
from bot.answers.thanks import thanks_part
from bot.answers.turns import turn_part
from bot.github_status.judge.changes import Changes, Progress
from bot.github_status.judge.states import ended_at
from bot.github_status.judge.verdicts import JudgedRow, JudgedTracker, RowKind
from bot.people.people import People

LINES_AT_MOST = 40
"""Entries of one list that somebody reads in a comment; the others are counted."""


def digest_comment(sheet: Sheet, *, audience: Audience, people: People) -> Answer:
    """The digest as one comment; `sheet` is redacted for `audience`."""
    named = replace(sheet, changes=_named(sheet.changes))
    tracker = sheet.tracker
    title = f"Status on {sheet.day_of(tracker.now)}"
    blocks: tuple[Block, ...] = (
        Heading(said(title)),
        Note(said(_state_words(tracker))),
        *_progress(sheet),
        *(_news(named, telling_of(tracker, people)) or (news_note(sheet),)),
        *_still_stale(named),
        *_warnings(tracker),
        Note(_as_of(sheet, audience)),
    )
    return Answer(blocks=blocks, facts=sheet.facts, title=title)


def _named(changes: Changes) -> Changes:
    """The changes without those that nothing but "a private pull request" could be said of."""

    def named(rows: Iterable[JudgedRow]) -> tuple[JudgedRow, ...]:
        return tuple(row for row in rows if row.ref is not None)

    index = changes.index
    return replace(
        changes,
        merged=named(changes.merged),
        opened=named(changes.opened),
        closed=named(changes.closed),
        newly_stale=named(changes.newly_stale),
        still_stale=named(changes.still_stale),
        splits=tuple(split for split in changes.splits if split.row.ref is not None),
        index=None if index is None else tuple(c for c in index if c.text != PRIVATE_PULL),
    )


def _state_words(tracker: JudgedTracker) -> str:
    boxes = outdated_boxes(tracker.findings())
    behind = f" {counted(boxes, 'box')} {plural(boxes, 'is')} out of date." if boxes else ""
    return f"{headline_words(tracker)}{behind}"


def _progress(sheet: Sheet) -> Iterator[Block]:
    """How far each workstream is, in a week that brought something."""
    shown = [one for one in sheet.changes.progress if bar(one.workstream.all_rows()) is not None]
    if sheet.changes.is_quiet or not shown:
        return
    moved = any(step(one) for one in shown)
    head = ("Workstream", "Done", f"Since {sheet.since()}")[: 3 if moved else 2]
    rows = tuple(_cells(one, moved=moved) for one in shown[:LINES_AT_MOST])
    yield Table(rows, head=tuple(said(words) for words in head))
    yield from _more(len(shown), "workstream")


def _cells(one: Progress, *, moved: bool) -> tuple[Part, ...]:
    reached = bar(one.workstream.all_rows())
    done = f"{reached.done} of {reached.total}" if reached else ""
    name = shortened(path_words(one.workstream.workstream.path), at_most=NAME_AT_MOST)
    by = step(one)
    return (said(name), said(done), *((said(f"{by:+d}" if by else ""),) if moved else ()))


def _news(sheet: Sheet, telling: Telling) -> tuple[Block, ...]:
    """Empty where there is nothing that may be named."""
    lines = [Line(part) for part in _news_parts(sheet, telling)]
    heading = Heading(said(f"New since {sheet.since()}"), level=2)
    return (heading, *lines[:LINES_AT_MOST], *_more(len(lines), "change")) if lines else ()


def _news_parts(sheet: Sheet, telling: Telling) -> Iterator[Part]:
    changes = sheet.changes
    readings = {reading.ref: reading for reading in telling.tracker.snapshot.readings}
    for row in changes.merged:
        what = "Done" if row.kind is RowKind.ISSUE else "Merged"
        yield _about(what, row, telling, _on(row, sheet), thanks_part(row, telling))
    for split in changes.splits:
        parts = split_part(split, readings, telling, merged="", by=", ")
        yield (*said("Merged: "), *parts, *_place(split.row))
    for row in changes.opened:
        yield _about("Opened", row, telling)
    for row in changes.closed:
        what = "Closed" if row.kind is RowKind.ISSUE else "Closed without a merge"
        yield _about(what, row, telling, _on(row, sheet))
    for row in changes.newly_stale:
        turn = turn_part(row.turn, telling.people)
        yield _about("Newly stale", row, telling, row_progress(row, telling), turn)
    for change in changes.index or ():
        reading = readings.get(change.ref) if change.ref else None
        line = index_line(change, reading, telling.tracker, by=": ")
        yield (*said("Index: "), *line.spans)


def _about(what: str, row: JudgedRow, telling: Telling, *parts: Part) -> Part:
    """ "Merged: #12 what it does (Refit, Ana Souza); thanks to Ana Souza, reviewed by mika"."""
    ref = row_ref(row, telling.tracker)
    name = joined([said(ref) if ref else (), said(row_words(row))], by=" ")
    return (*said(f"{what}: "), *joined([(*name, *_place(row)), *parts], by="; "))


def _on(row: JudgedRow, sheet: Sheet) -> Part:
    """The day, where that is earlier than what the comment tells of."""
    at = ended_at(row.item)
    is_old = at is not None and at < sheet.changes.window.start
    return said("on ", day(at, now=sheet.tracker.now)) if at is not None and is_old else ()


def _place(row: JudgedRow) -> Part:
    """Where it stands, and who answers for it."""
    owners = shortened(", ".join(row.owners), at_most=NAME_AT_MOST)
    return said(f" ({home_words(row)}{f'; {owners}' if owners else ''})")


def _still_stale(sheet: Sheet) -> Iterator[Block]:
    """One line for each set of owners, in the order of the index."""
    groups = owner_groups(sheet.changes.still_stale)
    if groups:
        yield Heading(said("Still stale"), level=2)
    for rows in groups[:LINES_AT_MOST]:
        yield Line(stale_part(rows, sheet.tracker))
    yield from _more(len(groups), "line")


def _more(count: int, word: str) -> Iterator[Note]:
    more = count - LINES_AT_MOST
    if more > 0:
        yield Note(said(f"And {counted(more, word)} more."))


def _warnings(tracker: JudgedTracker) -> Iterator[Note]:
    """That something could not be read must not look like nothing to tell."""
    for block in coverage_blocks(tracker, tracker.snapshot):
        if isinstance(block, Note) and block.tone is Tone.WARNING:
            yield block


def _as_of(sheet: Sheet, audience: Audience) -> Part:
    """Of which moment this is, and what it cannot tell."""
    tracker = sheet.tracker
    read_at = tracker.snapshot.as_of
    spans = [*said("As of ", Moment(tracker.now if tracker.as_it_was else read_at))]
    if tracker.as_it_was:
        spans += said("; the text of the issue as of ", Moment(read_at))
    spans += said(".", *(f" {words}" for words in _gaps(sheet, audience)))
    return tuple(spans)


def _gaps(sheet: Sheet, audience: Audience) -> Iterator[str]:
    changes = sheet.changes
    if changes.undated and not changes.is_quiet:
        words = undated_words(changes)
        yield f"{words[:1].upper()}{words[1:]} is not known."
    if changes.index is None:
        yield "Whether rows were added or moved is not known."
    hidden = 0 if audience.sees_private else private_rows(sheet.tracker, sheet.tracker.snapshot)
    if hidden:
        yield f"{counted(hidden, 'row')} {plural(hidden, 'is')} private, and not named here."
