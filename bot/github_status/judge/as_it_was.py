"""A snapshot as it was at an earlier moment: what is dated later is taken back, what has no date is
unknown.

The body of the tracker, and with it every box, stays as it was read: its history is not in a
snapshot. So do titles and descriptions, and whether a repository is private, which decides who may
see a row today. What no time changes (who opened it, when, where) stays also where the state then
is unknown.
"""

from dataclasses import replace
from datetime import datetime

from bot.github_status.facts.known import UNKNOWN, Known
from bot.github_status.facts.pulls import (
    AutoMerge,
    Event,
    EventKind,
    Issue,
    IssueState,
    Item,
    LabelChange,
    Pull,
    PullState,
    QueueEntry,
    StateReason,
)
from bot.github_status.facts.snapshot import Outcome, Reading, Snapshot
from bot.github_status.judge.past_nearby import mentions_then, nearby_then
from bot.github_status.judge.past_reviews import requests_then, review_then, reviews_then
from bot.github_status.judge.timeline import events_of, newest, reaches_back_to

_NOT_OPENED = "It was not opened yet at that moment."
_NO_END = "Its state at that moment is not known: when it was merged or closed is not known."
_NO_OPENING = "Its state at that moment is not known: when it was opened is not known."


def as_it_was(snapshot: Snapshot, at: datetime) -> Snapshot:
    """The snapshot with everything later than `at` taken back, as of `at`.

    A ref that was not opened yet, or whose state then cannot be told, keeps its outcome and has an
    item of unknown state and a reason. A snapshot that is not newer than `at` is returned as it is.
    """
    if at >= snapshot.as_of:
        return snapshot
    return replace(
        snapshot,
        as_of=at,
        issue=replace(snapshot.issue, mentions=mentions_then(snapshot.issue.mentions, at)),
        readings=tuple(reading_then(reading, at) for reading in snapshot.readings),
        nearby=nearby_then(snapshot.nearby, at),
    )


def reading_then(reading: Reading, at: datetime) -> Reading:
    """The reading with everything later than `at` taken back, as `as_it_was` does it."""
    reading = replace(reading, mentions=mentions_then(reading.mentions, at))
    if reading.item is None:
        return reading
    then = _item_then(reading.item, at)
    if isinstance(then, str):
        reason = then if reading.outcome is Outcome.READ else reading.reason
        return replace(reading, item=_timeless(reading.item, at), reason=reason)
    return replace(reading, item=then)


def _item_then(item: Item, at: datetime) -> Item | str:
    """The item at that moment, or the sentence that says why its state is unknown."""
    if item.created_at is not UNKNOWN and item.created_at > at:
        return _NOT_OPENED
    return _issue_then(item, at) if isinstance(item, Issue) else _pull_then(item, at)


def _timeless(item: Item, at: datetime) -> Item:
    """What is so at any moment, and what is dated earlier."""
    kind = Issue if isinstance(item, Issue) else Pull
    timeless = kind(
        ref=item.ref,
        node_id=item.node_id,
        url=item.url,
        title=item.title,
        state=UNKNOWN,
        is_private=item.is_private,
        author=item.author,
        created_at=item.created_at,
    )
    if isinstance(item, Pull) and isinstance(timeless, Pull):
        return replace(timeless, events=_events_then(item, at))
    return timeless


def _issue_then(issue: Issue, at: datetime) -> Issue | str:
    undated = replace(issue, labels=UNKNOWN, assignees=UNKNOWN)
    if issue.state is IssueState.OPEN:
        # It was closed once, and nothing says from when to when.
        if issue.reason is StateReason.REOPENED:
            return _NO_END
        return _NO_OPENING if issue.created_at is UNKNOWN else replace(undated, closed_at=None)
    if issue.closed_at is UNKNOWN or issue.closed_at is None:
        return _NO_END
    if issue.closed_at <= at:
        return undated
    if issue.created_at is UNKNOWN:
        return _NO_OPENING
    return replace(undated, state=IssueState.OPEN, reason=None, closed_at=None)


def _pull_then(pull: Pull, at: datetime) -> Pull | str:
    state = _state_then(pull, at)
    if state is None:
        return _NO_END
    if state is PullState.OPEN and not _was_opened(pull, at):
        return _NO_OPENING
    is_open = state is PullState.OPEN
    return replace(
        pull,
        state=state,
        merged_at=pull.merged_at if state is PullState.MERGED else None,
        closed_at=None if is_open else _closed_at_then(pull, at),
        merged_by=pull.merged_by if state is PullState.MERGED else None,
        is_draft=_is_draft_then(pull, at),
        queue_entry=_queue_then(pull, at) if is_open else None,
        auto_merge=_auto_merge_then(pull, at) if is_open else None,
        reviews=reviews_then(pull, at),
        requests=requests_then(pull, at),
        events=_events_then(pull, at),
        # No date tells since when these are as they were read.
        author_association=UNKNOWN,
        base_branch=UNKNOWN,
        head_branch=UNKNOWN,
        head_oid=UNKNOWN,
        labels=UNKNOWN,
        assignees=UNKNOWN,
        mergeable=UNKNOWN,
        review_decision=UNKNOWN,
        unresolved_threads=UNKNOWN,
        checks=UNKNOWN,
        label_changes=_labels_then(pull, at),
    )


