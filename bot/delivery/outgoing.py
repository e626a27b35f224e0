"""What is sent, and what came of it."""

from dataclasses import dataclass
from enum import StrEnum

from bot.render.slack import SlackMessage
from bot.store.messages import RemindedRow


@dataclass(frozen=True, slots=True, kw_only=True)
class Outgoing:
    """One message to send."""

    key: str
    """Names it for good: `digest:C012:nvidia-nemo/rl#2905:2026-07-20/summary`."""
    channel: str
    """A channel's id, or a person's: then their direct message is opened."""
    message: SlackMessage
    thread_ts: str | None = None
    rows: tuple[RemindedRow, ...] = ()
    """Remembered with a message to a person (`channel`)."""


class DeliveryOutcome(StrEnum):
    """How did it end? `POSTPONED`: certainly not posted, worth another try; or somebody else is at
    it. `UNSETTLED`: nobody can know; it is not posted again, and maintainers are told."""

    SENT = "sent"
    SENT_BEFORE = "sent_before"
    REFUSED = "refused"
    UNSETTLED = "unsettled"
    POSTPONED = "postponed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivered:
    """What came of sending."""

    outcome: DeliveryOutcome
    channel: str = ""
    """Where it stands, once sent."""
    ts: str | None = None
    code: str = ""
    """Slack's error code, where refused or postponed by Slack."""
    advice: str = ""
    """What happened and what to do, for maintainers, in a sentence."""
    is_token_lost: bool = False
    """Slack refuses the token: nothing can be sent at all."""
