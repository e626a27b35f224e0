"""One slot of a digest, from its reading to its last reply. Begun by the job, or in a terminal.

What was decided for a slot (its reading, its window) is written down before anything is sent, and
every message has a key of its own. So whoever goes on after a crash makes the same messages, and
sends those that are missing.
"""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

from bot.delivery import Delivered, DeliveryOutcome, Outgoing
from bot.errors import Fault, NemorlStatusError
from bot.github_status.earlier import History, earlier_reading
from bot.github_status.facts.pulls import IssueState
from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Snapshot
from bot.jobs.digest_drawing import Draughtsman, DrawnDigest
from bot.jobs.needs import BringsPictures, KeepsSlots, ReadsNow, Sends
from bot.jobs.slots import DigestSlot, SlotEnd, SlotResult
from bot.render.slack import SlackMessage
from bot.render.slack.picture import with_picture
from bot.store.digests import DigestRecord, DigestState

TRIED_FOR = timedelta(days=1)
"""So long a digest waits for GitHub."""

_END_OF = {
    DigestState.SENT: SlotEnd.SENT,
    DigestState.GIVEN_UP: SlotEnd.GIVEN_UP,
    DigestState.REFUSED: SlotEnd.REFUSED,
}
_STATE_OF = {
    SlotEnd.SENT: DigestState.SENT,
    SlotEnd.CLOSED: DigestState.SENT,
    SlotEnd.GIVEN_UP: DigestState.GIVEN_UP,
    SlotEnd.REFUSED: DigestState.REFUSED,
}


