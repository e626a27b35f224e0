"""Answers to draw: about everything, and about text that means harm."""

from dataclasses import replace
from functools import cache
from typing import Any

from bot.answers.answer import Answer
from bot.answers.audience import Audience
from bot.answers.digest import digest_preview
from bot.answers.drift import drift_answer
from bot.answers.help import help_answer
from bot.answers.merged import merged_answer
from bot.answers.overview import overview_answer
from bot.answers.person import person_answer
from bot.answers.pull import pull_answer
from bot.answers.stale import stale_answer
from bot.answers.workstream import workstream_answer
from bot.github_status.facts.pulls import Login
from bot.github_status.judge.verdicts import DriftKind, JudgedTracker, RowState, Turn
from bot.people.candidates import Somebody
from bot.people.people import PersonName
from tests.answers.builders import (
    PEOPLE,
    a_finding,
    a_judged_row,
    a_judged_tracker,
    a_judged_workstream,
    a_merged_row,
    a_problem,
    a_staleness,
    a_turn,
    stale_since,
)
from tests.answers.digests import a_plan, changes_of
from tests.answers.everything import everything
from tests.builders import a_merged_pull, a_pull, a_ref, a_row, a_tracker_issue, an_actor

HELP = (
    ("overview", "every workstream of the tracker"),
    ("stale [WORKSTREAM] [14d]", "what is stale, by whose turn it is"),
    ("drift | more", "where index and GitHub disagree"),
)


def every_answer(tracker: JudgedTracker, audience: Audience) -> dict[str, Answer]:
    """Each kind of answer by name."""
    everywhere: dict[str, Any] = {"audience": audience, "people": PEOPLE}
    person = Somebody(name=PersonName("Bo Chen"), names=("Bo Chen",), logins=(Login("bo"),))
    refs = [row.ref for row in tracker.rows() if row.ref]
    return {
        "overview": overview_answer(tracker, name="widgets", audience=audience),
        "workstream": workstream_answer(tracker, workstreams=tracker.workstreams, **everywhere),
        "generation": workstream_answer(
            tracker, workstreams=tracker.workstreams[-1:], **everywhere
        ),
        "stale": stale_answer(tracker, **everywhere),
        "merged": merged_answer(tracker, days=7, **everywhere),
        "person": person_answer(tracker, person=person, **everywhere),
        "pull": pull_answer(tracker, ref=refs[1], **everywhere),
        "drift": drift_answer(tracker, audience=audience),
        "digest": digest_preview(a_plan(changes_of(tracker), audience=audience)),
        "help": help_answer(HELP),
    }


@cache
def about_everything(audience: Audience) -> dict[str, Answer]:
    """Each kind of answer about a tracker that has everything."""
    return every_answer(everything(), audience)


def a_tracker_saying(text: str) -> JudgedTracker:
    """A tracker in which every text from outside is this one."""
    item = a_pull(7, title=text, author=an_actor(text), labels=(text,), url=text)
    late = stale_since("2026-06-08", 52, parked_because=text)
    turn: Turn = a_turn(reason=text, people=(text,), command=text[:10], missing=(text,))
    finding = a_finding(DriftKind.TEXT_CONTRADICTS, evidence=text, repair=text, path=(text,))
    row = a_row(7, text=text, status=text, also=(text,), owners=(text,), struck=True)
    rows = (
        a_judged_row(7, item, row=row, staleness=late, turn=turn, findings=(finding,)),
        a_merged_row(8, item=a_merged_pull(8, title=text), row=a_row(8, text="")),
        a_judged_row(
            9, row=a_row(9, text=text), staleness=a_staleness(parked=True, parked_because=text)
        ),
        a_judged_row(None, row=a_row(None, line=10, text=text), state=RowState.UNKNOWN),
    )
    named = a_judged_workstream(*rows, name=text, owners=(text,), findings=(finding,))
    problem = replace(a_problem(), message=text, suggestion=text)
    issue = a_tracker_issue(title=text, url=text)
    snapshot = {"issue": issue, "credentials": (text,), "notes": (text,)}
    return a_judged_tracker(named, problems=(problem,), snapshot=snapshot)


@cache
def saying(text: str, audience: Audience) -> dict[str, Answer]:
    """Each kind of answer in which every text from outside is this one."""
    return every_answer(a_tracker_saying(text), audience) | {
        "one": pull_answer(a_tracker_saying(text), ref=a_ref(7), audience=audience, people=PEOPLE)
    }
