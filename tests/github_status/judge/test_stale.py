from dataclasses import replace
from typing import Any

import pytest

from bot.github_status.facts.known import UNKNOWN
from bot.github_status.facts.pulls import (
    Checks,
    ChecksState,
    EventKind,
    Login,
    Mergeable,
    ReviewRequest,
)
from bot.github_status.facts.snapshot import Outcome
from bot.github_status.judge import Limits, Rules, judge_snapshot
from bot.github_status.judge.rules import LimitName, LinkedPerson
from bot.github_status.judge.stale import is_parked, parked_because
from bot.github_status.judge.verdicts import JudgedRow, RowKind
from tests.builders import (
    NOW,
    a_merged_pull,
    a_pull,
    a_reading,
    a_review,
    a_row,
    a_snapshot,
    a_workstream,
    an_actor,
    an_event,
    an_issue,
    at,
)
from tests.github_status.judge.judging import judged as judged_tracker


def judged(item: Any, *, rules: Rules | None = None, people: Any = None) -> JudgedRow:
    snapshot = a_snapshot(a_workstream(a_row(7)), items=(item,))
    tracker = judge_snapshot(snapshot, rules=rules or Rules(), people=people or {}, now=NOW)
    return next(tracker.rows())


def moved(on: str, **fields: Any) -> Any:
    """An open pull request whose last push was on this day."""
    push = an_event(EventKind.COMMIT, on=on)
    return a_pull(created_at=at("2026-01-01"), events=(push,), **fields)


@pytest.mark.parametrize(
    ("fields", "limit", "last_good", "first_stale"),
    [
        ({"reviews": (a_review(),)}, LimitName.APPROVED, "2026-08-18", "2026-08-17"),
        (
            {"requests": (ReviewRequest(reviewer=an_actor("bo")),)},
            LimitName.REVIEW,
            "2026-08-14",
            "2026-08-13",
        ),
        (
            {"mergeable": Mergeable.CONFLICTING},
            LimitName.AUTHOR,
            "2026-08-12",
            "2026-08-11",
        ),
        (
            {"checks": Checks(state=ChecksState.FAILING)},
            LimitName.AUTHOR,
            "2026-08-12",
            "2026-08-11",
        ),
        ({}, LimitName.OTHER, "2026-08-05", "2026-08-04"),
        ({"is_draft": True}, LimitName.DRAFT, "2026-07-29", "2026-07-28"),
    ],
    ids=["approved", "review", "conflict", "failing", "not known", "draft"],
)
def test_stale__after_the_limit_of_its_state(
    fields: dict[str, Any], limit: LimitName, last_good: str, first_stale: str
) -> None:
    good, bad = judged(moved(last_good, **fields)), judged(moved(first_stale, **fields))

    assert (good.staleness.limit, good.staleness.stale) == (limit, False)
    assert (bad.staleness.limit, bad.staleness.stale) == (limit, True)
    assert bad.staleness.idle_working_days == (bad.staleness.limit_working_days or 0) + 1


def test_stale__limits_are_settings() -> None:
    rules = Rules(limits=Limits(other=0))

    assert judged(moved("2026-08-18"), rules=rules).staleness.stale is True


def test_stale__of_whoever_must_act_their_own_calendar() -> None:
    """Germany rests on 1 May, the tracker's United States do not."""
    now = at("2026-05-04T12:00")
    pull = replace(moved("2026-04-28"), requests=(ReviewRequest(reviewer=an_actor("bo")),))
    snapshot = a_snapshot(a_workstream(a_row(7)), items=(pull,), as_of=at("2026-05-01"))
    rules = Rules(calendar="US")
    bo = {"bo meier": LinkedPerson(login=Login("Bo"), calendar="DE")}
    plain = {"bo meier": LinkedPerson(login=Login("Bo"))}

    own = judge_snapshot(snapshot, rules=rules, people=bo, now=now)
    trackers = judge_snapshot(snapshot, rules=rules, people=plain, now=now)

    assert next(own.rows()).staleness.idle_working_days == 3
    assert next(trackers.rows()).staleness.idle_working_days == 4


@pytest.mark.parametrize(
    ("fields", "parked"),
    [
        ({"title": "[Don't merge] feat: skip training"}, True),
        ({"title": "feat: x [DON’T MERGE]"}, True),
        ({"title": "[DNM] x", "labels": UNKNOWN}, True),
        ({"title": "[WIP] x"}, False),
        ({"title": "fix: handle the label do not merge"}, False),
        ({"labels": ("Do-Not-Merge",)}, True),
        ({"labels": ("on hold",)}, True),
        ({"labels": ("household",)}, False),
        ({"labels": ("do-not-merge/hold",)}, True),
        ({"labels": UNKNOWN}, None),
        ({}, False),
    ],
    ids=[
        "in front",
        "typographic apostrophe at the end",
        "the title is enough",
        "work in progress is not parked",
        "a title about the label",
        "label spelled with hyphens",
        "label",
        "part of a word",
        "prow's label",
        "labels not known",
        "neither",
    ],
)
def test_parked(fields: dict[str, Any], parked: bool | None) -> None:
    assert is_parked(a_pull(**fields), Rules()) is parked


def test_parked__is_never_stale_and_says_by_what() -> None:
    staleness = judged(moved("2026-01-05", labels=("Blocked",))).staleness

    assert (staleness.stale, staleness.parked, staleness.parked_because) == (False, True, "Blocked")
    assert parked_because(a_pull(title="[dnm] x"), Rules()) == "[dnm]"


def test_stale__is_judged_where_labels_are_not_known() -> None:
    staleness = judged(moved("2026-01-05", labels=UNKNOWN)).staleness

    assert (staleness.stale, staleness.parked) == (True, None)


def test_stale__from_the_opening_when_nothing_moved_since() -> None:
    old, fresh = a_pull(created_at=at("2026-01-05")), a_pull(created_at=at("2026-08-17"))

    assert judged(old).staleness.stale is True
    assert judged(old).staleness.last_progress_at == at("2026-01-05")
    assert judged(fresh).staleness.stale is False


@pytest.mark.parametrize(
    ("created_at", "stale"),
    [(UNKNOWN, None), (at("2026-01-05"), None), (at("2026-08-17"), False)],
    ids=["opening not known either", "opened long ago", "opened just now"],
)
def test_stale__without_a_time_line_nothing_is_called_stale(created_at: Any, stale: Any) -> None:
    staleness = judged(a_pull(events=UNKNOWN, created_at=created_at)).staleness

    assert staleness.stale is stale


def test_stale__merged_is_neither_stale_nor_parked() -> None:
    staleness = judged(a_merged_pull(labels=UNKNOWN)).staleness

    assert (staleness.stale, staleness.parked) == (False, False)


def test_stale__no_time_line_of_issues_is_read() -> None:
    assert judged(an_issue(created_at=at("2026-01-05"))).staleness.stale is None


def test_stale__of_a_kept_last_state_only_as_far_as_it_was_read() -> None:
    pull = moved("2026-08-05")
    kept = a_reading(pull, outcome=Outcome.FAILED, read_at=at("2026-08-10"), reason="No answer.")
    workstream = a_workstream(a_row(7))

    (row,) = judged_tracker(workstream, readings=(kept,), now=at("2026-12-01")).rows()

    assert (row.staleness.stale, row.staleness.idle_working_days) == (False, 3)


def test_stale__a_ref_that_was_never_asked_for() -> None:
    (row,) = judged_tracker(a_workstream(a_row(7)), readings=()).rows()

    assert (row.kind, row.staleness.stale) == (RowKind.UNKNOWN, None)
    assert row.turn.reason == "It was not read."
