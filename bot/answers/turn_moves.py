"""What would move a row on, said to somebody it concerns."""

from typing import assert_never

from bot.answers.answer import Code
from bot.answers.parts import Part, continued, day, listed, said, stopped, unstopped
from bot.answers.rows import Telling
from bot.answers.turns import turn_sentence
from bot.github_status.judge.verdicts import JudgedRow, Turn, TurnRule, Who

PRIVATE = "What it waits for is not told here: it is a private pull request."


def your_turn_part(row: JudgedRow, telling: Telling) -> Part:
    """That it is the reader's turn, since when and why, and what moves it."""
    turn = row.turn
    since = () if turn.since is None else said(", since ", day(turn.since, now=telling.tracker.now))
    return (
        *said("It is your turn"),
        *since,
        *said(f". {stopped(unstopped(turn.reason))}"),
        *_moved_by(turn, yours=True),
    )


def waits_part(row: JudgedRow, telling: Telling) -> Part:
    """Whom the row waits for, since when and why, and what moves it; where that is not known, what
    is missing."""
    turn = row.turn
    if turn.who is Who.UNKNOWN:
        return _unknown_part(turn)
    since = () if turn.since is None else said(", since ", day(turn.since, now=telling.tracker.now))
    return (
        *said(turn_sentence(turn, telling.people)),
        *since,
        *said(f". {stopped(unstopped(turn.reason))}"),
        *_moved_by(turn, yours=False),
    )


def _unknown_part(turn: Turn) -> Part:
    reason = turn.reason.casefold()
    unsaid = [fact for fact in turn.missing if fact not in reason]
    more = f" Not read: {listed(unsaid)}." if unsaid else ""
    return said(
        f"It is not known whose turn it is: {stopped(continued(turn.reason))}{more}"
        " A comment there on what it waits for moves it on."
    )


def _moved_by(turn: Turn, *, yours: bool) -> Part:
    """One sentence with a space before it; nothing where it moves by itself."""
    if turn.rule is TurnRule.CHECKS_NEVER_RAN and turn.command is not None:
        return said(" The comment ", Code(turn.command), " starts them.")
    words = _mover(turn, yours=yours)
    return said(f" {words}") if words else ()


def _mover(turn: Turn, *, yours: bool) -> str:
    match turn.rule:
        case TurnRule.CONFLICT:
            return "A merge of its base, or a rebase, moves it on."
        case TurnRule.CHECKS_FAILING:
            return "A push that mends them moves it on."
        case TurnRule.CHECKS_NEVER_RAN:
            return "Approving the run moves it on."
        case TurnRule.CHANGES_REQUESTED:
            return "A push or an answer moves it on."
        case TurnRule.CHANGES_ANSWERED:
            return "Another look from you moves it on." if yours else "Another look moves it on."
        case TurnRule.REVIEW_MISSING:
            return _review(turn, yours=yours)
        case TurnRule.APPROVED_AND_GREEN:
            return "Only the merge is left."
        case (
            TurnRule.FINISHED
            | TurnRule.PARKED
            | TurnRule.QUEUED
            | TurnRule.DRAFT
            | TurnRule.NOT_KNOWN
        ):
            return ""
        case _:
            assert_never(turn.rule)


def _review(turn: Turn, *, yours: bool) -> str:
    if yours:
        return "Your review moves it on."
    return "" if turn.people else "Asking somebody for a review moves it on."
