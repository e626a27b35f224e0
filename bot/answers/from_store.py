"""What an answer rests on where GitHub gave no new reading: an earlier one, or nothing yet."""

from dataclasses import replace
from datetime import datetime

from bot.answers.answer import Answer, HelpFacts, Moment, Note, Plain, Tone
from bot.github_status.judge.sentences import moment_text

NO_NEW_ONE = "There is no new one."

NOTHING_NOTE = Note((Plain("Reading GitHub: nothing is known yet."),))
"""A first reading is under way."""


def late_note(as_of: datetime) -> Note:
    """A new reading is under way, and this is an earlier one."""
    late = Plain("GitHub has not answered yet: this is the reading of ")
    return Note((late, Moment(as_of), Plain(". The new one follows.")))


def failure_note(fault_text: str) -> Note:
    """There is no reading at all; `fault_text` as for `from_store`."""
    return Note((Plain(fault_text or "GitHub could not be asked."),), Tone.WARNING)


def store_note(as_of: datetime, fault_text: str) -> Note:
    """Why it is not a new reading, and of when it is; `fault_text` as for `from_store`."""
    return Note((Plain(_before(fault_text)), Moment(as_of), Plain(".")), Tone.WARNING)


def _before(fault_text: str) -> str:
    return f"{fault_text or NO_NEW_ONE} This is the last reading, of "


def from_store(answer: Answer, as_of: datetime, fault_text: str) -> Answer:
    """The answer, headed by why it is not a new one; its coverage has the same as its first note.

    For whoever asked GitHub in vain and answers from the newest
    reading in the store, of `as_of`: text and Slack draw the block, JSON tells `coverage.notes`.
    `fault_text` is what happened and what to do, in sentences; empty where this audience may not
    be told, since it may name a private tracker.
    """
    note = store_note(as_of, fault_text)
    facts = answer.facts
    if not isinstance(facts, HelpFacts):
        notes = (f"{_before(fault_text)}{moment_text(as_of)}.", *facts.coverage.notes)
        facts = replace(facts, coverage=replace(facts.coverage, notes=notes))
    return replace(answer, blocks=(note, *answer.blocks), facts=facts)
