"""`settings`: what a person and, for maintainers, a channel have set; shown and saved together."""

from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from bot.answers.days import day_words
from bot.listeners.filled import Filled
from bot.listeners.office import Counter, Office, stored
from bot.listeners.settling import Settled, refuses, shows
from bot.listeners.subscribing import digest_words
from bot.listeners.wishing import wanted
from bot.render.slack.form_ids import FieldId
from bot.render.slack.forms_done import done_view
from bot.render.slack.forms_settings import (
    NO_DEFAULT,
    ChannelPart,
    DigestLine,
    SettingsForm,
    settings_view,
)
from bot.store.subscriptions import Subscription
from bot.store.wishes import PersonWishes

TITLE: Final = "Settings"

_SELF_MADE: Final = (
    "You linked yourself, which brings messages only: to park a row, a maintainer has to confirm"
    " it."
)


async def open_settings(office: Office, counter: Counter) -> None:
    """Show the modal, or where none can be opened a button that does."""
    if not counter.can_open:
        await counter.offer("Your settings, and those of this channel:", "Settings", "settings")
        return
    await counter.begin()
    caller = counter.caller
    wishes = await stored(office.changing.stores.wishes.of_person(caller.user))
    zone = ZoneInfo((await office.profiles.of(caller.user)).zone)
    until = pause_of(wishes, now=office.changing.now())
    channel = caller.room if office.is_maintainer(caller.user) else ""
    digests = () if channel or not caller.room else await _digests_of(office, caller.room)
    link = office.changing.book.current.with_slack(caller.user)
    view = SettingsForm(
        who=_who_words(office, caller.user),
        is_written_to=not wishes.stopped,
        only_changes=wishes.only_changes,
        wants_own=wishes.wants_own,
        snoozed_until=until,
        zone_day="" if until is None else day_words(until, zone),
        channel=await _channel_part(office, channel) if channel else None,
        channel_says=digests,
        metadata=channel,
        may_link=link is None,
    )
    await counter.show(settings_view(view))


async def save_settings(office: Office, filled: Filled) -> Settled:
    """Write what was filled in."""
    zone = ZoneInfo((await office.profiles.of(filled.user)).zone)
    before = await office.changing.stores.wishes.of_person(filled.user)
    now = office.changing.now()
    wish = wanted(before, filled, now=now, zone=zone)
    if filled.has(FieldId.DEFAULT_TRACKER):
        office.need_maintainer(filled.user, what="set what is a channel's")
        key = filled.value(FieldId.DEFAULT_TRACKER)
        if key != NO_DEFAULT and office.tracker_of(key) is None:
            gone = "The settings have this tracker no longer."
            return refuses({FieldId.DEFAULT_TRACKER: gone})
    own = await office.changing.wish(wish)
    by_default = await _save_default(office, filled)
    if own is None and by_default is None:
        return shows(done_view(TITLE, ("Nothing was changed.",)))
    undos = [("Undo what is yours", own), ("Undo the channel's tracker", by_default)]
    given = [(label, number) for label, number in undos if number is not None]
    given = given if len(given) > 1 else [("Undo", number) for _, number in given]
    lines = ("Saved.", *wish_lines(wish, zone=zone), *_unlinked_lines(office, wish))
    return shows(done_view(TITLE, lines, undos=given))


def wish_lines(wishes: PersonWishes, *, zone: ZoneInfo) -> tuple[str, ...]:
    """How somebody is written to, in sentences."""
    if wishes.stopped:
        return ("The bot does not write to you.",)
    what = (
        "only when something has changed"
        if wishes.only_changes
        else "when rows of yours need somebody"
    )
    lines = [f"The bot writes to you at most once a week, {what}."]
    if wishes.wants_own:
        lines.append("Also about what you wrote or review.")
    if wishes.snoozed_until is not None:
        lines.append(f"Paused until {day_words(wishes.snoozed_until, zone)}.")
    return tuple(lines)


def _unlinked_lines(office: Office, wishes: PersonWishes) -> tuple[str, ...]:
    """What is missing before anything comes."""
    if wishes.stopped or office.changing.book.current.with_slack(wishes.person) is not None:
        return ()
    return ("Nothing comes until you are linked: “link”.",)


def pause_of(wishes: PersonWishes, *, now: datetime) -> datetime | None:
    """Until when messages are paused; `None`: they are not, or not any more."""
    until = wishes.snoozed_until
    return until if until is not None and until > now else None


async def _save_default(office: Office, filled: Filled) -> int | None:
    if not filled.has(FieldId.DEFAULT_TRACKER):
        return None
    key = filled.value(FieldId.DEFAULT_TRACKER)
    chosen = None if key in (NO_DEFAULT, "") else key
    return await office.changing.ask_by_default(filled.metadata, chosen, by=filled.user)


async def _channel_part(office: Office, channel: str) -> ChannelPart:
    subscriptions = office.changing.stores.subscriptions
    listed = await stored(subscriptions.of_channel(channel))
    known = await stored(subscriptions.default_tracker(channel))
    return ChannelPart(
        channel=channel,
        trackers=office.tracker_picks(),
        default_tracker=known,
        digests=tuple(_digest_line(office, one) for one in listed),
    )


async def _digests_of(office: Office, channel: str) -> tuple[str, ...]:
    """What the channel gets, for who may only read it."""
    listed = await stored(office.changing.stores.subscriptions.of_channel(channel))
    return tuple(f"{digest_words(office, one)}." for one in listed)


def _digest_line(office: Office, subscription: Subscription) -> DigestLine:
    return DigestLine(
        words=digest_words(office, subscription),
        value=f"{subscription.channel} {subscription.tracker_key}",
        is_fixed=subscription.is_by_settings,
    )


def _who_words(office: Office, user: str) -> str:
    link = office.changing.book.current.with_slack(user)
    if link is None:
        return (
            "Nobody knows who you are in the tracking issue, so nothing is written to you yet:"
            " “Is this you?” below, or a maintainer, can link you."
        )
    login = f" ({link.github} on GitHub)" if link.github else ""
    by = "" if link.gives_rights else f" {_SELF_MADE}"
    return f"You are {link.name}{login}.{by}"
