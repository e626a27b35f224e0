"""What a burn-up picture shows, and what is said of it."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from bot.answers.burnup import BurnUp, burn_up, burn_up_words, week_ends
from bot.demo.bundled import DEMO_NOW, demo_snapshot
from bot.github_status.facts.known import UNKNOWN
from bot.github_status.facts.snapshot import Snapshot
from bot.github_status.judge import Rules, judge_snapshot
from bot.github_status.judge.burnup import WeekCount, WeekCounts, folded_path, week_counts
from bot.github_status.judge.reached import row_counts
from bot.github_status.judge.verdicts import JudgedTracker
from tests.answers.digests import a_reading_at, merged_lately
from tests.builders import a_merged_pull, a_pull, a_row, a_workstream, at

ZONE = ZoneInfo("America/Los_Angeles")


def judged(snapshot: Snapshot, moment: datetime) -> JudgedTracker:
    return judge_snapshot(snapshot, rules=Rules(), people={}, now=moment)


def whole(snapshot: Snapshot, moment: datetime) -> WeekCount:
    return week_counts(snapshot, moment, rules=Rules()).whole


def a_burn_up(snapshot: Snapshot, now: datetime, **fields: object) -> BurnUp:
    ends = week_ends(now, ZONE)
    counts = [week_counts(snapshot, end, rules=Rules()) for end in ends]
    return burn_up(counts, ends, judged(snapshot, now), label="widgets", zone=ZONE, **fields)  # type: ignore[arg-type]


# --- counts ---


def test_counts__by_dates_before_the_reading() -> None:
    """Opened in June; merged, closed and opened at different times."""
    snapshot = a_reading_at(
        a_workstream(a_row(7), a_row(8), a_row(9), a_row(7, line=20)),
        items=(
            merged_lately(7),
            a_pull(8, created_at=at("2026-08-01")),
            merged_lately(9, on="2026-07-01"),
        ),
    )

    def on(day: str) -> tuple[int, int, int]:
        count = whole(snapshot, at(day))
        return count.merged, count.open, count.unknown

    assert on("2026-05-01") == (0, 0, 0)
    assert on("2026-06-15") == (0, 2, 0)
    assert on("2026-07-15") == (1, 1, 0)
    assert on("2026-08-05") == (1, 2, 0)
    assert on("2026-08-13") == (2, 1, 0)


def test_counts__closed_without_a_merge_leaves_the_scope() -> None:
    closed = a_pull(
        7,
        state="CLOSED",
        created_at=at("2026-06-01"),
        closed_at=at("2026-08-01"),
    )
    snapshot = a_reading_at(a_workstream(a_row(7)), items=(closed,))

    assert whole(snapshot, at("2026-07-01")) == WeekCount(merged=0, open=1)
    assert whole(snapshot, at("2026-08-10")) == WeekCount(merged=0, open=0)


def test_counts__what_has_no_date_is_not_known_before_its_reading() -> None:
    """A merge of whatever day, and a task whose box nothing dates."""
    merged = a_merged_pull(7, merged_at=UNKNOWN, closed_at=UNKNOWN, created_at=at("2026-06-01"))
    snapshot = a_reading_at(
        a_workstream(a_row(7), a_row(None, line=11, text="write the guide")), items=(merged,)
    )

    then, now = whole(snapshot, at("2026-07-01")), whole(snapshot, snapshot.as_of)

    assert then == WeekCount(merged=0, open=0, unknown=2)
    assert now == WeekCount(merged=1, open=1)


@pytest.mark.parametrize("weeks_ago", [0, 5, 12])
@pytest.mark.parametrize("name", ["nemo-rl", "sc-cleanup"])
def test_counts__how_far_a_row_is_as_every_other_answer_has_it(name: str, weeks_ago: int) -> None:
    snapshot = demo_snapshot(name)
    moment = snapshot.as_of - timedelta(weeks=weeks_ago)

    counts = week_counts(snapshot, moment, rules=Rules())

    asked = judged(snapshot, moment)
    dated = [r for r in asked.rows() if not r.unopened and (not weeks_ago or r.row.primary)]
    same = row_counts(dated)
    assert (counts.whole.merged, counts.whole.open) == (same.done, same.open)
    assert counts.parts.keys() == {folded_path(w.workstream.path) for w in asked.walk()}


# --- weeks ---


def test_weeks__keep_their_time_of_day_when_the_clocks_change() -> None:
    ends = week_ends(datetime(2026, 3, 16, 16, 0, tzinfo=UTC), ZONE)

    assert [end.astimezone(ZONE).hour for end in ends] == [9] * len(ends)
    assert ends[-1] - ends[-2] == timedelta(days=7)
    assert ends[-2] - ends[-3] == timedelta(days=7) - timedelta(hours=1)


# --- the picture ---


def test_burn_up__of_the_bundled_reading() -> None:
    burn = a_burn_up(demo_snapshot("nemo-rl"), DEMO_NOW)

    assert burn.days()[0] == "2 May"
    assert burn.whole.now == WeekCount(merged=16, open=8)
    assert [part.name for part in burn.parts] == ["Data Plane", "Refit", "AsyncRL", "Gym"]
    merged = [week.merged for week in burn.whole.weeks if week]
    assert merged == sorted(merged)
    assert burn_up_words(burn) == (
        "widgets. On 22 Aug: 16 of 24 merged, 8 open. On 2 May: 0 of 1 merged, 1 open."
        " Data Plane: 4 of 7 merged, 3 open. Refit: 3 of 6 merged, 3 open."
        " AsyncRL: 9 of 11 merged, 2 open. Gym: 1 of 1 merged, 0 open."
        " 5 rows are not counted in some weeks: state not known."
    )


def test_burn_up__of_one_workstream() -> None:
    snapshot = demo_snapshot("nemo-rl")
    refit = next(w for w in judged(snapshot, DEMO_NOW).walk() if w.workstream.name == "Refit")

    burn = a_burn_up(snapshot, DEMO_NOW, chosen=(refit,))

    assert burn.title == "widgets: Refit"
    assert burn.whole.now == WeekCount(merged=3, open=3)
    assert "AsyncRL" not in burn_up_words(burn)


def test_burn_up__a_workstream_that_a_week_did_not_have_is_a_gap() -> None:
    then = a_reading_at(a_workstream(a_row(7), name="Old"), items=(merged_lately(7),))
    now = a_reading_at(
        a_workstream(a_row(7), name="New"),
        a_workstream(a_row(8, line=30), name="Gym"),
        items=(merged_lately(7), a_pull(8, created_at=at("2026-06-01"))),
    )
    ends = (at("2026-08-10"), at("2026-08-17"))
    counts: list[WeekCounts] = [
        week_counts(each, end, rules=Rules()) for each, end in zip((then, now), ends, strict=True)
    ]

    burn = burn_up(counts, ends, judged(now, ends[-1]), label="widgets", zone=ZONE)

    assert burn.parts[0].weeks == (None, WeekCount(merged=1, open=0))


@pytest.mark.parametrize("name", ["nemo-rl", "sc-cleanup", "example"])
def test_burn_up__nothing_but_names_of_workstreams(name: str) -> None:
    snapshot = demo_snapshot(name)
    words = burn_up_words(a_burn_up(snapshot, DEMO_NOW))

    titles = [r.item.title for r in snapshot.readings if r.item]
    assert not [title for title in titles if title in words]
