"""What is true of one pull request itself → JSON."""

from bot.github_status.facts.known import UNKNOWN, Known
from bot.github_status.facts.pulls import (
    Actor,
    EventKind,
    Mergeable,
    Pull,
    PullState,
    ReviewRequest,
    ReviewState,
    Team,
)
from bot.github_status.judge.checks import trigger_of
from bot.github_status.judge.opinions import (
    Dismissal,
    Opinion,
    dismissals,
    standing_opinions,
    undated_dismissals,
)
from bot.github_status.judge.reviews import asked_at
from bot.github_status.judge.rules import Rules
from bot.github_status.judge.stale_bot import may_close
from bot.github_status.judge.timeline import account_name, events_of
from bot.github_status.judge.verdicts import JudgedRow, JudgedTracker
from bot.render.json_values import Form, moment


def depth_form(row: JudgedRow | None, tracker: JudgedTracker) -> Form | None:
    """Reviews, checks and the rest; `None` where no pull request was read."""
    if row is None or not isinstance(row.item, Pull):
        return None
    return {**_reviews(row.item), **_now(row.item, tracker.rules)}


def _reviews(pull: Pull) -> Form:
    reviews = [_opinion(one) for one in standing_opinions(pull)]
    requests = None if pull.requests is UNKNOWN else [_asked(r, pull) for r in pull.requests]
    gone = [
        {"by": _login(review.author), "verdict": None, "dismissed_at": None}
        | {"dismissed_by": None, "commit": None}
        for review in undated_dismissals(pull)
    ]
    return {
        "reviews": None if pull.reviews is UNKNOWN else reviews,
        "dismissed": [*(_dismissal(one) for one in dismissals(pull)), *gone],
        "asked": requests,
    }


def _now(pull: Pull, rules: Rules) -> Form:
    is_open = pull.state is PullState.OPEN
    trigger = trigger_of(pull, rules) if is_open else None
    closing = may_close(pull, rules)
    pushes = [event for event in events_of(pull) if event.kind is EventKind.FORCE_PUSH]
    return {
        "checks": pull.checks.state.value if is_open and pull.checks is not UNKNOWN else None,
        "command": None if trigger is None else trigger.command,
        "conflict": _conflict(pull.mergeable) if is_open else None,
        "queued": _is_there(pull.queue_entry),
        "auto_merge": _is_there(pull.auto_merge),
        "labels": None if pull.labels is UNKNOWN else list(pull.labels),
        "force_pushes": len(pushes),
        "base": None if pull.base_branch is UNKNOWN else pull.base_branch,
        "may_close_at": None if closing is None else moment(closing.at),
    }


def _conflict(mergeable: Known[Mergeable]) -> bool | None:
    if mergeable is Mergeable.CONFLICTING:
        return True
    return False if mergeable is Mergeable.MERGEABLE else None


def _opinion(one: Opinion) -> Form:
    return {
        "by": _login(one.review.author),
        "verdict": _verdict(one.review.state),
        "given_at": moment(one.at),
        "outdated": one.outdated,
    }


def _dismissal(one: Dismissal) -> Form:
    by = one.event.actor
    return {
        "by": _login(one.author),
        "verdict": None if one.said is None else _verdict(one.said),
        "dismissed_at": moment(one.event.at),
        "dismissed_by": by.login if isinstance(by, Actor) else None,
        "commit": one.event.oid or None,
    }


def _asked(request: ReviewRequest, pull: Pull) -> Form:
    reviewer = request.reviewer
    return {
        "asked_of": None if reviewer is None else account_name(reviewer),
        "is_team": None if reviewer is None else isinstance(reviewer, Team),
        "code_owner": None if request.as_code_owner is UNKNOWN else request.as_code_owner,
        "since": moment(asked_at(reviewer, pull)),
    }


def _verdict(state: Known[ReviewState]) -> str | None:
    return None if state is UNKNOWN else state.value.lower()


def _login(actor: Actor | None) -> str | None:
    return None if actor is None else actor.login


def _is_there(value: Known[object]) -> bool | None:
    return None if value is UNKNOWN else value is not None
