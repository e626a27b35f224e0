"""What stands in one message, and whether there is one."""

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from bot.github_status.facts.refs import Ref
from bot.github_status.judge.verdicts import RowState
from bot.reminders import MOST_ROWS
from tests.answers.builders import a_staleness
from tests.builders import a_pull, a_reading, a_ref, a_row, an_actor, at
from tests.reminders.builders import (
    ANAS_TURN,
    TUESDAY,
    a_stale_row,
    landed,
    letters,
    owned_by,
    planned,
    reminder_of,
    was_told,
)


def test_rows__five_at_most_oldest_first_then_a_count() -> None:
    days = {7: "2026-06-09", 8: "2026-05-01", 9: "2026-07-01", 10: "2026-04-01"}
    rows = [a_stale_row(number, on=on) for number, on in days.items()]
    rows += [a_stale_row(number, on="2026-08-01") for number in (11, 12, 13)]

    reminder = reminder_of(planned(owned_by("Ana Souza", rows=rows)))

    assert [row.ref.number for row in reminder.rows] == [10, 8, 7, 9, 11]
    assert (len(reminder.rows), reminder.more) == (MOST_ROWS, 2)


def test_drafts_and_parked_rows__are_only_counted() -> None:
    rows = [
        a_stale_row(7),
        a_stale_row(8, state=RowState.DRAFT),
        a_stale_row(9, state=RowState.DRAFT),
        a_stale_row(10, staleness=a_staleness(parked=True)),
        a_stale_row(11, staleness=a_staleness(parked=True), **landed(11)),
    ]

    reminder = reminder_of(planned(owned_by("Ana Souza", rows=rows)))

    assert [row.ref.number for row in reminder.rows] == [7]
    assert (reminder.drafts, reminder.parked, reminder.more) == (2, 2, 0)


def test_only_drafts__are_no_reason_to_write() -> None:
    rows = [a_stale_row(7, state=RowState.DRAFT)]

    assert planned(owned_by("Ana Souza", rows=rows)).reminders == ()


def test_one_pull_request_in_many_places__stands_in_a_message_once() -> None:
    """In two workstreams, in two trackers, and under a name it had before."""
    renamed = a_pull(8, ref=a_ref(7), author=an_actor("stranger"))
    again = a_stale_row(8, item=renamed, reading=a_reading(renamed, ref=a_ref(8)))
    here = owned_by("Ana Souza", rows=[a_stale_row(7), again])
    there = owned_by("Ana Souza", rows=[a_stale_row(7, turn=ANAS_TURN)], name="gadgets")

    reminder = reminder_of(planned(here, there))

    assert [(row.ref, row.name, row.kind) for row in reminder.rows] == [
        (a_ref(7), "gadgets", "yours")
    ]
    assert [asked.name for asked in reminder.trackers] == ["gadgets"]


def test_parked_in_one_place__is_not_asked_about_from_another() -> None:
    parked = a_stale_row(7, staleness=a_staleness(parked=True))
    trackers = (
        owned_by("Ana Souza", rows=[a_stale_row(7), a_stale_row(8)]),
        owned_by("Ana Souza", rows=[parked], name="gadgets"),
    )

    reminder = reminder_of(planned(*trackers))

    assert [row.ref.number for row in reminder.rows] == [8]
    assert reminder.parked == 1


def test_silenced_rows__are_neither_asked_about_nor_counted() -> None:
    rows = [a_stale_row(7), a_stale_row(8), a_stale_row(9, state=RowState.DRAFT)]
    asked: list[tuple[str, Ref, datetime | None]] = []

    def is_silenced(slack: str, ref: Ref, progress_at: datetime | None) -> bool:
        asked.append((slack, ref, progress_at))
        return ref in (a_ref(7), a_ref(9))

    reminder = reminder_of(planned(owned_by("Ana Souza", rows=rows), is_silenced=is_silenced))

    assert [row.ref.number for row in reminder.rows] == [8]
    assert reminder.drafts == 0
    assert ("UANA", a_ref(7), at("2026-06-08")) in asked


def test_told_rows__count_on_or_rest() -> None:
    rows = [a_stale_row(number) for number in (7, 8, 9, 10)]
    told = [
        was_told(7, count=1),
        was_told(8, count=2),
        was_told(9, count=3),
        was_told(10, count=2, last_at=TUESDAY - timedelta(days=14)),
    ]

    reminder = reminder_of(planned(owned_by("Ana Souza", rows=rows), told={"UANA": told}))

    assert {row.ref.number: (row.count, row.is_last) for row in reminder.rows} == {
        7: (2, False),
        10: (3, True),
    }


def test_told_under_another_name__was_told() -> None:
    """GitHub's repository was renamed, and the index still has the old name."""
    now = a_ref(7, repository="acme/gadgets")
    item = a_pull(ref=now, author=an_actor("stranger"))
    row = a_stale_row(7, item=item, row=a_row(7), reading=a_reading(item, ref=a_ref(7)))
    told = replace(was_told(), ref=now, count=3)

    assert planned(owned_by("Ana Souza", rows=[row]), told={"UANA": [told]}).reminders == ()


def test_what_others_were_told__is_nothing_to_me() -> None:
    tracker = owned_by("Ana Souza", rows=[a_stale_row()])

    plan = planned(tracker, told={"UBO": [was_told(count=3)]})

    assert letters(plan) == {"Ana Souza": [(7, "waiting")]}


@pytest.mark.parametrize(("count", "is_sent"), [(1, False), (0, True)], ids=["known", "new"])
def test_only_changes__wants_a_row_that_is_new(count: int, is_sent: bool) -> None:
    rows = [a_stale_row(number) for number in range(7, 14)]
    tracker = owned_by("Ana Souza", rows=rows)
    told = {"UANA": [*map(was_told, range(7, 13)), was_told(13, count=count)]}

    plan = planned(tracker, told=told, only_changes=frozenset({"UANA"}))

    assert bool(plan.reminders) is is_sent
