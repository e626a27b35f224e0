"""Weekly schedules: their slots, and which of them is due."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from bot.errors import UserError
from bot.schedule.local import local_moment
from bot.schedule.zones import zone_named

LATE_AFTER = timedelta(hours=1)
"""A slot that is sent later than that was missed, and its digest says so."""

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
"""In the order in which `date.weekday` counts."""

_SHORT = 3
"""Letters that tell the weekdays apart."""
_WEEK = timedelta(days=7)
_DAY = timedelta(days=1)
_TEXT = re.compile(r"(\S+)\s+([0-9]{1,2}):([0-9]{2})", re.ASCII)
_EXAMPLE = "Write a weekday's name and a time of 24 hours, as mon 09:00 or Friday 16:30."


@dataclass(frozen=True, slots=True, kw_only=True)
class Weekly:
    """One moment of every week, on the clock of a zone."""

    weekday: int
    """0 is Monday, as `date.weekday` counts."""
    at: time
    """On the wall, without a zone."""
    zone: ZoneInfo

    def slot_on(self, day: date) -> datetime:
        """The slot of this local day, in UTC; raises `ValueError` when it is another weekday.

        A time that the clocks skip is taken as the moment they were put forward to; of a time that
        comes twice the first is taken.
        """
        if day.weekday() != self.weekday:
            raise ValueError(f"{day} is no {WEEKDAYS[self.weekday]}")
        return local_moment(day, self.at, self.zone)

    def last_until(self, moment: datetime) -> datetime:
        """The newest slot that is not after this moment, in UTC."""
        # Clocks that were put back over midnight show a day again in which a slot of the next one
        # has come; and a slot of a time that they skip may lie in the next local day.
        day = self._day_until(moment.astimezone(self.zone).date() + _DAY)
        while self.slot_on(day) > moment:
            day -= _WEEK
        return self.slot_on(day)

    def next_after(self, moment: datetime) -> datetime:
        """The first slot after this moment, in UTC."""
        return self._weeks_from(self.last_until(moment), 1)

    def week_before(self, slot: datetime) -> datetime:
        """The slot before this one, in UTC."""
        return self._weeks_from(slot, -1)

    def local_date(self, slot: datetime) -> date:
        """The day of a slot in the schedule's zone: what keys and `--slot` name it by.

        Where the clocks skipped the slot's time up to midnight, that is the day before.
        """
        day = slot.astimezone(self.zone).date()
        meant = self._day_until(day)
        return meant if self.slot_on(meant) == slot else day

    def __str__(self) -> str:
        """As people write and read it: `mon 09:00`."""
        return f"{WEEKDAYS[self.weekday][:_SHORT]} {self.at:%H:%M}"

    def _weeks_from(self, slot: datetime, weeks: int) -> datetime:
        return self.slot_on(self.local_date(slot) + weeks * _WEEK)

    def _day_until(self, day: date) -> date:
        """This day, or the last one before it that has the weekday."""
        return day - timedelta(days=(day.weekday() - self.weekday) % 7)


@dataclass(frozen=True, slots=True, kw_only=True)
class DueSlot:
    """What is to be sent now."""

    slot: datetime
    """The newest slot that has come."""
    start: datetime
    """From where its window reaches to the slot: the last sent one, else a week, on the schedule's
    clock, before the first slot that it stands for."""
    missed: tuple[datetime, ...] = ()
    """Earlier slots that came and were never sent, oldest first: this one stands for them too."""
    is_late: bool = False
    """It came more than `LATE_AFTER` ago."""


def due_slot(
    schedule: Weekly,
    *,
    since: datetime,
    last_sent: datetime | None,
    settled: frozenset[datetime] = frozenset(),
    now: datetime,
) -> DueSlot | None:
    """The slot that is due now; `None`: nothing is.

    `since`: when somebody subscribed; earlier slots were never promised. `last_sent`: the last slot
    that was sent. `settled`: slots that are not to be tried again although they were never sent
    (refused, given up); they count as missed in the next one.

    A local day has one digest: what was sent on it stands for a slot to which the schedule was
    changed later that day.
    """
    newest = schedule.last_until(now)
    sent_on = None if last_sent is None else schedule.local_date(last_sent)
    is_sent = last_sent is not None and last_sent >= newest
    if is_sent or schedule.local_date(newest) == sent_on or newest in settled or newest < since:
        return None
    unsent = since if last_sent is None else max(since, last_sent + timedelta.resolution)
    missed = tuple(
        slot
        for slot in _slots_between(schedule, unsent, newest)
        if schedule.local_date(slot) != sent_on
    )
    return DueSlot(
        slot=newest,
        start=last_sent or schedule.week_before(missed[0] if missed else newest),
        missed=missed,
        is_late=now - newest > LATE_AFTER,
    )


def judged_at(slot: datetime, *, as_of: datetime) -> datetime:
    """The moment that a slot which has come is judged for, from a reading of `as_of`.

    A reading that was made for the slot is judged as it stands; of one from long after it, what was
    so at the slot ("as it was").
    """
    return max(slot, as_of) if as_of - slot <= LATE_AFTER else slot


def _slots_between(schedule: Weekly, start: datetime, end: datetime) -> Iterator[datetime]:
    """The slots from `start`, included, to `end`, not included."""
    slot = schedule.next_after(start - timedelta.resolution)
    while slot < end:
        yield slot
        slot = schedule.next_after(slot)


def parse_weekly(text: str, zone: str) -> Weekly:
    """The schedule in `mon 09:00` (weekday names only, short or long, without case) and a zone.

    Raises `UserError` with an example for words that are none, or for an unknown zone.
    """
    weekday, at = parse_moment(text)
    return Weekly(weekday=weekday, at=at, zone=zone_named(zone))


def parse_moment(text: str) -> tuple[int, time]:
    """The weekday and the time in `mon 09:00`; raises `UserError` with an example."""
    found = _TEXT.fullmatch(text.strip())
    if found is None:
        raise UserError(f"“{text.strip()}” is no moment of a week.", advice=_EXAMPLE)
    return _weekday_named(found[1]), time_of(found[2], found[3])


def time_of(hour: str, minute: str) -> time:
    """The time of day; raises `UserError` with an example."""
    try:
        return time(int(hour), int(minute))
    except ValueError as error:
        raise UserError(f"There is no time {hour}:{minute}.", advice=_EXAMPLE) from error


def _weekday_named(word: str) -> int:
    """0 is Monday. Numbers are refused: Monday is 0 to some, 1 to others and 2 to cron's heirs."""
    folded = word.casefold().rstrip(".,")
    fits = (n for n, name in enumerate(WEEKDAYS) if name.startswith(folded))
    weekday = next(fits, None) if len(folded) >= _SHORT else None
    if weekday is None:
        raise UserError(f"“{word}” is no weekday's name.", advice=_EXAMPLE)
    return weekday
