"""*My settings* in the App Home: how somebody is written to, with buttons that change it."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from bot.answers.answer import ActionId, Answer, Block, Button, Buttons, Moment, Note, Plain
from bot.answers.parts import said
from bot.answers.spoken import headed


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnSettings:
    """How somebody is written to."""

    is_linked: bool
    is_self_made: bool = False
    """Nobody but the person says who they are."""
    is_stopped: bool = False
    only_changes: bool = False
    wants_own: bool = False
    snoozed_until: datetime | None = None
    """`None`: not paused, or not any more."""
    is_known: bool = True
    """False: the store does not tell now."""


def own_settings_answer(own: OwnSettings) -> Answer:
    """The section of the Home."""
    return headed("My settings", *_blocks(own))


def _blocks(own: OwnSettings) -> Iterator[Block]:
    if not own.is_known:
        yield Note(said("They cannot be read now: open this again in a minute."))
        return
    yield _state(own)
    if own.wants_own:
        yield Note(said("Also about what you wrote or review."))
    if own.is_self_made:
        yield Note(
            said(
                "You linked yourself, which brings messages only: to park a row, a maintainer has"
                " to confirm it with “link”."
            )
        )
    yield Buttons(tuple(_buttons(own)))


def _state(own: OwnSettings) -> Note:
    if not own.is_linked:
        return Note(said("The bot does not know who you are, so it does not write to you."))
    if own.is_stopped:
        return Note(said("The bot does not write to you."))
    if own.snoozed_until is not None:
        return Note((Plain("Messages to you are paused until "), Moment(own.snoozed_until)))
    often = "when something has changed" if own.only_changes else "when rows of yours need somebody"
    return Note(said(f"The bot writes to you at most once a week, {often}."))


def _buttons(own: OwnSettings) -> Iterator[Button]:
    yield Button(ActionId.ASK, "Settings", "settings")
    if not own.is_linked:
        yield Button(ActionId.ASK, "Is this you?", "link me")
        return
    if own.is_stopped or own.snoozed_until is not None:
        yield Button(ActionId.START, "Write to me again", "")
    else:
        yield Button(ActionId.ASK, "Snooze a week", "snooze")
        yield Button(ActionId.STOP, "Stop", "")
