"""Is it stale, and is it parked? By the limit of its state, in working days of whoever's turn it
is."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import assert_never

from bot.github_status.facts.known import UNKNOWN
from bot.github_status.facts.pulls import Item
from bot.github_status.judge.case import Case
from bot.github_status.judge.patterns import fits_label, in_title
from bot.github_status.judge.progress import last_progress, last_progress_at
from bot.github_status.judge.rules import (
    LimitName,
    Limits,
    LinkedPerson,
    ParkedBySlack,
    Rules,
)
from bot.github_status.judge.staleness import Staleness
from bot.github_status.judge.verdicts import Turn, TurnRule
from bot.github_status.judge.workdays import Calendar, calendar_named, working_days_after

NOT_OPEN = Staleness(stale=False, parked=False)
NOT_READ = Staleness(stale=None, parked=None)


def parked_because(item: Item, rules: Rules) -> str | None:
    """The mark in the title or the label that parks it; `None` when none is known."""
    mark = next((mark for mark in rules.exempt_titles if in_title(mark, item.title)), None)
    return mark or next((label for label in _labels(item) if _exempts(label, rules)), None)


def is_parked(item: Item, rules: Rules) -> bool | None:
    """Held on purpose; `None` when its title does not say so and its labels are not known."""
    if parked_because(item, rules) is not None:
        return True
    return None if item.labels is UNKNOWN else False


def _labels(item: Item) -> tuple[str, ...]:
    return () if item.labels is UNKNOWN else item.labels


def _exempts(label: str, rules: Rules) -> bool:
    return any(fits_label(pattern, label) for pattern in rules.exempt_labels)


def issue_staleness(item: Item, rules: Rules, parked_by: ParkedBySlack | None = None) -> Staleness:
    """Of an open issue: no time line of issues is read, so that none is ever called stale."""
    parked = True if parked_by else is_parked(item, rules)
    return Staleness(
        stale=False if parked else None,
        parked=parked,
        parked_because=parked_because(item, rules),
        parked_by=parked_by,
    )


FindsPerson = Callable[[str], LinkedPerson | None]
"""Who is linked to this login, or to this owner as written."""


def pull_staleness(case: Case, turn: Turn, person: FindsPerson) -> Staleness:
    """Of an open pull request whose turn is known.

    The days are those of the person whose turn it is, where a calendar is linked to them; of
    several people those of whom the fewest have passed for. Else the tracker's calendar holds.
    """
    limit = limit_of(turn.rule)
    days_allowed = _days_allowed(limit, case.rules.limits)
    progress = last_progress(case.pull, case.rules, now=case.now)
    moved_at = last_progress_at(case.pull, progress, now=case.now)
    days = None if moved_at is None else _idle_days(moved_at, case, turn, person)
    # Without a time line only a recent opening says anything: it cannot be stale yet.
    if case.pull.events is UNKNOWN and days is not None and days > days_allowed:
        moved_at = days = None
    is_late = None if days is None else days > days_allowed
    return Staleness(
        stale=False if case.parked else is_late,
        parked=case.parked,
        parked_because=parked_because(case.pull, case.rules),
        parked_by=case.parked_by,
        last_progress=progress,
        last_progress_at=moved_at,
        idle_working_days=days,
        limit_working_days=days_allowed,
        limit=limit,
    )


def limit_of(rule: TurnRule) -> LimitName:
    """The limit that holds while this rule decides the turn."""
    match rule:
        case TurnRule.APPROVED_AND_GREEN:
            return LimitName.APPROVED
        case TurnRule.REVIEW_MISSING | TurnRule.CHANGES_ANSWERED:
            return LimitName.REVIEW
        case (
            TurnRule.CONFLICT
            | TurnRule.CHECKS_FAILING
            | TurnRule.CHECKS_NEVER_RAN
            | TurnRule.CHANGES_REQUESTED
        ):
            return LimitName.AUTHOR
        case TurnRule.DRAFT:
            return LimitName.DRAFT
        case TurnRule.FINISHED | TurnRule.PARKED | TurnRule.QUEUED | TurnRule.NOT_KNOWN:
            return LimitName.OTHER
        case unreachable:
            assert_never(unreachable)


def _days_allowed(limit: LimitName, limits: Limits) -> int:
    match limit:
        case LimitName.APPROVED:
            return limits.approved
        case LimitName.REVIEW:
            return limits.review
        case LimitName.AUTHOR:
            return limits.author
        case LimitName.OTHER:
            return limits.other
        case LimitName.DRAFT:
            return limits.draft
        case unreachable:
            assert_never(unreachable)


def _idle_days(moved_at: datetime, case: Case, turn: Turn, person: FindsPerson) -> int:
    zone = case.rules.zone
    calendars = _calendars_of(turn.people, person) or [calendar_named(case.rules.calendar)]
    return min(working_days_after(moved_at, case.now, each, zone=zone) for each in calendars)


def _calendars_of(names: Sequence[str], person: FindsPerson) -> list[Calendar]:
    """The calendars linked to these logins, or owners as written."""
    found = map(person, names)
    return [calendar_named(who.calendar) for who in found if who is not None and who.calendar]
