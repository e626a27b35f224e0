"""The end of every answer: how complete and how old the reading is, and what is missing."""

from datetime import timedelta

from bot.answers.answer import ActionId, Block, Button, Buttons, Moment, Note, Tone
from bot.answers.links import tracker_span
from bot.answers.parts import Part, counted, day, plural, said, shortened
from bot.answers.private import BUNDLED, private_rows
from bot.github_status.facts.known import UNKNOWN
from bot.github_status.facts.pulls import IssueState, StateReason
from bot.github_status.facts.snapshot import Coverage, Outcome, Reading, Snapshot
from bot.github_status.judge.verdicts import JudgedTracker

REASONS_AT_MOST = 3
"""Different reasons for one kind of failure that are spelled out."""

_MINUTE = timedelta(minutes=1)
_HOUR = timedelta(hours=1)
_DAY = timedelta(days=1)


def coverage_blocks(tracker: JudgedTracker, part: Snapshot) -> tuple[Block, ...]:
    """What was read and what was not. `part`: the readings that the answer rests on."""
    return (
        *_tracker_notes(tracker),
        *_failure_notes(part),
        *_quiet(*(said(shortened(note, at_most=300)) for note in part.notes)),
        *_private_notes(private_rows(tracker, part)),
        *_quiet(_coverage_line(tracker, part.coverage)),
    )


def buttons(*, question: str, only_stale: str | None = None) -> Buttons:
    """What can be pressed below an answer; `question` asks for the same again."""
    stale = () if only_stale is None else (Button(ActionId.ONLY_STALE, "Only stale", only_stale),)
    return Buttons(
        (
            Button(ActionId.REFRESH, "Refresh", question),
            *stale,
            Button(ActionId.OPEN_TRACKER, "Open tracker", question),
        )
    )


def _quiet(*sentences: Part) -> tuple[Note, ...]:
    return tuple(Note(sentence, Tone.QUIET) for sentence in sentences)


def _coverage_line(tracker: JudgedTracker, coverage: Coverage) -> Part:
    refs = counted(coverage.refs, "ref")
    where = counted(len(coverage.repositories), "repository")
    credentials = f" ({', '.join(coverage.credentials)})" if coverage.credentials else ""
    age = _age_words(tracker)
    return said(f"{refs} in {where}, as of ", Moment(coverage.as_of), age, credentials)


def _age_words(tracker: JudgedTracker) -> str:
    age = tracker.now - tracker.snapshot.as_of
    if age < _MINUTE or tracker.snapshot.credentials == BUNDLED:
        return ""
    if age < _HOUR:
        return f", {counted(age // _MINUTE, 'minute')} old"
    if age < _DAY:
        return f", {counted(age // _HOUR, 'hour')} old"
    return f", {counted(age // _DAY, 'day')} old"


def _tracker_notes(tracker: JudgedTracker) -> tuple[Note, ...]:
    snapshot = tracker.snapshot
    notes: list[Note] = []
    if snapshot.issue.state is IssueState.CLOSED:
        words = f" is closed{_closed_because(snapshot.issue.reason)}."
        notes.append(Note(said("The tracking issue ", tracker_span(tracker), words), Tone.WARNING))
    if snapshot.issue.ref != snapshot.tracker:
        moved = said(f"The tracking issue is {snapshot.issue.ref} now: write that in the settings.")
        notes.append(Note(moved, Tone.WARNING))
    if tracker.as_it_was:
        was = said(
            "As it was on ",
            day(tracker.now, now=snapshot.as_of),
            "; what has no date is unknown then.",
        )
        notes.append(Note(was))
    return tuple(notes)


def _closed_because(reason: object) -> str:
    if reason is UNKNOWN or not isinstance(reason, StateReason) or reason is StateReason.REOPENED:
        return ""
    return f" ({reason.value.replace('_', ' ').lower()})"


def _failure_notes(part: Snapshot) -> tuple[Note, ...]:
    failed = [r for r in part.readings if r.outcome is Outcome.FAILED]
    hidden = [r for r in part.readings if r.outcome is Outcome.NOT_VISIBLE]
    notes: list[Note] = []
    if failed:
        kept = sum(reading.item is not None for reading in failed)
        shown = f" The last state is shown for {kept} of them." if kept else ""
        words = f"{counted(len(failed), 'ref')} could not be read.{_reasons(failed)}{shown}"
        notes.append(Note(said(words), Tone.WARNING))
    if hidden:
        words = f"{counted(len(hidden), 'ref')} {plural(len(hidden), 'is')} not visible."
        notes.append(Note(said(words, _reasons(hidden)), Tone.WARNING))
    return tuple(notes)


def _reasons(readings: list[Reading]) -> str:
    reasons = list(dict.fromkeys(shortened(r.reason) for r in readings if r.reason))
    more = len(reasons) - REASONS_AT_MOST
    tail = (
        f" And {counted(more, 'other reason')}; ask for the rows to see them." if more > 0 else ""
    )
    return "".join(f" {reason}" for reason in reasons[:REASONS_AT_MOST]) + tail


def _private_notes(hidden: int) -> tuple[Note, ...]:
    if not hidden:
        return ()
    words = f"{counted(hidden, 'row')} {plural(hidden, 'is')} private, and not named here."
    return (Note(said(words), Tone.QUIET),)
