"""NVIDIA-NeMo/RL#2625, a tracker of items: every item of both copies as a careful maintainer would
have it, by the facts of the bundled readings.

The older copy is the corpus document 001; the later one is the bundled body.
"""

import json
from dataclasses import replace
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TypeAlias

import pytest

from bot.answers.audience import TERMINAL
from bot.answers.drift import drift_answer
from bot.answers.overview import overview_answer
from bot.answers.workstream import workstream_answer
from bot.demo.bundled import DEMO_NOW, demo_people, demo_snapshot
from bot.github_status.facts.index import Box, Role
from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Reading, Snapshot
from bot.github_status.github.decode import decode_answer
from bot.github_status.index import parse_index
from bot.github_status.judge import Rules, judge_snapshot
from bot.github_status.judge.how_far import Reached
from bot.github_status.judge.verdicts import DriftKind, JudgedRow, JudgedTracker, Who
from tests.answers.words import lines_of, words_of

OLDER = Path(__file__).parents[1] / "fixtures/corpus/bodies/001-nemo-rl-2625.md"
PEOPLE = demo_people("sc-cleanup")
BODY = demo_snapshot("sc-cleanup").issue.body

Told: TypeAlias = tuple[str | None, Role | None, Reached, list[DriftKind]]
"""What it is about, as what, how far that is, and what is out of order."""

FIXED: Told = ("RL#2700", Role.FIXED_BY, Reached.DONE, [DriftKind.TEXT_CONTRADICTS])
SPLIT: Told = ("RL#3327", Role.SPLIT_INTO, Reached.CLOSED, [])
OPEN: Told = (None, None, Reached.OPEN, [])
"""Without a ref of its own: what it names is where it comes from, merged or not."""

OF_OLDER = {
    **dict.fromkeys((9, 10, 12, 13, 17, 18, 19), OPEN),
    20: FIXED,
    **dict.fromkeys(range(21, 31), OPEN),
    31: SPLIT,
    32: OPEN,
}


@cache
def judged(body: str) -> JudgedTracker:
    """This text of the tracker, with everything that the bundles know of what it names."""
    known = demo_snapshot("sc-cleanup")
    index = parse_index(body, repository=known.tracker.repository)
    readings: dict[Ref, Reading] = {}
    for name in ("nemo-rl", "sc-cleanup"):
        bundle = json.loads(
            files("bot.demo.bundled").joinpath("data", f"{name}.json").read_text("utf-8")
        )
        for part in ("refs", "extra"):
            read = decode_answer(bundle[part], index.refs(), read_at=known.as_of)
            readings |= {reading.ref: reading for reading in read if reading.item is not None}
    return _judged(
        replace(
            known,
            index=index,
            issue=replace(known.issue, body=body),
            readings=tuple(readings.values()),
        )
    )


def _judged(snapshot: Snapshot) -> JudgedTracker:
    return judge_snapshot(snapshot, rules=Rules(), people=PEOPLE.for_judge(), now=DEMO_NOW)


def older() -> JudgedTracker:
    return judged(OLDER.read_text(encoding="utf-8"))


def later() -> JudgedTracker:
    return _judged(demo_snapshot("sc-cleanup"))


def row_at(tracker: JudgedTracker, line: int) -> JudgedRow:
    return next(row for row in tracker.rows() if row.row.line == line)


def told(row: JudgedRow) -> Told:
    about = next((named for named in row.row.refs if named.role is Role.PRIMARY), None)
    kinds = [finding.kind for finding in row.findings]
    if about is None:
        return (None, None, row.reached, kinds)
    return (about.ref.short, about.claim, row.reached, kinds)


@pytest.mark.parametrize("line", OF_OLDER)
def test_older_copy__every_item(line: int) -> None:
    row = row_at(older(), line)

    assert row.row.box is Box.EMPTY
    assert told(row) == OF_OLDER[line]


def test_older_copy__has_no_other_item_and_counts_items() -> None:
    tracker = older()

    assert [row.row.line for row in tracker.rows()] == list(OF_OLDER)
    first, *_ = words_of(overview_answer(tracker, name="sc-cleanup", audience=TERMINAL)).split("\n")
    assert first == (
        "The index says 0 of 20 done; boxes and GitHub together say 1 done, 18 open, 1 closed."
        " [1 of 19]"
    )


