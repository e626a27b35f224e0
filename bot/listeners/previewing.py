"""`digest`: the next digest as it would be posted now, to whoever asks, alone."""

import asyncio
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Protocol

from bot.answers.answer import Answer
from bot.answers.audience import Audience
from bot.answers.digest import digest_plan, digest_preview
from bot.answers.preview import preview_note
from bot.answers.spoken import Frame, framed
from bot.github_status.earlier import History, earlier_reading
from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Snapshot
from bot.github_status.judge import Rules
from bot.github_status.judge.changes import Window, changes_in
from bot.github_status.reader import tracker_key
from bot.listeners.access import Sight
from bot.listeners.office import Counter, Office, OfficeTracker, nothing_read, stored
from bot.listeners.parks import KnowsParks
from bot.listeners.subscribing import schedule_of
from bot.people.people import People
from bot.render.slack import modal, slack_message
from bot.schedule import DueSlot, Weekly, parse_weekly
from bot.store.digests import DigestRecord

TITLE: Final = "Digest"
DEFAULT_AT: Final = "mon 09:00"


class KnowsNewest(Protocol):
    """What of `Current` is used here."""

    async def newest(self, tracker: Ref) -> Snapshot | None:
        """The newest snapshot; `None`: nothing was read yet."""
        ...


class KnowsSent(Protocol):
    """What of the stored digests is used here."""

    async def last_sent(
        self, channel: str, tracker_key: str, *, until: datetime | None = None
    ) -> DigestRecord | None:
        """The newest that was sent, of those up to this moment."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Previews:
    """Makes previews."""

    current: KnowsNewest
    history: History
    sent: KnowsSent
    rules: Rules
    parks: KnowsParks

    async def show(self, office: Office, counter: Counter, *, tracker: str | None) -> None:
        """Show the preview. Raises `UserError` where nothing was read yet."""
        if counter.caller.is_view:
            await counter.begin()
        chosen = office.tracker_called(tracker)
        snapshot = await stored(self.current.newest(chosen.ref))
        if snapshot is None:
            raise nothing_read(chosen.name)
        known = await _subscribed(office, counter, chosen)
        schedule = known or await _usual(office, counter)
        now = max(office.changing.now(), snapshot.as_of)
        room = counter.caller.room
        due, baseline = await self._window(room, chosen, schedule, now)
        where = counter.caller.channel
        audience = await office.access.audience(counter.caller.user, where, Sight.CHANNEL)
        people = office.changing.book.current
        suffix = f" in {chosen.name}" if len(office.trackers) > 1 else ""
        frame = Frame(question="digest", suffix=suffix)

        def draw() -> Answer:
            drawn = _Preview(snapshot, due, baseline, schedule, chosen.name, now)
            note = preview_note(known, now=now, is_in_channel=bool(room))
            return framed(self._drawn(drawn, audience, people), frame, note=note)

        answer = await asyncio.to_thread(draw)
        if counter.caller.is_view:
            await counter.show(modal(TITLE, answer, command=office.rules.command))
            return
        question = frame.asking("digest")
        await counter.send(slack_message(answer, page=counter.caller.page, question=question))

    async def _window(
        self, channel: str, tracker: OfficeTracker, schedule: Weekly, now: datetime
    ) -> tuple[DueSlot, Snapshot | None]:
        """Up to the coming slot, since the last digest of this channel, else a week."""
        key = tracker_key(tracker.ref)
        last = await stored(self.sent.last_sent(channel, key, until=now))
        slot = schedule.next_after(now)
        start = schedule.week_before(slot) if last is None else last.slot
        as_of = None if last is None else last.as_of
        baseline = await stored(
            earlier_reading(self.history, tracker.ref, as_of=as_of, start=start)
        )
        return DueSlot(slot=slot, start=start), baseline

    def _drawn(self, preview: "_Preview", audience: Audience, people: People) -> Answer:
        changes = changes_in(
            preview.snapshot,
            Window(preview.due.start, preview.due.slot),
            now=preview.now,
            baseline=preview.baseline,
            rules=self.rules,
            people=people.for_judge(),
            parked=self.parks.parked(preview.snapshot.tracker, people),
            left=self.parks.left(preview.snapshot.tracker, people),
        )
        plan = digest_plan(
            changes,
            audience=audience,
            people=people,
            schedule=preview.schedule,
            due=preview.due,
            name=preview.name,
        )
        return digest_preview(plan)


@dataclass(frozen=True, slots=True)
class _Preview:
    """From what one is drawn."""

    snapshot: Snapshot
    due: DueSlot
    baseline: Snapshot | None
    schedule: Weekly
    name: str
    now: datetime


async def _subscribed(office: Office, counter: Counter, tracker: OfficeTracker) -> Weekly | None:
    """When the channel gets it; `None`: it gets none."""
    listed = await stored(office.changing.stores.subscriptions.of_channel(counter.caller.room))
    key = tracker_key(tracker.ref)
    known = next((s for s in listed if s.tracker_key == key and not s.stopped), None)
    return None if known is None else schedule_of(known)


async def _usual(office: Office, counter: Counter) -> Weekly:
    """When most channels would get it, on the clocks of whoever asks."""
    return parse_weekly(DEFAULT_AT, (await office.profiles.of(counter.caller.user)).zone)
