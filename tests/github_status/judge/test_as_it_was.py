"""A pull request, an issue and a snapshot as they were earlier: field by field."""

from dataclasses import replace
from typing import Any

import pytest

from bot.github_status.facts.known import UNKNOWN, Known
from bot.github_status.facts.pulls import (
    Event,
    EventKind,
    Issue,
    IssueState,
    Item,
    Pull,
    PullState,
    QueueEntry,
    ReviewState,
    StateReason,
    Team,
)
from bot.github_status.facts.snapshot import Outcome, Reading
from bot.github_status.judge.as_it_was import as_it_was
from bot.github_status.judge.verdicts import RowState
from tests.builders import (
    NOW,
    a_closed_pull,
    a_merged_pull,
    a_pull,
    a_review,
    a_row,
    a_snapshot,
    a_workstream,
    an_actor,
    an_event,
    an_issue,
    at,
)
from tests.github_status.judge.judging import judged

THEN = at("2026-08-10")
OLD: dict[str, Any] = {"created_at": at("2026-08-01")}
APPROVED = ReviewState.APPROVED
CHANGES = ReviewState.CHANGES_REQUESTED


def reading_then(item: Item) -> Reading:
    snapshot = as_it_was(a_snapshot(a_workstream(a_row(7)), items=(item,)), THEN)
    return snapshot.readings[0]


def then(pull: Pull) -> Pull:
    item = reading_then(pull).item
    assert isinstance(item, Pull)
    return item


def an_event_of_bo(kind: EventKind, on: str, **fields: Any) -> Event:
    return an_event(kind, on=on, **({"actor": an_actor("bo")} | fields))


@pytest.mark.parametrize(
    ("pull", "state"),
    [
        (a_merged_pull(on="2026-08-09", **OLD), PullState.MERGED),
        (a_merged_pull(on="2026-08-11", **OLD), PullState.OPEN),
        (a_closed_pull(on="2026-08-09", **OLD), PullState.CLOSED),
        (a_closed_pull(on="2026-08-11", **OLD), PullState.OPEN),
        (a_pull(**OLD), PullState.OPEN),
        (a_merged_pull(merged_at=UNKNOWN, closed_at=UNKNOWN, **OLD), UNKNOWN),
        (a_closed_pull(closed_at=UNKNOWN, **OLD), UNKNOWN),
        (
            a_closed_pull(
                closed_at=UNKNOWN, events=(an_event(EventKind.CLOSED, on="2026-08-12"),), **OLD
            ),
            PullState.OPEN,
        ),
        (
            a_pull(
                events=(
                    an_event(EventKind.CLOSED, on="2026-08-08"),
                    an_event(EventKind.REOPENED, on="2026-08-12"),
                ),
                **OLD,
            ),
            PullState.CLOSED,
        ),
        (a_pull(created_at=at("2026-08-11")), UNKNOWN),
        (a_merged_pull(merged_at=UNKNOWN, created_at=at("2026-08-11")), UNKNOWN),
        (a_pull(created_at=UNKNOWN), UNKNOWN),
        (a_merged_pull(on="2026-08-11", created_at=UNKNOWN), UNKNOWN),
        (a_merged_pull(on="2026-08-09", created_at=UNKNOWN), PullState.MERGED),
        (
            a_pull(created_at=UNKNOWN, events=(an_event(EventKind.COMMIT, on="2026-08-08"),)),
            UNKNOWN,
        ),
        (
            a_pull(created_at=UNKNOWN, events=(an_event(EventKind.REVIEW, on="2026-08-08"),)),
            PullState.OPEN,
        ),
    ],
    ids=[
        "merged before",
        "merged after",
        "closed before",
        "closed after",
        "open since",
        "merged, no date",
        "closed, no date",
        "closed, dated by the time line",
        "closed and reopened around it",
        "not opened yet",
        "not opened yet, merge without a date",
        "opened some day",
        "opened some day, merged after",
        "opened some day, merged before",
        "opened some day, a commit before",
        "opened some day, a review before",
    ],
)
def test_state_then(pull: Pull, state: Known[PullState]) -> None:
    item = reading_then(pull).item

    assert item is not None
    assert item.state is state


def test_not_opened_yet__is_no_failed_reading_and_says_so() -> None:
    reading = reading_then(a_pull(created_at=at("2026-08-11")))

    assert (reading.outcome, reading.item.state if reading.item else None) == (
        Outcome.READ,
        UNKNOWN,
    )
    assert reading.reason == "It was not opened yet at that moment."


@pytest.mark.parametrize(
    "item",
    [
        a_closed_pull(closed_at=UNKNOWN, is_private=True, labels=("x",), **OLD),
        an_issue(state=IssueState.CLOSED, closed_at=UNKNOWN, is_private=True, labels=("x",), **OLD),
        a_pull(created_at=at("2026-08-11"), is_private=True, labels=("x",)),
    ],
    ids=["pull request", "issue", "not opened yet"],
)
def test_what_no_time_changes_stays__also_where_the_state_is_unknown(item: Item) -> None:
    was = reading_then(item).item

    assert was is not None
    assert (was.author, was.title, was.ref, was.is_private, was.created_at) == (
        item.author,
        item.title,
        item.ref,
        True,
        item.created_at,
    )
    assert (was.state, was.labels) == (UNKNOWN, UNKNOWN)


