"""From a tracker to its snapshot: asks GitHub, keeps what could not be read, stores what was read.

The only room that sees GitHub and the store at once. What was read before is never lost: a tracker
that cannot be read changes nothing, and a row that cannot be read keeps its last good state.
"""

import asyncio
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Protocol, TypeAlias, TypeVar

import structlog

from bot.errors import Fault, GitHubFault, NoCredentials, StoreFault
from bot.github_status.facts.nearby import NearbyPull
from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Reading, Snapshot, TrackerIssue
from bot.github_status.index import parse_index
from bot.github_status.last_states import refs_wanting, with_last_states
from bot.github_status.stored import snapshot_bytes, stored_readings, stored_snapshot

OnProgress: TypeAlias = Callable[[int, int], None]
"""Told how many refs of how many have been asked."""

CLOCKS_DIFFER = timedelta(minutes=5)
"""So far ahead a reading of another machine may be; a later one was made by a wrong clock."""

T = TypeVar("T")

_log = structlog.get_logger(__name__)


class ReadBatch(Protocol):
    """What came of asking for many refs."""

    @property
    def readings(self) -> Sequence[Reading]: ...  # noqa: D102 -- as in `Snapshot`
    @property
    def credentials(self) -> Sequence[str]: ...  # noqa: D102
    @property
    def notes(self) -> Sequence[str]: ...  # noqa: D102


class FoundNearby(Protocol):
    """What was found beside the index."""

    @property
    def pulls(self) -> Sequence[NearbyPull]: ...  # noqa: D102 -- as in `Snapshot`


class AsksGitHub(Protocol):
    """The questions that the reader puts to GitHub."""

    async def tracker(self, ref: Ref) -> TrackerIssue:
        """The tracking issue; raises a `GitHubFault`, or `UserError` when it is none."""
        ...

    async def readings(self, refs: Sequence[Ref], *, on_progress: OnProgress) -> ReadBatch:
        """One reading for each ref, in their order; a `GitHubFault` when none could be asked."""
        ...

    async def nearby(self, readings: Sequence[Reading]) -> FoundNearby:
        """Pull requests beside these; raises a `GitHubFault`."""
        ...


class KeptPayload(Protocol):
    """One stored reading."""

    @property
    def as_of(self) -> datetime: ...  # noqa: D102
    @property
    def payload(self) -> bytes: ...  # noqa: D102


