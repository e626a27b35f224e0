"""Looking things up on the time line of a pull request."""

from collections.abc import Iterable
from datetime import datetime

from bot.github_status.facts.known import UNKNOWN, Known
from bot.github_status.facts.pulls import Actor, ActorKind, Event, EventKind, Pull, Team
from bot.github_status.judge.names import fold_login
from bot.github_status.judge.rules import Rules

PUSHES = frozenset({EventKind.COMMIT, EventKind.FORCE_PUSH})


def events_of(pull: Pull) -> tuple[Event, ...]:
    """What was read of the time line, oldest first; empty when nothing was."""
    return () if pull.events is UNKNOWN else tuple(sorted(pull.events, key=lambda e: e.at))


def newest(pull: Pull, *kinds: EventKind) -> Event | None:
    """The newest event of these kinds that was read."""
    found = [event for event in events_of(pull) if event.kind in kinds]
    return found[-1] if found else None


def reaches_back_to(pull: Pull, moment: datetime) -> bool:
    """Whatever happened after this moment stands on the time line that was read.

    Commits say nothing about how far it reaches: they carry their author's date, not that of the
    push.
    """
    if pull.events is UNKNOWN:
        return False
    dated = (event.at for event in pull.events if event.kind is not EventKind.COMMIT)
    return pull.events_complete or any(at <= moment for at in dated)


def is_bot(actor: Known[Actor | None], rules: Rules) -> bool:
    """A bot, an app or a machine user. A deleted account and an unknown one are taken for
    people."""
    if actor is UNKNOWN or actor is None:
        return False
    bots = map(fold_login, rules.bots)
    return (
        actor.kind is ActorKind.BOT
        or actor.login.casefold().endswith("[bot]")
        or fold_login(actor.login) in bots
    )


def is_same(one: Known[Actor | Team | None], other: Known[Actor | Team | None]) -> bool:
    """Both are known and the same account or team."""
    if one is UNKNOWN or other is UNKNOWN or one is None or other is None:
        return False
    return type(one) is type(other) and fold_login(account_name(one)) == fold_login(
        account_name(other)
    )


def account_name(account: Actor | Team) -> str:
    """The login, or the team's slug."""
    return account.slug if isinstance(account, Team) else account.login


def logins(actors: Iterable[Known[Actor | None]]) -> tuple[str, ...]:
    """The logins of those that are known, each once."""
    known = (actor.login for actor in actors if actor is not UNKNOWN and actor is not None)
    return tuple(dict.fromkeys(known))
