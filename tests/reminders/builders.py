"""Rows that somebody may be written to about, and who is who."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from bot.github_status.facts.pulls import Login
from bot.github_status.judge.verdicts import DriftKind, JudgedRow, TurnRule, Who
from bot.people.people import Link, People, PersonName, SlackId
from bot.reminders import AskedTracker, Reminder, ReminderPlan, Told, plan_reminders
from tests.answers.builders import (
    a_finding,
    a_judged_row,
    a_judged_tracker,
    a_judged_workstream,
    a_turn,
    stale_since,
)
from tests.builders import a_pull, a_ref, an_actor, at

TUESDAY = at("2026-08-25T10:00")


def a_link(name: str, **fields: Any) -> Link:
    """A confirmed link; the login is the first name."""
    login = Login(name.split(maxsplit=1)[0].lower())
    return Link(name=PersonName(name), **({"github": login} | fields))


ANA = a_link("Ana Souza", slack=SlackId("UANA"))
BO = a_link("Bo Chen", slack=SlackId("UBO"))
CLEO = a_link("Cleo Dumas", slack=SlackId("UCLEO"))
PEOPLE = People((ANA, BO, CLEO))


def a_stale_row(number: int = 7, *, on: str = "2026-06-08", **fields: Any) -> JudgedRow:
    """Open and stale; its author cannot be told, nor whose turn it is."""
    defaults: dict[str, Any] = {
        "item": a_pull(number, author=an_actor("stranger")),
        "staleness": stale_since(on, 50),
        "turn": NOBODY_KNOWS,
    }
    return a_judged_row(number, **(defaults | fields))


NOBODY_KNOWS = a_turn(
    Who.UNKNOWN,
    TurnRule.NOT_KNOWN,
    reason="Reviews and checks were not read.",
    people=(),
    since=None,
    missing=("reviews", "checks"),
)
ANAS_TURN = a_turn(
    Who.AUTHOR,
    TurnRule.CONFLICT,
    reason="It conflicts with its base branch.",
    people=("Ana",),
    since=None,
)
BOS_REVIEW = a_turn(people=("bo",))


def landed(number: int = 7) -> dict[str, Any]:
    """What took its place has merged."""
    evidence = "It was split into acme/widgets#13, which has merged; the box is empty."
    return {"findings": (a_finding(DriftKind.SUCCESSOR_LANDED, number, evidence=evidence),)}


def owned_by(*owners: str, rows: Sequence[JudgedRow], name: str = "widgets") -> AskedTracker:
    """A tracker with one workstream of these owners."""
    workstream = a_judged_workstream(*rows, owners=owners)
    return AskedTracker(name=name, tracker=a_judged_tracker(workstream, now=TUESDAY))


def planned(
    *trackers: AskedTracker, people: People = PEOPLE, at: datetime = TUESDAY, **fields: Any
) -> ReminderPlan:
    """The round of this Tuesday, when nobody was ever told anything."""
    return plan_reminders(trackers, people, at=at, **({"told": {}} | fields))


def letters(plan: ReminderPlan) -> dict[str, list[tuple[int, str]]]:
    """By name, the numbers of the rows and their kinds."""
    return {
        reminder.link.name: [(row.ref.number, row.kind.value) for row in reminder.rows]
        for reminder in plan.reminders
    }


def reminder_of(plan: ReminderPlan, name: str = "Ana Souza") -> Reminder:
    """The one message to this person."""
    (reminder,) = (each for each in plan.reminders if each.link.name == name)
    return reminder


def was_told(number: int = 7, **fields: Any) -> Told:
    """Told once, a week ago, and has not moved since."""
    defaults: dict[str, Any] = {
        "count": 1,
        "last_at": at("2026-08-18T10:00"),
        "progress_at": at("2026-06-08"),
    }
    return Told(ref=a_ref(number), **(defaults | fields))