class DigestSlots:
    """Sends slots."""

    def __init__(
        self,
        current: ReadsNow,
        history: History,
        slots: KeepsSlots,
        delivery: Sends,
        draughtsman: Draughtsman,
        *,
        now: Callable[[], datetime],
        pictures: BringsPictures | None = None,
    ) -> None:
        """Send with these. `pictures`: `None` where digests show none."""
        self._current = current
        self._history = history
        self._slots = slots
        self._delivery = delivery
        self._draughtsman = draughtsman
        self._now = now
        self._pictures = pictures
        self._failing_since: dict[str, datetime] = {}

    async def send(self, slot: DigestSlot) -> SlotResult:
        """Go on where it stands, as far as it goes; then `end` it. Raises `StoreFault`."""
        record = await self._slots.opened(slot.channel, slot.tracker.key, slot.due.slot)
        if record.state is not DigestState.OPEN:
            return SlotResult(end=_END_OF[record.state])
        snapshot = await self._snapshot(slot, record)
        if isinstance(snapshot, NemorlStatusError):
            return await self._failed(slot, snapshot)
        self._failing_since.pop(slot.key, None)
        decided = replace(record, as_of=snapshot.as_of, start=slot.due.start)
        record = await self._slots.decide(decided)
        if record.as_of is not None and record.as_of != snapshot.as_of:
            snapshot = await self._history.at(slot.tracker.ref, record.as_of) or snapshot
        if snapshot.issue.state is IssueState.CLOSED:
            return await self._closed(slot, snapshot)
        return await self._posted(slot, record, snapshot)

    async def end(self, slot: DigestSlot, result: SlotResult) -> None:
        """What follows from this end was done: the slot is over. Raises `StoreFault`.

        Whoever dies before this does it again: rather twice than never.
        """
        state = _STATE_OF.get(result.end)
        if state is not None:
            record = await self._slots.opened(slot.channel, slot.tracker.key, slot.due.slot)
            await self._slots.end(record, state)

    async def is_open(self, tracker: Ref) -> bool:
        """Whether the tracking issue is open, by the newest reading."""
        newest = await self._current.caught_up(tracker)
        return newest is not None and newest.issue.state is IssueState.OPEN

    async def _snapshot(
        self, slot: DigestSlot, record: DigestRecord
    ) -> Snapshot | NemorlStatusError:
        """What the slot is made from: the decided reading, else any that began after the slot."""
        if record.as_of is not None:
            decided = await self._history.at(slot.tracker.ref, record.as_of)
            if decided is not None:
                return decided
        newest = await self._current.caught_up(slot.tracker.ref)
        if newest is not None and newest.as_of >= slot.due.slot:
            return newest
        read = await self._read(slot.tracker.ref)
        if isinstance(read, Snapshot) and read.as_of < slot.due.slot:
            # It was under way, and began before the slot.
            read = await self._read(slot.tracker.ref)
        return read

    async def _read(self, tracker: Ref) -> Snapshot | NemorlStatusError:
        reading = self._current.reading(tracker)
        await asyncio.wait({reading})
        if reading.cancelled():
            return Fault("The reading was given up.")
        read = reading.result()
        return read.snapshot or read.error or Fault("The tracker could not be read.")

    async def _posted(
        self, slot: DigestSlot, record: DigestRecord, snapshot: Snapshot
    ) -> SlotResult:
        start = record.start or slot.due.start
        baseline = await self._baseline(slot, start)
        drawn = await asyncio.to_thread(self._draughtsman.digest, slot, start, snapshot, baseline)
        if drawn.is_quiet and not slot.says_nothing_new:
            return SlotResult(end=SlotEnd.SENT)
        message = await self._pictured(slot, snapshot, drawn)
        summary = last = await self._sent(slot, "summary", message)
        if summary.outcome is DeliveryOutcome.REFUSED:
            return SlotResult(end=SlotEnd.REFUSED, delivered=summary)
        # Of an unsettled summary nobody knows the thread; maintainers were told.
        for part, message in drawn.replies if summary.ts is not None else ():
            last = await self._sent(slot, part, message, thread_ts=summary.ts)
            if last.outcome is DeliveryOutcome.POSTPONED:
                break
        if last.outcome is DeliveryOutcome.POSTPONED:
            return SlotResult(end=SlotEnd.WAITS, delivered=last)
        return SlotResult(end=SlotEnd.SENT, delivered=last)

    async def _pictured(
        self, slot: DigestSlot, snapshot: Snapshot, drawn: DrawnDigest
    ) -> SlackMessage:
        """The summary, with a picture where there is anything new to show."""
        if self._pictures is None or drawn.is_quiet:
            return drawn.summary
        picture = await self._pictures.picture(slot, snapshot)
        return drawn.summary if picture is None else with_picture(drawn.summary, picture)

    async def _baseline(self, slot: DigestSlot, start: datetime) -> Snapshot | None:
        """The reading of the last digest, else the newest from before the window."""
        before = slot.due.slot - timedelta.resolution
        last = await self._slots.last_sent(slot.channel, slot.tracker.key, until=before)
        as_of = None if last is None else last.as_of
        return await earlier_reading(self._history, slot.tracker.ref, as_of=as_of, start=start)

    async def _failed(self, slot: DigestSlot, error: NemorlStatusError) -> SlotResult:
        """Say once that the reading failed, and wait for GitHub until the day is over."""
        now = self._now()
        failing_since = self._failing_since.setdefault(slot.key, now)
        last = await self._current.caught_up(slot.tracker.ref)
        message = await asyncio.to_thread(self._draughtsman.failed, slot, last, error, now=now)
        told = await self._sent(slot, "failed", message)
        end = SlotEnd.WAITS
        if told.outcome is DeliveryOutcome.REFUSED:
            end = SlotEnd.REFUSED
        elif now - failing_since >= TRIED_FOR:
            end = SlotEnd.GIVEN_UP
        return SlotResult(end=end, delivered=told, error=error)

    async def _closed(self, slot: DigestSlot, snapshot: Snapshot) -> SlotResult:
        message = await asyncio.to_thread(self._draughtsman.closed, slot, snapshot, now=self._now())
        told = await self._sent(slot, "closed", message)
        if told.outcome is DeliveryOutcome.POSTPONED:
            return SlotResult(end=SlotEnd.WAITS, delivered=told)
        end = SlotEnd.REFUSED if told.outcome is DeliveryOutcome.REFUSED else SlotEnd.CLOSED
        return SlotResult(end=end, delivered=told)

    async def _sent(
        self, slot: DigestSlot, part: str, message: SlackMessage, *, thread_ts: str | None = None
    ) -> Delivered:
        return await self._delivery.send_once(
            Outgoing(
                key=f"{slot.key}/{part}",
                channel=slot.channel,
                message=message,
                thread_ts=thread_ts,
            )
        )
