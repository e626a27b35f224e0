"""The time line of one pull request: what people did, newest first; bots and commands apart."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from bot.answers.answer import Block, Heading, Line, Note, Tone
from bot.answers.names import shown_actor
from bot.answers.parts import NAME_AT_MOST, Part, counted, day, joined, listed, said, shortened
from bot.answers.progress import event_words, uncounted_words
from bot.answers.rows import Telling
from bot.github_status.facts.known import UNKNOWN
from bot.github_status.facts.pulls import Actor, Event, EventKind, Pull, ReviewState, Team
from bot.github_status.judge.bot_commands import commands_in
from bot.github_status.judge.past_reviews import said_before
from bot.github_status.judge.progress import NoProgress, why_no_progress
from bot.github_status.judge.rules import Rules
from bot.github_status.judge.timeline import events_of

ENTRIES_AT_MOST = 8
"""Newest entries that are told; the others are counted."""
NAMED_AT_MOST = 3
"""Bots or commands that are named; the others are only counted."""


def history_blocks(pull: Pull, telling: Telling) -> Iterator[Block]:
    """What happened, each sort of thing once for each day, then what was left out and why."""
    events, rules = events_of(pull), telling.tracker.rules
    if not events:
        return
    told = [event for event in events if _is_told(event, rules)]
    entries = _entries(tuple(reversed(told)), pull, telling)
    if entries:
        yield Heading(said("History, newest first"), level=2)
    for entry in entries[:ENTRIES_AT_MOST]:
        times = said(f"{entry.times} times") if entry.times > 1 else ()
        at = said(day(entry.event.at, now=telling.tracker.now))
        yield Line(joined([at, said(entry.words), times, said(entry.why) if entry.why else ()]))
    more = sum(entry.times for entry in entries[ENTRIES_AT_MOST:])
    if more:
        yield Note(said(f"{counted(more, 'earlier entry')} not shown."), Tone.QUIET)
    apart = _apart_part([event for event in events if not _is_told(event, rules)], rules)
    if apart:
        yield Note(apart, Tone.QUIET)


@dataclass(frozen=True, slots=True)
class _Entry:
    event: Event
    words: str
    why: str
    """Why it is no progress; empty when it is."""
    times: int = 1


def _is_told(event: Event, rules: Rules) -> bool:
    """By a person, to people, and about this pull request."""
    is_apart = why_no_progress(event, rules) in (NoProgress.BOT, NoProgress.COMMAND)
    is_end = event.kind in (EventKind.MERGED, EventKind.CLOSED)
    return event.kind is not EventKind.CROSS_REFERENCED and (is_end or not is_apart)


def _entries(newest_first: Sequence[Event], pull: Pull, telling: Telling) -> list[_Entry]:
    """Neighbours that say the same of the same day are one."""
    rules = telling.tracker.rules
    entries = [
        _Entry(event, _words(event, pull, telling), uncounted_words(event, rules))
        for event in newest_first
    ]
    together = groupby(entries, key=lambda e: (e.event.at.date(), e.words, e.why))
    groups = [list(group) for _, group in together]
    return [replace(group[0], times=len(group)) for group in groups]


def _words(event: Event, pull: Pull, telling: Telling) -> str:
    match event.kind:
        case EventKind.REVIEW:
            return _review_words(event, pull, telling)
        case EventKind.REVIEW_REQUESTED if event.subject is not None:
            return f"review asked of {_name(event.subject, telling)}"
        case EventKind.REVIEW_DISMISSED:
            return _dismissed_words(event, telling)
        case _:
            return event_words(event, telling.people)


def _review_words(event: Event, pull: Pull, telling: Telling) -> str:
    by = "" if event.actor is UNKNOWN else f" by {shown_actor(event.actor, telling.people)}"
    is_dismissed = event.review_state is ReviewState.DISMISSED
    said_then = said_before(event, pull) if is_dismissed else event.review_state
    later = ", dismissed later" if is_dismissed else ""
    if said_then is ReviewState.APPROVED:
        return f"approved{by}{later}"
    if said_then is ReviewState.CHANGES_REQUESTED:
        return f"changes requested{by}{later}"
    return f"review{by}{later}"


def _dismissed_words(event: Event, telling: Telling) -> str:
    what = "approval" if event.review_state is ReviewState.APPROVED else "review"
    author = event.subject
    of = f" by {shown_actor(author, telling.people)}" if isinstance(author, Actor) else ""
    return f"{what}{of} dismissed{', by a push' if event.oid else ''}"


def _name(account: Actor | Team, telling: Telling) -> str:
    return account.slug if isinstance(account, Team) else shown_actor(account, telling.people)


def _apart_part(events: Sequence[Event], rules: Rules) -> Part:
    """ "Not counted: 6 comments by bots (copy-pr-bot) and 11 commands (/ok to test)." """
    by_bots = [e for e in events if why_no_progress(e, rules) is NoProgress.BOT]
    comments = [e for e in by_bots if e.kind is EventKind.COMMENT]
    commands = [e for e in events if why_no_progress(e, rules) is NoProgress.COMMAND]
    mentions = [e for e in events if e.kind is EventKind.CROSS_REFERENCED and e not in by_bots]
    others = len(by_bots) - len(comments)
    said_commands = (name for e in commands for name in commands_in(e.text, rules))
    texts = [
        _sum(len(comments), "comment", " by bots", (_login(e) for e in comments)),
        _sum(others, "other entry", " by bots", (_login(e) for e in by_bots if e not in comments)),
        _sum(len(commands), "command", " to bots", said_commands),
        _sum(len(mentions), "mention", " elsewhere", ()),
    ]
    named = [text for text in texts if text]
    return said(f"Not counted: {listed(named)}.") if named else ()


def _sum(count: int, word: str, more: str, names: Iterator[str] | tuple[str, ...]) -> str:
    if not count:
        return ""
    each = [shortened(name, at_most=NAME_AT_MOST) for name in dict.fromkeys(filter(None, names))]
    shown = each[:NAMED_AT_MOST] + (["…"] if len(each) > NAMED_AT_MOST else [])
    names_shown = f" ({', '.join(shown)})" if shown else ""
    return f"{counted(count, word)}{more}{names_shown}"


def _login(event: Event) -> str:
    return event.actor.login if isinstance(event.actor, Actor) else ""