def test_judged__not_opened_yet_is_told_from_not_known() -> None:
    items = (a_pull(7, created_at=at("2026-08-11")), a_closed_pull(8, closed_at=UNKNOWN, **OLD))
    tracker = judged(a_workstream(a_row(7), a_row(8)), items=items, now=THEN)

    assert [(row.state, row.unopened) for row in tracker.rows()] == [
        (RowState.UNKNOWN, True),
        (RowState.UNKNOWN, False),
    ]


def test_what_has_no_date_is_unknown() -> None:
    pull = then(a_pull(labels=("x",), **OLD))

    undated = (
        pull.labels,
        pull.assignees,
        pull.mergeable,
        pull.checks,
        pull.review_decision,
        pull.unresolved_threads,
        pull.head_oid,
        pull.base_branch,
        pull.author_association,
    )
    assert set(undated) == {UNKNOWN}


def test_what_decides_who_may_see_it_stays() -> None:
    assert then(a_pull(is_private=True, **OLD)).is_private is True


@pytest.mark.parametrize(
    ("fields", "was_draft"),
    [
        ({"events": (an_event(EventKind.READY_FOR_REVIEW, on="2026-08-12"),)}, True),
        ({"events": (an_event(EventKind.CONVERTED_TO_DRAFT, on="2026-08-12"),)}, False),
        ({"events": (an_event(EventKind.READY_FOR_REVIEW, on="2026-08-08"),)}, False),
        (
            {
                "events": (an_event(EventKind.READY_FOR_REVIEW, on="2026-08-12"),),
                "events_complete": False,
            },
            UNKNOWN,
        ),
        ({"events": (), "events_complete": True}, False),
        ({"events": (), "events_complete": False}, UNKNOWN),
        (
            {"events": (an_event(EventKind.COMMIT, on="2026-08-08"),), "events_complete": False},
            UNKNOWN,
        ),
        (
            {"events": (an_event(EventKind.COMMENT, on="2026-08-08"),), "events_complete": False},
            False,
        ),
        ({"events": UNKNOWN}, UNKNOWN),
    ],
    ids=[
        "ready since",
        "made a draft since",
        "ready before",
        "ready since, as far as a time line goes that was cut after that moment",
        "never changed",
        "a time line that was cut",
        "an author's date proves no reach",
        "a time line that reaches back",
        "no time line",
    ],
)
def test_draft_then(fields: dict[str, Any], was_draft: Any) -> None:
    assert then(a_pull(**OLD, **fields)).is_draft is was_draft


def test_events_later_are_taken_back() -> None:
    early, late = an_event(on="2026-08-09"), an_event(on="2026-08-12")

    assert then(a_pull(events=(early, late), **OLD)).events == (early,)


@pytest.mark.parametrize("early", [None, EventKind.COMMIT], ids=["nothing", "a commit"])
def test_events__of_a_time_line_that_begins_later_are_not_known_then(
    early: EventKind | None,
) -> None:
    """An author's date proves no reach; what stood between that and the part read nobody knows."""
    events = (*(() if early is None else (an_event(early, on="2026-08-08"),)), an_event())

    assert then(a_pull(events=events, events_complete=False, **OLD)).events is UNKNOWN
    assert then(a_pull(events=events, **OLD)).events == events[:-1]


def test_reviews_then__a_later_opinion_hides_the_earlier_one() -> None:
    events = (
        an_event_of_bo(EventKind.REVIEW, "2026-08-08", review_state=CHANGES),
        an_event_of_bo(EventKind.REVIEW, "2026-08-09", review_state=ReviewState.COMMENTED),
        an_event_of_bo(EventKind.REVIEW, "2026-08-12", review_state=APPROVED),
    )
    now = (a_review("bo", APPROVED, submitted_at=at("2026-08-12")),)

    whole = then(a_pull(reviews=now, events=events, **OLD)).reviews
    cut = then(a_pull(reviews=now, events=events, events_complete=False, **OLD)).reviews

    assert whole is not UNKNOWN
    assert [(r.state, r.submitted_at, r.can_push) for r in whole] == [
        (CHANGES, at("2026-08-08"), True)
    ]
    assert cut is not UNKNOWN
    assert [r.state for r in cut] == [UNKNOWN]


def test_reviews_then__dismissed_later_was_an_opinion_still() -> None:
    given = an_event_of_bo(EventKind.REVIEW, "2026-08-08", review_state=APPROVED)
    dismissal = an_event(
        EventKind.REVIEW_DISMISSED, on="2026-08-12", subject=an_actor("bo"), review_state=APPROVED
    )
    reviews = then(a_pull(events=(given, dismissal), **OLD)).reviews
    earlier = then(a_pull(events=(given, replace(dismissal, at=at("2026-08-09"))), **OLD)).reviews

    assert reviews is not UNKNOWN
    assert [review.state for review in reviews] == [APPROVED]
    assert earlier is not UNKNOWN
    assert [review.state for review in earlier] == [ReviewState.DISMISSED]


