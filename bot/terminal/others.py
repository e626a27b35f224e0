"""The other trackers below a bare overview: each is read as the asked one is."""

from datetime import datetime

from bot.answers.answer import OtherTracker
from bot.answers.audience import Audience
from bot.answers.others import other_tracker, unknown_tracker
from bot.answers.parts import continued, unstopped
from bot.errors import NemorlStatusError
from bot.settings.trackers import Tracker
from bot.terminal.desk import Desk

_NOT_READ = "could not be read"


def other_trackers(
    desk: Desk, tracker: Tracker, *, audience: Audience, now: datetime
) -> tuple[OtherTracker, ...]:
    """Every tracker of the settings but this one; what failed is said of it and stops nothing."""
    others = (other for other in desk.trackers if other.ref != tracker.ref)
    return tuple(_other(desk, other, audience, now) for other in others)


def _other(desk: Desk, tracker: Tracker, audience: Audience, now: datetime) -> OtherTracker:
    try:
        latest = desk.latest(tracker)
    except NemorlStatusError as error:
        why = f": {unstopped(continued(str(error)))}" if audience.sees_private else ""
        return unknown_tracker(tracker.name, audience=audience, trouble=f"{_NOT_READ}{why}")
    judged = desk.judged(tracker, latest.snapshot, now=now)
    trouble = "" if latest.fault is None else "GitHub could not be asked"
    return other_tracker(tracker.name, judged, audience=audience, trouble=trouble)
