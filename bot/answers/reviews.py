"""Words for reviews, requests and checks of one pull request."""

from collections.abc import Iterator
from typing import assert_never

from bot.answers.answer import Code
from bot.answers.names import shown_actor
from bot.answers.parts import NAME_AT_MOST, Part, counted, day, joined, listed, said, shortened
from bot.answers.rows import Telling
from bot.github_status.facts.known import UNKNOWN, Known
from bot.github_status.facts.pulls import (
    Actor,
    AutoMerge,
    Checks,
    ChecksState,
    Event,
    EventKind,
    Mergeable,
    Pull,
    PullState,
    QueueEntry,
    ReviewRequest,
    ReviewState,
    Team,
)
from bot.github_status.judge.checks import SHA_SHOWN, trigger_of
from bot.github_status.judge.houses import house_of
from bot.github_status.judge.opinions import (
    Dismissal,
    Opinion,
    dismissals,
    standing_opinions,
    undated_dismissals,
)
from bot.github_status.judge.reviews import asked_at
from bot.github_status.judge.timeline import events_of, is_same

TEAMS_AT_MOST = 4
"""Teams of a CODEOWNERS file that are named as candidates."""


def review_parts(pull: Pull, telling: Telling) -> Iterator[Part]:
    """Opinions that stand, those that a push outdated, and those that were dismissed; what is not
    known is told elsewhere."""
    opinions = standing_opinions(pull)
    standing = [_opinion_part(one, telling) for one in opinions if not one.outdated]
    outdated = [_outdated_part(one, telling) for one in opinions if one.outdated]
    dismissed = [_dismissed_part(one, pull, telling) for one in dismissals(pull)]
    dismissed += [
        said(f"a review by {shown_actor(review.author, telling.people)}")
        for review in undated_dismissals(pull)
    ]
    if standing:
        yield (*said("Reviews: "), *joined(standing, by=", "))
    elif pull.reviews is not UNKNOWN and pull.state is PullState.OPEN:
        yield said("Reviews: none that stands" if outdated or dismissed else "Reviews: none")
    if outdated:
        yield (*said("Outdated: "), *joined(outdated, by="; "))
    if dismissed:
        yield (*said("Dismissed: "), *joined(dismissed, by="; "))


def request_parts(pull: Pull, telling: Telling) -> Iterator[Part]:
    """Who is still asked for a review and since when, and how many threads are unresolved."""
    if pull.requests is not UNKNOWN and pull.requests:
        asked = [_asked_part(request, pull, telling) for request in pull.requests]
        yield (*said("Still asked for a review: "), *joined(asked, by=", "))
        yield from _candidates(pull, telling)
    if pull.unresolved_threads is not UNKNOWN and pull.unresolved_threads:
        yield said(counted(pull.unresolved_threads, "unresolved thread"))


def checks_parts(pull: Pull, telling: Telling, *, command_told: bool) -> Iterator[Part]:
    """Checks of the head commit, conflict, merge queue and auto-merge, as far as they are known.

    `command_told`: what starts the checks stands above already.
    """
    if pull.checks is not UNKNOWN:
        command = () if command_told else _starting_part(pull, pull.checks, telling)
        yield (*said(f"Checks: {_checks_words(pull.checks)}"), *command)
    if pull.mergeable is not UNKNOWN:
        yield said(_mergeable_words(pull.mergeable))
    if pull.queue_entry is not UNKNOWN and pull.queue_entry is not None:
        yield _queue_part(pull.queue_entry, telling)
    if pull.auto_merge is not UNKNOWN and pull.auto_merge is not None:
        yield _auto_merge_part(pull.auto_merge, telling)


def unknown_facts(pull: Pull) -> tuple[str, ...]:
    """Names of the facts that were not read, of those that a judgement may rest on."""
    facts: tuple[tuple[str, Known[object]], ...] = (
        ("author", pull.author),
        ("labels", pull.labels),
        ("reviews", pull.reviews),
        ("review requests", pull.requests),
        ("checks", pull.checks),
        ("conflict", pull.mergeable),
        ("draft state", pull.is_draft),
        ("merge queue", pull.queue_entry),
        ("time line", pull.events),
    )
    return tuple(name for name, value in facts if value is UNKNOWN)


def _opinion_part(opinion: Opinion, telling: Telling) -> Part:
    by = shown_actor(opinion.review.author, telling.people)
    words = f"{_review_words(opinion.review.state)} by {by}"
    if opinion.at is None:
        return said(words)
    return said(f"{words} ", day(opinion.at, now=telling.tracker.now))


def _outdated_part(opinion: Opinion, telling: Telling) -> Part:
    part = (*_opinion_part(opinion, telling), *said(" on an older commit"))
    if opinion.push is None:
        return part
    pushed = day(opinion.push.at, now=telling.tracker.now)
    return (*part, *said(", before the push of ", pushed))


def _dismissed_part(dismissal: Dismissal, pull: Pull, telling: Telling) -> Part:
    what = "approval" if dismissal.said is ReviewState.APPROVED else "review"
    if dismissal.said is ReviewState.CHANGES_REQUESTED:
        what = "request for changes"
    now, people = telling.tracker.now, telling.people
    given = _given(dismissal, pull)
    of = said(" of ", day(given.at, now=now)) if given else ()
    whose = f"the {what} by {shown_actor(dismissal.author, people)}"
    return (*said(whose), *of, *_dismisser_part(dismissal.event, telling))


