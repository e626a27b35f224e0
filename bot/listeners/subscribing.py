"""`subscribe` and `unsubscribe`: a weekly digest for a channel."""

from collections.abc import Sequence
from functools import cache
from typing import Final
from zoneinfo import available_timezones

from bot.answers.days import schedule_words
from bot.answers.doing import digest_line, subscribed_lines, unsubscribed_line
from bot.errors import Choice, UserError
from bot.github_status.reader import tracker_key
from bot.listeners.filled import Filled
from bot.listeners.office import Counter, Office, stored
from bot.listeners.payloads import flag_at
from bot.listeners.settling import Settled, refuses, shows
from bot.listeners.slack_calls import SlackRefused, called
from bot.render.slack import did_you_mean
from bot.render.slack.form_ids import FieldId
from bot.render.slack.forms_done import done_view
from bot.render.slack.forms_subscribe import IS_SILENT, WEEKDAY_PICKS, SubscribeForm, subscribe_view
from bot.render.slack.views import ViewJson
from bot.schedule import Weekly, parse_weekly, zone_named
from bot.store.subscriptions import Subscription

TITLE: Final = "Weekly digest"

_NO_PLACES = ("Etc/", "SystemV/", "posix/", "right/", "US/", "Canada/", "Brazil/", "Mexico/")
_IN_A_CHANNEL = "Ask this in the channel that should get the digest."
_NOT_THERE = frozenset({"channel_not_found", "not_in_channel"})


async def open_subscribe(office: Office, counter: Counter, *, tracker: str | None) -> None:
    """Show the modal. Raises `UserError` for who may not, and outside of channels."""
    caller = counter.caller
    office.need_maintainer(caller.user, what="subscribe a channel")
    if not caller.room:
        raise UserError("A digest goes to a channel.", advice=_IN_A_CHANNEL)
    chosen = office.tracker_called(tracker)
    if not counter.can_open:
        words = f"subscribe in {chosen.name}" if tracker else "subscribe"
        await counter.offer("A weekly digest for this channel:", "Choose when", words)
        return
    await counter.begin()
    await show_subscribe(office, counter, channel=caller.room, key=tracker_key(chosen.ref))


async def show_subscribe(office: Office, counter: Counter, *, channel: str, key: str) -> None:
    """The modal, filled with what the channel has, else with what most would choose."""
    listed = await stored(office.changing.stores.subscriptions.of_channel(channel))
    known = next((s for s in listed if s.tracker_key == key and not s.is_by_settings), None)
    person = await office.profiles.of(counter.caller.user)
    schedule = None if known is None else schedule_of(known)
    zone = person.zone if schedule is None else schedule.zone.key
    view = SubscribeForm(
        channel=channel,
        trackers=office.tracker_picks(),
        tracker_key=key,
        weekday="mon" if schedule is None else WEEKDAY_PICKS[schedule.weekday].value,
        at="09:00" if schedule is None else schedule.at.strftime("%H:%M"),
        zone=zone,
        zones=zone_names(),
        says_nothing_new=known is None or known.says_nothing_new,
        is_new=known is None,
        bot_name=office.bot_name,
        others=tuple(digest_words(office, s) for s in listed if s is not known),
    )
    await counter.show(subscribe_view(view))


async def save_subscription(office: Office, filled: Filled) -> Settled:
    """Subscribe as the modal says, or say at which field it cannot be."""
    office.need_maintainer(filled.user, what="subscribe a channel")
    channel, key = filled.value(FieldId.CHANNEL), filled.value(FieldId.TRACKER)
    if office.tracker_of(key) is None:
        return refuses({FieldId.TRACKER: "The settings have this tracker no longer."})
    where = await channel_error(office, channel)
    if where:
        return refuses({FieldId.CHANNEL: where})
    schedule = _schedule(filled)
    listed = await office.changing.stores.subscriptions.of_channel(channel)
    if any(s.tracker_key == key and s.is_by_settings for s in listed):
        fixed = "The settings file gives the channel this digest: it is changed there."
        return refuses({FieldId.TRACKER: fixed})
    says_nothing_new = filled.value(FieldId.QUIET) != IS_SILENT
    change_id = await office.changing.subscribe(
        Subscription(
            channel=channel,
            tracker_key=key,
            at=str(schedule),
            zone=schedule.zone.key,
            since=office.changing.now(),
            by=filled.user,
            says_nothing_new=says_nothing_new,
        )
    )
    lines = subscribed_lines(
        office.name_of(key),
        schedule,
        now=office.changing.now(),
        says_nothing_new=says_nothing_new,
    )
    return shows(done_view(TITLE, lines, change_id=change_id, channel=channel))


