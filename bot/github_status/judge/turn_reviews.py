"""The rules of the turn that look at reviews."""

from datetime import datetime

from bot.github_status.facts.pulls import Event, EventKind, Review, ReviewDecision, ReviewState
from bot.github_status.judge.bot_commands import says_more
from bot.github_status.judge.case import Case
from bot.github_status.judge.checks import is_green
from bot.github_status.judge.houses import house_of
from bot.github_status.judge.progress import brings_new
from bot.github_status.judge.reviews import (
    Requested,
    earliest,
    is_outdated,
    requested,
    reviews_saying,
    submitted_at,
)
from bot.github_status.judge.timeline import (
    PUSHES,
    events_of,
    is_bot,
    is_same,
    logins,
    newest,
    reaches_back_to,
)
from bot.github_status.judge.verdicts import Turn, TurnRule, Who


def changes_requested(case: Case) -> Turn | None:
    """Changes were requested and the author has not answered since."""
    demands = _demands(case)
    asked_at = _last_asked_at(demands, case)
    # "Nothing since" needs a time line that reaches back that far.
    if asked_at is None or not reaches_back_to(case.pull, asked_at):
        return None
    if _first_answer(demands, asked_at, case):
        return None
    return Turn(
        who=Who.AUTHOR,
        rule=TurnRule.CHANGES_REQUESTED,
        reason="Changes were requested, and nothing was pushed or answered since.",
        people=case.author,
        since=case.no_later_than_now(asked_at),
    )


def changes_answered(case: Case) -> Turn | None:
    """Changes were requested, and the author has answered since."""
    demands = _demands(case)
    asked_at = _last_asked_at(demands, case)
    answer = _first_answer(demands, asked_at, case) if asked_at else None
    if answer is None:
        return None
    return Turn(
        who=Who.REVIEWER,
        rule=TurnRule.CHANGES_ANSWERED,
        reason="Changes were requested, and the author answered since.",
        people=logins(review.author for review in demands),
        since=case.no_later_than_now(answer.at),
    )


def _demands(case: Case) -> tuple[Review, ...]:
    if case.decision is not ReviewDecision.CHANGES_REQUESTED:
        return ()
    return reviews_saying(case.pull, case.rules, ReviewState.CHANGES_REQUESTED)


def _last_asked_at(demands: tuple[Review, ...], case: Case) -> datetime | None:
    """When changes were last requested; `None` when that is not known of every reviewer."""
    moments = [submitted_at(review, case.pull) for review in demands]
    known = [moment for moment in moments if moment is not None]
    return max(known) if known and len(known) == len(moments) else None


def _first_answer(demands: tuple[Review, ...], asked_at: datetime, case: Case) -> Event | None:
    later = (event for event in events_of(case.pull) if event.at > asked_at)
    return next((event for event in later if _answers(event, demands, case)), None)


def _answers(event: Event, demands: tuple[Review, ...], case: Case) -> bool:
    """A push, or words of the author, or a reviewer asked to look again."""
    if is_bot(event.actor, case.rules):
        return False
    if event.kind in PUSHES:
        return brings_new(event)
    if event.kind is EventKind.REVIEW_REQUESTED:
        return any(is_same(event.subject, review.author) for review in demands)
    if not is_same(event.actor, case.pull.author):
        return False
    is_reply = event.kind is EventKind.REVIEW
    return is_reply or (event.kind is EventKind.COMMENT and says_more(event.text, case.rules))


def review_missing(case: Case) -> Turn | None:
    """A review is requested, or required by the branch's rule."""
    asked = requested(case.pull, case.rules)
    if asked:
        return _waiting_for(asked, case)
    if case.decision is not ReviewDecision.REVIEW_REQUIRED:
        return None
    ready = newest(case.pull, EventKind.READY_FOR_REVIEW)
    # With requests that could not be read somebody may well have been asked.
    nobody = "A review is required and nobody is asked for one."
    return Turn(
        who=Who.REVIEWER,
        rule=TurnRule.REVIEW_MISSING,
        reason=nobody if case.pull.requests == () else "A review is required.",
        since=case.no_later_than_now(ready.at if ready else case.pull.created_at),
    )


def _waiting_for(asked: tuple[Requested, ...], case: Case) -> Turn:
    only_teams = all(request.is_team for request in asked)
    hidden = all(not request.name for request in asked)
    unseen = "; of whom, this token may not see" if hidden else ""
    return Turn(
        who=Who.TEAM if only_teams else Who.REVIEWER,
        rule=TurnRule.REVIEW_MISSING,
        reason=f"A review is requested and was not given yet{unseen}.",
        people=tuple(dict.fromkeys(request.name for request in asked if request.name)),
        since=case.no_later_than_now(earliest(request.since for request in asked)),
    )


def approved_and_green(case: Case) -> Turn | None:
    """Approved, and the checks pass: whoever may merge.

    GitHub does not say who may. Named are those known to: an author who belongs to the repository,
    and the approvers who can push; nobody when neither is known.
    """
    if case.decision is not ReviewDecision.APPROVED or not is_green(case.pull):
        return None
    approvals = reviews_saying(case.pull, case.rules, ReviewState.APPROVED)
    may_push = logins(review.author for review in approvals if review.can_push is True)
    author = case.author if case.author_is_trusted else ()
    given = [at for review in approvals if (at := submitted_at(review, case.pull)) is not None]
    is_any_outdated = any(is_outdated(review, case.pull) for review in approvals)
    newer = " A newer commit came after an approval." if is_any_outdated else ""
    house = house_of(case.pull.ref.repository, case.rules.houses)
    queue = ": it can go into the merge queue" if house.merge_queue else ""
    return Turn(
        who=Who.MERGER,
        rule=TurnRule.APPROVED_AND_GREEN,
        reason=f"It is approved and its checks pass{queue}.{newer}",
        people=tuple(dict.fromkeys(author + may_push)),
        since=case.no_later_than_now(max(given, default=None)),
    )