def _dismisser_part(event: Event, telling: Telling) -> Part:
    """ ", by a push of Zeyu Zhou (3879443) on 25 Jun", ", by Ana Souza on 25 Jun: “…”"."""
    at = day(event.at, now=telling.tracker.now)
    by = "" if event.actor is UNKNOWN else shown_actor(event.actor, telling.people)
    if event.oid:
        of = f" of {by}" if by else ""
        return said(f", by a push{of} ({event.oid[:SHA_SHOWN]}) on ", at)
    why = f": “{shortened(event.text, at_most=NAME_AT_MOST)}”" if event.text.strip() else ""
    return said(f", by {by} on " if by else ", on ", at, why)


def _given(dismissal: Dismissal, pull: Pull) -> Event | None:
    """The review that was dismissed."""
    given = [
        event
        for event in events_of(pull)
        if event.kind is EventKind.REVIEW
        and event.at <= dismissal.event.at
        and event.review_state in (ReviewState.DISMISSED, dismissal.said)
        and is_same(event.actor, dismissal.author)
    ]
    return given[-1] if given else None


def _review_words(state: Known[ReviewState]) -> str:
    if state is UNKNOWN:
        return "verdict not known,"
    match state:
        case ReviewState.APPROVED:
            return "approved"
        case ReviewState.CHANGES_REQUESTED:
            return "changes requested"
        case ReviewState.COMMENTED:
            return "commented"
        case ReviewState.DISMISSED:
            return "dismissed, once"
        case ReviewState.PENDING:
            return "begun"
        case _:
            assert_never(state)


def _asked_part(request: ReviewRequest, pull: Pull, telling: Telling) -> Part:
    """ "Ana Souza (code owner) since 17 Aug"."""
    since = asked_at(request.reviewer, pull)
    at = () if since is None else said(" since ", day(since, now=telling.tracker.now))
    owner = " (code owner)" if request.as_code_owner is True else ""
    return (*said(f"{_asked_name(request, telling)}{owner}"), *at)


def _asked_name(request: ReviewRequest, telling: Telling) -> str:
    if request.reviewer is None:
        return "somebody this token may not see"
    if isinstance(request.reviewer, Team):
        return request.reviewer.slug
    return shown_actor(request.reviewer, telling.people)


def _candidates(pull: Pull, telling: Telling) -> Iterator[Part]:
    """The code owners' teams of the house rules, where one of them may be who is not seen."""
    teams = house_of(pull.ref.repository, telling.tracker.rules.houses).code_owner_teams
    requests = () if pull.requests is UNKNOWN else pull.requests
    if teams and any(r.reviewer is None and r.as_code_owner is not False for r in requests):
        more = len(teams) - TEAMS_AT_MOST
        shown = (*teams[:TEAMS_AT_MOST], *((f"{more} more",) if more > 0 else ()))
        yield said(f"Perhaps one of the code owners' teams: {listed(shown)}")


def _starting_part(pull: Pull, checks: Checks, telling: Telling) -> Part:
    trigger = trigger_of(pull, telling.tracker.rules)
    if checks.state is not ChecksState.NEVER_RAN or trigger is None or not trigger.command:
        return ()
    return said("; the comment that starts them: ", Code(trigger.command))


def _queue_part(entry: QueueEntry, telling: Telling) -> Part:
    has_place = entry.position is not UNKNOWN and entry.position is not None
    place = f", place {entry.position}" if has_place else ""
    words = said(f"In the merge queue{place}")
    if entry.enqueued_at is UNKNOWN:
        return words
    return (*words, *said(" since ", day(entry.enqueued_at, now=telling.tracker.now)))


def _auto_merge_part(auto: AutoMerge, telling: Telling) -> Part:
    by = auto.enabled_by
    who = f" by {shown_actor(by, telling.people)}" if isinstance(by, Actor) else ""
    words = said(f"Auto-merge is set{who}")
    if auto.enabled_at is UNKNOWN or auto.enabled_at is None:
        return words
    return (*words, *said(" since ", day(auto.enabled_at, now=telling.tracker.now)))


def _checks_words(checks: Checks) -> str:
    numbers = (
        ("passing", checks.passing),
        ("failing", checks.failing),
        ("running", checks.running),
    )
    known = [f"{count} {word}" for word, count in numbers if count is not UNKNOWN and count]
    counts = f" ({', '.join(known)})" if known else ""
    return f"{_checks_state(checks.state)}{counts}"


def _checks_state(state: ChecksState) -> str:
    match state:
        case ChecksState.PASSING:
            return "passing"
        case ChecksState.FAILING:
            return "failing"
        case ChecksState.RUNNING:
            return "running"
        case ChecksState.WAITING_FOR_APPROVAL:
            return "waiting for somebody to approve the run"
        case ChecksState.NEVER_RAN:
            return "never ran"
        case _:
            assert_never(state)


def _mergeable_words(mergeable: Mergeable) -> str:
    match mergeable:
        case Mergeable.MERGEABLE:
            return "No conflict with its base"
        case Mergeable.CONFLICTING:
            return "Conflicts with its base"
        case Mergeable.NOT_KNOWN_YET:
            return "Whether it conflicts, GitHub does not know yet"
        case _:
            assert_never(mergeable)
