"""What a message to a person is made of: values only."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import TypeAlias

from bot.github_status.facts.index import Index, Workstream
from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Reading
from bot.github_status.judge.names import fold_name
from bot.github_status.judge.verdicts import JudgedRow, JudgedTracker, JudgedWorkstream
from bot.people.people import Link

MOST_ROWS = 5

LAST_COUNT = 3
"""A row stands in so many messages, and then not again until it moves."""


_Place: TypeAlias = tuple[int, tuple[str, ...]]
"""The line that opens a workstream, and its path: tells it from others."""


class ReminderKind(StrEnum):
    """Why does the row stand in somebody's message?"""

    YOURS = "yours"
    """It is stale, and theirs to move."""
    WAITING = "waiting"
    """It is stale, in their workstream, and waits for others (or nobody knows for whom)."""
    FINISHED = "finished"
    """Its successors have merged: tick it or leave it. Never called stale."""


class Because(StrEnum):
    """What is the person to the row? The answer to "why me?"."""

    OWNER = "owner"
    AUTHOR = "author"
    REVIEWER = "reviewer"


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedTracker:
    """A tracker, judged for the round's moment."""

    name: str
    tracker: JudgedTracker
    owner_names: frozenset[str] = field(init=False, repr=False, compare=False)
    """Everybody whom the index names as an owner, folded."""
    _readings: Mapping[Ref, Reading] = field(init=False, repr=False, compare=False)
    _sections: Mapping[_Place, JudgedWorkstream] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Keep what every message looks up, worked out once."""
        snapshot = self.tracker.snapshot
        names = {fold_name(name) for w in snapshot.index.walk() for name in named_owners(w)}
        by_ref = {reading.ref: reading for reading in snapshot.readings}
        sections = {_place_of(judged.workstream): judged for judged in self.tracker.walk()}
        object.__setattr__(self, "owner_names", frozenset(names))
        object.__setattr__(self, "_readings", by_ref)
        object.__setattr__(self, "_sections", sections)

    def part(self, rows: Iterable[JudgedRow]) -> JudgedTracker:
        """The tracker with only these rows, and only what was read of what they name.

        Of a thousand messages each looks at its own few rows, and not at the whole tracker.
        """
        by_place: dict[_Place, list[JudgedRow]] = {}
        for row in rows:
            by_place.setdefault(_place_of(row.workstream), []).append(row)
        sections = tuple(self._section(place, by_place[place]) for place in sorted(by_place))
        named = dict.fromkeys(
            ref for own in by_place.values() for row in own for ref in _read_refs(row)
        )
        snapshot = replace(
            self.tracker.snapshot,
            index=Index(workstreams=tuple(judged.workstream for judged in sections)),
            readings=tuple(self._readings[ref] for ref in named if ref in self._readings),
        )
        return replace(self.tracker, snapshot=snapshot, workstreams=sections)

    def _section(self, place: _Place, rows: list[JudgedRow]) -> JudgedWorkstream:
        judged = self._sections[place]
        own = tuple(sorted(rows, key=lambda row: row.row.line))
        workstream = replace(judged.workstream, rows=tuple(row.row for row in own), workstreams=())
        return replace(
            judged,
            workstream=workstream,
            rows=tuple(replace(row, workstream=workstream) for row in own),
            also_here=(),
            findings=(),
            problems=(),
            workstreams=(),
        )


def named_owners(workstream: Workstream) -> Iterable[str]:
    """Whom it and its own rows name as owners, as written."""
    yield from workstream.owners
    for row in workstream.rows:
        yield from row.owners


def _place_of(workstream: Workstream) -> _Place:
    return workstream.line, workstream.path


def _read_refs(row: JudgedRow) -> Iterable[Ref]:
    if row.reading is not None:
        yield row.reading.ref
    for named in row.row.refs:
        yield named.ref


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """A row that the person was written to about before."""

    ref: Ref
    count: int
    """In how many messages since its last progress event."""
    last_at: datetime
    progress_at: datetime | None
    """Its last progress event then."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReminderRow:
    """One row of a message."""

    kind: ReminderKind
    because: Because
    name: str
    """Of the tracker."""
    row: JudgedRow
    count: int
    """In how many messages it stands with this one: 1, 2 or 3; the third asks: park, hand over or
    drop?"""

    @property
    def is_last(self) -> bool:
        """It is not sent again until it moves."""
        return self.count >= LAST_COUNT

    @property
    def ref(self) -> Ref:
        """What it is about, as the index writes it: what is remembered of it."""
        if self.row.ref is None:
            raise ValueError("a row without a ref stands in no message")
        return self.row.ref

    @property
    def progress_at(self) -> datetime | None:
        """Its last progress event: what is remembered of it."""
        return progress_at(self.row)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reminder:
    """One message to one person."""

    link: Link
    """Its `slack` is set: nobody is written to by an unconfirmed identity."""
    rows: tuple[ReminderRow, ...]
    """At most `MOST_ROWS`, oldest first; never empty."""
    more: int = 0
    """Rows beyond those."""
    drafts: int = 0
    parked: int = 0
    trackers: tuple[AskedTracker, ...] = ()
    """Those that the rows stand in."""
    has_changes: bool = True
    """Some row, of those beyond too, is new or moved since it was last told of."""

    def without_last(self) -> "Reminder":
        """The same with a row less, which is counted among those beyond."""
        rows = self.rows[:-1]
        names = {row.name for row in rows}
        trackers = tuple(asked for asked in self.trackers if asked.name in names)
        return replace(self, rows=rows, more=self.more + 1, trackers=trackers)


@dataclass(frozen=True, slots=True, kw_only=True)
class Unreachable:
    """An owner with rows who cannot be written to."""

    name: str
    rows: int
    is_team: bool = False
    """Written as `@org/team`: no one person."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReminderPlan:
    """One round."""

    reminders: tuple[Reminder, ...]
    """In the order of the index."""
    unreachable: tuple[Unreachable, ...]
    """Owners of stale or finished rows without a confirmed link to Slack."""


def progress_at(row: JudgedRow) -> datetime | None:
    """When the row's last progress event was; `None` when none was read.

    Not the opening, nor where the part of the time line that was read begins: that one moves with
    every event, whoever made it.
    """
    staleness = row.staleness
    return None if staleness.last_progress is None else staleness.last_progress_at


def has_moved(now_at: datetime | None, *, since: datetime | None, remembered_at: datetime) -> bool:
    """Whether there was a progress event after the one that was remembered then.

    `since`: that one's moment; `None` when none was known then, so that only what came after
    `remembered_at` is certain to be new.
    """
    return now_at is not None and now_at > (remembered_at if since is None else since)