async def unsubscribe(office: Office, counter: Counter, *, tracker: str | None) -> None:
    """End the channel's digest; of several it is asked which one."""
    caller = counter.caller
    office.need_maintainer(caller.user, what="unsubscribe a channel")
    if not caller.room:
        raise UserError("A digest goes to a channel.", advice="Ask this in that channel.")
    listed = await stored(office.changing.stores.subscriptions.of_channel(caller.room))
    if tracker is not None:
        key = tracker_key(office.tracker_called(tracker).ref)
        listed = tuple(s for s in listed if s.tracker_key == key)
    own = [s for s in listed if not s.is_by_settings]
    if not own:
        raise _nothing_to_end(listed)
    if len(own) > 1:
        choices = [_choice(office, s) for s in own]
        await counter.send(did_you_mean("Which digest should end?", choices))
        return
    [subscription] = own
    change_id = await office.changing.unsubscribe(
        caller.room, subscription.tracker_key, by=caller.user
    )
    line = unsubscribed_line(office.name_of(subscription.tracker_key))
    await counter.say(TITLE, (line,), change_id=change_id, channel=caller.room)


async def remove_digest(office: Office, *, user: str, channel: str, key: str) -> ViewJson:
    """End one digest, from the settings."""
    office.need_maintainer(user, what="unsubscribe a channel")
    listed = await stored(office.changing.stores.subscriptions.of_channel(channel))
    if any(s.tracker_key == key and s.is_by_settings for s in listed):
        raise _nothing_to_end(listed)
    change_id = await stored(office.changing.unsubscribe(channel, key, by=user))
    line = unsubscribed_line(office.name_of(key))
    return done_view(TITLE, (line,), change_id=change_id, channel=channel)


async def channel_error(office: Office, channel: str) -> str:
    """Why nothing can be posted there, with what to do; empty: it can, as far as is known."""
    invite = f"The bot is not in this channel. Type there: /invite @{office.bot_name}"
    if not channel or channel.startswith("D"):
        return "A digest goes to a channel."
    try:
        said = await called(office.client.conversations_info, channel=channel)
    except SlackRefused as refused:
        # Without the scope nobody can know; a private channel without the bot is not found.
        return invite if refused.code in _NOT_THERE else ""
    if flag_at(said, "channel", "is_archived"):
        return "This channel is archived."
    return "" if flag_at(said, "channel", "is_member") else invite


def digest_words(office: Office, subscription: Subscription) -> str:
    """One digest of a channel, in a sentence."""
    words = digest_line(
        office.name_of(subscription.tracker_key),
        schedule_of(subscription),
        stopped=subscription.stopped,
        says_nothing_new=subscription.says_nothing_new,
    )
    return f"{words}, from the settings file" if subscription.is_by_settings else words


def schedule_of(subscription: Subscription) -> Weekly | None:
    """When it is due; `None` for a zone that is not known on this machine."""
    try:
        return parse_weekly(subscription.at, subscription.zone)
    except UserError:
        return None


@cache
def zone_names() -> tuple[str, ...]:
    """The zones of places, under one name where they have several by country."""
    named = (name for name in available_timezones() if "/" in name)
    return tuple(sorted(name for name in named if not name.startswith(_NO_PLACES)))


def _schedule(filled: Filled) -> Weekly:
    """Slack offers only what can be; raises `UserError` for anything else."""
    zone = zone_named(filled.value(FieldId.ZONE)).key
    return parse_weekly(f"{filled.value(FieldId.WEEKDAY)} {filled.value(FieldId.TIME)}", zone)


def _choice(office: Office, subscription: Subscription) -> Choice:
    name = office.name_of(subscription.tracker_key)
    schedule = schedule_of(subscription)
    when = "" if schedule is None else f", {schedule_words(schedule)}"
    return Choice(label=f"{name}{when}", words=f"unsubscribe in {name}")


def _nothing_to_end(listed: Sequence[Subscription]) -> UserError:
    if listed:
        return UserError(
            "The digest of this channel stands in the settings file.",
            advice="Whoever runs the bot takes it out there.",
        )
    return UserError(
        "This channel gets no digest.", advice="“subscribe” gives it one, for maintainers."
    )
