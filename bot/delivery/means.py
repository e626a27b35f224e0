"""What the delivery works with, and how it insists on an answer."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TypeVar

from slack_sdk.web.async_client import AsyncWebClient

from bot.delivery.pacing import Pacer
from bot.delivery.patience import Clocks, Patience, TimeLimit
from bot.delivery.refusals import Refusal
from bot.delivery.replies import RATE_LIMITED, Doubtful, Later, NoAnswer, NotSent
from bot.store.incidents import Incidents
from bot.store.messages import Messages

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Means:
    """What every attempt works with."""

    client: AsyncWebClient
    messages: Messages
    incidents: Incidents
    holder: str
    """This process, unlike any other one, also of an earlier run."""
    lease: timedelta
    """So long one attempt may take, all waiting included, before somebody else takes it over."""
    pacer: Pacer
    clocks: Clocks
    patience: Patience
    conversations: dict[str, str] = field(default_factory=dict)
    """The direct messages that were opened: `D…` by the person's id."""

    async def note(self, refusal: Refusal) -> None:
        """Tell maintainers in their next note."""
        await self.incidents.note(refusal.incident, refusal.said, now=self.clocks.now())

    async def insist(self, call: Callable[[], Awaitable[T | NoAnswer]], limit: TimeLimit) -> T:
        """What Slack says, once it does, to a call that does no harm when it is repeated.

        Raises `GivenUp` when the time is over.
        """
        for seconds in self.patience.backoffs():
            reply = await call()
            match reply:
                case Later():
                    await limit.pause(reply.seconds, code=RATE_LIMITED)
                case NotSent() | Doubtful():
                    await limit.pause(seconds)
                case _:
                    return reply
        raise AssertionError("the pauses have no end")
