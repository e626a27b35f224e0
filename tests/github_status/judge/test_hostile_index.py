"""A body of GitHub's full length that was written to stall the bot."""

import time

import pytest

from bot.github_status.facts.index import Index, Problem, ProblemKind, Row, Workstream
from tests.builders import a_closed_pull, a_row, a_workstream
from tests.github_status.judge.judging import a_named_ref, judged

# What these run is covered elsewhere, and following it line by line takes longest here.
pytestmark = pytest.mark.no_cover

MANY = 1_000
REFS = (a_named_ref(7),)


def sections(name: str) -> tuple[Workstream, ...]:
    """Many headings of this name, each with one row that says the worst."""
    return tuple(
        a_workstream(row_on(2 * n), name=f"{name} {n}", line=2 * n - 1) for n in range(1, MANY)
    )


def row_on(line: int) -> Row:
    return a_row(7, line=line, refs=REFS, text="blocks delta, work and 7", also=("delta 7", "d"))


def problem_on(line: int) -> Problem:
    return Problem(line=line, kind=ProblemKind.MALFORMED_REF, message="A space.")


@pytest.mark.parametrize(
    "workstreams",
    [
        sections("delta"),
        (a_workstream(*(row_on(n) for n in range(2, MANY)), name="delta"),),
        (*sections("d"), a_workstream(*(row_on(n) for n in range(5_000, 5_000 + MANY)))),
    ],
    ids=["many headings", "many rows", "both"],
)
def test_judge__takes_no_long_time(workstreams: tuple[Workstream, ...]) -> None:
    problems = tuple(problem_on(n) for n in range(1, MANY))
    index = Index(workstreams=workstreams, problems=problems)
    started = time.process_time()

    tracker = judged(index=index, items=(a_closed_pull(),))

    assert time.process_time() - started < 4
    assert tracker.counts.refs == 1
