"""The digests of the bundled reading, Mondays 09:00 in Los Angeles, against its true facts."""

import json
from datetime import UTC, date, datetime, timedelta
from functools import cache
from typing import Any

import pytest

from bot.answers.audience import TERMINAL
from bot.answers.digest import DigestPlan, digest_plan
from bot.demo.bundled import demo_people, demo_snapshot
from bot.github_status.judge import Rules
from bot.github_status.judge.changes import Changes, Window, changes_in
from bot.schedule import DueSlot
from tests.answers.digests import SCHEDULE, reply_words, summary_words
from tests.github_status.judge.nemo_rl import DATA

MONDAYS = tuple((date(2026, 6, 29) + timedelta(weeks=week)).isoformat() for week in range(9))


def slot_of(day: str) -> datetime:
    return datetime.fromisoformat(f"{day}T09:00").replace(tzinfo=SCHEDULE.zone).astimezone(UTC)


@cache
def changes(day: str) -> Changes:
    window = Window(slot_of(day) - timedelta(days=7), slot_of(day))
    people = demo_people("nemo-rl").for_judge()
    snapshot = demo_snapshot("nemo-rl")
    return changes_in(snapshot, window, now=window.end, baseline=None, rules=Rules(), people=people)


def plan(day: str) -> DigestPlan:
    found = changes(day)
    return digest_plan(
        found,
        audience=TERMINAL,
        people=demo_people("nemo-rl"),
        schedule=SCHEDULE,
        due=DueSlot(slot=found.window.end, start=found.window.start),
        name="nemo-rl",
    )


@cache
def facts() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((DATA / "facts-2905.json").read_text("utf-8"))
    return found


@pytest.mark.parametrize("day", MONDAYS)
def test_every_monday__says_only_what_is_true(day: str) -> None:
    found = changes(day)
    by_ref = {fact["ref"]: fact for fact in facts()}

    def happened(key: str) -> set[str]:
        dated = ((f["ref"], f[key]) for f in facts() if f[key] and len(f[key]) > len("2026-01-01"))
        return {ref for ref, at in dated if found.window.holds(datetime.fromisoformat(at))}

    assert {str(row.ref) for row in found.merged} == happened("merged_at")
    assert found.opened == ()
    assert found.closed == ()
    for row in (*found.newly_stale, *found.still_stale):
        fact = by_ref[str(row.ref)]
        if fact["state"] == "MERGED":
            assert datetime.fromisoformat(fact["merged_at"]) >= found.window.end
        else:
            assert row.staleness.idle_working_days == weekdays(
                date.fromisoformat(fact["last_activity_at"][:10]), found.window.end.date()
            )
    for row in found.newly_stale:
        idle, allowed = row.staleness.idle_working_days, row.staleness.limit_working_days
        assert idle is not None
        assert allowed is not None
        assert allowed < idle <= allowed + 5


def weekdays(after: date, until: date) -> int:
    """Mondays to Fridays behind the one day, up to the other."""
    days = (after + timedelta(days=n) for n in range(1, (until - after).days + 1))
    return sum(day.weekday() < 5 for day in days)


@pytest.mark.parametrize(
    ("day", "replies"),
    [
        ("2026-07-20", {"songlin jiang": "#2444", "akash mehra + yuki huang": "#2700"}),
        ("2026-07-27", {"songlin jiang": "#2608"}),
    ],
)
def test_newly_merged__under_their_owners(day: str, replies: dict[str, str]) -> None:
    merged = [reply for reply in plan(day).replies if "newly merged" in reply.answer.title]
    words = reply_words(plan(day))

    assert {reply.key: words[reply.key][1].split()[0] for reply in merged} == replies


def test_27_july__the_parts_of_what_was_split() -> None:
    """The index says nothing of it: the parts do."""
    title, line = reply_words(plan("2026-07-27"))["akash mehra + yuki huang"]

    assert title == "Akash Mehra, Yuki Huang · parts merged"
    assert line == (
        "4 of 4 parts of #2819 merged · now #3219, #3220, #3266, #3267"
        " · in AsyncRL › Single Controller"
    )
    assert "4 parts merged" in summary_words(plan("2026-07-27"))


def test_17_august__nothing_new_and_what_is_still_stale_by_owner() -> None:
    quiet = plan("2026-08-17")

    assert (quiet.is_quiet, quiet.replies) == (True, ())
    assert summary_words(quiet).splitlines() == [
        "nemo-rl: digest of Monday 17 August [15 of 23]",
        "The index says 5 of 28 done; GitHub says 15 merged, 8 open, 5 not known.",
        "Nothing new since Monday 10 August, as far as can be told: the state of 5 rows is not"
        " known.",
        "Still stale · 8",
        "Zhiyu Li: #2593 for 57 working days",
        "Pranav Prashant Thombre: #2492 for 49 working days, #2580 for 36",
        "Songlin Jiang: #2470 for 59 working days, #2475 for 59, #2467 for 50",
        "Akash Mehra, Yuki Huang: #2692 for 44 working days, #2819 for 21",
        "There is no earlier reading to compare the index with.",
        "As it was: states are those of 17 Aug 2026, 16:00 UTC, and what has no date is unknown"
        " then; the text of the index is that of the reading of 22 Aug 2026, 22:40 UTC.",
        "Of an open pull request only its newest push or review is known.",
        "28 refs in 4 repositories, as of 22 Aug 2026, 22:40 UTC (bundled reading)",
    ]


def test_the_same_slot_twice__gives_the_same_text() -> None:
    assert plan("2026-07-20") == plan("2026-07-20")
