from typing import Any

import pytest

from bot.github_status.facts.index import Index, Problem, ProblemKind, Role
from bot.github_status.facts.snapshot import Outcome
from bot.github_status.judge.verdicts import DriftKind, RowState
from tests.builders import (
    a_failed_reading,
    a_pull,
    a_reading,
    a_ref,
    a_row,
    a_workstream,
)
from tests.github_status.judge.judging import a_named_ref, judged, kinds, only


def test_not_found() -> None:
    tracker = judged(a_workstream(a_row(7)))

    finding = only(tracker, DriftKind.NOT_FOUND)
    assert finding.evidence == "GitHub has no acme/widgets#7, though the repository can be read."
    assert [row.state for row in tracker.rows()] == [RowState.NOT_FOUND]


def test_not_visible() -> None:
    hidden = a_failed_reading(outcome=Outcome.NOT_VISIBLE)
    finding = only(judged(a_workstream(a_row(7)), readings=(hidden,)), DriftKind.NOT_VISIBLE)

    assert finding.evidence == "acme/widgets#7 does not exist, or this token may not see it."


def test_not_found__a_known_state_from_before_does_not_hide_it() -> None:
    gone = a_reading(outcome=Outcome.NOT_FOUND, reason="gone")

    assert kinds(judged(a_workstream(a_row(7)), readings=(gone,))) == [DriftKind.NOT_FOUND]


def test_failed__is_no_drift_and_keeps_the_last_good_state() -> None:
    failed = a_reading(outcome=Outcome.FAILED, reason="GitHub did not answer.")
    tracker = judged(a_workstream(a_row(7)), readings=(failed,))

    assert kinds(tracker) == []
    assert [row.state for row in tracker.rows()] == [RowState.OPEN]


def test_not_found__one_finding_for_a_row_with_two_such_refs() -> None:
    row = a_row(7, refs=(a_named_ref(7), a_named_ref(8, Role.CONTEXT)))
    finding = only(judged(a_workstream(row)), DriftKind.NOT_FOUND)

    assert "acme/widgets#7 and acme/widgets#8" in finding.evidence


def test_moved() -> None:
    elsewhere = a_pull(ref=a_ref(7, repository="acme/gadgets"))
    moved = a_reading(elsewhere, ref=a_ref(7))
    finding = only(judged(a_workstream(a_row(7)), readings=(moved,)), DriftKind.MOVED)

    assert finding.repair == "write acme/gadgets#7"


def test_moved__case_alone_is_the_same_place() -> None:
    spelled = a_pull(ref=a_ref(7, repository="Acme/Widgets"))

    assert kinds(judged(a_workstream(a_row(7)), readings=(a_reading(spelled),))) == []


@pytest.mark.parametrize(
    ("second", "found"),
    [
        (a_row(7, line=9), [DriftKind.DUPLICATE_ROW]),
        (a_row(7, line=9, parent_line=7), []),
        (a_row(8, line=9, refs=(a_named_ref(8), a_named_ref(7, Role.CONTEXT))), []),
    ],
    ids=["twice", "a detail nested under it", "named as context"],
)
def test_duplicate_row(second: Any, found: list[DriftKind]) -> None:
    tracker = judged(a_workstream(a_row(7), second), items=(a_pull(), a_pull(8)))

    assert kinds(tracker) == found


def test_duplicate_row__in_two_workstreams_is_none() -> None:
    two = (a_workstream(a_row(7)), a_workstream(a_row(7, line=9), name="Gym", line=8))

    assert kinds(judged(*two, items=(a_pull(),))) == []


@pytest.mark.parametrize(
    ("also", "named"),
    [
        (("Gym",), None),
        (("generation",), "Generation (vLLM)"),
        (("Gym", "Generation"), "Generation (vLLM)"),
        (("Refit",), None),
        (("Core",), None),
        (("Async",), None),
        (("nothing here",), None),
        ((), None),
    ],
    ids=[
        "it is listed there",
        "the beginning of a name",
        "one of two",
        "its own workstream",
        "the workstream around it",
        "two could be meant",
        "none could be meant",
        "names none",
    ],
)
def test_cross_reference(also: tuple[str, ...], named: str | None) -> None:
    inner = a_workstream(a_row(7, also=also), path=("Core", "Refit"), line=2)
    core = a_workstream(name="Core", workstreams=(inner,))
    others = [
        a_workstream(a_row(7, line=21), name="Gym", line=20),
        a_workstream(name="Generation (vLLM)", line=30),
        a_workstream(name="Async RL", line=40),
        a_workstream(name="Async controller", line=50),
    ]
    tracker = judged(core, *others, items=(a_pull(),))

    evidence = [f.evidence for f in tracker.findings() if f.kind is DriftKind.CROSS_REFERENCE]
    wanted = f"The row says that it also belongs to {named}; it is not listed there."
    assert evidence == ([wanted] if named else [])


@pytest.mark.parametrize(
    ("line", "path", "ref"),
    [(7, ("Refit",), a_ref(7)), (8, ("Refit",), None), (21, ("Gym",), None), (1, ("Refit",), None)],
    ids=["of a row", "of the section before it", "of the last section", "before every section"],
)
def test_malformed_ref__stands_at_its_row_or_section(line: int, path: Any, ref: Any) -> None:
    problem = Problem(
        line=line,
        kind=ProblemKind.MALFORMED_REF,
        message="A space stands before the number.",
        suggestion="acme/widgets#9",
    )
    other = Problem(line=line, kind=ProblemKind.TOO_DEEP, message="Too deep.")
    workstreams = (a_workstream(a_row(7), line=5), a_workstream(name="Gym", line=20))
    index = Index(workstreams=workstreams, problems=(problem, problem, other))
    tracker = judged(index=index, items=(a_pull(),))

    finding = only(tracker, DriftKind.MALFORMED_REF)
    assert (finding.line, finding.path, finding.ref) == (line, path, ref)
    assert finding.repair == "write acme/widgets#9"
