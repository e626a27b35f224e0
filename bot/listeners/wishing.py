"""How somebody wants to be written to: `snooze`, *Only changes*, *Stop*, and their own settings."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from bot.answers.days import day_words
from bot.listeners.filled import Filled
from bot.listeners.office import Counter, Office, stored
from bot.render.slack.form_ids import FieldId
from bot.render.slack.forms_settings import (
    KEEP_PAUSE,
    NO_PAUSE,
    ONLY_CHANGES,
    WANTS_OWN,
    WRITTEN_TO,
)
from bot.store.wishes import PersonWishes

TITLE: Final = "Messages to you"

_HOW_ON = "“settings” shows and changes all of it."


def end_after(pause: timedelta, *, now: datetime, zone: ZoneInfo) -> datetime:
    """The end of the day on which a pause is over, on the clocks of this zone.

    So pressing twice on a day is one wish, and a message due at the same hour is still left out.
    """
    last = (now + pause).astimezone(zone).date()
    return datetime.combine(last + timedelta(days=1), time(), tzinfo=zone)


async def snooze(office: Office, counter: Counter, pause: timedelta | None) -> None:
    """Write nothing for so long; `None`: the pause is over."""
    user = counter.caller.user
    zone = ZoneInfo((await office.profiles.of(user)).zone)
    until = None if pause is None else end_after(pause, now=office.changing.now(), zone=zone)
    said = "Messages to you are not paused."
    if until is not None:
        said = f"No messages to you until {day_words(until, zone)}. “snooze off” ends that."
    await change(office, counter, lambda wishes: replace(wishes, snoozed_until=until), said)


async def only_changes(office: Office, counter: Counter) -> None:
    """Write only when something has changed."""
    said = "From now on you get a message only when something of yours has changed."
    await change(office, counter, lambda wishes: replace(wishes, only_changes=True), said)


async def stop(office: Office, counter: Counter) -> None:
    """Write nothing any more."""
    said = "No more messages to you, until you want them again."
    await change(office, counter, lambda wishes: replace(wishes, stopped=True), said)


async def start(office: Office, counter: Counter) -> None:
    """Write again."""

    def started(wishes: PersonWishes) -> PersonWishes:
        return replace(wishes, stopped=False, snoozed_until=None)

    said = "You get messages again, when rows of yours need somebody."
    await change(office, counter, started, said)


async def change(
    office: Office, counter: Counter, new: Callable[[PersonWishes], PersonWishes], said: str
) -> None:
    """Write what they want from now on, and say it with a way back."""
    wishes = await stored(office.changing.stores.wishes.of_person(counter.caller.user))
    change_id = await stored(office.changing.wish(new(wishes)))
    is_new = change_id is not None
    lines = (said, _HOW_ON) if is_new else (f"Nothing to change: {said[0].lower()}{said[1:]}",)
    await counter.say(TITLE, lines, change_id=change_id)


def wanted(wishes: PersonWishes, filled: Filled, *, now: datetime, zone: ZoneInfo) -> PersonWishes:
    """Their wishes, as the settings' modal was filled in."""
    ticked = filled.values_of(FieldId.MESSAGES)
    return replace(
        wishes,
        stopped=WRITTEN_TO not in ticked,
        only_changes=ONLY_CHANGES in ticked,
        wants_own=WANTS_OWN in ticked,
        snoozed_until=_pause(wishes, filled.value(FieldId.PAUSE), now=now, zone=zone),
    )


def _pause(wishes: PersonWishes, chosen: str, *, now: datetime, zone: ZoneInfo) -> datetime | None:
    if chosen == KEEP_PAUSE:
        return wishes.snoozed_until
    if chosen == NO_PAUSE or not chosen.isdecimal():
        return None
    return end_after(timedelta(days=int(chosen)), now=now, zone=zone)
