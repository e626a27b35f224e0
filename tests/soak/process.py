"""The process that is killed: a running bot's jobs as the wiring builds them, in a hurry.

Leases last seconds instead of minutes, messages go out a hundred times faster than Slack allows,
and GitHub is a file in memory. It ends by itself once everything was sent.
"""

import asyncio
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from bot.delivery import Delivery, Pacer, Patience, delivery_client
from bot.github_status.current import Current
from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Snapshot
from bot.github_status.judge import Rules
from bot.github_status.reader import Reader, tracker_key
from bot.github_status.shared import SharedReader
from bot.github_status.stored import snapshot_bytes
from bot.jobs import reminder_writer, reminders, ticking
from bot.jobs.holding import Holder
from bot.jobs.members import Members
from bot.listeners.parks import Parks
from bot.serving.jobs import Ground, jobs_of, this_process
from bot.settings.fields import Settings
from bot.store.claims import Claims
from bot.store.digests import Digests
from bot.store.engine import Database, database_url
from bot.store.incidents import Incidents
from bot.store.left import LeftFindings
from bot.store.messages import Messages, MessageState
from bot.store.snapshots import Snapshots
from bot.store.wishes import Wishes
from bot.wiring import utc_now
from tests.soak.scene import MESSAGES_AT, NAME, SLOT, Start, people_of, snapshot_of

LEASE = timedelta(seconds=4)
CALL_SECONDS = 1
"""So that a lease outlasts a call by far, as three minutes outlast half a minute in earnest."""

TICK = timedelta(seconds=0.2)
PACE_SECONDS = 0.01
READING_SECONDS = 0.03
LOOK_SECONDS = 0.15
"""How often it looks whether all is sent: often enough, and no burden to a busy machine."""

RESTS = timedelta(seconds=0.5)
PATIENCE = Patience(
    looks=(0.0, 0.05, 0.15), backoff=(0.02, 0.05, 0.1), record=(0.05, 0.1), spare=0.5
)


class QuickClaims(Claims):
    """Claims of which none lasts longer than a quick process's."""

    async def take(self, key: str, *, holder: str, now: datetime, lease: timedelta) -> bool:
        return await super().take(key, holder=holder, now=now, lease=min(lease, LEASE))


class FileReader(Reader):
    """Reads what is known beforehand, and stores it as every reading is."""

    def __init__(self, start: Start, database: Database) -> None:
        super().__init__(NoQuestions(), Snapshots(database))
        self._start = start
        self._kept = Snapshots(database)

    async def refresh(self, tracker: Ref, *, now: datetime, **_: object) -> Snapshot:
        await asyncio.sleep(READING_SECONDS)
        snapshot = snapshot_of(self._start.owners, reading=self._start.number, as_of=now)
        await self._kept.save_snapshot(tracker_key(tracker), now, snapshot_bytes(snapshot))
        return snapshot


class NoQuestions:
    """Stands where GitHub is, and is never asked."""

    async def tracker(self, ref: Ref) -> Any:
        raise AssertionError

    async def readings(self, refs: Sequence[Ref], *, on_progress: object) -> Any:
        raise AssertionError

    async def nearby(self, readings: object) -> Any:
        raise AssertionError


@dataclass(frozen=True, slots=True, kw_only=True)
class QuickGround(Ground):
    """The wiring's ground, with a quick pace."""

    def delivery(self) -> Delivery:
        return Delivery(
            delivery_client(self.token, url=self.settings.slack_api_url, call_seconds=CALL_SECONDS),
            Messages(self.database),
            Incidents(self.database),
            holder=self.holder.name,
            now=self.now,
            pacer=Pacer(PACE_SECONDS),
            lease=LEASE,
            patience=PATIENCE,
        )

    def members(self) -> Members:
        client = delivery_client(self.token, url=self.settings.slack_api_url)
        return Members(client, now=self.now, people=Pacer(0.001), quiet=Pacer(0.001))


def run(start: Start) -> None:
    """Run until everything was sent; what it says goes to its log."""
    log = os.open(start.log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    os.dup2(log, 1)
    os.dup2(log, 2)
    _hurry()
    asyncio.run(_run(start))


def _hurry() -> None:
    """Rest for a moment where a bot rests for minutes; nothing but this process is changed."""
    for module, name in ((reminders, "SLACK_RESTS"), (reminder_writer, "POSTPONED_FOR")):
        assert isinstance(getattr(module, name), timedelta)
        setattr(module, name, RESTS)


async def _run(start: Start) -> None:
    def now() -> datetime:
        return utc_now() + start.offset

    database = Database(database_url(start.database))
    ground = _ground(start, database, now)
    try:
        jobs = jobs_of(ground, read_every=timedelta(hours=1))
        async with ticking(jobs, now=now, every=TICK):
            # Perhaps it is another process that sends the last one: there is no event to wait for.
            while not await is_all_sent(start, database):  # noqa: ASYNC110
                await asyncio.sleep(LOOK_SECONDS)
        await ground.current.close()
    finally:
        await database.close()


def _ground(start: Start, database: Database, now: Callable[[], datetime]) -> QuickGround:
    claims, name = QuickClaims(database), this_process()
    reader = FileReader(start, database)
    shared = SharedReader(reader, claims, holder=name, clock=now, look_seconds=0.02)
    people = people_of(start.slack_ids)
    return QuickGround(
        settings=Settings.model_validate(
            {
                "database_url": start.database,
                "slack_api_url": start.slack_url,
                "tracker": [{"name": NAME, "issue": str(start.tracker)}],
                "remind": {"enabled": start.writes_to_owners},
            }
        ),
        database=database,
        current=Current(shared, clock=now),
        reader=reader,
        holder=Holder(claims=claims, name=name, now=now, lease=LEASE),
        token=start.token,
        people=lambda: people,
        rules=Rules(),
        parked=Parks(Wishes(database), LeftFindings(database), now=now).parked,
        now=now,
    )


async def is_all_sent(start: Start, database: Database) -> bool:
    """Whether the digest and every owner's message is over and done with."""
    last = await Digests(database).last_sent(start.channel, tracker_key(start.tracker))
    if last is None or last.slot != SLOT:
        return False
    if not start.writes_to_owners:
        return True
    records = [await Messages(database).get(key) for key in owners_keys(start)]
    return all(one is not None and one.state is not MessageState.SENDING for one in records)


def owners_keys(start: Start) -> tuple[str, ...]:
    """The keys of the messages to owners."""
    week = MESSAGES_AT.isocalendar()
    return tuple(f"remind:{week.year}-W{week.week:02}:{slack}" for slack in start.slack_ids)


def log_of(start: Start) -> str:
    """The end of what its processes have said."""
    path = Path(start.log)
    return path.read_text(encoding="utf-8")[-4_000:] if path.exists() else ""
