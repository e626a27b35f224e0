"""What stands over something that is not due yet."""

from dataclasses import replace
from datetime import datetime, tzinfo

from bot.answers.answer import Answer, Note
from bot.answers.days import slot_words
from bot.answers.parts import said
from bot.schedule import Weekly


def preview_of(answer: Answer, *, slot: datetime, zone: tzinfo, now: datetime) -> Answer:
    """The answer, headed by when it is due, and that it stands as of now."""
    due = slot_words(slot, zone, now=now)
    note = Note(said(f"A preview, as things stand now: the digest is due on {due}."))
    return replace(answer, blocks=(note, *answer.blocks))


def preview_note(schedule: Weekly | None, *, now: datetime, is_in_channel: bool) -> Note:
    """What heads a preview in Slack: when the channel gets it; `schedule`: `None` where it gets
    none. In a conversation with the bot there is no channel to speak of."""
    if schedule is not None:
        due = slot_words(schedule.next_after(now), schedule.zone, now=now)
        return Note(said(f"A preview, as things stand now: this channel gets it on {due}."))
    gets = (
        "This channel gets no digest: a maintainer can “subscribe” it."
        if is_in_channel
        else "Digests go to channels: a maintainer can “subscribe” one."
    )
    return Note(said(f"A preview, as things stand now. {gets}"))
