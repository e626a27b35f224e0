from dataclasses import replace
from typing import Any

import pytest

from bot.github_status.facts.index import Box, Role
from bot.github_status.facts.pulls import IssueState, StateReason
from bot.github_status.judge.how_far import Reached
from bot.github_status.judge.verdicts import DriftKind
from tests.builders import (
    a_closed_pull,
    a_merged_pull,
    a_pull,
    a_row,
    a_workstream,
    an_issue,
    at,
)
from tests.github_status.judge.judging import a_named_ref, judged, kinds, only

TEXT = DriftKind.TEXT_CONTRADICTS
FIXED_IN_8 = (a_named_ref(7), a_named_ref(8, Role.FIXED_BY))
ONLY_FIXED_IN_8 = (a_named_ref(8, Role.FIXED_BY),)


@pytest.mark.parametrize(
    ("fields", "seven", "found"),
    [
        ({"status": "merged", "box": Box.TICKED}, a_merged_pull(), []),
        ({"status": "merged", "box": Box.NONE}, a_merged_pull(), []),
        ({"status": "merged"}, a_merged_pull(), [DriftKind.MERGED_UNTICKED]),
        ({"status": "merged"}, a_pull(), [TEXT]),
        ({"status": "Merged", "box": Box.NONE}, a_pull(), [TEXT]),
        ({"status": "merged", "box": Box.TICKED}, a_pull(), [DriftKind.TICKED_UNMERGED]),
        ({"status": "to be merged"}, a_pull(), []),
        ({"status": "partially done"}, a_pull(), []),
        ({"status": "in progress"}, a_pull(), []),
        ({"status": "closed"}, a_pull(), [TEXT]),
        ({"status": "superseded"}, a_pull(), []),
        ({"status": "✅"}, a_pull(), [TEXT]),
        ({"struck": True}, a_pull(), [TEXT]),
        ({"struck": True}, a_closed_pull(), []),
        ({"struck": True}, a_merged_pull(), [DriftKind.MERGED_UNTICKED]),
        ({"status": "merged"}, a_closed_pull(), [TEXT]),
        ({"refs": FIXED_IN_8, "status": "Fixed"}, a_pull(), [TEXT]),
        ({"refs": FIXED_IN_8, "status": "Fixed"}, a_closed_pull(), [TEXT]),
        ({"refs": ONLY_FIXED_IN_8, "status": "Fixed", "struck": True}, a_pull(), [TEXT]),
        ({"refs": ONLY_FIXED_IN_8, "box": Box.TICKED}, a_pull(), []),
        ({"refs": (), "status": "done"}, a_pull(), [TEXT]),
        ({"refs": (), "status": "done", "box": Box.NONE}, a_pull(), []),
        ({"refs": ()}, a_pull(), []),
    ],
    ids=[
        "says merged, is merged, ticked",
        "says merged, is merged, no box",
        "says merged, is merged, empty: the box is wrong",
        "says merged, is open",
        "says merged, is open, no box",
        "says merged, is open, ticked: the box is wrong",
        "says that it will be merged",
        "says partially",
        "says in progress",
        "says closed, is open",
        "says superseded, is open",
        "a check mark, is open",
        "struck, is open",
        "struck, is closed",
        "struck, is merged",
        "says merged, was closed",
        "fix landed, still open",
        "fix landed, closed",
        "only a fix, which landed",
        "only a fix, ticked",
        "no ref, says done, empty",
        "no ref, says done, no box",
        "no ref, says nothing",
    ],
)
def test_words_of_a_row(fields: dict[str, Any], seven: Any, found: list[DriftKind]) -> None:
    row = a_row(7, **fields)
    tracker = judged(a_workstream(row), items=(seven, a_merged_pull(8)))

    assert kinds(tracker) == found


@pytest.mark.parametrize(
    ("text", "status", "found"),
    [
        ("the leak. Fixed in #8", "Fixed", [TEXT]),
        ("the leak — ✅ Fixed in #8", "Fixed", [TEXT]),
        ("not seen any more. Fixed in #8", "Fixed", [TEXT]),
        ("the leak, will be fixed in #8", "fixed", []),
        ("the leak, should be fixed by #8", "fixed", []),
        ("the leak; once fixed in #8, drop the guard", "fixed", []),
        ("the leak, partially fixed in #8", "fixed", []),
        ("the leak (fix in #8)", "fix", []),
        ("the leak is being addressed in #8", "addressed", []),
    ],
)
def test_a_fix_that_is_still_open__contradicts_words_that_call_it_done(
    text: str, status: str, found: list[DriftKind]
) -> None:
    row = a_row(7, refs=FIXED_IN_8, text=text, status=status)
    tracker = judged(a_workstream(row), items=(a_pull(), a_pull(8)))

    assert kinds(tracker) == found


