"""An index in the form of the corpus of trackers, which the terminal's `parse` prints as JSON."""

import re

from bot.github_status.facts.index import Box, Index, Problem, Role, Row, Workstream
from bot.github_status.index.collecting import collecting_later

_LONG_TEXT = 100
"""Characters; the corpus keeps a short text, so of a longer one only the first statement stays."""

_MANY_ROWS = 5000
"""More than this are found in no issue, only in a file."""

_REMARK = re.compile(r"\s?[(（][^()（）]{0,400}[)）]")
_SENTENCE_END = re.compile(r"[.!?]\s|[。！？]")

_CHECKED = {Box.TICKED: True, Box.EMPTY: False, Box.NONE: None}


def corpus_form(index: Index) -> dict[str, object]:
    """Workstreams with rows or owners of their own, in the order of the index; and the problems."""
    listed = [w for w in index.walk() if w.rows or (w.owners and not w.owners_inherited)]
    with collecting_later(is_long=sum(len(w.rows) for w in listed) > _MANY_ROWS):
        return {
            "workstreams": [_workstream(workstream) for workstream in listed],
            "problems": [_problem(problem) for problem in index.problems],
        }


def _workstream(workstream: Workstream) -> dict[str, object]:
    # Refs of one paragraph share a line, but only list items have children: one to a line.
    places = {row.line: place for place, row in enumerate(workstream.rows)}
    return {
        "path": list(workstream.path),
        "kind": workstream.kind.value,
        "owners": list(workstream.owners),
        "owners_inherited": workstream.owners_inherited,
        "items": [_row(row, places) for row in workstream.rows],
    }


def _row(row: Row, places: dict[int, int]) -> dict[str, object]:
    refs: list[str] = []
    roles: dict[str, str] = {}
    primary = None
    for found in row.refs:
        ref = str(found.ref)
        refs.append(ref)
        if found.role is Role.PRIMARY:
            primary = ref
        else:
            roles[ref] = found.role.value
    return {
        "line": row.line,
        "checked": _CHECKED[row.box],
        "refs": refs,
        "primary": primary,
        "text": _short_text(row.text),
        "parent": places.get(row.parent_line) if row.parent_line is not None else None,
        "owners": list(row.owners),
        "struck": row.struck,
        "status": row.status,
        "also": list(row.also),
        "roles": roles,
    }


def _short_text(text: str) -> str:
    if len(text) <= _LONG_TEXT:
        return text
    first = _SENTENCE_END.split(_REMARK.sub("", text), maxsplit=1)[0].strip()
    return first or text


def _problem(problem: Problem) -> dict[str, object]:
    return {
        "line": problem.line,
        "kind": problem.kind.value,
        "message": problem.message,
        "suggestion": problem.suggestion,
    }
