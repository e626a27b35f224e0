"""The real tracker #2905: what the judge makes of it, then and earlier."""

from collections import Counter
from datetime import UTC, datetime

import pytest

from bot.github_status.facts.pulls import Login
from bot.github_status.facts.refs import Ref
from bot.github_status.judge import Rules, judge_snapshot
from bot.github_status.judge.how_far import Counts
from bot.github_status.judge.rules import LinkedPerson
from bot.github_status.judge.verdicts import (
    DriftKind,
    Finding,
    JudgedRow,
    JudgedTracker,
    JudgedWorkstream,
    RowState,
    TurnRule,
    Who,
)
from tests.github_status.judge.nemo_rl import JUDGED_AT, PEOPLE, nemo_rl, ref

JUNE = datetime(2026, 6, 23, 23, 59, 59, tzinfo=UTC)
JULY = datetime(2026, 7, 15, 23, 59, 59, tzinfo=UTC)


def judged(now: datetime = JUDGED_AT) -> JudgedTracker:
    return judge_snapshot(nemo_rl(), rules=Rules(), people=PEOPLE, now=now)


def found(kind: DriftKind, now: datetime = JUDGED_AT) -> list[Finding]:
    return [finding for finding in judged(now).findings() if finding.kind is kind]


def row_about(tracker: JudgedTracker, asked: Ref) -> JudgedRow:
    return next(row for row in tracker.rows() if row.ref == asked)


def workstream_called(name: str) -> JudgedWorkstream:
    return next(w for w in judged().walk() if w.workstream.path == (name,))


def test_counts__of_the_tracker() -> None:
    assert judged().counts == Counts(
        refs=28,
        merged=16,
        open=8,
        closed=4,
        unknown=0,
        ticked=5,
        stale=8,
        parked=0,
        drift=24,
        done=16,
    )


def test_counts__of_refit() -> None:
    refit = workstream_called("Refit")

    counts = refit.counts
    assert (counts.refs, counts.merged, counts.open, counts.closed) == (7, 3, 3, 1)
    assert counts.stale == 3


def test_stale__every_open_row_and_none_is_known_to_be_parked() -> None:
    open_rows = [r for r in judged().rows() if r.state in {RowState.OPEN, RowState.DRAFT}]

    assert len(open_rows) == 8
    assert all(row.staleness.stale is True for row in open_rows)
    assert all(row.staleness.parked is None for row in open_rows)


def test_stale__2467_has_not_moved_for_54_working_days() -> None:
    row = row_about(judged(), ref("RL#2467"))

    assert row.staleness.idle_working_days == 54
    assert row.staleness.limit_working_days == 10


def test_turn__2467_is_not_known_and_says_what_is_missing() -> None:
    row = row_about(judged(), ref("RL#2467"))

    assert row.turn.who is Who.UNKNOWN
    assert row.turn.missing[:4] == ("reviews", "checks", "conflict", "draft state")


def test_turn__2470_is_a_draft_of_its_author() -> None:
    row = row_about(judged(), ref("RL#2470"))

    assert (row.turn.rule, row.turn.people) == (TurnRule.DRAFT, ("saumishr",))


def test_drift__of_each_kind_no_more_than_there_is() -> None:
    assert Counter(finding.kind for finding in judged().findings()) == {
        DriftKind.MERGED_UNTICKED: 12,
        DriftKind.CLOSED_LISTED: 4,
        DriftKind.CROSS_REFERENCE: 4,
        DriftKind.MALFORMED_REF: 1,
        DriftKind.NO_OWNER: 1,
        DriftKind.OWNER_DIFFERS: 1,
        DriftKind.TEXT_CONTRADICTS: 1,
    }


def test_drift__the_label_blocks_what_has_landed() -> None:
    (finding,) = found(DriftKind.TEXT_CONTRADICTS)

    assert (finding.ref, finding.line) == (None, 32)
    assert finding.evidence == (
        "The words say that it blocks other work, and all of that has landed: "
        "Delta Weight Transfer (merged 19 Jul 2026) and P2P RDMA based refit (merged 21 Jul 2026)."
    )