@pytest.mark.parametrize(
    "text",
    [
        "the leak, not fixed in #8",
        "the leak, partly fixed in #8",
        "the leak, never fixed in #8",
        "the leak, wasn't fixed in #8",
        "the leak, hasn’t been fixed in #8",
        "the leak, no longer fixed in #8",
        "the leak, fixed in #8 (reverted)",
        "the leak, fixed in #8, reopened since",
        "the leak, fixed in #8?",
    ],
)
def test_a_fix_that_is_none_or_not_all__offers_no_tick(text: str) -> None:
    row = a_row(7, refs=ONLY_FIXED_IN_8, text=text, status="fixed")
    tracker = judged(a_workstream(row), items=(a_merged_pull(8),))

    assert [finding.repair for finding in tracker.findings()] == []
    assert [row.reached for row in tracker.rows()] == [Reached.OPEN]


def test_a_fix_that_was_only_promised_and_landed__is_not_called_fixed_by_the_words() -> None:
    row = a_row(7, refs=ONLY_FIXED_IN_8, text="the leak, will be fixed in #8", status="fixed")
    finding = only(judged(a_workstream(row), items=(a_merged_pull(8),)), TEXT)

    assert finding.evidence.startswith("The words name its fix, acme/widgets#8, which merged on")


@pytest.mark.parametrize("text", ["the leak, not superseded by #8", "the leak, partly split to #8"])
def test_what_took_the_place_of_nothing_or_of_a_part__has_not_landed(text: str) -> None:
    status = "split" if "split" in text else "superseded"
    refs = (replace(a_named_ref(8), claim=Role.SUPERSEDED_BY),)
    tracker = judged(
        a_workstream(a_row(7, refs=refs, text=text, status=status)), items=(a_merged_pull(8),)
    )

    assert tracker.findings() == ()
    assert [row.reached for row in tracker.rows()] == [Reached.OPEN]


@pytest.mark.parametrize(
    ("eight", "says"),
    [
        (a_pull(8), "acme/widgets#8 is open."),
        (a_closed_pull(8), "acme/widgets#8 was closed without a merge on 18 Aug 2026."),
    ],
)
@pytest.mark.parametrize("box", [Box.EMPTY, Box.NONE])
def test_a_fix_that_did_not_land__is_named_and_offers_nothing(
    eight: Any, says: str, box: Box
) -> None:
    row = a_row(7, refs=ONLY_FIXED_IN_8, status="Fixed", struck=True, box=box)
    finding = only(judged(a_workstream(row), items=(eight,)), TEXT)

    assert finding.repair is None
    assert finding.evidence == (
        f"The words say that it was fixed by acme/widgets#8; GitHub says that {says}"
    )


def test_of_two_fixes__the_one_that_did_not_land_is_named() -> None:
    fixes = (a_named_ref(8, Role.FIXED_BY), a_named_ref(9, Role.FIXED_BY))
    row = a_row(7, refs=fixes, status="Fixed")
    finding = only(judged(a_workstream(row), items=(a_merged_pull(8), a_pull(9))), TEXT)

    assert finding.evidence.endswith("GitHub says that acme/widgets#9 is open.")


def test_ticked_and_its_fix_is_open__is_told_by_the_kind_about_boxes() -> None:
    fix = replace(a_named_ref(8), claim=Role.FIXED_BY)
    row = a_row(8, refs=(fix,), status="Fixed", box=Box.TICKED)

    assert kinds(judged(a_workstream(row), items=(a_pull(8),))) == [DriftKind.TICKED_UNMERGED]
    assert kinds(judged(a_workstream(row), items=(a_closed_pull(8),))) == [TEXT]


def test_a_landed_fix_offers_the_tick() -> None:
    row = a_row(7, refs=ONLY_FIXED_IN_8, status="Fixed")
    finding = only(judged(a_workstream(row), items=(a_merged_pull(8),)), TEXT)

    assert finding.repair == "tick the box"
    assert finding.ref is None
    assert "fixed by acme/widgets#8, which merged on 18 Aug 2026; the box" in finding.evidence


