"""What happened between two moments, and what the last digest's reading knew of it."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import pytest

from bot.github_status.facts.index import Box, Role, RowRef
from bot.github_status.facts.known import UNKNOWN
from bot.github_status.facts.pulls import EventKind, Issue, IssueState, Item, Mergeable, StateReason
from bot.github_status.facts.snapshot import Outcome, Reading, Snapshot
from bot.github_status.judge import Rules
from bot.github_status.judge.changes import Changes, Window, changes_in
from bot.github_status.judge.verdicts import JudgedRow
from tests.builders import (
    a_closed_pull,
    a_failed_reading,
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

START, END = at("2026-08-10"), at("2026-08-17")
WINDOW = Window(START, END)
OLD: dict[str, Any] = {"created_at": at("2026-06-01")}
LATER = at("2026-08-19")


def a_reading_of(*items: Item | Reading, as_of: datetime = LATER, rows: Any = None) -> Snapshot:
    """One workstream that lists these, read at this moment."""
    readings = tuple(i if isinstance(i, Reading) else a_reading(i) for i in items)
    rows = rows or tuple(a_row(reading.ref.number) for reading in readings)
    return a_snapshot(a_workstream(*rows), readings=readings, as_of=as_of)


def changes(
    reading: Snapshot,
    baseline: Snapshot | None = None,
    *,
    window: Window = WINDOW,
    now: datetime = END,
) -> Changes:
    return changes_in(reading, window, now=now, baseline=baseline, rules=Rules(), people={})


def numbers(rows: Sequence[JudgedRow]) -> list[int]:
    return [row.ref.number for row in rows if row.ref]


def completed(on: str, reason: StateReason = StateReason.COMPLETED) -> Issue:
    return an_issue(state=IssueState.CLOSED, closed_at=at(on), reason=reason, **OLD)


@pytest.mark.parametrize(
    ("item", "lists"),
    [
        (a_merged_pull(on="2026-08-09T23:59", **OLD), ""),
        (a_merged_pull(on="2026-08-10", **OLD), "merged"),
        (a_merged_pull(on="2026-08-16T23:59", **OLD), "merged"),
        (a_merged_pull(on="2026-08-17", **OLD), ""),
        (a_merged_pull(on="2026-08-12", created_at=at("2026-08-11")), "merged"),
        (a_merged_pull(merged_at=UNKNOWN, closed_at=UNKNOWN, **OLD), ""),
        (a_closed_pull(on="2026-08-12", **OLD), "closed"),
        (a_closed_pull(on="2026-08-09", **OLD), ""),
        (completed("2026-08-12"), "merged"),
        (completed("2026-08-12", StateReason.NOT_PLANNED), "closed"),
        (a_pull(created_at=at("2026-08-14")), "opened"),
        (a_pull(created_at=at("2026-08-18")), ""),
        (a_pull(created_at=at("2026-08-09")), ""),
        (
            a_pull(
                events=(
                    an_event(EventKind.CLOSED, on="2026-08-07"),
                    an_event(EventKind.REOPENED, on="2026-08-14"),
                ),
                **OLD,
            ),
            "opened",
        ),
    ],
    ids=[
        "merged a minute before",
        "merged at the start",
        "merged a minute before the end",
        "merged at the end",
        "opened and merged",
        "merged, nobody knows when",
        "closed",
        "closed before",
        "an issue completed",
        "an issue not planned",
        "opened",
        "opened after the end",
        "opened before",
        "reopened",
    ],
)
def test_happened__each_row_in_one_list(item: Item, lists: str) -> None:
    found = changes(a_reading_of(item))

    assert [
        name
        for name in ("merged", "closed", "opened")
        if numbers(getattr(found, name)) == [item.ref.number]
    ] == ([lists] if lists else [])


MERGED_EARLIER = a_merged_pull(on="2026-08-05", **OLD)


@pytest.mark.parametrize(
    ("known", "is_told"),
    [
        (a_reading(a_pull(**OLD)), True),
        (a_failed_reading(), True),
        (Reading(ref=a_ref(), outcome=Outcome.NOT_VISIBLE), True),
        (a_reading(MERGED_EARLIER), False),
        (a_reading(MERGED_EARLIER, outcome=Outcome.FAILED), False),
        (a_reading(MERGED_EARLIER, outcome=Outcome.NOT_VISIBLE), False),
        (None, False),
    ],
    ids=[
        "it was open",
        "it had failed",
        "it was not visible",
        "it was known",
        "it had failed, its last state was known",
        "it was not visible, its last state was known",
        "it was not listed",
    ],
)
@pytest.mark.parametrize("undated", [False, True], ids=["dated", "undated"])
def test_merged__before_the_window_where_nobody_was_told(
    known: Reading | None, is_told: bool, undated: bool
) -> None:
    item = a_merged_pull(merged_at=UNKNOWN, closed_at=UNKNOWN) if undated else MERGED_EARLIER
    before = (known,) if known else ()
    baseline = a_reading_of(*before, a_pull(8), as_of=START)

    found = changes(a_reading_of(item, a_pull(8), as_of=END), baseline)

    assert numbers(found.merged) == ([7] if is_told else [])


UNDATED = a_merged_pull(3, merged_at=UNKNOWN, closed_at=UNKNOWN, **OLD)


@pytest.mark.parametrize(
    ("known", "undated"),
    [(None, [3]), (UNDATED, []), (a_pull(3, **OLD), []), (a_pull(8, **OLD), [3])],
    ids=["there is none", "it had ended", "it was open", "it was not listed"],
)
def test_undated__unless_the_last_digest_knew_more(known: Item | None, undated: list[int]) -> None:
    baseline = None if known is None else a_reading_of(known, as_of=START)

    found = changes(a_reading_of(UNDATED, as_of=END), baseline)

    assert numbers(found.undated) == undated


def test_merged__after_the_last_slot_is_told_although_a_late_reading_knew_it() -> None:
    """That digest was late and told of its own week only."""
    merged = a_merged_pull(on="2026-08-10T03:00", **OLD)

    found = changes(a_reading_of(merged), a_reading_of(merged, as_of=at("2026-08-11")))

    assert numbers(found.merged) == [7]


def idle_since(number: int, on: str, **fields: Any) -> Item:
    """Waiting for nothing that is known: stale after ten working days."""
    unknown = {"mergeable": UNKNOWN, "checks": UNKNOWN, "review_decision": UNKNOWN}
    return a_pull(number, events=(an_event(on=on),), **(OLD | unknown | fields))


def test_stale__newly_and_still() -> None:
    reading = a_reading_of(
        idle_since(1, "2026-06-20"),
        idle_since(2, "2026-07-31"),
        idle_since(3, "2026-08-12"),
        a_pull(4, created_at=at("2026-08-11")),
    )

    found = changes(reading)

    assert (numbers(found.still_stale), numbers(found.newly_stale)) == ([1], [2])


def test_stale__what_the_last_digest_said_goes_before_what_is_known_of_then_now() -> None:
    """It had a conflict then, so that five days were allowed and not ten: it was told as stale."""
    reading = a_reading_of(idle_since(2, "2026-07-31"))
    conflicting = idle_since(2, "2026-07-31", mergeable=Mergeable.CONFLICTING)

    found = changes(reading, a_reading_of(conflicting, as_of=START))

    assert (numbers(found.still_stale), numbers(found.newly_stale)) == ([2], [])


def test_stale__a_reading_of_long_before_says_nothing_of_then() -> None:
    reading = a_reading_of(idle_since(2, "2026-07-31"))
    before = a_reading_of(idle_since(2, "2026-06-20"), as_of=at("2026-07-30"))

    assert numbers(changes(reading, before).newly_stale) == [2]


def test_each_ref_once__where_it_stands_first() -> None:
    gym = a_workstream(a_row(7, line=21), name="Gym", line=20)
    merged = a_merged_pull(on="2026-08-12", **OLD)
    now = a_snapshot(a_workstream(a_row(7)), gym, items=(merged,), as_of=LATER)

    (row,) = changes(now).merged

    assert row.workstream.name == "Refit"


def test_renamed_repository__is_the_same_row() -> None:
    there = a_ref(7, repository="acme/gadgets")
    moved = a_merged_pull(ref=there, on="2026-08-05", **OLD)
    now = a_reading_of(moved, rows=(a_row(refs=(named(there.number, str(there.repository)),)),))

    found = changes(now, a_reading_of(a_reading(moved, ref=a_ref(7)), as_of=START))

    assert (found.merged, found.index) == ((), ())


def named(number: int, repository: str = "acme/widgets", role: Role = Role.PRIMARY) -> RowRef:
    ref = a_ref(number, repository=repository)
    return RowRef(ref=ref, role=role, written=str(ref))


def test_splits__parts_that_were_merged() -> None:
    parts = [named(number, role=Role.SPLIT_INTO) for number in (21, 22, 23)]
    row = a_row(7, refs=(named(7), *parts))
    items = (
        a_pull(7, **OLD),
        a_merged_pull(21, on="2026-08-02", **OLD),
        a_merged_pull(22, on="2026-08-12", **OLD),
        a_merged_pull(23, on="2026-08-18", **OLD),
    )
    now = a_snapshot(a_workstream(row), items=items, as_of=LATER)

    (split,) = changes(now).splits

    assert (split.parts, split.merged, split.newly) == (3, 2, (a_ref(22),))
    assert changes(now, now=LATER).splits[0].merged == 3


def steps(now: Snapshot, baseline: Snapshot | None = None) -> tuple[int | None, int | None]:
    (progress,) = changes(now, baseline, now=LATER).progress
    return progress.done_before, progress.total_before


def test_progress__of_the_rows_that_are_listed_now() -> None:
    now = a_reading_of(
        a_merged_pull(1, on="2026-08-02", **OLD),
        a_merged_pull(2, on="2026-08-12", **OLD),
        a_pull(4, created_at=at("2026-08-12")),
    )

    assert steps(now) == (1, 2)


def test_progress__a_merge_of_unknown_day_is_known_by_the_last_digest_or_not_at_all() -> None:
    now = a_reading_of(UNDATED, a_pull(4, **OLD))

    assert steps(now) == (None, None)
    assert steps(now, a_reading_of(UNDATED, a_pull(4, **OLD), as_of=START)) == (1, 2)
    assert steps(now, a_reading_of(a_pull(3, **OLD), a_pull(4, **OLD), as_of=START)) == (0, 2)


@pytest.mark.parametrize(
    ("box", "before", "done"),
    [
        (Box.TICKED, None, None),
        (Box.EMPTY, None, 0),
        (Box.TICKED, Box.TICKED, 1),
        (Box.TICKED, Box.EMPTY, 0),
    ],
)
def test_progress__of_a_row_without_a_ref_its_box_tells(
    box: Box, before: Box | None, done: int | None
) -> None:
    def reading(box: Box, as_of: datetime) -> Snapshot:
        return a_snapshot(a_workstream(a_row(None, box=box)), as_of=as_of)

    baseline = None if before is None else reading(before, START)

    assert steps(reading(box, LATER), baseline)[0] == done


def test_without_a_baseline__the_index_is_not_compared() -> None:
    found = changes(a_reading_of(a_pull(**OLD)))

    assert (found.index, found.baseline_as_of, found.is_quiet) == (None, None, True)


def test_quiet__an_index_that_changed_is_not() -> None:
    seven, eight = a_pull(7, **OLD), a_pull(8, **OLD)
    now = a_reading_of(seven, eight)

    assert not changes(now, a_reading_of(seven, as_of=START)).is_quiet
    assert changes(now, a_reading_of(seven, eight, as_of=START)).is_quiet
