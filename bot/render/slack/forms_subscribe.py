"""The modal in which a channel is given its weekly digest."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from slack_sdk.models.blocks import Block, ConversationFilter, ConversationSelectElement
from slack_sdk.models.blocks import TimePickerElement as TimePicker

from bot.render.slack.form_ids import FieldId, FormId
from bot.render.slack.forms import (
    OPTIONS,
    Pick,
    field,
    form,
    grouped_menu,
    menu,
    quiet,
    radios,
    words,
)
from bot.render.slack.views import ViewJson
from bot.schedule import WEEKDAYS

WEEKDAY_PICKS: Final = tuple(Pick(name[:3], name.capitalize()) for name in WEEKDAYS)

SAYS_SO: Final = "says_so"
IS_SILENT: Final = "is_silent"

_QUIET: Final = (
    Pick(SAYS_SO, "Post the headline and what is still stale"),
    Pick(IS_SILENT, "Post nothing"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SubscribeForm:
    """What stands in the modal when it opens."""

    channel: str
    trackers: tuple[Pick, ...]
    """All that can be chosen, by their keys."""
    tracker_key: str
    weekday: str = "mon"
    at: str = "09:00"
    zone: str = "UTC"
    zones: tuple[str, ...] = ("UTC",)
    """All that can be chosen; one that is not among them is put before them."""
    says_nothing_new: bool = True
    is_new: bool = True
    """The channel does not get this digest yet."""
    bot_name: str = "nemorl-status"
    """How the bot is called in this workspace."""
    others: tuple[str, ...] = ()
    """Sentences about digests that the channel gets already."""


def subscribe_view(said: SubscribeForm) -> ViewJson:
    """The modal."""
    return form(
        "Weekly digest",
        tuple(_blocks(said)),
        callback=FormId.SUBSCRIBE,
        submit="Subscribe" if said.is_new else "Save",
        close="Cancel",
    )


def _blocks(said: SubscribeForm) -> Iterator[Block]:
    yield words(
        "Once a week the channel gets what was merged, opened and closed, what became stale, and"
        " where the index and GitHub disagree: one message, with a reply for each set of owners."
        " It pings nobody."
    )
    hint = f"The bot has to be in it: /invite @{said.bot_name}"
    yield field(FieldId.CHANNEL, "Channel", _channels(said.channel), hint=hint)
    trackers = said.trackers[:OPTIONS]
    yield field(FieldId.TRACKER, "Tracker", menu(FieldId.TRACKER, trackers, said.tracker_key))
    if len(said.trackers) > len(trackers):
        yield quiet(f"The first {len(trackers)} of {len(said.trackers)} can be chosen here.")
    yield field(FieldId.WEEKDAY, "Day", menu(FieldId.WEEKDAY, WEEKDAY_PICKS, said.weekday))
    time = TimePicker(action_id=FieldId.TIME.value, initial_time=said.at)
    yield field(FieldId.TIME, "Time", time, hint="On the clocks of the zone below.")
    zones = grouped_menu(FieldId.ZONE, zone_groups(said.zone, said.zones), said.zone)
    yield field(FieldId.ZONE, "Time zone", zones)
    chosen = SAYS_SO if said.says_nothing_new else IS_SILENT
    label = "In a week with nothing new"
    yield field(FieldId.QUIET, label, radios(FieldId.QUIET, _QUIET, chosen))
    if said.others:
        yield quiet(*said.others)


def _channels(channel: str) -> ConversationSelectElement:
    return ConversationSelectElement(
        action_id=FieldId.CHANNEL.value,
        initial_conversation=channel or None,
        filter=ConversationFilter(include=["public", "private"], exclude_bot_users=True),
    )


def zone_groups(zone: str, zones: Sequence[str]) -> list[tuple[str, list[Pick]]]:
    """The zones by their area, at most a hundred in a group; UTC and the chosen one first."""
    first = list(dict.fromkeys((zone, "UTC")))
    rest = sorted(set(zones) - set(first))
    groups = [("Here", [Pick(name, _zone_words(name)) for name in first])]
    for area, named in groupby(rest, key=lambda name: name.partition("/")[0]):
        listed = [Pick(name, _zone_words(name)) for name in named]
        for start in range(0, len(listed), OPTIONS):
            part = listed[start : start + OPTIONS]
            more = f" {start // OPTIONS + 1}" if len(listed) > OPTIONS else ""
            groups.append((f"{area}{more}", part))
    return groups


def _zone_words(name: str) -> str:
    return name.replace("_", " ")
