"""Whose turn is it? The ordered rules of the product page, section 3: the first one that fits
decides.

A rule whose facts are unknown does not fit. The rules about reviews stand in `turn_reviews`.
"""

from collections.abc import Callable
from datetime import datetime

from bot.github_status.facts.known import UNKNOWN
from bot.github_status.facts.pulls import (
    ChecksState,
    EventKind,
    Mergeable,
    PullState,
    ReviewDecision,
)
from bot.github_status.judge.case import Case
from bot.github_status.judge.checks import checks_state, trigger_of
from bot.github_status.judge.rules import ParkedBySlack
from bot.github_status.judge.sentences import day_text, listed
from bot.github_status.judge.timeline import PUSHES, newest
from bot.github_status.judge.turn_reviews import (
    approved_and_green,
    changes_answered,
    changes_requested,
    review_missing,
)
from bot.github_status.judge.verdicts import Turn, TurnRule, Who

_Rule = Callable[[Case], Turn | None]


def turn_of(case: Case) -> Turn:
    """Who must act next on this pull request, by the first rule that fits."""
    found = (rule(case) for rule in _RULES)
    return next((turn for turn in found if turn is not None), _not_known(case))


def _finished(case: Case) -> Turn | None:
    if case.pull.state is PullState.OPEN:
        return None
    merged = case.pull.state is PullState.MERGED
    return Turn(
        who=Who.NOBODY,
        rule=TurnRule.FINISHED,
        reason="It is merged." if merged else "It is closed.",
        since=case.no_later_than_now(case.pull.merged_at if merged else case.pull.closed_at),
    )


def _parked(case: Case) -> Turn | None:
    if case.parked is not True:
        return None
    return parked_turn(case.parked_by)


def parked_turn(by: ParkedBySlack | None) -> Turn:
    """Nobody's turn: it is held on purpose, from Slack or by a mark on GitHub."""
    if by is None:
        return Turn(who=Who.NOBODY, rule=TurnRule.PARKED, reason="It is held on purpose.")
    return Turn(
        who=Who.NOBODY,
        rule=TurnRule.PARKED,
        reason=f"It is parked by {by.by} until {day_text(by.until)}.",
        since=by.since,
    )


def _queued(case: Case) -> Turn | None:
    queue, auto = case.pull.queue_entry, case.pull.auto_merge
    if queue is not UNKNOWN and queue is not None:
        reason, since = "It is in the merge queue, waiting for its checks.", queue.enqueued_at
        return _nobody_but_ci(reason, case.no_later_than_now(since))
    if auto is not UNKNOWN and auto is not None:
        reason = "Auto-merge is set: it merges by itself when everything required is there."
        return _nobody_but_ci(reason, case.no_later_than_now(auto.enabled_at))
    return None


def _draft(case: Case) -> Turn | None:
    if case.pull.is_draft is not True:
        return None
    made = newest(case.pull, EventKind.CONVERTED_TO_DRAFT)
    opened_as_one = case.pull.created_at if case.pull.events_complete else None
    return Turn(
        who=Who.AUTHOR,
        rule=TurnRule.DRAFT,
        reason="It is a draft: its author says when it is ready.",
        people=case.author,
        since=case.no_later_than_now(made.at if made else opened_as_one),
    )


def _conflict(case: Case) -> Turn | None:
    if case.pull.mergeable is not Mergeable.CONFLICTING:
        return None
    # GitHub does not say since when: the base may have moved under an untouched pull request.
    return Turn(
        who=Who.AUTHOR,
        rule=TurnRule.CONFLICT,
        reason="It conflicts with its base branch.",
        people=case.author,
    )


def _checks_failing(case: Case) -> Turn | None:
    if checks_state(case.pull) is not ChecksState.FAILING:
        return None
    pushed = newest(case.pull, *PUSHES)
    return Turn(
        who=Who.AUTHOR,
        rule=TurnRule.CHECKS_FAILING,
        reason="Checks fail on its head commit.",
        people=case.author,
        since=case.no_later_than_now(pushed.at if pushed else None),
    )