def _events_then(pull: Pull, at: datetime) -> Known[tuple[Event, ...]]:
    if pull.events is UNKNOWN:
        return UNKNOWN
    then = tuple(event for event in pull.events if event.at <= at)
    # Of a time line that begins later nobody knows what was the newest on it then.
    if then != pull.events and not reaches_back_to(pull, at):
        return UNKNOWN
    return tuple(review_then(event, pull, at) for event in then)


def _labels_then(pull: Pull, at: datetime) -> Known[tuple[LabelChange, ...]]:
    if pull.label_changes is UNKNOWN:
        return UNKNOWN
    return tuple(change for change in pull.label_changes if change.at <= at)


def _state_then(pull: Pull, at: datetime) -> PullState | None:
    """Its state at that moment; `None` when no date tells."""
    if pull.state is PullState.MERGED:
        merged_at = _merged_at(pull)
        if merged_at is None:
            return None
        return PullState.MERGED if merged_at <= at else _open_or_closed_then(pull, at)
    if pull.state is PullState.OPEN:
        return _open_or_closed_then(pull, at)
    closed_at = _closed_at(pull)
    if closed_at is None:
        return None
    return PullState.CLOSED if closed_at <= at else _open_or_closed_then(pull, at)


def _open_or_closed_then(pull: Pull, at: datetime) -> PullState | None:
    """Before its end: open, unless the next thing that happened to it was being reopened."""
    ends = {EventKind.CLOSED, EventKind.REOPENED, EventKind.MERGED}
    following = next((e for e in events_of(pull) if e.kind in ends and e.at > at), None)
    if following is None or following.kind is not EventKind.REOPENED:
        return PullState.OPEN
    was_closed = any(e.kind is EventKind.CLOSED and e.at <= at for e in events_of(pull))
    return PullState.CLOSED if was_closed else None


def _was_opened(pull: Pull, at: datetime) -> bool:
    """Something says that it was there by then. A commit does not: it is often older than its pull
    request."""
    dated = (event.at for event in events_of(pull) if event.kind is not EventKind.COMMIT)
    return pull.created_at is not UNKNOWN or any(moment <= at for moment in dated)


def _merged_at(pull: Pull) -> datetime | None:
    merged = newest(pull, EventKind.MERGED)
    moments = (pull.merged_at, pull.closed_at, merged.at if merged else None)
    return next((moment for moment in moments if isinstance(moment, datetime)), None)


def _closed_at(pull: Pull) -> datetime | None:
    closed = newest(pull, EventKind.CLOSED)
    moments = (pull.closed_at, closed.at if closed else None)
    return next((moment for moment in moments if isinstance(moment, datetime)), None)


def _closed_at_then(pull: Pull, at: datetime) -> Known[datetime | None]:
    if isinstance(pull.closed_at, datetime) and pull.closed_at <= at:
        return pull.closed_at
    earlier = [e.at for e in events_of(pull) if e.kind is EventKind.CLOSED and e.at <= at]
    return earlier[-1] if earlier else UNKNOWN


def _is_draft_then(pull: Pull, at: datetime) -> Known[bool]:
    """From the first change after that moment, which undid what was so then.

    Of a time line that begins later nobody knows whether it holds the first one.
    """
    if not reaches_back_to(pull, at):
        return UNKNOWN
    flips = {EventKind.READY_FOR_REVIEW: True, EventKind.CONVERTED_TO_DRAFT: False}
    later = (flips[e.kind] for e in events_of(pull) if e.kind in flips and e.at > at)
    return next(later, pull.is_draft)


def _queue_then(pull: Pull, at: datetime) -> Known[QueueEntry | None]:
    entered_at = _on_since(pull, at, on=EventKind.QUEUED, off=EventKind.DEQUEUED)
    return QueueEntry(enqueued_at=entered_at) if isinstance(entered_at, datetime) else entered_at


def _auto_merge_then(pull: Pull, at: datetime) -> Known[AutoMerge | None]:
    on, off = EventKind.AUTO_MERGE_ENABLED, EventKind.AUTO_MERGE_DISABLED
    set_at = _on_since(pull, at, on=on, off=off)
    return AutoMerge(enabled_at=set_at) if isinstance(set_at, datetime) else set_at


def _on_since(pull: Pull, at: datetime, *, on: EventKind, off: EventKind) -> Known[datetime | None]:
    """Since when it was on at that moment; `None`: it was off."""
    switches = [e for e in events_of(pull) if e.kind in {on, off} and e.at <= at]
    if not switches:
        return None if pull.events is not UNKNOWN and pull.events_complete else UNKNOWN
    last = switches[-1]
    return last.at if last.kind is on else None
