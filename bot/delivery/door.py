"""Send once: claim → post with a mark → record; what is in doubt is looked up in the history."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Final

import structlog
from slack_sdk.web.async_client import AsyncWebClient

from bot.delivery.attempt import NOT_NOW, Attempt
from bot.delivery.means import Means
from bot.delivery.outgoing import Delivered, DeliveryOutcome, Outgoing, plain_message
from bot.delivery.pacing import Pacer
from bot.delivery.patience import Clocks, GivenUp, Patience, TimeLimit
from bot.delivery.refusals import (
    Consequence,
    is_for_later,
    is_person,
    refusal_of,
    unsettled_said,
)
from bot.delivery.replies import Refused, Reply, asked
from bot.errors import StoreFault
from bot.render.slack import UPDATE, SlackMessage
from bot.store.incidents import Incidents
from bot.store.messages import Begun, MessageRecord, Messages, MessageState

LEASE = timedelta(minutes=3)
"""So long one attempt may take, all waiting included, before somebody else takes it over."""

HELD: Final = 5 / 3
"""So many times the lease a message is kept from others. The clocks of two machines may differ by
the rest, two minutes, before one takes over what the other still waits to send."""

SELDOM: Final = 1.25
"""Turns of a second: Slack opens and changes fifty conversations and messages a minute, no more."""

_GONE = frozenset({"message_not_found", "cant_update_message", "edit_window_closed", "is_inactive"})
"""A message that cannot be changed any more; nobody has to mend that."""

_log = structlog.get_logger(__name__)


class Delivery:
    """Sends, and remembers."""

    def __init__(
        self,
        client: AsyncWebClient,
        messages: Messages,
        incidents: Incidents,
        *,
        holder: str,
        now: Callable[[], datetime],
        pacer: Pacer,
        lease: timedelta = LEASE,
        patience: Patience | None = None,
        monotonic: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """Send with this client (`delivery_client`), which itself must never repeat a post.

        `holder`: this process, unlike any other one, also of an earlier run. Raises `ValueError`
        for a client that repeats.
        """
        if client.retry_handlers:
            raise ValueError("a client that repeats a call may post a message twice")
        self._means = Means(
            client=client,
            messages=messages,
            incidents=incidents,
            holder=holder,
            lease=lease,
            pacer=pacer,
            clocks=Clocks(now=now, monotonic=monotonic, sleep=sleep),
            patience=patience or Patience(),
        )

    async def send_once(self, out: Outgoing) -> Delivered:
        """Send it, unless that was done before. Raises `StoreFault`, and nothing of Slack's.

        A rate limit is waited for, a server error is looked up and tried again, all within the
        lease. What maintainers should hear is noted as an incident. Cancelled, it finishes a post
        that is under way, within seconds, and gives back what was not posted.
        """
        means = self._means
        known = await means.messages.get(out.key)
        if known is not None and known.state is not MessageState.SENDING:
            return _over(known, out.channel)
        is_opened = not is_person(out.channel) or out.channel in means.conversations
        await means.pacer.turn(share=1 if is_opened else SELDOM)
        # From before the store is asked: it never ends later than the lease.
        limit = TimeLimit(means.clocks, means.lease)
        begun, record = await self._begun(out)
        match begun:
            case Begun.NEW | Begun.TAKEN_OVER:
                return await Attempt(means, out, limit, begun, record).run()
            case Begun.BUSY:
                advice = "It is being sent already."
                return Delivered(outcome=DeliveryOutcome.POSTPONED, advice=advice)
            case Begun.OVER:
                return _over(record, out.channel)

    async def _begun(self, out: Outgoing) -> tuple[Begun, MessageRecord]:
        """What may be done with it. Cancelled, it leaves nothing begun that was not before."""
        means = self._means
        beginning = asyncio.ensure_future(
            means.messages.begin(
                out.key,
                channel=out.channel,
                holder=means.holder,
                now=means.clocks.now(),
                lease=HELD * means.lease,
            )
        )
        try:
            return await asyncio.shield(beginning)
        except asyncio.CancelledError:
            with suppress(StoreFault):  # the lease ends by itself
                begun, _ = await beginning
                if begun is Begun.NEW:
                    await means.messages.release(out.key, holder=means.holder)
            raise

    async def update(self, key: str, message: SlackMessage) -> Delivered:
        """Put this in place of a message that was sent; refused where it is gone.

        Raises `StoreFault`. Twice is as good as once, so that it is simply tried again in doubt.
        """
        record = await self._means.messages.get(key)
        if record is None or record.ts is None:
            return Delivered(outcome=DeliveryOutcome.REFUSED, advice="It was never sent.")
        limit = TimeLimit(self._means.clocks, self._means.lease)
        try:
            reply = await self._updated(record, message, limit)
            if isinstance(reply, Refused):
                refusal = refusal_of(reply, record.channel)
                if refusal.consequence is Consequence.PLAIN:
                    await self._means.note(refusal)
                    reply = await self._updated(record, plain_message(message), limit)
        except GivenUp as stop:
            postponed = DeliveryOutcome.POSTPONED
            return Delivered(outcome=postponed, code=stop.code, advice=NOT_NOW)
        if isinstance(reply, Refused):
            return await self._not_updated(record, reply)
        return Delivered(outcome=DeliveryOutcome.SENT, channel=record.channel, ts=record.ts)

    async def _updated(
        self, record: MessageRecord, message: SlackMessage, limit: TimeLimit
    ) -> Reply:
        async def updated() -> Reply:
            await self._means.pacer.turn(share=SELDOM)
            return await asked(
                self._means.client.chat_update,
                channel=record.channel,
                ts=record.ts,
                text=message.text,
                # Without blocks the old ones go away.
                blocks=list(message.blocks) or None,
                **UPDATE,
            )

        return await self._means.insist(updated, limit)

    async def _not_updated(self, record: MessageRecord, reply: Refused) -> Delivered:
        if reply.code in _GONE:
            advice = "It is gone, or can no longer be changed."
            return Delivered(outcome=DeliveryOutcome.REFUSED, code=reply.code, advice=advice)
        _log.warning("Slack refused to change a message", key=record.key, code=reply.code)
        refusal = refusal_of(reply, record.channel)
        await self._means.note(refusal)
        is_later = is_for_later(refusal)
        return Delivered(
            outcome=DeliveryOutcome.POSTPONED if is_later else DeliveryOutcome.REFUSED,
            code=reply.code,
            advice=refusal.said,
            is_token_lost=refusal.consequence is Consequence.TOKEN_LOST,
        )


def _over(record: MessageRecord, channel: str) -> Delivered:
    """What came of a message before."""
    reply = Refused(record.code)
    match record.state:
        case MessageState.REFUSED:
            said = refusal_of(reply, channel).said
            return Delivered(outcome=DeliveryOutcome.REFUSED, code=record.code, advice=said)
        case MessageState.UNSETTLED:
            said = unsettled_said(Refused("told before"), channel, record.begun_at)
            return Delivered(outcome=DeliveryOutcome.UNSETTLED, advice=said)
        case _:
            return Delivered(
                outcome=DeliveryOutcome.SENT_BEFORE, channel=record.channel, ts=record.ts
            )