def test_requests_then__from_the_time_line() -> None:
    asked = an_event(EventKind.REVIEW_REQUESTED, on="2026-08-08", subject=an_actor("bo"))
    answered = an_event_of_bo(EventKind.REVIEW, "2026-08-09", review_state=APPROVED)
    team = an_event(EventKind.REVIEW_REQUESTED, on="2026-08-08", subject=Team(slug="acme/core"))

    waiting = then(a_pull(events=(asked,), **OLD)).requests
    assert waiting is not UNKNOWN
    assert [request.reviewer for request in waiting] == [an_actor("bo")]
    assert then(a_pull(events=(asked, answered), **OLD)).requests == ()
    both = then(a_pull(events=(asked, team), **OLD)).requests
    assert both is not UNKNOWN
    assert [request.reviewer for request in both] == [an_actor("bo"), Team(slug="acme/core")]
    # He may be of the team.
    assert then(a_pull(events=(asked, team, answered), **OLD)).requests is UNKNOWN
    assert then(a_pull(events=(asked,), events_complete=False, **OLD)).requests is UNKNOWN


def test_queue_then__from_the_time_line() -> None:
    entered = an_event(EventKind.QUEUED, on="2026-08-09")
    left = an_event(EventKind.DEQUEUED, on="2026-08-12")

    inside = then(a_pull(events=(entered, left), **OLD)).queue_entry
    assert inside == QueueEntry(enqueued_at=entered.at)
    assert then(a_pull(**OLD)).queue_entry is None
    assert then(a_pull(events_complete=False, **OLD)).queue_entry is UNKNOWN


@pytest.mark.parametrize(
    ("issue", "state"),
    [
        (an_issue(**OLD), IssueState.OPEN),
        (an_issue(created_at=at("2026-08-11")), UNKNOWN),
        (an_issue(state=IssueState.CLOSED, closed_at=at("2026-08-09"), **OLD), IssueState.CLOSED),
        (an_issue(state=IssueState.CLOSED, closed_at=at("2026-08-11"), **OLD), IssueState.OPEN),
        (an_issue(state=IssueState.CLOSED, closed_at=UNKNOWN, **OLD), UNKNOWN),
        (an_issue(created_at=UNKNOWN), UNKNOWN),
        (an_issue(reason=StateReason.REOPENED, **OLD), UNKNOWN),
    ],
    ids=[
        "open",
        "not opened yet",
        "closed before",
        "closed after",
        "no date",
        "opened some day",
        "reopened some day",
    ],
)
def test_issue_then(issue: Issue, state: Known[IssueState]) -> None:
    item = reading_then(issue).item

    assert item is not None
    assert item.state is state


def test_judged__only_for_a_moment_before_the_reading() -> None:
    workstream = a_workstream(a_row(7))
    pull = a_merged_pull(on="2026-08-18", **OLD)

    earlier = judged(workstream, items=(pull,), now=THEN)
    same = judged(workstream, items=(pull,), now=NOW)

    assert (earlier.as_it_was, same.as_it_was) == (True, False)
    assert [row.state for row in earlier.rows()] == [RowState.OPEN]
    assert [row.state for row in same.rows()] == [RowState.MERGED]


def test_judged__the_snapshot_stays_as_read() -> None:
    """Whether a row is private must not get lost with a state that cannot be told."""
    pull = a_closed_pull(closed_at=UNKNOWN, is_private=True, **OLD)
    tracker = judged(a_workstream(a_row(7)), items=(pull,), now=THEN)

    assert [row.state for row in tracker.rows()] == [RowState.UNKNOWN]
    assert tracker.snapshot.readings[0].item == pull


def test_reviews_then__without_the_whole_time_line_by_their_dates() -> None:
    reviews = (
        a_review("bo", APPROVED, submitted_at=at("2026-08-08")),
        a_review("cy", ReviewState.DISMISSED, submitted_at=at("2026-08-08")),
        a_review("dee", CHANGES, submitted_at=UNKNOWN),
    )
    pull = then(a_pull(reviews=reviews, events_complete=False, **OLD))

    assert pull.reviews is not UNKNOWN
    assert [review.state for review in pull.reviews] == [APPROVED, UNKNOWN, UNKNOWN]
    assert then(a_pull(reviews=UNKNOWN, events_complete=False, **OLD)).reviews is UNKNOWN


def test_requests_then__taken_back_is_not_asked() -> None:
    asked = an_event(EventKind.REVIEW_REQUESTED, on="2026-08-08", subject=an_actor("bo"))
    removed = an_event(EventKind.REVIEW_REQUEST_REMOVED, on="2026-08-09", subject=an_actor("Bo"))

    assert then(a_pull(events=(asked, removed), **OLD)).requests == ()
