"""Which trackers an event is about: those whose newest snapshot holds what it names."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.github_status.facts.pulls import Pull
from bot.github_status.facts.refs import Ref, Repository
from bot.github_status.facts.snapshot import Snapshot
from bot.github_status.judge.around import every_nearby
from bot.web.github_notice import Notice


class KnowsNewest(Protocol):
    """What of `Current` is used here."""

    async def newest(self, tracker: Ref) -> Snapshot | None:
        """The newest snapshot; `None` when none is known."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Holdings:
    """What a tracker holds, as events name it."""

    refs: frozenset[Ref]
    """As the index writes them, and where they are now; and those beside it."""
    repositories: frozenset[Repository]
    commits: frozenset[str]
    """The newest of each pull request."""

    def is_touched_by(self, notice: Notice) -> bool:
        """Whether something of it may be another now."""
        return not (
            self.refs.isdisjoint(notice.refs)
            and self.repositories.isdisjoint(notice.repositories)
            and self.commits.isdisjoint(notice.commits)
        )


def holdings_of(tracker: Ref, snapshot: Snapshot | None) -> Holdings:
    """Of a tracker that was never read, only the tracking issue itself."""
    refs, commits = {tracker}, set()
    if snapshot is not None:
        refs.add(snapshot.issue.ref)
        refs.update(pull.ref for pull in every_nearby(snapshot))
        for reading in snapshot.readings:
            refs.add(reading.ref)
            if reading.item is not None:
                refs.add(reading.item.ref)
            if isinstance(reading.item, Pull) and isinstance(reading.item.head_oid, str):
                commits.add(reading.item.head_oid)
    return Holdings(
        refs=frozenset(refs),
        repositories=frozenset(ref.repository for ref in refs),
        commits=frozenset(commits),
    )


class Watched:
    """The trackers, and what each holds; worked out anew only where there is a newer snapshot."""

    def __init__(self, current: KnowsNewest, trackers: Sequence[Ref]) -> None:
        """Those of the settings."""
        self._current = current
        self._trackers = tuple(trackers)
        self._known: dict[Ref, tuple[Snapshot | None, Holdings]] = {}

    async def touched_by(self, notice: Notice) -> tuple[Ref, ...]:
        """The trackers that this is about."""
        if notice == Notice():
            return ()
        return tuple([t for t in self._trackers if (await self._holdings(t)).is_touched_by(notice)])

    async def _holdings(self, tracker: Ref) -> Holdings:
        newest = await self._current.newest(tracker)
        known = self._known.get(tracker)
        if known is not None and known[0] is newest:
            return known[1]
        holdings = holdings_of(tracker, newest)
        self._known[tracker] = newest, holdings
        return holdings
