"""Who is thanked for a pull request that was merged: people, never bots."""

from bot.answers.names import shown_name
from bot.answers.parts import Part, listed, said
from bot.answers.rows import Telling
from bot.github_status.facts.known import UNKNOWN
from bot.github_status.facts.pulls import Actor, EventKind, Login, Pull, ReviewState
from bot.github_status.judge.names import fold_login
from bot.github_status.judge.timeline import events_of, is_bot
from bot.github_status.judge.verdicts import JudgedRow

REVIEWERS_AT_MOST = 5


def thanks_part(row: JudgedRow, telling: Telling) -> Part:
    """ "thanks to Ana Souza, reviewed by Bo Chen and mika"; empty where nobody is known."""
    if not isinstance(row.item, Pull):
        return ()
    author = _person(row.item.author, telling)
    reviewers = [
        shown_name(login, telling.people)
        for login in _reviewer_logins(row.item, telling)
        if author is None or fold_login(login) != fold_login(author)
    ]
    thanks = f"thanks to {shown_name(author, telling.people)}" if author else ""
    reviewed = f"reviewed by {listed(_counted(reviewers))}" if reviewers else ""
    return said(", ".join(filter(None, (thanks, reviewed)))) if thanks or reviewed else ()


def _reviewer_logins(pull: Pull, telling: Telling) -> tuple[Login, ...]:
    """Who approved or reviewed it, each once, in the order in which that happened."""
    given = () if pull.reviews is UNKNOWN else pull.reviews
    actors = [
        *(e.actor for e in events_of(pull) if _is_review(e.kind, e.review_state)),
        *(review.author for review in given if review.state is not ReviewState.PENDING),
    ]
    people = (_person(actor, telling) for actor in actors)
    return tuple({fold_login(login): login for login in people if login is not None}.values())


def _is_review(kind: EventKind, state: object) -> bool:
    return kind is EventKind.REVIEW and state is not ReviewState.PENDING


def _person(actor: object, telling: Telling) -> Login | None:
    if not isinstance(actor, Actor) or is_bot(actor, telling.tracker.rules):
        return None
    return actor.login


def _counted(names: list[str]) -> list[str]:
    more = len(names) - REVIEWERS_AT_MOST
    return [*names[:REVIEWERS_AT_MOST], f"{more} more"] if more > 0 else names
