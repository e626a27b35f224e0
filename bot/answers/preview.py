"""What stands over something that is not due yet."""

from dataclasses import replace
from datetime import datetime, tzinfo

from bot.answers.answer import Answer, Note
from bot.answers.digest_words import slot_words
from bot.answers.parts import said


def preview_of(answer: Answer, *, slot: datetime, zone: tzinfo) -> Answer:
    """The answer, headed by when it is due, and that it stands as of now."""
    due = slot_words(slot, zone)
    note = Note(said(f"A preview, as things stand now: the digest is due on {due}."))
    return replace(answer, blocks=(note, *answer.blocks))
