"""House rules of a repository, as the judge goes by them."""

from typing import Any

from bot.github_status.facts.pulls import (
    Association,
    Checks,
    ChecksState,
    EventKind,
    Pull,
    ReviewDecision,
)
from bot.github_status.judge import Rules
from bot.github_status.judge.case import Case
from bot.github_status.judge.checks import trigger_of
from bot.github_status.judge.houses import HouseRules
from bot.github_status.judge.turn import turn_of
from bot.github_status.judge.verdicts import TurnRule, Who
from tests.builders import NOW, a_pull, a_review, an_actor, an_event

HOUSE = HouseRules(name="acme/*", trigger="/test {sha}", merge_queue=True)
RULES = Rules(houses=(HOUSE,))
NEVER_RAN = Checks(state=ChecksState.NEVER_RAN)


def a_case(pull: Pull, rules: Rules) -> Case:
    return Case(pull=pull, rules=rules, owners=("Ana Souza",), parked=False, now=NOW)


def never_ran(**fields: Any) -> Pull:
    return a_pull(checks=NEVER_RAN, head_oid="1a2b3c4d5e6f", **fields)


def test_trigger__the_house_needs_no_bot_and_goes_before_one() -> None:
    bot = an_event(EventKind.COMMENT, actor=an_actor("copy-pr-bot"), text="Vouch for it.")

    assert trigger_of(never_ran(), Rules()) is None
    for pull in (never_ran(), never_ran(events=(bot,))):
        trigger = trigger_of(pull, RULES)
        assert trigger is not None
        assert trigger.command == "/test 1a2b3c4"
    seen = trigger_of(never_ran(events=(bot,)), Rules())
    assert seen is not None
    assert seen.command == "/ok to test 1a2b3c4"


def test_turn__checks_that_never_ran_wait_for_a_trusted_author_else_for_the_owner() -> None:
    trusted = never_ran(author_association=Association.COLLABORATOR)

    turns = [turn_of(a_case(pull, RULES)) for pull in (trusted, never_ran())]

    assert {turn.rule for turn in turns} == {TurnRule.CHECKS_NEVER_RAN}
    assert [turn.people for turn in turns] == [("ana",), ("Ana Souza",)]


def test_turn__approved_and_green_goes_into_the_merge_queue() -> None:
    pull = a_pull(review_decision=ReviewDecision.APPROVED, reviews=(a_review("bo"),))

    by_hand, queued = (turn_of(a_case(pull, rules)) for rules in (Rules(), RULES))

    assert by_hand.who is queued.who is Who.MERGER
    assert by_hand.reason == "It is approved and its checks pass."
    assert queued.reason == "It is approved and its checks pass: it can go into the merge queue."
