"""A slot of a digest: what is to be sent where, and how far it came."""

from dataclasses import dataclass
from enum import StrEnum

from bot.answers.audience import Audience
from bot.delivery import Delivered
from bot.errors import NemorlStatusError
from bot.github_status.facts.refs import Ref
from bot.github_status.reader import tracker_key
from bot.schedule import DueSlot, Weekly


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedTracker:
    """A tracker, and what people call it."""

    name: str
    ref: Ref

    @property
    def key(self) -> str:
        """Its name in the store."""
        return tracker_key(self.ref)


@dataclass(frozen=True, slots=True, kw_only=True)
class DigestSlot:
    """What is to be sent where."""

    channel: str
    tracker: NamedTracker
    schedule: Weekly
    due: DueSlot
    audience: Audience
    says_nothing_new: bool = True

    @property
    def key(self) -> str:
        """Names the digest: never by the moment when somebody got round to it."""
        day = self.schedule.local_date(self.due.slot).isoformat()
        return f"digest:{self.channel}:{self.tracker.key}:{day}"


class SlotEnd(StrEnum):
    """How far did it come?

    `SENT`: every message stands, or was silently left out. `CLOSED`: the tracker was closed, which
    was said. `WAITS`: GitHub or Slack is not there; try again. `GIVEN_UP`: GitHub was not there for
    a whole day. `REFUSED`: Slack will not have it.
    """

    SENT = "sent"
    CLOSED = "closed"
    WAITS = "waits"
    GIVEN_UP = "given_up"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True, kw_only=True)
class SlotResult:
    """How far a slot came, and why not further."""

    end: SlotEnd
    delivered: Delivered | None = None
    """The message that Slack would not have, or the last one that was sent."""
    error: NemorlStatusError | None = None
    """Why GitHub could not be read."""
