"""How a pull request was closed without a merge: by whom, and whether for want of activity."""

import re
from dataclasses import dataclass
from datetime import timedelta

from bot.github_status.facts.known import UNKNOWN
from bot.github_status.facts.pulls import Event, EventKind, Login, Pull, PullState
from bot.github_status.judge.rules import Rules
from bot.github_status.judge.timeline import events_of, is_bot, newest

_STALE = re.compile(r"\bstale\b|\binactiv|\bno (?:recent )?activity\b", re.IGNORECASE)
_BESIDE = timedelta(hours=1)
"""A bot that closes says why in the same breath."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClosedByBot:
    """A bot closed it, and no person."""

    login: Login
    stale: bool
    """For want of activity, by its own words or by a label."""


def closed_by_bot(pull: Pull, rules: Rules) -> ClosedByBot | None:
    """The bot that closed it; `None`: a person did, or it is not known who."""
    closed = newest(pull, EventKind.CLOSED)
    if pull.state is not PullState.CLOSED or closed is None:
        return None
    actor = closed.actor
    if actor is UNKNOWN or actor is None or not is_bot(actor, rules):
        return None
    words = any(_is_stale_comment(event, closed, rules) for event in events_of(pull))
    return ClosedByBot(login=actor.login, stale=words or _has_stale_label(pull))


def _is_stale_comment(event: Event, closed: Event, rules: Rules) -> bool:
    is_beside = event.kind is EventKind.COMMENT and abs(event.at - closed.at) <= _BESIDE
    return is_beside and is_bot(event.actor, rules) and _STALE.search(event.text) is not None


def _has_stale_label(pull: Pull) -> bool:
    labels = () if pull.labels is UNKNOWN else pull.labels
    return any(_STALE.search(label) for label in labels)
