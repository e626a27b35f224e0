"""Digests of a week without news, and of one whose news nobody knows."""

from bot.github_status.facts.index import Workstream
from bot.github_status.facts.known import UNKNOWN
from bot.github_status.facts.snapshot import Outcome, Reading
from tests.answers.digests import (
    idle_since,
    merged_lately,
    moving,
    plan_of,
    stale_long,
    summary_words,
)
from tests.builders import (
    a_closed_pull,
    a_failed_reading,
    a_reading,
    a_ref,
    a_row,
    a_workstream,
    at,
)

REFIT = a_workstream(a_row(7), a_row(8), a_row(9))


def quiet(*workstreams: Workstream, **fields: object) -> str:
    plan = plan_of(*workstreams, **fields)  # type: ignore[arg-type]
    assert (plan.is_quiet, plan.replies) == (True, ())
    return summary_words(plan)


def test_quiet__headline_and_what_is_still_stale() -> None:
    lines = quiet(REFIT, items=(stale_long(7), stale_long(8), stale_long(9))).splitlines()

    assert lines[1:] == [
        "The index says 0 of 3 done; GitHub says 3 open.",
        "Nothing new since Monday 10 August.",
        "Still stale · 3",
        "Ana Souza: #7 for 50 working days, #8 for 50, #9 for 50",
        "There is no earlier reading to compare the index with.",
        "3 refs in 1 repository, as of 17 Aug 2026, 16:00 UTC (token)",
    ]


def test_quiet__never_claims_more_than_was_read() -> None:
    hidden = Reading(ref=a_ref(8), outcome=Outcome.NOT_VISIBLE)
    readings = (a_failed_reading(7), hidden, a_reading(stale_long(9)))

    text = quiet(REFIT, readings=readings)

    assert (
        "Nothing new that could be read since Monday 10 August: 1 ref could not be read and"
        " 1 ref is not visible."
    ) in text
    assert "Nothing new since" not in text
    assert "GitHub did not answer in time." in text


def test_quiet__a_state_that_no_date_tells_is_not_nothing() -> None:
    closed = a_closed_pull(7, closed_at=at("2026-08-18"), created_at=at("2026-08-18"))
    late = at("2026-08-19")

    text = quiet(
        a_workstream(a_row(7), a_row(8)),
        items=(closed, idle_since(8, "2026-06-08")),
        as_of=late,
    )

    assert (
        "Nothing new since Monday 10 August, as far as can be told: the state of 1 row is not"
        " known."
    ) in text
    assert "the text of the index is that of the reading of 19 Aug 2026" in text
    assert "1 not opened yet" in text


def test_undated__is_said_in_a_quiet_week_and_in_any_other() -> None:
    """Nobody can tell whether it happened in the window."""
    undated = merged_lately(7, merged_at=UNKNOWN, closed_at=UNKNOWN)

    assert (
        "Nothing new since Monday 10 August, as far as can be told: when 1 row was merged or"
        " closed is not known."
    ) in quiet(a_workstream(a_row(7)), items=(undated,))
    assert "When 1 row was merged or closed is not known." in summary_words(
        plan_of(REFIT, items=(undated, merged_lately(8), moving(9)))
    )
