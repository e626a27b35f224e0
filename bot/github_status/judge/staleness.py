"""Whether an open pull request is stale or parked, since when, and by which limit: the value."""

from dataclasses import dataclass
from datetime import datetime

from bot.github_status.facts.pulls import Event
from bot.github_status.judge.rules import LimitName, ParkedBySlack


@dataclass(frozen=True, slots=True, kw_only=True)
class Staleness:
    """Is it stale, since when, and by which limit?"""

    stale: bool | None
    """`None`: neither a progress event nor the opening is known, or of the time line nothing was
    read. False for whatever is not open."""
    parked: bool | None
    """`None`: its labels are not known. False for whatever is not open. Where it is not known
    whether it is open, both are `None`."""
    parked_because: str | None = None
    """The label or the title that parks it."""
    parked_by: ParkedBySlack | None = None
    """Who parked it from Slack, and until when; `None`: nobody did."""
    last_progress: Event | None = None
    """The newest progress event that was read; `None` when none was."""
    last_progress_at: datetime | None = None
    """Its moment, else the opening's; `None` when neither is known. Where only the newest part of
    the time line was read and holds no progress: the start of that part."""
    idle_working_days: int | None = None
    """Working days after that day, today included."""
    limit_working_days: int | None = None
    limit: LimitName | None = None
