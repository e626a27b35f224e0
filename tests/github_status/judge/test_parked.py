"""Rows that somebody parked from Slack."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from bot.answers.audience import PUBLIC
from bot.answers.pull import pull_answer
from bot.answers.stale import stale_answer
from bot.answers.workstream import workstream_answer
from bot.github_status.facts.pulls import EventKind, Item
from bot.github_status.facts.refs import Ref
from bot.github_status.judge import Rules, judge_snapshot
from bot.github_status.judge.rules import ParkedBySlack
from bot.github_status.judge.verdicts import JudgedTracker, TurnRule, Who
from bot.people.people import People
from tests.answers.words import words_of
from tests.builders import (
    NOW,
    a_merged_pull,
    a_pull,
    a_reading,
    a_ref,
    a_row,
    a_snapshot,
    a_workstream,
    an_event,
    an_issue,
    at,
)

PARK = ParkedBySlack(by="Ana Souza", until=at("2026-09-03"), since=at("2026-08-04"))


def an_idle_pull(**fields: Any) -> Any:
    """Nothing since May."""
    push = an_event(EventKind.COMMIT, on="2026-05-04")
    return a_pull(7, created_at=at("2026-05-01"), events=(push,), **fields)


def judged(
    item: Item, park: ParkedBySlack = PARK, *, ref: Ref | None = None, now: datetime = NOW
) -> JudgedTracker:
    """The row about `acme/widgets#7`, with this parked."""
    reading = a_reading(item, ref=a_ref(7))
    snapshot = replace(a_snapshot(a_workstream(a_row(7))), readings=(reading,))
    parked = {ref or a_ref(7): park}
    return judge_snapshot(snapshot, rules=Rules(), people={}, now=now, parked=parked)


@pytest.mark.parametrize(
    ("item", "fields", "is_parked"),
    [
        (an_idle_pull(), {}, True),
        (an_idle_pull(), {"ref": a_ref(7, repository="ACME/Widgets")}, True),
        (
            an_idle_pull(ref=a_ref(9, repository="acme/gadgets")),
            {"ref": a_ref(9, repository="acme/gadgets")},
            True,
        ),
        (an_idle_pull(), {"ref": a_ref(8)}, False),
        (an_idle_pull(), {"now": PARK.until}, False),
        (an_idle_pull(), {"now": PARK.until - timedelta(seconds=1)}, True),
        (an_idle_pull(), {"now": at("2026-08-01")}, False),
        (an_issue(7), {}, True),
        (a_merged_pull(7), {}, False),
    ],
    ids=[
        "parked",
        "spelled otherwise",
        "under the name it has now",
        "another row",
        "it has ended",
        "a second before that",
        "as it was before that",
        "an issue",
        "merged since",
    ],
)
def test_parked(item: Item, fields: dict[str, Any], is_parked: bool) -> None:
    tracker = judged(item, **fields)

    (row,) = tracker.rows()
    assert (row.staleness.parked is True) is is_parked
    assert (row.staleness.parked_by == PARK) is is_parked
    assert tracker.counts.parked == int(is_parked)


def test_parked__is_never_stale_and_nobodys_turn() -> None:
    (row,) = judged(an_idle_pull()).rows()

    assert row.staleness.stale is False
    assert (row.turn.who, row.turn.rule) == (Who.NOBODY, TurnRule.PARKED)
    assert row.turn.reason == "It is parked by Ana Souza until 3 Sep 2026."
    assert row.turn.since == PARK.since


def test_answers__say_who_parked_it_and_until_when() -> None:
    tracker = judged(an_idle_pull(labels=("on hold",)))

    row = words_of(
        workstream_answer(
            tracker, workstreams=tracker.workstreams, audience=PUBLIC, people=People()
        )
    )
    pull = words_of(pull_answer(tracker, ref=a_ref(7), audience=PUBLIC, people=People()))

    assert "parked by Ana Souza until 3 Sep" in row
    assert "Parked by Ana Souza until 3 Sep. It is never called stale." in pull
    assert stale_answer(tracker, audience=PUBLIC, people=People()).title.startswith("Nothing")


def test_private_row__does_not_tell_who_parked_it() -> None:
    tracker = judged(an_idle_pull(is_private=True), replace(PARK, by="hushhush"))

    answer = workstream_answer(
        tracker, workstreams=tracker.workstreams, audience=PUBLIC, people=People()
    )

    assert "hushhush" not in repr(answer)
    assert "parked" in words_of(answer)