def test_drift__the_core_series_is_not_by_its_owner() -> None:
    (finding,) = found(DriftKind.OWNER_DIFFERS)

    assert finding.path[-1].startswith("Core refactor series")
    assert "Songlin Jiang" in finding.evidence
    assert "saumishr" in finding.evidence


def test_drift__nobody_answers_for_generation() -> None:
    assert [finding.path for finding in found(DriftKind.NO_OWNER)] == [("Generation",)]


def test_drift__rows_that_generation_does_not_list() -> None:
    findings = found(DriftKind.CROSS_REFERENCE)

    numbers = [finding.ref.number for finding in findings if finding.ref]
    assert numbers == [2475, 2566, 2567, 2528]
    assert {f.repair for f in findings} == {"list it under Generation, or drop the note"}


def test_drift__a_space_in_a_ref_stands_at_its_row() -> None:
    row = row_about(judged(), ref("RL#2930"))

    (malformed,) = [f for f in row.findings if f.kind is DriftKind.MALFORMED_REF]
    assert malformed.repair == "write NVIDIA-NeMo/RL#2930"


def test_drift__a_likely_successor_is_named_with_its_reason() -> None:
    (evidence,) = [f.evidence for f in found(DriftKind.CLOSED_LISTED) if f.ref == ref("RL#2465")]

    assert evidence == (
        "It is listed as work; GitHub says closed without a merge. Perhaps replaced by "
        "NVIDIA-NeMo/RL#2590: same author and section, opened later, merged 16 Jun 2026."
    )


def test_also_here__generation_shows_four_rows_of_others() -> None:
    generation = workstream_called("Generation")

    shown = [row.ref.number for row in generation.also_here if row.ref]
    assert shown == [2475, 2566, 2567, 2528]
    assert generation.counts.refs == 1


def test_unknown_owner__only_those_without_a_link() -> None:
    people = {"zhiyu li": LinkedPerson(login=Login("ZhiyuLi-Nvidia"))}
    tracker = judge_snapshot(nemo_rl(), rules=Rules(), people=people, now=JUDGED_AT)

    sections = [f.path[-1] for f in tracker.findings() if f.kind is DriftKind.UNKNOWN_OWNER]
    assert sections == [
        "Router Replay (R3)",
        "FT, Distillation",
        "Refit",
        "NCCL hierarchical API",
        "AsyncRL",
        "Gym",
    ]


def test_people_not_linked__nothing_is_said_of_owners() -> None:
    tracker = judge_snapshot(nemo_rl(), rules=Rules(), people={}, now=JUDGED_AT)

    kinds = {finding.kind for finding in tracker.findings()}
    assert not kinds & {DriftKind.UNKNOWN_OWNER, DriftKind.OWNER_DIFFERS}


@pytest.mark.parametrize(
    ("now", "unticked", "unknown"),
    [
        (JUNE, 8, {"RL#2465", "RL#2413", "Gym#1368", "RL#2930"}),
        (JULY, 10, {"RL#2465", "RL#2413", "Gym#1368", "RL#2930"}),
        (JUDGED_AT, 12, set()),
    ],
    ids=["23 June", "15 July", "22 August"],
)
def test_as_it_was__as_the_drift_table_says(
    now: datetime, unticked: int, unknown: set[str]
) -> None:
    tracker = judged(now)

    states = {row.ref: row.state for row in tracker.rows() if row.ref}
    assert len(found(DriftKind.MERGED_UNTICKED, now)) == unticked
    assert {r for r, state in states.items() if state is RowState.UNKNOWN} == set(map(ref, unknown))
    assert tracker.as_it_was is (now != JUDGED_AT)
    assert tracker.counts.closed == (4 if now == JUDGED_AT else 0)


def test_as_it_was__blocked_work_had_not_landed_in_july() -> None:
    assert not found(DriftKind.TEXT_CONTRADICTS, JULY)


def test_as_it_was__not_opened_yet_and_no_date_are_told_apart() -> None:
    tracker = judged(JUNE)

    later, undated = (row_about(tracker, ref(text)) for text in ("RL#2930", "RL#2465"))
    assert later.turn.reason == "It was not opened yet at that moment."
    assert undated.turn.reason.startswith("Its state at that moment is not known")
