"""What hides of a message, and what becomes of it once rows are done."""

from dataclasses import replace
from typing import Any

import pytest

from bot.answers.audience import PUBLIC, Audience, AudienceKind
from bot.answers.reminder import reminder_answer, reminder_update_answer
from bot.github_status.facts.index import Box
from bot.github_status.judge.rules import ParkedBySlack
from bot.github_status.judge.verdicts import DriftKind, RowState
from bot.reminders import Reminder
from bot.render.json_text import json_text
from bot.render.markdown import markdown_text
from bot.render.slack import slack_pages
from tests.answers.builders import (
    a_finding,
    a_staleness,
    a_turn,
)
from tests.answers.reminders import menus_of
from tests.answers.words import lines_of, words_of
from tests.builders import a_merged_pull, a_pull, a_ref, a_row, an_actor, at
from tests.reminders.builders import (
    PEOPLE,
    a_stale_row,
    owned_by,
    planned,
    reminder_of,
)

PRIVATE_READY = Audience(kind=AudienceKind.PUBLIC, sees_private=True)


def hushed() -> Reminder:
    """A message about a private row, a finished one that names it, and a public one."""
    evidence = "It was split into acme/widgets#4711 (hushhush) by spy, which has merged."
    finding = a_finding(DriftKind.SUCCESSOR_LANDED, 6, ref=a_ref(4711), evidence=evidence)
    secret = a_stale_row(
        4711,
        item=a_pull(4711, title="hushhush", is_private=True, author=an_actor("spy")),
        row=a_row(4711, text="hushhush plan", line=5, owners=("Ana Souza", "spy")),
        turn=a_turn(people=("spy",), reason="hushhush"),
    )
    done = a_stale_row(
        4712,
        item=a_pull(4712, title="hushhush", is_private=True),
        row=a_row(4712, text="hushhush", line=6),
        findings=(finding,),
    )
    return reminder_of(planned(owned_by("Ana Souza", rows=[secret, done, a_stale_row(7)])))


@pytest.mark.parametrize("updated", [False, True], ids=["sent", "updated"])
def test_private_rows__are_hidden_from_who_may_not_see_them(updated: bool) -> None:
    reminder = hushed()
    done = [row.ref for row in reminder.rows[:2]] if updated else []

    answer = reminder_update_answer(reminder, done, audience=PUBLIC, people=PEOPLE)

    texts = (
        repr(answer),
        json_text(answer),
        markdown_text(answer),
        *(f"{message.text}{message.blocks}" for message in slack_pages(answer)),
    )
    for text in texts:
        assert not [secret for secret in ("hushhush", "4711", "4712", "spy") if secret in text]
    assert "a private pull request" in words_of(answer)
    assert len(menus_of(answer)) == 1


@pytest.mark.parametrize("others", [(), ("gadgets",)], ids=["one tracker", "two"])
def test_private_tracker__without_a_name_of_its_own_stays_unnamed(others: tuple[str, ...]) -> None:
    """Where the settings give a tracker no name, it is called by its ref."""
    rows = [a_stale_row(number) for number in range(10, 17)]
    asked = owned_by("Ana Souza", rows=rows)
    snapshot = asked.tracker.snapshot
    snapshot = replace(snapshot, issue=replace(snapshot.issue, is_private=True))
    ref = str(snapshot.tracker)
    asked = replace(asked, name=ref, tracker=replace(asked.tracker, snapshot=snapshot))
    more = [owned_by("Ana Souza", rows=[a_stale_row(90)], name=name) for name in others]
    reminder = reminder_of(planned(asked, *more))

    hidden = reminder_answer(reminder, audience=PUBLIC, people=PEOPLE)
    shown = reminder_answer(reminder, audience=PRIVATE_READY, people=PEOPLE)

    assert "a private tracker: 5 pull requests" in hidden.title
    assert ref not in f"{hidden!r}{slack_pages(hidden)[0].blocks}"
    assert ref in shown.title


def test_private_rows__are_shown_to_who_may_see_them() -> None:
    words = words_of(reminder_answer(hushed(), audience=PRIVATE_READY, people=PEOPLE))

    assert "#4711 hushhush plan" in words
    assert "It is a reviewer's turn (spy)" in words


PARK = ParkedBySlack(by="Bo Chen", until=at("2026-09-03"))


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"item": a_merged_pull(7, on="2026-08-24"), "state": RowState.MERGED}, "merged 24 Aug"),
        (
            {"state": RowState.CLOSED, "item": a_pull(7, closed_at=at("2026-08-24"))},
            "closed unmerged 24 Aug",
        ),
        ({"staleness": a_staleness(on="2026-08-24")}, "moved on: pushed 24 Aug"),
        ({"row": a_row(7, box=Box.TICKED)}, "its box is ticked"),
        ({"staleness": a_staleness(parked=True, parked_by=PARK)}, "parked by Bo Chen until 3 Sep"),
        ({}, "needs nothing any more"),
    ],
    ids=["merged", "closed", "moved on", "ticked", "parked", "whatever"],
)
def test_update__says_what_became_of_a_row(fields: dict[str, Any], words: str) -> None:
    reminder = updated(a_stale_row(7, **fields), a_stale_row(8))

    answer = reminder_update_answer(reminder, [a_ref(7)], audience=PUBLIC, people=PEOPLE)

    assert answer.title == "widgets: 1 pull request in your workstreams has not moved"
    (line,) = (line for line in lines_of(answer) if line.startswith("#7"))
    assert words in line
    assert len(menus_of(answer)) == 1


def test_update__when_all_is_done_says_that_nothing_is_left() -> None:
    reminder = updated(a_stale_row(7), a_stale_row(8))

    answer = reminder_update_answer(reminder, [a_ref(7), a_ref(8)], audience=PUBLIC, people=PEOPLE)

    assert answer.title == "widgets: nothing of this is left to do"
    assert menus_of(answer) == []


def updated(*rows: Any) -> Reminder:
    """A message about these rows as they are now."""
    sent = reminder_of(planned(owned_by("Ana Souza", rows=[a_stale_row(7), a_stale_row(8)])))
    tracker = owned_by("Ana Souza", rows=rows)
    now = {row.ref: row for row in tracker.tracker.rows()}
    return replace(
        sent,
        rows=tuple(replace(row, row=now[row.ref]) for row in sent.rows),
        trackers=(tracker,),
    )
