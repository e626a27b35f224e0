"""What is sent, and what came of it."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.render.slack import SlackMessage
from bot.store.messages import RemindedRow

LONGEST: Final = 3000
"""Characters that Slack takes anywhere, without blocks."""

_CUT_OFF = "… (cut off)"


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


def plain_message(message: SlackMessage) -> SlackMessage:
    """Its text alone, for when Slack does not take its blocks; cut between words where it is too
    long."""
    return SlackMessage(text=_shortened(message.text), blocks=())


def _shortened(text: str) -> str:
    if len(text) <= LONGEST:
        return text
    kept = text[: LONGEST - len(_CUT_OFF)]
    # A link or a mention that lost its end would stand there as it is written.
    if kept.rfind("<") > kept.rfind(">"):
        kept = kept[: kept.rfind("<")]
    # Escaped characters have no space in them, so that none is cut in two.
    space = max(kept.rfind(" "), kept.rfind("\n"))
    kept = kept[:space] if space > 0 else kept.rpartition("&")[0] or kept
    return kept + _CUT_OFF
