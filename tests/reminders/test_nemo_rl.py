"""The messages that follow the digest of 2026-08-24 in the bundled reading."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from bot.demo.bundled import demo_people, demo_snapshot
from bot.github_status.judge import Rules, judge_snapshot
from bot.github_status.judge.verdicts import TurnRule
from bot.people.people import People
from bot.reminders import AskedTracker, ReminderPlan, plan_reminders
from tests.reminders.builders import letters, reminder_of

DUE_AT = datetime(2026, 8, 25, 10, tzinfo=ZoneInfo("America/Los_Angeles")).astimezone(UTC)


def the_plan(people: People) -> ReminderPlan:
    """What is planned when nothing was ever sent."""
    tracker = judge_snapshot(
        demo_snapshot("nemo-rl"), rules=Rules(), people=people.for_judge(), now=DUE_AT
    )
    asked = AskedTracker(name="nemo-rl", tracker=tracker)
    return plan_reminders([asked], people, at=DUE_AT, told={})


@pytest.fixture(scope="module")
def plan() -> ReminderPlan:
    return the_plan(demo_people("nemo-rl"))


def test_plan__who_gets_what(plan: ReminderPlan) -> None:
    """The open rows of `drift.md` that are no drafts, by owner; all that wrote them own them, but
    for #2467, which its owner did not write."""
    assert letters(plan) == {
        "Zhiyu Li": [(2593, "waiting")],
        "Pranav Prashant Thombre": [(2492, "waiting"), (2580, "waiting")],
        "Songlin Jiang": [(2467, "waiting")],
        "Akash Mehra": [(2692, "waiting")],
        # A draft, and every part that it was split into is merged.
        "Yuki Huang": [(2819, "finished")],
    }
    assert plan.unreachable == ()


def test_plan__songlin_jiang(plan: ReminderPlan) -> None:
    reminder = reminder_of(plan, "Songlin Jiang")

    (row,) = reminder.rows
    assert row.row.staleness.stale
    assert row.row.turn.rule is TurnRule.NOT_KNOWN
    assert {"reviews", "checks"} <= set(row.row.turn.missing)
    assert (reminder.drafts, reminder.parked, reminder.more) == (2, 0, 0)


def test_plan__without_any_link_nobody_is_written_to() -> None:
    plan = the_plan(People(()))

    assert plan.reminders == ()
    assert [(owner.name, owner.rows) for owner in plan.unreachable] == [
        ("Zhiyu Li", 1),
        ("Pranav Prashant Thombre", 2),
        ("Songlin Jiang", 1),
        ("Akash Mehra", 2),
        ("Yuki Huang", 2),
    ]