class KeepsPayloads(Protocol):
    """The verbs of the store that the reader uses; each may raise `StoreFault`."""

    async def save_snapshot(self, tracker_key: str, as_of: datetime, payload: bytes) -> None:
        """Keep this payload."""
        ...

    async def newest_snapshot(self, tracker_key: str) -> KeptPayload | None:
        """The newest payload."""
        ...

    async def snapshot_before(self, tracker_key: str, moment: datetime) -> KeptPayload | None:
        """The newest payload from before this moment."""
        ...

    async def snapshot_at(self, tracker_key: str, as_of: datetime) -> KeptPayload | None:
        """The payload of this moment."""
        ...

    async def newest_as_of(self, tracker_key: str) -> datetime | None:
        """The moment of the newest payload."""
        ...

    async def prune_snapshots(self, tracker_key: str, *, now: datetime) -> int:
        """Forget what history does not need."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Latest:
    """What a question is answered from."""

    snapshot: Snapshot
    fault: Fault | NoCredentials | None = None
    """Why GitHub has no new reading for us; the snapshot is then a stored one."""


class Reader:
    """Reads trackers, and remembers what it read."""

    def __init__(self, github: AsksGitHub, store: KeepsPayloads) -> None:
        """Ask this GitHub, remember in this store."""
        self._github = github
        self._store = store

    async def latest(self, tracker: Ref, *, now: datetime) -> Snapshot | None:
        """The newest stored snapshot that is whole; `None` when there is none.

        A damaged one is passed over for the one before it, and one that is ahead of the clock for
        one that is not, if there is any. Raises `StoreFault` when the store cannot be read.
        """
        return await self._newest(tracker, stored_snapshot, now=now)

    async def newest_as_of(self, tracker: Ref) -> datetime | None:
        """When the newest stored reading was made; `None`: none is stored. Raises `StoreFault`."""
        return await self._store.newest_as_of(tracker_key(tracker))

    async def before(self, tracker: Ref, moment: datetime) -> Snapshot | None:
        """The newest stored snapshot from before this moment that is whole; `None`: none is.

        Raises `StoreFault` when the store cannot be read.
        """
        kept = await self._store.snapshot_before(tracker_key(tracker), moment)
        return await self._undamaged(tracker, kept, stored_snapshot)

    async def at(self, tracker: Ref, as_of: datetime) -> Snapshot | None:
        """The stored snapshot of exactly this moment; `None` when it is gone, or damaged.

        Raises `StoreFault` when the store cannot be read.
        """
        kept = await self._store.snapshot_at(tracker_key(tracker), as_of)
        if kept is None:
            return None
        try:
            return await asyncio.to_thread(stored_snapshot, kept.payload)
        except StoreFault as fault:
            _passed_over(tracker, fault, as_of=as_of)
            return None

    async def refresh(
        self, tracker: Ref, *, now: datetime, on_progress: OnProgress = lambda _done, _total: None
    ) -> Snapshot:
        """Read the tracker and everything it points at, and store the snapshot before it returns.

        Raises a `GitHubFault` when the tracking issue cannot be read, and `UserError` when it is
        none; nothing is stored or lost then. A store that fails is said in the snapshot's notes.
        """
        issue = await self._github.tracker(tracker)
        index = parse_index(issue.body, repository=issue.ref.repository)
        batch = await self._github.readings(index.refs(), on_progress=on_progress)
        notes = tuple(batch.notes)
        last: Mapping[Ref, Reading] = {}
        try:
            last = await self._last_readings(tracker, refs_wanting(batch.readings), now=now)
        except StoreFault as fault:
            notes = (*notes, f"Earlier readings are not known. {fault}")
        readings = with_last_states(batch.readings, last)
        nearby, unfound = await self._nearby(readings)
        snapshot = Snapshot(
            tracker=tracker,
            as_of=now,
            issue=issue,
            index=index,
            readings=readings,
            credentials=tuple(batch.credentials),
            notes=(*notes, *unfound),
            nearby=nearby,
        )
        return await self._saved(snapshot)

    async def _nearby(
        self, readings: Sequence[Reading]
    ) -> tuple[tuple[NearbyPull, ...], tuple[str, ...]]:
        """What stands beside the index, or a note that it is not known: no reading fails by it."""
        try:
            return tuple((await self._github.nearby(readings)).pulls), ()
        except GitHubFault as fault:
            unasked = "Whether other pull requests belong into the index was not looked for."
            return (), (f"{unasked} {fault}",)

    async def answerable(
        self, tracker: Ref, *, now: datetime, on_progress: OnProgress = lambda _done, _total: None
    ) -> Latest:
        """A new reading, or the newest stored one and why there is no new one.

        Raises the `GitHubFault`, or `NoCredentials`, when nothing is stored either.
        """
        try:
            return Latest(snapshot=await self.refresh(tracker, now=now, on_progress=on_progress))
        except (GitHubFault, NoCredentials) as fault:
            stored = await self._latest_or_none(tracker, now=now)
            if stored is None:
                raise
            return Latest(snapshot=stored, fault=fault)

    async def _last_readings(
        self, tracker: Ref, refs: Collection[Ref], *, now: datetime
    ) -> Mapping[Ref, Reading]:
        """What was stored last of these refs; asks the store only when there are any."""
        if not refs:
            return {}
        return await self._newest(tracker, lambda p: stored_readings(p, refs), now=now) or {}

    async def _newest(self, tracker: Ref, read: Callable[[bytes], T], *, now: datetime) -> T | None:
        """What the newest payload holds; one that is ahead of the clock only for want of others."""
        kept = await self._store.newest_snapshot(tracker_key(tracker))
        if kept is not None and is_ahead(kept.as_of, now=now):
            soon = now + CLOCKS_DIFFER
            past = await self._store.snapshot_before(tracker_key(tracker), soon)
            found = await self._undamaged(tracker, past, read)
            if found is not None:
                return found
        return await self._undamaged(tracker, kept, read)

    async def _undamaged(
        self, tracker: Ref, kept: KeptPayload | None, read: Callable[[bytes], T]
    ) -> T | None:
        """What this payload holds, or the nearest one before it that is not damaged."""
        while kept is not None:
            try:
                return await asyncio.to_thread(read, kept.payload)
            except StoreFault as fault:
                _passed_over(tracker, fault, as_of=kept.as_of)
                kept = await self._store.snapshot_before(tracker_key(tracker), kept.as_of)
        return None

    async def _latest_or_none(self, tracker: Ref, *, now: datetime) -> Snapshot | None:
        try:
            return await self.latest(tracker, now=now)
        except StoreFault as fault:
            _passed_over(tracker, fault)
            return None

    async def _saved(self, snapshot: Snapshot) -> Snapshot:
        key = tracker_key(snapshot.tracker)
        try:
            # A large one takes some tenths of a second, and somebody may wait for the loop.
            payload = await asyncio.to_thread(snapshot_bytes, snapshot)
            await self._store.save_snapshot(key, snapshot.as_of, payload)
            await self._store.prune_snapshots(key, now=snapshot.as_of)
        except StoreFault as fault:
            note = f"This reading could not be stored. {fault} {fault.advice}".strip()
            return replace(snapshot, notes=(*snapshot.notes, note))
        return snapshot


def _passed_over(tracker: Ref, fault: StoreFault, **fields: object) -> None:
    _log.warning(
        "A stored reading is passed over", tracker=str(tracker), because=str(fault), **fields
    )


def is_ahead(as_of: datetime, *, now: datetime) -> bool:
    """A reading of this moment was made by a clock that was wrong, or is read by one that is."""
    return as_of >= now + CLOCKS_DIFFER


def tracker_key(tracker: Ref) -> str:
    """The name of a tracker in the store: as asked, without case."""
    return f"{tracker.repository.key}#{tracker.number}"
