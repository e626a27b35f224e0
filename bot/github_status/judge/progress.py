"""Progress events: what moved a pull request (product page, section 3)."""

from collections.abc import Iterator
from datetime import datetime
from enum import StrEnum
from typing import assert_never

from bot.github_status.facts.known import UNKNOWN
from bot.github_status.facts.pulls import Event, EventKind, Pull, ReviewState
from bot.github_status.judge.bot_commands import says_more
from bot.github_status.judge.rules import Rules
from bot.github_status.judge.timeline import events_of, is_bot


class NoProgress(StrEnum):
    """Why does an event not count as progress? `KIND`: nothing of its kind does."""

    BOT = "bot"
    COMMAND = "command"
    NOTHING_NEW = "nothing_new"
    NOT_SENT = "not_sent"
    KIND = "kind"


def is_progress(event: Event, rules: Rules) -> bool:
    """The event moved the pull request, and a person caused it."""
    return why_no_progress(event, rules) is None


def why_no_progress(event: Event, rules: Rules) -> NoProgress | None:
    """Why the event does not count; `None` when it does.

    What is not known counts as progress: nothing is called stale by a guess. A review request is
    not asked whether a code owners file made it: it then comes with a push or the opening of the
    same minute.
    """
    if is_bot(event.actor, rules):
        return NoProgress.BOT
    match event.kind:
        case EventKind.COMMIT | EventKind.FORCE_PUSH:
            return None if brings_new(event) else NoProgress.NOTHING_NEW
        case EventKind.COMMENT:
            return None if says_more(event.text, rules) else NoProgress.COMMAND
        case EventKind.REVIEW:
            # A comment review without a body stands for replies in threads.
            is_pending = event.review_state is ReviewState.PENDING
            return NoProgress.NOT_SENT if is_pending else None
        case (
            EventKind.READY_FOR_REVIEW
            | EventKind.REVIEW_REQUESTED
            | EventKind.QUEUED
            | EventKind.REOPENED
        ):
            return None
        case (
            EventKind.CONVERTED_TO_DRAFT
            | EventKind.REVIEW_REQUEST_REMOVED
            | EventKind.REVIEW_DISMISSED
            | EventKind.DEQUEUED
            | EventKind.AUTO_MERGE_ENABLED
            | EventKind.AUTO_MERGE_DISABLED
            | EventKind.CLOSED
            | EventKind.MERGED
            | EventKind.CROSS_REFERENCED
        ):
            return NoProgress.KIND
        case unreachable:
            assert_never(unreachable)


def brings_new(event: Event) -> bool:
    """A push brings new commits, or it is not known that it does not."""
    return event.brings_new is UNKNOWN or event.brings_new


def progress_events(pull: Pull, rules: Rules) -> Iterator[Event]:
    """The progress events that were read, oldest first."""
    return (event for event in events_of(pull) if is_progress(event, rules))


def last_progress(pull: Pull, rules: Rules, *, now: datetime) -> Event | None:
    """The newest progress event since the opening; `None` when none was read.

    Commits from before the opening moved nothing yet. Of events in the future, which a wrong clock
    of an author makes, each counts as of `now`, and the last one on the time line is taken.
    """
    opened_at = None if pull.created_at is UNKNOWN else pull.created_at
    events = [
        event
        for event in progress_events(pull, rules)
        if opened_at is None or event.at >= min(opened_at, now)
    ]
    return max(events, key=lambda event: event.at, default=None)


def last_progress_at(pull: Pull, event: Event | None, *, now: datetime) -> datetime | None:
    """The moment of the last progress event, else of the opening, never later than `now`.

    `None` when neither is known. Where only the newest part of the time line was read and holds no
    progress, the start of that part: the last progress is not later than that.
    """
    if event is not None:
        return min(event.at, now)
    unread = [] if pull.events_complete else [event.at for event in events_of(pull)[:1]]
    opened = [] if pull.created_at is UNKNOWN else [pull.created_at]
    return min(max(unread + opened), now) if unread or opened else None
