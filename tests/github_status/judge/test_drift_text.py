from dataclasses import replace
from typing import Any

import pytest

from bot.github_status.facts.index import Box, Role
from bot.github_status.facts.pulls import IssueState, StateReason
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


def test_a_fix_that_is_still_open_claims_nothing() -> None:
    row = a_row(7, refs=FIXED_IN_8, status="Fixed")
    tracker = judged(a_workstream(row), items=(a_pull(), a_pull(8)))

    assert kinds(tracker) == []


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
        (Role.FIXED_BY, a_pull(8), []),
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