def test_landed_fixes__the_day_is_githubs_and_not_the_words() -> None:
    fixes = (a_named_ref(8, Role.FIXED_BY), a_named_ref(9, Role.FIXED_BY))
    closed = an_issue(
        9, state=IssueState.CLOSED, reason=StateReason.COMPLETED, closed_at=at("2026-08-17")
    )
    row = a_row(7, refs=fixes, status="Fixed")
    finding = only(judged(a_workstream(row), items=(a_merged_pull(8), closed)), TEXT)

    assert finding.evidence == (
        "The words say that it was fixed by acme/widgets#8 (it merged on 18 Aug 2026) and "
        "acme/widgets#9 (it was closed as completed on 17 Aug 2026); the box is empty."
    )


@pytest.mark.parametrize(
    ("claim", "eight", "found"),
    [
        (Role.FIXED_BY, a_merged_pull(8), [TEXT]),
        (Role.FIXED_BY, a_pull(8), [TEXT]),
        (Role.SUPERSEDED_BY, a_merged_pull(8), [DriftKind.SUCCESSOR_LANDED]),
        (Role.SUPERSEDED_BY, a_pull(8), []),
        (Role.SUPERSEDED_BY, a_closed_pull(8), []),
        (None, a_merged_pull(8), [DriftKind.MERGED_UNTICKED]),
    ],
    ids=[
        "its fix landed",
        "its fix is open",
        "its successor landed",
        "its successor is open",
        "its successor was closed",
        "it is the work itself",
    ],
)
def test_a_row_about_the_ref_of_its_fix_or_successor(
    claim: Role | None, eight: Any, found: list[DriftKind]
) -> None:
    """Of "~~the leak~~ fixed in #8" the index makes #8 the primary ref, with what the words say."""
    row = a_row(8, refs=(replace(a_named_ref(8), claim=claim),), struck=claim is not None)

    assert kinds(judged(a_workstream(row), items=(eight,))) == found


def blocking(name: str, *, delta: Any = None, rdma: Any = None, own: Any = None) -> list[DriftKind]:
    """Of a label with this name, beside the workstreams Delta Transfer and P2P RDMA refit."""
    label = a_workstream(a_row(1), name=name, path=("Refit", name), line=10)
    first = a_workstream(a_row(2, box=Box.TICKED), path=("Refit", "Delta Transfer"), line=20)
    second = a_workstream(a_row(3, box=Box.TICKED), path=("Refit", "P2P RDMA refit"), line=30)
    outer = a_workstream(name="Refit", workstreams=(label, first, second), line=5)
    items = (own or a_pull(1), delta or a_merged_pull(2), rdma or a_merged_pull(3))
    tracker = judged(outer, items=items)
    return [f.kind for f in tracker.findings() if f.kind is TEXT]


@pytest.mark.parametrize(
    ("name", "pulls", "found"),
    [
        ("Core (blocks the delta and RDMA refit work)", {}, [TEXT]),
        ("Core, blocking Delta Transfer", {}, [TEXT]),
        ("Core (blocks the delta and RDMA work)", {"rdma": a_pull(3)}, []),
        ("Core (blocks the delta and RDMA work)", {"rdma": a_closed_pull(3)}, []),
        ("Core (blocks the delta work)", {"own": a_merged_pull(1)}, []),
        ("Core (blocks the delta and the quantisation work)", {}, []),
        ("Core (blocks everything)", {}, []),
        ("Core (blocks the other work)", {}, []),
        ("Core (blocked by the delta work)", {}, []),
        ("Core building blocks", {}, []),
        ("Core", {}, []),
    ],
    ids=[
        "both landed",
        "by its whole name",
        "one is open",
        "one was closed",
        "the blocker is done itself",
        "a part means nothing here",
        "no workstream's word",
        "no significant word",
        "blocked is not blocks",
        "nothing after the word",
        "no such words",
    ],
)
def test_blocks_what_has_landed(name: str, pulls: dict[str, Any], found: list[DriftKind]) -> None:
    assert blocking(name, **pulls) == found


def test_blocks__in_the_words_of_a_row() -> None:
    row = a_row(1, text="core series, blocks delta transfer")
    landed = a_workstream(a_row(2, box=Box.TICKED), name="Delta Transfer", line=20)
    tracker = judged(a_workstream(row, name="Core"), landed, items=(a_pull(1), a_merged_pull(2)))

    assert only(tracker, TEXT).line == row.line
