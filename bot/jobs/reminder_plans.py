"""What messages to owners are planned from: the newest readings, and what people said before."""

import asyncio
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Protocol

from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Snapshot
from bot.github_status.judge import Rules, judge_snapshot
from bot.github_status.judge.rules import Left
from bot.jobs.digest_drawing import nothing_left
from bot.jobs.needs import ReadsNow
from bot.jobs.slots import NamedTracker
from bot.people.people import Link, People
from bot.reminders import AskedTracker, ReminderPlan, Told, plan_reminders
from bot.reminders.silence import parked_of, silencer
from bot.reminders.whose import who_owns
from bot.store.messages import RemindedRow
from bot.store.wishes import PersonWishes, RowWish

STILL_NEW = timedelta(minutes=5)
"""A reading of that age is not made anew right before messages are sent."""

TOO_OLD = timedelta(days=1)
"""By an older reading nobody is written to: it may call stale what was merged since."""


class KnowsTold(Protocol):
    """What of the stored messages is used here."""

    async def reminded_everybody(self) -> dict[str, tuple[RemindedRow, ...]]:
        """By Slack id, the rows that they were written to about. Raises `StoreFault`."""
        ...


class KnowsWishes(Protocol):
    """What of the stored wishes is used here; each may raise `StoreFault`."""

    async def everybody(self) -> dict[str, PersonWishes]:
        """By Slack id, how they want to be written to."""
        ...

    async def of_person(self, person: str) -> PersonWishes:
        """How this one wants to."""
        ...

    async def row_wishes(self, *, now: datetime) -> tuple[RowWish, ...]:
        """What they said about rows."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Planned:
    """One plan, and what it was made from."""

    plan: ReminderPlan
    trackers: tuple[AskedTracker, ...]
    at: datetime
    addressed: tuple[Link, ...] = ()
    """Everybody who may be written to in this round, whether there is anything to tell them or
    not."""
    unread: tuple[NamedTracker, ...] = ()
    """Trackers that were left out, since they could not be read for too long."""


class ReminderPlans:
    """Plans rounds."""

    def __init__(
        self,
        current: ReadsNow,
        messages: KnowsTold,
        wishes: KnowsWishes,
        *,
        rules: Rules,
        people: Callable[[], People],
        left: Callable[[Ref, People], Left] = nothing_left,
    ) -> None:
        """Plan from these; `left`: which findings of a tracker somebody left as they are."""
        self._current = current
        self._messages = messages
        self._wishes = wishes
        self._rules = rules
        self._people = people
        self._left = left

    async def planned(
        self, trackers: Sequence[NamedTracker], *, at: datetime, is_checked: bool
    ) -> Planned:
        """Who would be written to at this moment. Raises `StoreFault`.

        `is_checked`: from readings of right now, as far as GitHub can be read; a tracker that was
        not read for a day is left out.
        """
        known = await self._known(trackers, at=at, is_checked=is_checked)
        told = await self._messages.reminded_everybody()
        by_person = await self._wishes.everybody()
        rows = await self._wishes.row_wishes(now=at)
        found = await asyncio.to_thread(
            self._plan, known, at=at, told=told, by_person=by_person, rows=rows
        )
        return replace(found, unread=tuple(one for one in trackers if one not in dict(known)))

    async def is_wanted(self, slack: str, *, at: datetime) -> bool:
        """Whether this person wants messages at this moment. Raises `StoreFault`."""
        return _wants(await self._wishes.of_person(slack), at)

    async def judged(
        self, trackers: Sequence[NamedTracker], *, at: datetime
    ) -> tuple[AskedTracker, ...]:
        """The trackers by their newest readings. Raises `StoreFault`."""
        known = await self._known(trackers, at=at, is_checked=False)
        rows = await self._wishes.row_wishes(now=at)
        return await asyncio.to_thread(self._asked, known, at=at, rows=rows)

    async def _known(
        self, trackers: Sequence[NamedTracker], *, at: datetime, is_checked: bool
    ) -> list[tuple[NamedTracker, Snapshot]]:
        snapshots = [await self._snapshot(one, at=at, is_checked=is_checked) for one in trackers]
        return [
            (one, snapshot)
            for one, snapshot in zip(trackers, snapshots, strict=True)
            if snapshot is not None
        ]

    async def _snapshot(
        self, tracker: NamedTracker, *, at: datetime, is_checked: bool
    ) -> Snapshot | None:
        newest = await self._current.caught_up(tracker.ref)
        if not is_checked:
            return newest
        if newest is None or at - newest.as_of > STILL_NEW:
            reading = self._current.reading(tracker.ref)
            await asyncio.wait({reading})
            newest = (None if reading.cancelled() else reading.result().snapshot) or newest
        return None if newest is None or at - newest.as_of > TOO_OLD else newest

    def _plan(
        self,
        known: Sequence[tuple[NamedTracker, Snapshot]],
        *,
        at: datetime,
        told: Mapping[str, Sequence[RemindedRow]],
        by_person: Mapping[str, PersonWishes],
        rows: Sequence[RowWish],
    ) -> Planned:
        asked, people = self._asked(known, at=at, rows=rows), self._people()
        wants_own = frozenset(s for s, wishes in by_person.items() if wishes.wants_own)
        plan = plan_reminders(
            asked,
            people,
            at=at,
            told={slack: tuple(_told_rows(each)) for slack, each in told.items()},
            wants_own=wants_own,
            only_changes=frozenset(s for s, wishes in by_person.items() if wishes.only_changes),
            is_silenced=silencer(rows),
        )
        wanted = (r for r in plan.reminders if _wants(by_person.get(r.link.slack or ""), at))
        addressed = map(people.with_slack, sorted(who_owns(asked, people) | wants_own))
        return Planned(
            plan=replace(plan, reminders=tuple(wanted)),
            trackers=asked,
            at=at,
            addressed=tuple(link for link in addressed if link is not None),
        )

    def _asked(
        self,
        known: Sequence[tuple[NamedTracker, Snapshot]],
        *,
        at: datetime,
        rows: Sequence[RowWish],
    ) -> tuple[AskedTracker, ...]:
        people = self._people()
        return tuple(
            AskedTracker(
                name=one.name,
                tracker=judge_snapshot(
                    snapshot,
                    rules=self._rules,
                    people=people.for_judge(),
                    now=at,
                    parked=parked_of(rows, tracker_key=one.key, people=people),
                    left=self._left(one.ref, people),
                ),
            )
            for one, snapshot in known
        )


def _told_rows(rows: Iterable[RemindedRow]) -> Iterator[Told]:
    """What the store remembers, in the words of the plan."""
    for row in rows:
        ref = Ref.parse(row.ref)
        if ref is not None:
            yield Told(ref=ref, count=row.count, last_at=row.last_at, progress_at=row.progress_at)


def _wants(wishes: PersonWishes | None, at: datetime) -> bool:
    if wishes is None:
        return True
    is_snoozed = wishes.snoozed_until is not None and wishes.snoozed_until > at
    return not wishes.stopped and not is_snoozed
