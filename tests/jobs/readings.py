"""What GitHub holds, as a test says. For tests only."""

import asyncio
from dataclasses import replace
from datetime import datetime
from typing import Any, Protocol

from bot.errors import NemorlStatusError
from bot.github_status.facts.pulls import Pull
from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Snapshot
from bot.github_status.index import parse_index
from bot.github_status.reader import Reader, tracker_key
from bot.github_status.stored import snapshot_bytes
from bot.jobs.slots import NamedTracker
from bot.store.engine import Database
from bot.store.snapshots import Snapshots
from tests.builders import a_pull, a_reading, a_ref, a_tracker_issue, an_actor, an_event, at

TRACKER = NamedTracker(name="widgets", ref=a_ref(1))


class HoldsWhatIsRead(Protocol):
    """What of the world is read here."""

    database: Database
    github: Snapshot
    others: dict[Ref, Snapshot]
    error: NemorlStatusError | None
    readings: int


class SettableReader(Reader):
    """Reads what the test says GitHub holds, stores it, and counts."""

    def __init__(self, world: HoldsWhatIsRead) -> None:
        super().__init__(world, Snapshots(world.database))  # type: ignore[arg-type]
        self._world = world
        self._kept = Snapshots(world.database)

    async def refresh(self, tracker: Ref, *, now: datetime, **_: object) -> Snapshot:
        self._world.readings += 1
        await asyncio.sleep(0)
        if self._world.error is not None:
            raise self._world.error
        holds = self._world.others.get(tracker, self._world.github)
        snapshot = replace(holds, tracker=tracker, as_of=now)
        await self._kept.save_snapshot(tracker_key(tracker), now, snapshot_bytes(snapshot))
        return snapshot


def a_stale_pull(number: int = 7, **fields: Any) -> Pull:
    """Open, by somebody whom nobody knows, last pushed to on 8 June 2026."""
    defaults: dict[str, Any] = {
        "author": an_actor("stranger"),
        "created_at": at("2026-06-01"),
        "events": (an_event(on="2026-06-08"),),
    }
    return a_pull(number, **(defaults | fields))


def a_holding(body: str, *pulls: Pull) -> Snapshot:
    """A tracker with this text, and these pull requests as GitHub has them."""
    return Snapshot(
        tracker=TRACKER.ref,
        as_of=at("2026-08-28"),
        issue=a_tracker_issue(body),
        index=parse_index(body, repository=TRACKER.ref.repository),
        readings=tuple(a_reading(pull) for pull in pulls),
        credentials=("token",),
    )