def _checks_never_ran(case: Case) -> Turn | None:
    """Checks that wait for somebody trusted. Absent checks that nothing is known to start do not
    block: no CI is not failing CI, nor is it passing (`approved_and_green` wants checks that
    pass)."""
    state = checks_state(case.pull)
    if state is ChecksState.WAITING_FOR_APPROVAL:
        return _trigger(case, "Its workflows wait for somebody to approve that they run.", None)
    if state is not ChecksState.NEVER_RAN:
        return None
    trigger = trigger_of(case.pull, case.rules)
    if trigger is None:
        return None
    reason = "Checks never ran on its head commit: this repository runs them only when asked to."
    return _trigger(case, reason, trigger.command)


def _trigger(case: Case, reason: str, command: str | None) -> Turn:
    pushed = newest(case.pull, *PUSHES)
    return Turn(
        who=Who.TRIGGER,
        rule=TurnRule.CHECKS_NEVER_RAN,
        reason=reason,
        people=case.author if case.author_is_trusted else case.owners,
        since=case.no_later_than_now(pushed.at if pushed else None),
        command=command,
    )


def _nobody_but_ci(reason: str, since: datetime | None) -> Turn:
    return Turn(who=Who.NOBODY, rule=TurnRule.QUEUED, reason=reason, since=since)


_RULES: tuple[_Rule, ...] = (
    _finished,
    _parked,
    _queued,
    _draft,
    _conflict,
    _checks_failing,
    _checks_never_ran,
    changes_requested,
    changes_answered,
    review_missing,
    approved_and_green,
)


def _not_known(case: Case) -> Turn:
    return Turn(
        who=Who.UNKNOWN,
        rule=TurnRule.NOT_KNOWN,
        reason=_why_not_known(case),
        missing=missing_facts(case),
    )


def _why_not_known(case: Case) -> str:
    """What stands in the way of an answer."""
    checks = checks_state(case.pull)
    if case.decision is ReviewDecision.APPROVED and checks is ChecksState.RUNNING:
        return "It is approved and its checks are still running."
    if case.decision is ReviewDecision.APPROVED and checks is ChecksState.NEVER_RAN:
        return "It is approved, but no checks ran on its head commit, which is not passing."
    if case.decision is None and case.pull.requests == ():
        return "Nobody was asked for a review, and no rule of its branch is known to require one."
    return _unread_words(case) or "Nothing that was read asks anybody to act."


def _unread_words(case: Case) -> str:
    """ "Reviews and checks were not read."; empty when everything was."""
    missing = missing_facts(case)
    is_pending = case.pull.mergeable is Mergeable.NOT_KNOWN_YET
    unread = [fact for fact in missing if fact != "conflict" or not is_pending]
    pending = "GitHub does not know yet whether it conflicts." if is_pending else ""
    if not unread:
        return pending
    were = "were" if len(unread) > 1 or unread[0].endswith("s") else "was"
    words = f"{listed(unread)} {were} not read."
    return f"{words[0].upper()}{words[1:]} {pending}".rstrip()


def missing_facts(case: Case) -> tuple[str, ...]:
    """The facts that a rule of the turn looks at and that were not read."""
    pull = case.pull
    facts = {
        "reviews": case.decision is UNKNOWN and pull.reviews is UNKNOWN,
        "checks": pull.checks is UNKNOWN,
        "conflict": pull.mergeable is UNKNOWN or pull.mergeable is Mergeable.NOT_KNOWN_YET,
        "draft state": pull.is_draft is UNKNOWN,
        "review requests": pull.requests is UNKNOWN,
        "merge queue": pull.queue_entry is UNKNOWN or pull.auto_merge is UNKNOWN,
        "labels": case.parked is None,
        "time line": pull.events is UNKNOWN,
        "review decision": case.decision is UNKNOWN and pull.reviews is not UNKNOWN,
    }
    return tuple(name for name, is_missing in facts.items() if is_missing)
