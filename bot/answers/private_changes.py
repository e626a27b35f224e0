"""Changes, without anything private that an audience may not see."""

from collections.abc import Callable, Iterable
from dataclasses import replace

from bot.answers.audience import Audience
from bot.answers.private import PRIVATE_PULL, private_refs, redacted
from bot.github_status.facts.refs import Ref
from bot.github_status.judge.changes import Changes, IndexChange
from bot.github_status.judge.verdicts import JudgedRow


def redacted_changes(changes: Changes, audience: Audience) -> Changes:
    """The same changes as `redacted` shows the tracker.

    A row that was removed is as private as the earlier reading knew it.
    """
    if audience.sees_private:
        return changes
    tracker = redacted(changes.tracker, audience)
    by_place = {
        _place(row): shown
        for row, shown in zip(changes.tracker.rows(), tracker.rows(), strict=True)
    }
    sections = {
        id(judged): shown
        for judged, shown in zip(changes.tracker.workstreams, tracker.workstreams, strict=True)
    }
    hidden = _hidden(changes)

    def shown(rows: Iterable[JudgedRow]) -> tuple[JudgedRow, ...]:
        return tuple(by_place[_place(row)] for row in rows)

    return replace(
        changes,
        tracker=tracker,
        merged=shown(changes.merged),
        opened=shown(changes.opened),
        closed=shown(changes.closed),
        newly_stale=shown(changes.newly_stale),
        still_stale=shown(changes.still_stale),
        undated=shown(changes.undated),
        splits=tuple(
            replace(
                split,
                row=by_place[_place(split.row)],
                newly=tuple(ref for ref in split.newly if not hidden(ref)),
                whole=None if hidden(split.whole) else split.whole,
            )
            for split in changes.splits
        ),
        index=_shown_index(changes.index, hidden),
        progress=tuple(
            replace(one, workstream=sections[id(one.workstream)]) for one in changes.progress
        ),
        baseline=None,
    )


def _place(row: JudgedRow) -> tuple[int, Ref | None]:
    return row.row.line, row.ref


def _hidden(changes: Changes) -> Callable[[Ref | None], bool]:
    """Whether what is about this ref is private in one of the two readings."""
    readings = (changes.tracker.snapshot, changes.baseline)
    each = [private_refs(reading) for reading in readings if reading is not None]
    every = frozenset[Ref]().union(*(refs for refs in each if refs is not None))
    return lambda ref: None in each or ref in every


def _shown_index(
    index: tuple[IndexChange, ...] | None, hidden: Callable[[Ref | None], bool]
) -> tuple[IndexChange, ...] | None:
    """Names of workstreams and those who answer for them stay, as in `redacted`."""
    if index is None:
        return None
    return tuple(
        _veiled(change) if not change.of_workstream and hidden(change.ref) else change
        for change in index
    )


def _veiled(change: IndexChange) -> IndexChange:
    return replace(
        change, ref=None, text=PRIVATE_PULL, owners=change.section_owners, owners_before=()
    )
