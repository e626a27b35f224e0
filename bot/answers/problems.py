"""Places of the index that could not be read safely, by the section they stand in."""

from bisect import bisect_right
from collections.abc import Mapping
from typing import TypeAlias

from bot.answers.parts import Part, said, shortened
from bot.github_status.facts.index import Index, Problem, Workstream

Place: TypeAlias = tuple[int, tuple[str, ...]]
"""Where a workstream stands: the line that opens it, and its path."""


def place_of(workstream: Workstream) -> Place:
    """Tells a workstream from every other one, of the same name too."""
    return workstream.line, workstream.path


def problems_by_section(index: Index) -> Mapping[Place, tuple[Problem, ...]]:
    """Problems by the section that was opened last before them; those before any are left out."""
    places = sorted(place_of(workstream) for workstream in index.walk())
    opened = [line for line, _ in places]
    found: dict[Place, tuple[Problem, ...]] = {}
    for problem in sorted(index.problems, key=lambda problem: problem.line):
        at = bisect_right(opened, problem.line)
        if at:
            place = places[at - 1]
            found[place] = (*found.get(place, ()), problem)
    return found


def problem_part(problem: Problem) -> Part:
    """What stands there, and what to write instead."""
    suggestion = f" Write {shortened(problem.suggestion)}." if problem.suggestion else ""
    return said(f"Line {problem.line}: {shortened(problem.message)}{suggestion}")