def test_older_copy__what_is_merged_and_only_context_is_neither_done_nor_drift() -> None:
    tracker = older()

    assert [(f.kind, f.line) for f in tracker.findings()] == [
        (DriftKind.NO_OWNER, 8),
        (DriftKind.TEXT_CONTRADICTS, 20),
    ]
    assert tracker.counts.refs == 2


def test_older_copy__without_boxes() -> None:
    """As the bullets were before there were boxes: nothing tells how far most of them are."""
    tracker = judged(OLDER.read_text(encoding="utf-8").replace("- [ ] ", "- "))

    reached = {row.row.line: row.reached for row in tracker.rows()}
    assert reached[20] is Reached.DONE
    assert reached[31] is Reached.CLOSED
    assert {reached[line] for line in (17, 18, 19, 24, 32)} == {Reached.UNKNOWN}
    assert [f.kind for f in tracker.findings()] == [DriftKind.NO_OWNER]


LATER = {8: OPEN, 9: OPEN, 11: OPEN, 12: OPEN, 19: FIXED, 24: OPEN, 25: OPEN, 26: OPEN, 27: OPEN}
"""But for the ticked item of line 20 and the one of line 31, see below."""


@pytest.mark.parametrize("line", LATER)
def test_later_copy__every_item(line: int) -> None:
    row = row_at(later(), line)

    assert row.row.box is Box.EMPTY
    assert told(row) == LATER[line]


def test_later_copy__a_ticked_item_is_done_and_waits_for_nobody() -> None:
    row = row_at(later(), 20)

    assert (row.row.box, row.row.struck) == (Box.TICKED, True)
    assert told(row) == (None, None, Reached.DONE, [])
    assert row.turn.who is Who.NOBODY


def test_later_copy__what_landed_elsewhere_is_not_called_done_here() -> None:
    """ "(Landed in grpo #3402.)": of #3402 nothing is known, and nothing is claimed."""
    row = row_at(later(), 31)

    assert row.reached is not Reached.DONE
    assert row.findings == ()


def test_later_copy__what_the_gap_cut_off_stands_where_it_stood() -> None:
    """The end of the resolved ones is in the gap; what follows it is not resolved."""
    under = {row.row.line: row.workstream.path for row in later().rows()}

    assert under[19] == under[20] == ("Known missing items", "✅ Resolved")
    assert {under[line] for line in (24, 25, 26, 27, 31)} == {("Known missing items",)}
    assert sorted(under) == sorted([*LATER, 20, 31])
    assert "NVIDIA-NeMo/RL/b\n" not in BODY


def test_later_copy__drift_is_the_fix_and_once_the_owners() -> None:
    answer = drift_answer(later(), audience=TERMINAL)

    fix, owners = lines_of(answer)
    assert "the words say that it was fixed by NVIDIA-NeMo/RL#2700, which merged on 14 Jul" in fix
    assert "the box is empty · repair: tick the box" in fix
    assert owners == (
        "Known cleanup items › Async RL · line 7 · none of the 4 sections with rows names an owner"
        " · repair: add an owner line"
    )


def test_later_copy__headline_and_workstreams_agree() -> None:
    lines = words_of(overview_answer(later(), name="sc-cleanup", audience=TERMINAL)).split("\n")

    assert lines[0].startswith("The index says 1 of 11 done; boxes and GitHub together say 2 done")
    assert "Known cleanup items | [0 of 4] | 4 rows: 4 open |  | 1 drift" in lines
    assert "✅ Resolved | [2 of 2] | 2 rows: 2 done |  | 1 drift" in lines


def test_later_copy__rows_say_done_or_open() -> None:
    tracker = later()
    (resolved,) = [w for w in tracker.walk() if w.workstream.name == "✅ Resolved"]
    answer = workstream_answer(tracker, workstreams=(resolved,), audience=TERMINAL, people=PEOPLE)

    epochs, retries = lines_of(answer)
    assert "merged 14 Jul · box still empty · the index says “Fixed” · struck through" in epochs
    assert retries.endswith("box ticked · struck through")


def test_a_details_that_never_ends__makes_no_drift_of_what_it_swallows() -> None:
    """The pieces as they were stored: all that follows stands under “✅ Resolved”."""
    tracker = judged(BODY.replace("</details> ", ""))

    resolved = [r for r in tracker.rows() if r.workstream.path[-1] == "✅ Resolved"]
    assert len(resolved) == 7
    kinds = [f.kind for row in resolved for f in row.findings]
    assert kinds == [DriftKind.TEXT_CONTRADICTS]
