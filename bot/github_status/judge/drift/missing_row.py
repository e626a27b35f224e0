"""Pull requests that belong to a section and are not listed, each with the line to paste."""

import re
from collections.abc import Iterator
from datetime import datetime

from bot.github_status.facts.index import Box, Row, Workstream
from bot.github_status.facts.pulls import PullState
from bot.github_status.judge.drift.ground import Ground
from bot.github_status.judge.missing import Missing
from bot.github_status.judge.relation import Confidence
from bot.github_status.judge.sentences import day_text
from bot.github_status.judge.verdicts import DriftKind, Finding

_ITEM = re.compile(r"(?P<indent>[ \t]*)(?P<mark>[-*+]|\d{1,9}[.)])[ \t]")
_LONGEST_INDENT = 20


def missing_row(ground: Ground, workstream: Workstream) -> Iterator[Finding]:
    """Not listed, though it or a listed one says that it belongs here, or much speaks for it."""
    for missing in ground.missing.get(id(workstream), ()):
        below = missing.after or (workstream.rows[-1] if workstream.rows else None)
        yield Finding(
            kind=DriftKind.MISSING_ROW,
            line=below.line if below else workstream.line,
            path=workstream.path,
            ref=missing.pull.ref,
            evidence=_evidence(missing),
            repair=f"write {_suggested_line(ground, missing, below)}",
            names=missing.names,
            confidence=missing.confidence,
        )


def _evidence(missing: Missing) -> str:
    is_stated = missing.confidence is Confidence.STATED
    belongs = "It belongs here" if is_stated else "Perhaps it belongs here"
    return f"GitHub says {_state(missing)}. {belongs}: {missing.because}."


def _state(missing: Missing) -> str:
    pull = missing.pull
    if pull.state is not PullState.MERGED:
        return "a draft" if pull.is_draft is True else "open"
    at = pull.merged_at
    return f"merged on {day_text(at)}" if isinstance(at, datetime) else "merged"


def _suggested_line(ground: Ground, missing: Missing, below: Row | None) -> str:
    """In the form of the row above it; GitHub shows the title of a ref by itself.

    Nothing that somebody wrote is in it: it is pasted where everybody reads it.
    """
    written = ground.lines[below.line - 1] if below and below.line <= len(ground.lines) else ""
    found = _ITEM.match(written)
    indent = found["indent"] if found else ""
    mark = found["mark"] if found else "-"
    if len(indent) > _LONGEST_INDENT:
        indent = ""
    box = ""
    if below is None or below.box is not Box.NONE:
        box = "[x] " if missing.pull.state is PullState.MERGED else "[ ] "
    return f"{indent}{mark} {box}{missing.pull.ref}"
