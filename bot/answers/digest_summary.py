"""The summary of a digest: what one message of the channel says."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bot.answers.answer import (
    ActionId,
    Answer,
    Block,
    Button,
    Buttons,
    DigestFacts,
    Heading,
    Note,
    Plain,
    Span,
    Tone,
)
from bot.answers.counting import bar, box_words, outdated_boxes
from bot.answers.coverage import coverage_blocks
from bot.answers.days import slot_words
from bot.answers.digest_lists import progress_blocks, stale_blocks
from bot.answers.digest_sheet import Sheet
from bot.answers.digest_words import asking
from bot.answers.fitting import MESSAGE_UNITS, fitting, units
from bot.answers.overview import headline_words
from bot.answers.parts import WORDS_AT_MOST, counted, joined, listed, plural, said
from bot.answers.scope import each_ref_once
from bot.github_status.judge.changes import Changes
from bot.github_status.judge.verdicts import JudgedTracker, RowState

MISSED_AT_MOST = 4
"""Days that are listed; of more the first and the last are said."""

_COVERAGE_UNITS = 3000
_PROGRESS_SHARE = 0.4
"""Of the room that is left; the rest is for what is still stale."""
_IN_THREAD = " Which ones: in the thread."
_MORE_UNITS = 200
"""Room for the lines that count what was cut."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """The summary in its parts."""

    opening: tuple[Block, ...]
    closing: tuple[Block, ...]
    """How complete the reading is, and the buttons."""
    facts: DigestFacts
    title: str
    news: Note
    """Of the opening: how much of what is new."""

    @property
    def answer(self) -> Answer:
        """All of it, where the replies follow."""
        return Answer(blocks=(*self.opening, *self.closing), facts=self.facts, title=self.title)

    @property
    def above_a_thread(self) -> Answer:
        """All of it, where the replies stand in its thread."""
        told = replace(self.news, spans=(*self.news.spans, Plain(_IN_THREAD)))
        blocks = tuple(told if block is self.news else block for block in self.answer.blocks)
        return replace(self.answer, blocks=blocks)


def summary_of(sheet: Sheet) -> Summary:
    """The summary; cut, and saying so, where it would not fit into one message."""
    tracker = sheet.tracker
    title = f"{sheet.label}: digest of {sheet.day()}"
    news = news_note(sheet)
    head: tuple[Block, ...] = (
        Heading(said(title), bar=bar(tracker.rows())),
        *_late_notes(sheet),
        Note(said(headline_words(tracker))),
        news,
    )
    closing: tuple[Block, ...] = (
        *_drift_notes(sheet),
        *_unknown_notes(sheet.changes),
        *_coverage(tracker),
        _buttons(sheet),
    )
    room = MESSAGE_UNITS - _MORE_UNITS - len(_IN_THREAD) - sum(map(units, (*head, *closing)))
    progress: tuple[Block, ...] = ()
    if not sheet.changes.is_quiet:
        progress = tuple(progress_blocks(sheet, room=int(room * _PROGRESS_SHARE)))
    left = room - sum(map(units, progress))
    stale = tuple(stale_blocks(sheet, room=left))
    return Summary(
        opening=(*head, *progress, *stale),
        closing=closing,
        facts=sheet.facts,
        title=title,
        news=news,
    )


def count_words(changes: Changes) -> list[str]:
    """ "2 merged", "1 opened": what is none is left out."""
    parts = _more_parts(changes)
    numbers = (
        (len(changes.merged), "merged"),
        (parts, f"{plural(parts, 'part')} merged"),
        (len(changes.opened), "opened"),
        (len(changes.newly_stale), "newly stale"),
        (len(changes.closed), "closed without a merge"),
    )
    words = [f"{count} {word}" for count, word in numbers if count]
    if changes.index:
        words.append(f"{counted(len(changes.index), 'change')} of the index")
    return words


def _more_parts(changes: Changes) -> int:
    """Parts of rows that were merged and are no rows themselves."""
    parts = {ref for split in changes.splits for ref in split.newly}
    return len(parts - {row.ref for row in changes.merged})


def _late_notes(sheet: Sheet) -> Iterator[Note]:
    due, zone = sheet.due, sheet.schedule.zone
    if due.is_late:
        was_due = slot_words(due.slot, zone, now=sheet.tracker.snapshot.as_of)
        yield Note(said(f"This digest was due {was_due}; it is late."), Tone.WARNING)
    if due.missed:
        yield Note(said(_missed_words([*map(sheet.day_of, due.missed)])), Tone.WARNING)


def _missed_words(days: Sequence[str]) -> str:
    if len(days) == 1:
        return f"It stands for that of {days[0]} too, which was never sent."
    if len(days) <= MISSED_AT_MOST:
        return f"It stands for those of {listed(days)} too, which were never sent."
    between = f"from {days[0]} to {days[-1]}"
    return f"It stands for the {len(days)} before it too, {between}, which were never sent."


def news_note(sheet: Sheet) -> Note:
    """How much is new since the last digest, or that nothing is, as far as is known."""
    words = listed(count_words(sheet.changes))
    return Note(said(f"Since {sheet.since()}: {words}." if words else _nothing_new(sheet)))


def _unknown_notes(changes: Changes) -> Iterator[Note]:
    """What the digest cannot tell, where nothing else says so."""
    if changes.undated and not changes.is_quiet:
        words = undated_words(changes)
        yield Note(said(f"{words[:1].upper()}{words[1:]} is not known."), Tone.QUIET)
    if changes.index is None:
        none = "There is no earlier reading to compare the index with."
        yield Note(said(none), Tone.QUIET)


def _nothing_new(sheet: Sheet) -> str:
    """Never more than is known: what could not be read may hide news."""
    unread = _unread_words(sheet.tracker)
    if unread:
        return f"Nothing new that could be read since {sheet.since()}: {unread}."
    unknown = listed(_unknown_words(sheet.changes))
    if unknown:
        return f"Nothing new since {sheet.since()}, as far as can be told: {unknown} not known."
    return f"Nothing new since {sheet.since()}."


def _unknown_words(changes: Changes) -> Iterator[str]:
    """What may hide news although all could be read; " not known" goes on."""
    rows = each_ref_once(changes.tracker.rows())
    unknown = sum(row.state is RowState.UNKNOWN and row.ref is not None for row in rows)
    if unknown:
        yield f"the state of {counted(unknown, 'row')} is"
    if changes.undated:
        yield f"{undated_words(changes)} is"


def undated_words(changes: Changes) -> str:
    """ "when 2 rows were merged or closed"."""
    count = len(changes.undated)
    return f"when {counted(count, 'row')} {plural(count, 'was')} merged or closed"


def _unread_words(tracker: JudgedTracker) -> str:
    coverage = tracker.snapshot.coverage
    failed, hidden = coverage.failed, coverage.not_visible
    words = (
        f"{counted(failed, 'ref')} could not be read" if failed else "",
        f"{counted(hidden, 'ref')} {plural(hidden, 'is')} not visible" if hidden else "",
    )
    return listed(filter(None, words))


def _drift_notes(sheet: Sheet) -> Iterator[Note]:
    findings = sheet.tracker.findings()
    if findings and not sheet.changes.is_quiet:
        words = f"{counted(len(findings), 'disagreement')} of index and GitHub"
        parts = (words, box_words(outdated_boxes(findings)))
        yield Note((*joined((said(part) for part in parts if part), by=", "), *said(".")))


def _coverage(tracker: JudgedTracker) -> tuple[Note, ...]:
    """How complete the reading is; what would take a whole message is cut before its last line."""
    notes = tuple(b for b in coverage_blocks(tracker, tracker.snapshot) if isinstance(b, Note))
    *others, last = notes
    count = fitting(others, units, room=_COVERAGE_UNITS, at_most=len(others))
    return (*others[:count], replace(last, spans=tuple(map(_cut, last.spans))))


def _cut(span: Span) -> Span:
    return Plain(span.text[:WORDS_AT_MOST]) if isinstance(span, Plain) else span


def _buttons(sheet: Sheet) -> Buttons:
    drift = (Button(ActionId.ASK, "Show drift", asking("drift", sheet.name)),)
    repair = (Button(ActionId.REPAIR, sheet.repair, asking("drift", sheet.name)),)
    return Buttons(
        (
            *(repair if sheet.repair else ()),
            *(drift if sheet.tracker.findings() else ()),
            Button(ActionId.ONLY_STALE, "Only stale", asking("stale", sheet.name)),
            Button(ActionId.ASK, "All workstreams", asking("", sheet.name)),
            Button(ActionId.OPEN_TRACKER, "Open tracker", asking("", sheet.name)),
        )
    )
