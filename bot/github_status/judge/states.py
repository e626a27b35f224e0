"""What was read of a ref: which kind of thing it is, its state, and whether it is done."""

from datetime import datetime

from bot.github_status.facts.known import UNKNOWN, Known
from bot.github_status.facts.pulls import Issue, IssueState, Item, Pull, PullState, StateReason
from bot.github_status.facts.snapshot import Outcome, Reading
from bot.github_status.judge.verdicts import RowKind, RowState

ENDED = frozenset({RowState.MERGED, RowState.CLOSED})
OPEN = frozenset({RowState.OPEN, RowState.DRAFT})


def item_of(reading: Reading | None) -> Item | None:
    """What may be judged: as read, or the last good state where this time GitHub did not answer.

    Where GitHub did answer that it is gone or not visible, the earlier state is no longer its
    state.
    """
    if reading is None or reading.outcome in {Outcome.NOT_FOUND, Outcome.NOT_VISIBLE}:
        return None
    return reading.item


def row_kind(reading: Reading | None) -> RowKind:
    """What the row is about; without a reading: about no ref."""
    if reading is None:
        return RowKind.NONE
    if reading.item is None:
        return RowKind.UNKNOWN
    return RowKind.PULL if isinstance(reading.item, Pull) else RowKind.ISSUE


def row_state(reading: Reading | None) -> RowState:
    """The state of the row's primary ref."""
    item = item_of(reading)
    if item is not None:
        return _state_of(item)
    if reading is not None and reading.outcome is Outcome.NOT_FOUND:
        return RowState.NOT_FOUND
    if reading is not None and reading.outcome is Outcome.NOT_VISIBLE:
        return RowState.NOT_VISIBLE
    return RowState.UNKNOWN


def is_unopened(reading: Reading | None, now: datetime) -> bool:
    """It is known that at this moment, before the reading, it was not opened yet."""
    item = item_of(reading)
    if item is None or item.created_at is UNKNOWN:
        return False
    return item.state is UNKNOWN and item.created_at > now


def _state_of(item: Item) -> RowState:
    if item.state is UNKNOWN:
        return RowState.UNKNOWN
    if isinstance(item, Issue):
        return RowState.OPEN if item.state is IssueState.OPEN else RowState.CLOSED
    if item.state is PullState.MERGED:
        return RowState.MERGED
    if item.state is PullState.CLOSED:
        return RowState.CLOSED
    return RowState.DRAFT if item.is_draft is True else RowState.OPEN


def is_done(item: Item | None) -> bool | None:
    """Merged, or an issue closed as completed; `None` when its state is not known, or GitHub gives
    no reason."""
    if item is None or item.state is UNKNOWN:
        return None
    if isinstance(item, Pull):
        return item.state is PullState.MERGED
    if item.state is IssueState.OPEN:
        return False
    if isinstance(item.reason, StateReason) and item.reason is not StateReason.REOPENED:
        return item.reason is StateReason.COMPLETED
    return None


def ended_at(item: Item | None) -> datetime | None:
    """When it was merged or closed; `None` when it was not, or the moment is not known."""
    if item is None or _state_of(item) not in ENDED:
        return None
    merged_at: Known[datetime | None] = item.merged_at if isinstance(item, Pull) else None
    moments = (merged_at, item.closed_at)
    return next((moment for moment in moments if isinstance(moment, datetime)), None)
