"""How far a workstream had come at an earlier moment, as it is listed now."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias, assert_never

from bot.github_status.facts.index import Box
from bot.github_status.judge.happened import Past, by_identity
from bot.github_status.judge.how_far import Reached
from bot.github_status.judge.index_changes import Key, row_key
from bot.github_status.judge.states import OPEN, is_done
from bot.github_status.judge.verdicts import JudgedRow, JudgedWorkstream, RowKind

Boxes: TypeAlias = Mapping[Key, Box]
"""What the boxes of rows without a ref said in an earlier reading."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How far a workstream has come, now and at the window's start."""

    workstream: JudgedWorkstream
    done_before: int | None
    """Of the rows that it has now. `None`: not known."""
    total_before: int | None


def past_progress(judged: JudgedWorkstream, past: Past, boxes: Boxes | None) -> Progress:
    """The numbers that its bar had at the window's start, of the rows that it has now.

    `boxes`: `None` when there is no earlier reading of the index.
    """
    rows = tuple(judged.all_rows())
    own = [row for row in rows if not row.stands_alone]
    steps = [_step(row, past) for row in by_identity(own, past.same).values()]
    steps += [_lone_step(row, past, boxes) for row in rows if row.stands_alone]
    done = [step.done for step in steps]
    counts = [step.counts for step in steps]
    return Progress(
        workstream=judged,
        done_before=None if None in done else sum(map(bool, done)),
        total_before=None if None in counts else sum(map(bool, counts)),
    )


@dataclass(frozen=True, slots=True)
class _Step:
    """One row of a bar: whether it was reached, and whether it counted; `None`: not known."""

    done: bool | None
    counts: bool | None


_NO_STEP = _Step(done=False, counts=False)


def _step(row: JudgedRow, past: Past) -> _Step:
    if row.done is None:
        # It is no step of today's bar either.
        return _NO_STEP
    then = past.row_then(row)
    if then is None or then.unopened:
        return _NO_STEP
    if then.done is not None:
        return _Step(done=then.done, counts=then.done or then.state in OPEN)
    if not row.done:
        # What is not done now was not done then: a merge is for good.
        return _Step(done=False, counts=None)
    return _told_step(row, past)


def _told_step(row: JudgedRow, past: Past) -> _Step:
    """Done on a day that is not known: the last digest's reading may tell."""
    done = is_done(past.item_known(row))
    return _Step(done=done, counts=None if done is None else True)


def _lone_step(row: JudgedRow, past: Past, boxes: Boxes | None) -> _Step:
    """A row that is about no ref of its own: a task, or one of which only the fix is named."""
    if row.kind is RowKind.NONE:
        return _task_step(row, past, boxes)
    match row.reached:
        case Reached.DONE:
            return _step(row, past)
        case Reached.OPEN:
            # Landed fixes and successors stay so: what is open was not done then.
            return _Step(done=False, counts=True)
        case Reached.CLOSED | Reached.UNKNOWN:
            return _NO_STEP
        case _:
            assert_never(row.reached)


def _task_step(row: JudgedRow, past: Past, boxes: Boxes | None) -> _Step:
    if row.row.box is Box.NONE:
        # Its words are taken to have said the same then.
        says_done = row.reached is Reached.DONE
        return _Step(done=says_done, counts=says_done)
    if boxes is None:
        # No box is unticked unasked: an empty one was empty.
        was_empty = row.row.box is Box.EMPTY
        return _Step(done=False if was_empty else None, counts=True)
    box = boxes.get(row_key(row.row, past.same), Box.NONE)
    return _Step(done=box is Box.TICKED, counts=box is not Box.NONE)
