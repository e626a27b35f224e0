"""What changed between two moments: on GitHub by its dates, in the index by two readings of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.github_status.facts.index import Box
from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Snapshot
from bot.github_status.judge.as_it_was import as_it_was
from bot.github_status.judge.happened import (
    NEAR,
    Past,
    Split,
    by_identity,
    happened,
    known_items,
    splits,
)
from bot.github_status.judge.identity import Identities
from bot.github_status.judge.index_changes import (
    IndexChange,
    IndexChangeKind,
    Key,
    index_changes,
    row_key,
)
from bot.github_status.judge.past_progress import Progress, past_progress
from bot.github_status.judge.rules import Left, LinkedPerson, ParkedBySlack, Rules
from bot.github_status.judge.tracker import NOTHING_LEFT, NOTHING_PARKED, judge_snapshot
from bot.github_status.judge.verdicts import JudgedRow, JudgedTracker
from bot.github_status.judge.window import Window

__all__ = [
    "Changes",
    "IndexChange",
    "IndexChangeKind",
    "Progress",
    "Split",
    "Window",
    "changes_in",
]

_AT_ONCE = timedelta(hours=1)
"""A reading that came so soon after the slot is the one of its digest, judged as it was read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """Everything a digest tells. Each ref once, in the order of the index."""

    window: Window
    tracker: JudgedTracker
    """Judged for the digest's moment."""
    merged: tuple[JudgedRow, ...] = ()
    """Merged (or an issue closed as completed) in the window, or earlier where the last digest's
    reading did not know of it."""
    opened: tuple[JudgedRow, ...] = ()
    """Opened in the window, or reopened, and still open."""
    closed: tuple[JudgedRow, ...] = ()
    """Without a merge; otherwise as `merged`."""
    newly_stale: tuple[JudgedRow, ...] = ()
    still_stale: tuple[JudgedRow, ...] = ()
    """Stale now and at the window's start already, or where that is not known."""
    undated: tuple[JudgedRow, ...] = ()
    """Merged or closed on a day that is not known: whether in the window, nobody can tell."""
    splits: tuple[Split, ...] = ()
    """Rows that were split, of whose parts some were merged in the window."""
    index: tuple[IndexChange, ...] | None = ()
    """`None`: there is no earlier reading of the index to compare with."""
    progress: tuple[Progress, ...] = ()
    """The workstreams that the index has at its top."""
    baseline_as_of: datetime | None = None
    """Of the reading that the index was compared with."""
    baseline: Snapshot | None = None
    """That reading: it tells who may see what is no longer listed."""

    @property
    def is_quiet(self) -> bool:
        """Nothing new happened, as far as is known."""
        return not (
            self.merged
            or self.opened
            or self.closed
            or self.newly_stale
            or self.splits
            or self.index
        )


def changes_in(
    snapshot: Snapshot,
    window: Window,
    *,
    now: datetime,
    baseline: Snapshot | None,
    rules: Rules,
    people: Mapping[str, LinkedPerson],
    parked: Mapping[Ref, ParkedBySlack] = NOTHING_PARKED,
    left: Left = NOTHING_LEFT,
) -> Changes:
    """What changed in the window, as this reading knows it.

    `now`: the moment it is judged for: the window's end ("as it was", where the reading is newer),
    or a little later. `baseline`: the reading of the last digest, or the newest from before the
    window; `None`: there is none. `parked`: what somebody parked from Slack. `left`:
    findings that were left as they are.
    """

    def judged(which: Snapshot, at: datetime) -> JudgedTracker:
        return judge_snapshot(which, rules=rules, people=people, now=at, parked=parked, left=left)

    same = Identities((*(baseline.readings if baseline else ()), *snapshot.readings))
    told_at = None if baseline is None else _told_at(baseline, window)
    past = Past(
        window=window,
        same=same,
        then=by_identity(judged(snapshot, window.start).rows(), same),
        told=by_identity(judged(baseline, told_at).rows(), same) if baseline and told_at else {},
        known=None if baseline is None else known_items(baseline, same),
    )
    tracker = judged(snapshot, now)
    found = happened(tracker, past)
    boxes = None if baseline is None else _boxes(baseline, same)
    return Changes(
        window=window,
        tracker=tracker,
        merged=found.merged,
        opened=found.opened,
        closed=found.closed,
        newly_stale=found.newly_stale,
        still_stale=found.still_stale,
        undated=found.undated,
        splits=tuple(splits(tracker, as_it_was(snapshot, now).readings, past)),
        index=index_changes(baseline.index, snapshot.index, same) if baseline else None,
        progress=tuple(past_progress(top, past, boxes) for top in tracker.workstreams),
        baseline_as_of=baseline.as_of if baseline else None,
        baseline=baseline,
    )


def _told_at(baseline: Snapshot, window: Window) -> datetime | None:
    """The moment that the last digest judged its reading for; `None`: it is no such reading."""
    if abs(baseline.as_of - window.start) > NEAR:
        return None
    is_of_slot = window.start < baseline.as_of < window.start + _AT_ONCE
    return baseline.as_of if is_of_slot else window.start


def _boxes(baseline: Snapshot, same: Identities) -> Mapping[Key, Box]:
    return {row_key(row, same): row.box for _, row in baseline.index.rows()}
