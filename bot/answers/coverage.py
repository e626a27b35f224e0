"""The end of every answer: how complete and how old the reading is, and what is missing."""

from datetime import timedelta

from bot.answers.answer import ActionId, Block, Button, Buttons, Moment, Note, Tone
from bot.answers.links import tracker_span
from bot.answers.parts import Part, counted, plural, said, shortened
from bot.answers.private import private_rows
from bot.github_status.facts.known import UNKNOWN, Known
from bot.github_status.facts.pulls import IssueState, StateReason
from bot.github_status.facts.snapshot import Coverage, Outcome, Reading, Snapshot
from bot.github_status.judge.verdicts import JudgedTracker

REASONS_AT_MOST = 3
"""Different reasons for one kind of failure that are spelled out."""

NOTE_AT_MOST = 300
"""Characters of a note of the reading: room for what happened and what to do."""

BUNDLED = ("bundled reading",)
"""Credentials of the demo, whose age says nothing: its clock stands."""

_MINUTE = timedelta(minutes=1)
_HOUR = timedelta(hours=1)
_DAY = timedelta(days=1)


def coverage_blocks(
    tracker: JudgedTracker, part: Snapshot, *, is_personal: bool = False
) -> tuple[Block, ...]:
    """What was read and what was not. `part`: the readings that the answer rests on.

    `is_personal`: a message to one person, or their Home: credentials are of no use to them.
    """
    return (
        *_tracker_notes(tracker),
        *_failure_notes(part),
        *_quiet(*(said(shortened(note, at_most=NOTE_AT_MOST)) for note in part.notes)),
        *_private_notes(private_rows(tracker, part)),
        *_quiet(_coverage_line(tracker, part.coverage, is_personal=is_personal)),
    )


def buttons(*, question: str, only_stale: str | None = None, drift: str | None = None) -> Buttons:
    """What can be pressed below an answer; `question` asks for the same again.

    `only_stale` and `drift` ask for these; `None` where that button is not offered.
    """
    stale = () if only_stale is None else (Button(ActionId.ONLY_STALE, "Only stale", only_stale),)
    drifted = () if drift is None else (Button(ActionId.ASK, "Show drift", drift),)
    return Buttons(
        (
            Button(ActionId.REFRESH, "Refresh", question),
            *stale,
            *drifted,
            Button(ActionId.OPEN_TRACKER, "Open tracker", question),
        )
    )


def _quiet(*sentences: Part) -> tuple[Note, ...]:
    return tuple(Note(sentence, Tone.QUIET) for sentence in sentences)


def _coverage_line(tracker: JudgedTracker, coverage: Coverage, *, is_personal: bool) -> Part:
    refs = counted(coverage.refs, "ref")
    where = counted(len(coverage.repositories), "repository")
    is_named = coverage.credentials and (not is_personal or coverage.credentials == BUNDLED)
    credentials = f" ({', '.join(coverage.credentials)})" if is_named else ""
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
            "As it was: states are those of ",
            Moment(tracker.now),
            ", and what has no date is unknown then; the text of the index is that of the reading"
            " of ",
            Moment(snapshot.as_of),
            ".",
        )
        notes.append(Note(was, Tone.QUIET))
    return tuple(notes)


def _closed_because(reason: Known[StateReason | None]) -> str:
    if reason in (UNKNOWN, None, StateReason.REOPENED):
        return ""
    return f" ({reason.value.replace('_', ' ').lower()})"


def _failure_notes(part: Snapshot) -> tuple[Note, ...]:
    failed = [r for r in part.readings if r.outcome is Outcome.FAILED]
    hidden = [r for r in part.readings if r.outcome is Outcome.NOT_VISIBLE]
    notes: list[Note] = []
    if failed:
        words = f"{counted(len(failed), 'ref')} could not be read.{_reasons(failed)}"
        words += _kept_words(failed)
        notes.append(Note(said(words), Tone.WARNING))
    if hidden:
        words = f"{counted(len(hidden), 'ref')} {plural(len(hidden), 'is')} not visible."
        notes.append(Note(said(words, _reasons(hidden)), Tone.WARNING))
    return tuple(notes)


def _kept_words(failed: list[Reading]) -> str:
    kept = sum(reading.item is not None for reading in failed)
    if not kept:
        return ""
    if kept == len(failed):
        return f" {'Its' if kept == 1 else 'Their'} last state is shown."
    return f" The last state is shown for {kept} of them."


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
    return _quiet(said(words))
