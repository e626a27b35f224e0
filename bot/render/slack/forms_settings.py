"""The modal with everything that somebody can set: for a channel, and for themself."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from slack_sdk.models.blocks import Block

from bot.answers.answer import ActionId
from bot.render.slack.form_ids import FieldId, FormButton, FormId
from bot.render.slack.forms import (
    OPTIONS,
    ModalButton,
    Pick,
    about_channel,
    buttons,
    checkboxes,
    divider,
    field,
    form,
    heading,
    menu,
    quiet,
    words,
)
from bot.render.slack.views import ViewJson

NO_DEFAULT: Final = "-"
"""The value of "as everywhere else"; no tracker has this key."""

KEEP_PAUSE: Final = "keep"
NO_PAUSE: Final = "off"

WRITTEN_TO: Final = "written_to"
ONLY_CHANGES: Final = "only_changes"
WANTS_OWN: Final = "wants_own"

MOST_DIGESTS: Final = 20
"""Of one channel that are listed; more are counted."""

_MESSAGES: Final = (
    Pick(WRITTEN_TO, "Write to me", "Once a week, when rows of mine need somebody"),
    Pick(ONLY_CHANGES, "Only when something has changed", "Nothing new since the last: no message"),
    Pick(WANTS_OWN, "Also what I wrote or review", "Even where I own no workstream"),
)
_PAUSES: Final = (
    Pick("7", "For a week"),
    Pick("14", "For two weeks"),
    Pick("28", "For four weeks"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class DigestLine:
    """A digest that the channel gets."""

    words: str
    value: str
    """What its buttons carry: channel and tracker key."""
    is_fixed: bool
    """It stands in the settings file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChannelPart:
    """What a maintainer can set for a channel."""

    channel: str
    trackers: tuple[Pick, ...]
    default_tracker: str | None
    digests: tuple[DigestLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingsForm:
    """What stands in the modal when it opens."""

    who: str
    """A sentence: as whom the person is known."""
    is_written_to: bool
    only_changes: bool
    wants_own: bool
    snoozed_until: datetime | None
    zone_day: str = ""
    """The day of `snoozed_until`, in words."""
    channel: ChannelPart | None = None
    """For a maintainer."""
    channel_says: tuple[str, ...] = ()
    """What the channel gets, in sentences, for everybody else."""
    metadata: str = ""
    may_link: bool = False


def settings_view(said: SettingsForm) -> ViewJson:
    """The modal."""
    blocks = [*_channel_blocks(said.channel), *_told_blocks(said.channel_says), *_own_blocks(said)]
    return form(
        "Settings",
        blocks,
        callback=FormId.SETTINGS,
        submit="Save",
        metadata=said.metadata,
        close="Cancel",
    )


def _channel_blocks(part: ChannelPart | None) -> Iterator[Block]:
    if part is None:
        return
    yield heading("This channel")
    shown = part.digests[:MOST_DIGESTS]
    if not shown:
        yield about_channel("", part.channel, "gets no digest. To have one: subscribe.")
    for digest in shown:
        yield words(digest.words)
        yield _FIXED if digest.is_fixed else _digest_buttons(digest)
    if len(part.digests) > len(shown):
        yield quiet(f"And {len(part.digests) - len(shown)} more digests.")
    if len(part.trackers) > 1:
        picks = (Pick(NO_DEFAULT, "None: the first tracker"), *part.trackers[: OPTIONS - 1])
        chosen = part.default_tracker or NO_DEFAULT
        yield field(
            FieldId.DEFAULT_TRACKER,
            "Tracker that is meant in this channel",
            menu(FieldId.DEFAULT_TRACKER, picks, chosen),
            hint="Where a question names none.",
        )
    yield divider()


def _told_blocks(lines: tuple[str, ...]) -> Iterator[Block]:
    if lines:
        yield heading("This channel")
        yield words(*lines[:MOST_DIGESTS])
        yield divider()


_FIXED: Final = quiet("In the settings file: whoever runs the bot can change it there.")


def _digest_buttons(digest: DigestLine) -> Block:
    asks_first = "The channel gets this digest no longer."
    return buttons(
        [
            ModalButton(FormButton.EDIT_DIGEST, "Change", digest.value),
            ModalButton(FormButton.REMOVE_DIGEST, "Remove", digest.value, asks_first=asks_first),
        ]
    )


def _own_blocks(said: SettingsForm) -> Iterator[Block]:
    yield heading("Messages to you")
    yield words(said.who)
    ticked = [
        name
        for name, is_on in (
            (WRITTEN_TO, said.is_written_to),
            (ONLY_CHANGES, said.only_changes),
            (WANTS_OWN, said.wants_own),
        )
        if is_on
    ]
    boxes = checkboxes(FieldId.MESSAGES, _MESSAGES, ticked)
    yield field(FieldId.MESSAGES, "What the bot may write", boxes, optional=True)
    picks = [Pick(NO_PAUSE, "Not now"), *_PAUSES]
    if said.snoozed_until is not None:
        picks.insert(0, Pick(KEEP_PAUSE, f"Until {said.zone_day}, as it is"))
    chosen = NO_PAUSE if said.snoozed_until is None else KEEP_PAUSE
    yield field(FieldId.PAUSE, "Pause", menu(FieldId.PAUSE, picks, chosen))
    yield buttons(
        [
            *([ModalButton(ActionId.ASK, "Is this you?", "link me")] if said.may_link else []),
            ModalButton(
                FormButton.FORGET,
                "Forget me",
                "me",
                asks_first="What you set here, what you answered about rows and your link are"
                " deleted. This cannot be undone.",
            ),
        ]
    )
