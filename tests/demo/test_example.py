"""The invented tracker shows everything that a row, a turn and a disagreement can be."""

from functools import cache

import pytest

from bot.demo.bundled import DEMO_NOW, demo_people, demo_snapshot
from bot.github_status.facts.index import Role
from bot.github_status.facts.known import UNKNOWN
from bot.github_status.facts.pulls import ActorKind, EventKind, Pull
from bot.github_status.judge import Rules, judge_snapshot
from bot.github_status.judge.rules import LimitName
from bot.github_status.judge.verdicts import (
    DriftKind,
    JudgedRow,
    JudgedTracker,
    RowKind,
    RowState,
    TurnRule,
    Who,
)


@cache
def judged(name: str = "example") -> JudgedTracker:
    people = demo_people(name).for_judge()
    return judge_snapshot(demo_snapshot(name), rules=Rules(), people=people, now=DEMO_NOW)


def row(number: int) -> JudgedRow:
    """The first row about this number."""
    return next(row for row in judged().rows() if row.ref is not None and row.ref.number == number)


def pull(number: int) -> Pull:
    """What was read for the first row about this number."""
    reading = row(number).reading
    assert reading is not None
    assert isinstance(reading.item, Pull)
    return reading.item


@pytest.mark.parametrize("kind", RowKind)
def test_example__every_kind_of_row(kind: RowKind) -> None:
    assert kind in {row.kind for row in judged().rows()}


@pytest.mark.parametrize("state", RowState)
def test_example__every_state(state: RowState) -> None:
    assert state in {row.state for row in judged().rows()}


@pytest.mark.parametrize("rule", TurnRule)
def test_example__every_rule_of_the_turn(rule: TurnRule) -> None:
    assert rule in {row.turn.rule for row in judged().rows()}


@pytest.mark.parametrize("who", Who)
def test_example__everybody_who_can_have_the_turn(who: Who) -> None:
    assert who in {row.turn.who for row in judged().rows()}


@pytest.mark.parametrize("limit", LimitName)
def test_example__every_limit(limit: LimitName) -> None:
    assert limit in {row.staleness.limit for row in judged().rows()}


@pytest.mark.parametrize("kind", DriftKind)
def test_example__every_kind_of_drift(kind: DriftKind) -> None:
    assert kind in {finding.kind for finding in judged().findings()}


@pytest.mark.parametrize("value", [True, False, None])
def test_example__stale_and_parked_are_true_false_and_unknown(value: bool | None) -> None:
    assert value in {row.staleness.stale for row in judged().rows()}
    assert value in {row.staleness.parked for row in judged().rows()}


@pytest.mark.parametrize(
    ("number", "rule"),
    [
        (101, TurnRule.FINISHED),
        (103, TurnRule.CHECKS_FAILING),
        (105, TurnRule.CONFLICT),
        (106, TurnRule.QUEUED),
        (108, TurnRule.CHANGES_REQUESTED),
        (109, TurnRule.CHANGES_ANSWERED),
        (201, TurnRule.REVIEW_MISSING),
        (203, TurnRule.APPROVED_AND_GREEN),
        (204, TurnRule.DRAFT),
        (205, TurnRule.PARKED),
        (206, TurnRule.PARKED),
        (207, TurnRule.CHECKS_NEVER_RAN),
        (208, TurnRule.NOT_KNOWN),
    ],
)
def test_example__rows_show_what_they_are_there_for(number: int, rule: TurnRule) -> None:
    assert row(number).turn.rule is rule


def test_example__parked_by_label_and_by_title() -> None:
    assert row(205).staleness.parked_because == "on hold"
    assert "merge" in str(row(206).staleness.parked_because)


def test_example__checks_are_started_by_the_author_where_trusted_else_by_the_owner() -> None:
    assert row(213).turn.people == ("chen-xiaoyu",)
    assert row(207).turn.people == ("陈小雨",)
    assert str(row(207).turn.command).startswith("/ok to test ")


def test_example__a_person_spoke_before_the_bots_did() -> None:
    last = row(107).staleness.last_progress
    events = pull(107).events

    assert events is not UNKNOWN
    assert events[-1].actor is not UNKNOWN
    assert events[-1].actor is not None
    assert events[-1].actor.kind is ActorKind.BOT
    assert last is not None
    assert (last.kind, last.at.day) == (EventKind.COMMENT, 6)


def test_example__deleted_author_private_repository_and_owners_of_every_sort() -> None:
    owners = {w.workstream.name: w.workstream for w in judged().walk()}

    assert pull(107).author is None
    assert pull(7).is_private is True
    assert owners["Rendering"].owners == ("Ana Souza", "Bo Lindqvist")
    assert owners["Theming"].owners_inherited
    assert owners["Storage"].owners == ("陈小雨",)
    assert owners["Manual"].owners == ()


def test_example__has_a_successor() -> None:
    roles = {ref.role for row in judged().rows() for ref in row.row.refs}

    assert Role.SPLIT_INTO in roles


def test_example__no_finding_about_a_row_that_is_as_it_should_be() -> None:
    assert row(101).findings == ()
    assert row(110).findings == ()
    assert row(7).findings == ()


def test_nemo_rl__disagreements_are_those_of_the_facts() -> None:
    found: dict[DriftKind, list[int]] = {}
    for finding in judged("nemo-rl").findings():
        found.setdefault(finding.kind, []).append(finding.line)

    assert found == {
        DriftKind.MERGED_UNTICKED: [41, 45, 59, 61, 65, 66, 67, 68, 69, 70, 71, 81],
        DriftKind.CLOSED_LISTED: [19, 51, 80, 85],
        DriftKind.CROSS_REFERENCE: [37, 65, 66, 67],
        DriftKind.OWNER_DIFFERS: [32],
        DriftKind.TEXT_CONTRADICTS: [32],
        DriftKind.NO_OWNER: [83],
        DriftKind.MALFORMED_REF: [85],
        DriftKind.SUCCESSOR_LANDED: [74],
        DriftKind.MISSING_ROW: [19, 19, 51, 74, 74, 74, 74, 80],
    }


def test_nemo_rl__totals() -> None:
    counts = judged("nemo-rl").counts

    assert (counts.refs, counts.merged, counts.open, counts.closed) == (28, 16, 8, 4)
