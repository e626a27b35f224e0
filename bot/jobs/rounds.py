"""Which round of messages to owners is running. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.jobs.slots import NamedTracker
from bot.schedule import Round, Weekly


@dataclass(frozen=True, slots=True, kw_only=True)
class Promise:
    """A tracker whose digest some channel gets."""

    tracker: NamedTracker
    schedule: Weekly
    since: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Running:
    """One round, and whose rows it tells of."""

    round: Round
    trackers: tuple[NamedTracker, ...]


def running_round(promises: Sequence[Promise], *, now: datetime) -> Running | None:
    """The round of the newest week in which a digest came; `None` while none has come.

    It begins with the week's first digest, and tells of every tracker of any digest: one message
    for each person and week.
    """
    days = [
        promise.schedule.local_date(slot)
        for promise in promises
        if (slot := promise.schedule.last_until(now)) >= promise.since
    ]
    if not days:
        return None
    rounds = [Round(digest_day=day) for day in days]
    newest = max(one.key for one in rounds)
    first = min((one for one in rounds if one.key == newest), key=lambda one: one.digest_day)
    return Running(round=first, trackers=_each_once(promise.tracker for promise in promises))


def _each_once(trackers: Iterable[NamedTracker]) -> tuple[NamedTracker, ...]:
    return tuple({tracker.key: tracker for tracker in trackers}.values())
