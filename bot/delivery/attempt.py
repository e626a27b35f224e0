"""One attempt at one message, from when it is begun until it is written down how it ended."""

import asyncio
from collections.abc import Coroutine, Mapping
from contextlib import suppress
from typing import Any, Final, TypeVar

import structlog

from bot.delivery.history import Looked, Sighting, look_up, mark
from bot.delivery.means import Means
from bot.delivery.outgoing import Delivered, DeliveryOutcome, Outgoing, plain_message
from bot.delivery.patience import GivenUp, TimeLimit
from bot.delivery.refusals import (
    Consequence,
    Refusal,
    is_for_later,
    is_person,
    refusal_of,
    unsettled_said,
)
from bot.delivery.replies import RATE_LIMITED, Done, Doubtful, Later, NotSent, Refused, Reply, asked
from bot.errors import StoreFault
from bot.render.slack import POST, SlackMessage
from bot.render.slack.picture import has_picture, without_picture
from bot.store.messages import Begun, MessageRecord

NOT_NOW: Final = "Slack could not be reached in time, or asks to wait; it is tried again."

_NOT_TAKEN: Final = "invalid_blocks"
"""Slack's code for a file that it does not know, among other things."""

_log = structlog.get_logger(__name__)

T = TypeVar("T")


class Attempt:
    """One attempt at one message."""

    def __init__(
        self, means: Means, out: Outgoing, limit: TimeLimit, begun: Begun, record: MessageRecord
    ) -> None:
        """It was begun; the limit ends no later than the lease."""
        self._means = means
        self._out = out
        self._limit = limit
        self._post_seconds = means.client.timeout + means.patience.spare
        self._record = record
        self._message: SlackMessage = out.message
        self._is_plain = False
        self._picture_pauses = iter(means.patience.pictures if has_picture(out.message) else ())
        self._backoffs = means.patience.backoffs()
        # Whether it may stand there without our knowing, and whether that was ever so.
        self._in_doubt = self._was_in_doubt = begun is Begun.TAKEN_OVER
        self._is_ended = False

    async def run(self) -> Delivered:
        """How it ended. Raises `StoreFault`; cancelled, it lets go of what was not posted."""
        try:
            return await self._run()
        except GivenUp as stop:
            await self._let_go()
            _log.info("A message is not sent for now", key=self._out.key, because=str(stop))
            return Delivered(outcome=DeliveryOutcome.POSTPONED, code=stop.code, advice=NOT_NOW)
        except (StoreFault, asyncio.CancelledError):
            with suppress(StoreFault):
                await self._let_go()
            raise

    async def _run(self) -> Delivered:
        place = await self._place()
        if isinstance(place, Refused):
            return await self._nowhere(place)
        had_its_turn = not self._in_doubt
        while True:
            if self._in_doubt:
                settled = await self._settled(place)
                if settled is not None:
                    return settled
            if not had_its_turn:
                await self._means.pacer.turn(again=True)
            had_its_turn = False
            reply = await self._unbroken(self._post(place))
            match reply:
                case Done():
                    return self._delivered(reply.data)
                case Refused():
                    ended = await self._not_taken(reply)
                    if ended is not None:
                        return ended
                case Later():
                    self._means.pacer.hold_off(reply.seconds)
                    # The next turn waits.
                    self._limit.spare(reply.seconds + self._post_seconds, code=RATE_LIMITED)
                case NotSent():
                    await self._limit.pause(next(self._backoffs))
                case Doubtful():
                    _log.warning("Slack may have posted a message or not", key=self._out.key)

    # Where it goes

    async def _place(self) -> str | Refused:
        """The channel, or the person's direct message, opened once for each process."""
        person = self._out.channel
        if not is_person(person) or person in self._means.conversations:
            return self._means.conversations.get(person, person)

        async def opened() -> Reply:
            return await asked(self._means.client.conversations_open, users=[person])

        reply: Done | Refused = await self._means.insist(opened, self._limit)
        if isinstance(reply, Refused):
            return reply
        channel = reply.data.get("channel")
        if not isinstance(channel, dict) or not isinstance(channel.get("id"), str):
            return Refused("no_channel")
        self._means.conversations[person] = channel["id"]
        return str(channel["id"])

    async def _nowhere(self, reply: Refused) -> Delivered:
        """Nowhere to post, and nowhere to look: what was in doubt can never be known."""
        refusal = self._heard(reply)
        if is_for_later(refusal):
            return await self._postponed(reply, refusal)
        if self._in_doubt:
            return await self._unsettled(reply)
        return await self._refused(reply, refusal)

    # Posting

    async def _post(self, place: str) -> Reply:
        """Post it once, and write down where it stands."""
        # From here on nothing may be awaited: a process that stood still must not post any more.
        self._limit.spare(self._post_seconds)
        self._in_doubt = True  # until Slack has said something
        reply = await asked(
            self._means.client.chat_postMessage,
            channel=place,
            text=self._message.text,
            blocks=list(self._message.blocks) or None,
            thread_ts=self._out.thread_ts,
            metadata=mark(self._out.key),
            **POST,
        )
        if isinstance(reply, Done):
            if not isinstance(reply.data.get("ts"), str):
                reply = Doubtful()
            else:
                await self._write_down(str(reply.data.get("channel") or place), reply.data["ts"])
        self._in_doubt = isinstance(reply, Doubtful)
        self._was_in_doubt |= self._in_doubt
        return reply

    async def _write_down(self, channel: str, ts: str) -> None:
        out, now = self._out, self._means.clocks.now
        person = out.channel if is_person(out.channel) else ""
        for pause in (*self._means.patience.record, None):
            try:
                await self._means.messages.sent(
                    out.key, channel=channel, ts=ts, now=now(), person=person, rows=out.rows
                )
            except StoreFault:
                if pause is None:
                    raise
                await self._means.clocks.sleep(pause)
            else:
                self._is_ended = True
                _log.info("A message stands in Slack", key=out.key)
                return

    async def _unbroken(self, work: Coroutine[Any, Any, T]) -> T:
        """Do not break off half-way: cancelled, wait until it is done, and not for ever."""
        task = asyncio.ensure_future(work)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            done, _ = await asyncio.wait({task}, timeout=self._means.patience.drain)
            if not done:
                task.cancel()
                await asyncio.wait({task}, timeout=1)
            elif not task.cancelled():
                task.exception()  # looked at, so that asyncio does not complain
            raise

    # Settling

    async def _settled(self, place: str) -> Delivered | None:
        """Look whether it stands there. `None`: it does not, and may be posted."""

        async def looked() -> Sighting:
            return await look_up(
                self._means.client,
                self._out.key,
                channel=place,
                thread_ts=self._out.thread_ts,
                begun_at=self._record.begun_at,
            )

        for pause in self._means.patience.looks:
            if pause:
                await self._limit.pause(pause)
            sighting: Looked | Refused = await self._means.insist(looked, self._limit)
            if isinstance(sighting, Refused):
                refusal = refusal_of(sighting, self._out.channel)
                if is_for_later(refusal):
                    return await self._postponed(sighting, refusal)
                return await self._unsettled(sighting)
            if sighting.ts is not None:
                await self._unbroken(self._write_down(place, sighting.ts))
                return self._delivered({"channel": place, "ts": sighting.ts})
        self._in_doubt = False
        return None

    async def _unsettled(self, reply: Refused) -> Delivered:
        now, channel = self._means.clocks.now(), self._out.channel
        said = unsettled_said(reply, channel, self._record.begun_at)
        # In this order: whoever dies in between tells it twice, and not never.
        await self._means.incidents.note(f"unsettled:{channel}", said, now=now)
        await self._means.messages.unsettled(self._out.key, now=now)
        self._is_ended = True
        _log.error(
            "Nobody can know whether a message was posted; it is not posted again",
            key=self._out.key,
            code=reply.code,
        )
        return Delivered(outcome=DeliveryOutcome.UNSETTLED, code=reply.code, advice=said)

    # Refusals, and letting go

    def _heard(self, reply: Refused) -> Refusal:
        """What it means; it is in the log."""
        _log.warning(
            "Slack refused a message",
            key=self._out.key,
            code=reply.code,
            needed=reply.needed,
            pointers=reply.pointers,
        )
        return refusal_of(reply, self._out.channel)

    async def _not_taken(self, reply: Refused) -> Delivered | None:
        """`None`: it is to be posted once more, in its plain form."""
        refusal = self._heard(reply)
        if is_for_later(refusal):
            return await self._postponed(reply, refusal)
        if reply.code == _NOT_TAKEN and has_picture(self._message):
            await self._wait_for_picture()
            return None
        if refusal.consequence is Consequence.PLAIN and not self._is_plain:
            await self._means.note(refusal)
            self._message, self._is_plain = plain_message(self._message), True
            return None
        return await self._refused(reply, refusal)

    async def _wait_for_picture(self) -> None:
        """Right after the upload Slack often does not know its own file yet:
        https://github.com/slackapi/python-slack-sdk/issues/1521. After a while it goes without."""
        pause = next(self._picture_pauses, None)
        if pause is not None:
            await self._limit.pause(pause)
            return
        self._message = without_picture(self._message)
        said = "Slack did not take the picture of a digest; it was posted without."
        await self._means.incidents.note("pictures", said, now=self._means.clocks.now())

    async def _refused(self, reply: Refused, refusal: Refusal) -> Delivered:
        await self._means.note(refusal)
        now = self._means.clocks.now()
        await self._means.messages.refused(self._out.key, code=reply.code, now=now)
        self._is_ended = True
        # A conversation may be another one when it is opened the next time.
        self._means.conversations.pop(self._out.channel, None)
        return Delivered(outcome=DeliveryOutcome.REFUSED, code=reply.code, advice=refusal.said)

    async def _postponed(self, reply: Refused, refusal: Refusal) -> Delivered:
        await self._let_go()
        await self._means.note(refusal)
        return Delivered(
            outcome=DeliveryOutcome.POSTPONED,
            code=reply.code,
            advice=refusal.said,
            is_token_lost=refusal.consequence is Consequence.TOKEN_LOST,
        )

    async def _let_go(self) -> None:
        """Release what was certainly not posted. What ever was in doubt is left to be taken over
        and looked for: a post may show later than anybody waits."""
        if not (self._is_ended or self._in_doubt or self._was_in_doubt):
            self._is_ended = True
            await self._means.messages.release(self._out.key, holder=self._means.holder)

    def _delivered(self, data: Mapping[str, Any]) -> Delivered:
        return Delivered(
            outcome=DeliveryOutcome.SENT, channel=str(data.get("channel") or ""), ts=data["ts"]
        )
