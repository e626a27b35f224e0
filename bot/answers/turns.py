"""Words for whose turn it is."""

from datetime import datetime
from typing import assert_never

from bot.answers.names import shown_name
from bot.answers.parts import NAME_AT_MOST, Part, day, listed, said, shortened
from bot.github_status.judge.staleness import Staleness
from bot.github_status.judge.verdicts import Turn, TurnRule, Who
from bot.people.people import People

_TELLING = ("reviews", "checks", "conflict")
"""Facts that decide most turns, in the order in which a reader would look them up."""


def turn_part(turn: Turn, people: People, *, reviewed: bool = False) -> Part:
    """Who must act and why, in few words; nothing where other words of the row say it.

    `reviewed`: other words of the row tell of a review, so that those not known are others.
    """
    words = _short_reason(turn, people)
    if reviewed and turn.rule is TurnRule.NOT_KNOWN and "reviews" in turn.missing:
        words = f"other {words}"
    return said(words) if words else ()


def turn_sentence(turn: Turn, people: People) -> str:
    """Who must act next, as the start of a sentence: "It is the author's turn (Ana Souza)"."""
    whose = _whose_turn(turn.who)
    return f"{whose} ({_people_words(turn, people)})" if turn.people else whose


def parked_part(staleness: Staleness, *, now: datetime) -> Part:
    """ "parked by Ana Souza until 3 Sep", "parked: on hold"; nothing where it is not parked."""
    if not staleness.parked:
        return ()
    by, because = staleness.parked_by, staleness.parked_because
    if by is not None:
        name = shortened(by.by, at_most=NAME_AT_MOST)
        return said(f"parked by {name} until ", day(by.until, now=now))
    return said(f"parked: {shortened(because, at_most=NAME_AT_MOST)}" if because else "parked")


def group_title(who: Who) -> str:
    """What rows whose turn it is are listed under."""
    match who:
        case Who.AUTHOR:
            return "Waiting for the author"
        case Who.REVIEWER:
            return "Waiting for a reviewer"
        case Who.TEAM:
            return "Waiting for a team's review"
        case Who.MERGER:
            return "Waiting for somebody who may merge"
        case Who.TRIGGER:
            return "Waiting for somebody who may start the checks"
        case Who.NOBODY:
            return "Waiting for nobody"
        case Who.UNKNOWN:
            return "Not known whose turn it is"
        case _:
            assert_never(who)


def _whose_turn(who: Who) -> str:
    match who:
        case Who.AUTHOR:
            return "It is the author's turn"
        case Who.REVIEWER:
            return "It is a reviewer's turn"
        case Who.TEAM:
            return "It is a team's turn to review"
        case Who.MERGER:
            return "It is the turn of whoever may merge"
        case Who.TRIGGER:
            return "It is the turn of whoever may start the checks"
        case Who.NOBODY:
            return "It is nobody's turn"
        case Who.UNKNOWN:
            return "Turn not known"
        case _:
            assert_never(who)


def _people_words(turn: Turn, people: People) -> str:
    return listed(shown_name(person, people) for person in turn.people)


def _missing_words(missing: tuple[str, ...]) -> str:
    """The two facts that matter most; `pull_answer` tells them all."""
    telling = [fact for fact in _TELLING if fact in missing]
    return listed((telling or missing)[:2]) or "turn"


def _somebody(turn: Turn, people: People, otherwise: str) -> str:
    return _people_words(turn, people) or otherwise


def _short_reason(turn: Turn, people: People) -> str:
    match turn.rule:
        case TurnRule.FINISHED | TurnRule.PARKED | TurnRule.DRAFT:
            return ""
        case TurnRule.QUEUED:
            return "waits for CI, then merges"
        case TurnRule.CONFLICT:
            return "conflict, waits for its author"
        case TurnRule.CHECKS_FAILING:
            return "checks fail, waits for its author"
        case TurnRule.CHECKS_NEVER_RAN:
            return f"checks never ran, waits for {_somebody(turn, people, 'a trigger')}"
        case TurnRule.CHANGES_REQUESTED:
            return "changes requested, waits for its author"
        case TurnRule.CHANGES_ANSWERED:
            return f"changes answered, waits for {_somebody(turn, people, 'its reviewer')}"
        case TurnRule.REVIEW_MISSING:
            return f"waits for review by {_somebody(turn, people, 'somebody')}"
        case TurnRule.APPROVED_AND_GREEN:
            return f"approved and green, waits for {_somebody(turn, people, 'a merge')}"
        case TurnRule.NOT_KNOWN:
            return f"{_missing_words(turn.missing)} not known"
        case _:
            assert_never(turn.rule)
