"""Words for the last thing that moved a pull request, and for how long ago that was."""

from datetime import datetime
from typing import assert_never

from bot.answers.names import shown_actor
from bot.answers.parts import Part, counted, day, said
from bot.github_status.facts.known import UNKNOWN
from bot.github_status.facts.pulls import Event, EventKind
from bot.github_status.judge.progress import NoProgress, why_no_progress
from bot.github_status.judge.rules import Rules
from bot.github_status.judge.staleness import Staleness
from bot.people.people import People


def progress_part(
    staleness: Staleness, *, opened_at: datetime | None, now: datetime, people: People
) -> Part:
    """When it last moved and by what: "no push since 8 Jun, 54 working days", "pushed 18 Aug".

    `opened_at` is `None` when that is not known.
    """
    at = staleness.last_progress_at
    if at is None:
        return said("last progress not known")
    event = staleness.last_progress
    if not staleness.stale:
        return said(f"{_last_word(event, people, was_opened=at == opened_at)} ", day(at, now=now))
    words = _nothing_since(event, people, was_opened=at == opened_at)
    since = said(words, day(at, now=now))
    if staleness.idle_working_days is None:
        return since
    return (*since, *said(f", {counted(staleness.idle_working_days, 'working day')}"))


def event_words(event: Event, people: People) -> str:
    """What happened, without its moment: "push", "review by Ana Souza"."""
    by = _actor_words(event, people) if event.kind in _NAMES_ITS_ACTOR else ""
    return f"{_kind_words(event.kind)}{by}"


def uncounted_words(event: Event, rules: Rules) -> str:
    """Why the event is no progress, in a word or two; empty when it is, and where it is the end."""
    why = why_no_progress(event, rules)
    if why is None or event.kind in (EventKind.MERGED, EventKind.CLOSED):
        return ""
    match why:
        case NoProgress.BOT:
            return "not progress: a bot"
        case NoProgress.COMMAND:
            return "not progress: a command to a bot"
        case NoProgress.NOTHING_NEW:
            return "not progress: brings nothing new"
        case NoProgress.NOT_SENT:
            return "not progress: not sent yet"
        case NoProgress.KIND:
            return "not progress"
        case _:
            assert_never(why)


_NOUNS = (
    EventKind.COMMIT,
    EventKind.FORCE_PUSH,
    EventKind.REVIEW,
    EventKind.COMMENT,
    EventKind.REVIEW_REQUESTED,
)
_PARTICIPLES = (EventKind.READY_FOR_REVIEW, EventKind.CLOSED, EventKind.REOPENED, EventKind.MERGED)
_NAMES_ITS_ACTOR = (EventKind.REVIEW, EventKind.COMMENT, EventKind.CLOSED, EventKind.REOPENED)


def _last_word(event: Event | None, people: People, *, was_opened: bool) -> str:
    if event is None:
        return "opened" if was_opened else "no progress since"
    return "pushed" if event.kind is EventKind.COMMIT else event_words(event, people)


def _nothing_since(event: Event | None, people: People, *, was_opened: bool) -> str:
    if event is None:
        return "nothing since it was opened " if was_opened else "no progress since "
    if event.kind in (EventKind.COMMIT, EventKind.FORCE_PUSH):
        return "no push since "
    return f"nothing since {_with_article(event, people)} "


def _with_article(event: Event, people: People) -> str:
    """ "the review by Ana Souza", "it entered the merge queue"."""
    words = event_words(event, people)
    if event.kind in _NOUNS:
        return f"the {words}"
    return f"it was {words}" if event.kind in _PARTICIPLES else f"it {words}"


def _actor_words(event: Event, people: People) -> str:
    if event.actor is UNKNOWN:
        return ""
    return f" by {shown_actor(event.actor, people)}"


def _kind_words(kind: EventKind) -> str:
    match kind:
        case EventKind.COMMIT:
            return "push"
        case EventKind.FORCE_PUSH:
            return "force push"
        case EventKind.REVIEW:
            return "review"
        case EventKind.COMMENT:
            return "comment"
        case EventKind.READY_FOR_REVIEW:
            return "ready for review"
        case EventKind.CONVERTED_TO_DRAFT:
            return "back to draft"
        case EventKind.REVIEW_REQUESTED:
            return "review request"
        case EventKind.REVIEW_REQUEST_REMOVED:
            return "review request taken back"
        case EventKind.REVIEW_DISMISSED:
            return "review dismissed"
        case EventKind.QUEUED:
            return "entered the merge queue"
        case EventKind.DEQUEUED:
            return "left the merge queue"
        case EventKind.AUTO_MERGE_ENABLED:
            return "auto-merge set"
        case EventKind.AUTO_MERGE_DISABLED:
            return "auto-merge taken back"
        case EventKind.CLOSED:
            return "closed"
        case EventKind.REOPENED:
            return "reopened"
        case EventKind.MERGED:
            return "merged"
        case EventKind.CROSS_REFERENCED:
            return "named elsewhere"
        case _:
            assert_never(kind)
