"""Which digest is meant, and which slot of it."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from bot.errors import UserError
from bot.schedule import WEEKDAYS, Weekly, judged_at
from bot.settings.channels import DEFAULT_AT, ChannelDigest
from bot.terminal.desk import Desk
from bot.terminal.options import SLOT_YEARS, Options, slot_day
from bot.terminal.questions import asked_tracker
from bot.terminal.streams import Streams

_WEEK = timedelta(days=7)
_SET_IT = (
    "Write [[digest]] into nemorl-status.toml with channel, zone and, if you like, at"
    " (docs/settings.md), or subscribe a channel in Slack."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedSlot:
    """One slot of one digest."""

    digest: ChannelDigest
    """Without a channel where none is set up: then it has the usual schedule."""
    schedule: Weekly
    slot: datetime
    is_coming: bool
    """It lies ahead of the clock: only a preview can be had."""

    @property
    def day(self) -> date:
        """Its local day."""
        return self.schedule.local_date(self.slot)

    def is_newest(self, now: datetime) -> bool:
        """No slot has come after it: what is true of the tracker now holds for it."""
        return self.schedule.next_after(self.slot) > now

    def judged_at(self, now: datetime, *, as_of: datetime) -> datetime:
        """The moment that it is judged for, from a reading of `as_of`.

        What lies ahead is not known yet: then it is now.
        """
        return now if self.is_coming else judged_at(self.slot, as_of=as_of)


def asked_slot(options: Options, desk: Desk, now: datetime, streams: Streams) -> AskedSlot:
    """What the options mean; without `--slot` the slot to come.

    Raises `UserError` for a channel or a tracker without a digest, and for a day that is no slot's.
    """
    digest = _digest(options, desk)
    if not digest.channel and not options.demo:
        streams.warn(
            f"No digest of {digest.tracker.name} is set up, so this is what one"
            f" {_when(digest.schedule)} would say.",
            _SET_IT,
        )
    schedule = digest.schedule
    if options.slot is not None:
        slot = _slot_on(slot_day(options.slot), schedule)
    elif now.year in SLOT_YEARS:
        slot = schedule.next_after(now)
    else:
        raise UserError("There is no digest at that time.", advice="Name a --now of these years.")
    return AskedSlot(digest=digest, schedule=schedule, slot=slot, is_coming=slot > now)


def asked_digests(options: Options, desk: Desk) -> tuple[ChannelDigest, ...]:
    """The digests that `--channel`, `--tracker` and the words leave; all without them."""
    found = tuple(desk.digests())
    if options.channel is not None:
        found = _of_channel(options.channel.strip(), found)
    if options.tracker is not None or options.tracker_word is not None:
        tracker = asked_tracker(options, options.tracker_word, desk)
        found = tuple(digest for digest in found if digest.tracker.ref == tracker.ref)
    return found


def _digest(options: Options, desk: Desk) -> ChannelDigest:
    """The first one that is left, as of several trackers the first one is asked."""
    found = next(iter(asked_digests(options, desk)), None)
    if found is not None:
        return found
    tracker = asked_tracker(options, options.tracker_word, desk)
    if options.channel is not None:
        raise UserError(
            f"{options.channel} gets no digest of {tracker.name}.",
            advice="Leave --channel or --tracker out, or set that digest up.",
        )
    return ChannelDigest(
        channel="", tracker=tracker, at=DEFAULT_AT, zone=desk.usual_zone, quiet=False
    )


def _of_channel(channel: str, digests: tuple[ChannelDigest, ...]) -> tuple[ChannelDigest, ...]:
    found = tuple(digest for digest in digests if digest.channel == channel)
    if found:
        return found
    known = ", ".join(f"{each.channel} ({each.tracker.name})" for each in digests)
    raise UserError(
        f"No digest goes to a channel with the id “{channel}”.",
        advice=f"Those that get one: {known}." if known else _SET_IT,
    )


def _when(schedule: Weekly) -> str:
    """ "on Mondays at 09:00 (UTC)"."""
    day = WEEKDAYS[schedule.weekday].capitalize()
    return f"on {day}s at {schedule.at:%H:%M} ({schedule.zone.key})"


def _slot_on(day: date, schedule: Weekly) -> datetime:
    if day.weekday() == schedule.weekday:
        return schedule.slot_on(day)
    before = day - timedelta(days=(day.weekday() - schedule.weekday) % 7)
    weekday = WEEKDAYS[schedule.weekday].capitalize()
    raise UserError(
        f"There is no digest on {day:%A}, {day}: they are due on {weekday}s"
        f" ({schedule}, {schedule.zone.key}).",
        advice=f"The nearest are {before} and {before + _WEEK}.",
    )
