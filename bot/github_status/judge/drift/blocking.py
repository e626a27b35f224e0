"""Words such as "blocks the delta and RDMA refit work": which workstreams they mean, and have those
landed?"""

import re
from dataclasses import dataclass
from datetime import datetime

from bot.github_status.facts.index import Workstream
from bot.github_status.judge.drift.ground import Ground
from bot.github_status.judge.names import fold_name
from bot.github_status.judge.states import ended_at
from bot.github_status.judge.verdicts import RowState
from bot.github_status.judge.workstreams import is_within

# What is blocked: from the word to the end of its bracket, clause or line. One pass, no nesting.
_BLOCKS = re.compile(r"\bblock(?:s|ing)\b([^()\[\];:.\n]*)", re.IGNORECASE)
_BETWEEN = re.compile(r",|/|&|\+|\band\b|\bor\b", re.IGNORECASE)
_FILLERS = frozenset(
    {
        "the",
        "a",
        "an",
        "all",
        "any",
        "both",
        "other",
        "of",
        "for",
        "on",
        "in",
        "work",
        "works",
        "workstream",
        "workstreams",
        "section",
        "sections",
        "effort",
        "efforts",
        "series",
        "stack",
        "pr",
        "prs",
        "pull",
        "request",
        "requests",
        "rest",
        "based",
        "landing",
        "merging",
    }
)
# Nobody names a workstream at such length; a longer name is no name.
_LONGEST_CHARACTERS = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class Landed:
    """A workstream whose rows are all merged."""

    workstream: Workstream
    landed_at: datetime | None
    """The last merge; `None` when no day is known."""


def blocked_and_landed(ground: Ground, workstream: Workstream, text: str) -> tuple[Landed, ...]:
    """The workstreams that these words call blocked, when every one of them has landed; else
    nothing.

    A part of the words that means no workstream, or one that has not landed, may be true: nothing
    is said then. Nor when the blocking work itself is done: then it blocked, and no longer does.
    """
    found = _BLOCKS.search(text[:_LONGEST_CHARACTERS])
    if found is None or ground.all_done(ground.book.refs_of(workstream)):
        return ()
    names = [_significant(part) for part in _BETWEEN.split(found[1])]
    meant = [_meant(ground, workstream, name) for name in names if name]
    if not meant or not all(meant):
        return ()
    each = {w.path: w for found_by_name in meant for w in found_by_name}.values()
    if not all(_has_landed(ground, w) for w in each):
        return ()
    return tuple(Landed(workstream=w, landed_at=_landed_at(ground, w)) for w in each)


def _significant(part: str) -> str:
    return " ".join(word for word in fold_name(part).split() if word not in _FILLERS)


def _meant(ground: Ground, blocker: Workstream, name: str) -> tuple[Workstream, ...]:
    """The workstreams with all these words in their name; beside the blocker rather than
    elsewhere."""
    found = (named.workstream for named in ground.book.with_words(name))
    every = [w for w in found if not _overlap(w, blocker)]
    beside = [w for w in every if w.path[:-1] == blocker.path[:-1]]
    return tuple(beside or every)


def _overlap(one: Workstream, other: Workstream) -> bool:
    return is_within(one, other) or is_within(other, one)


def _has_landed(ground: Ground, workstream: Workstream) -> bool:
    refs = ground.book.refs_of(workstream)
    return bool(refs) and all(ground.state(ref) is RowState.MERGED for ref in refs)


def _landed_at(ground: Ground, workstream: Workstream) -> datetime | None:
    ends = (ended_at(ground.item(ref)) for ref in ground.book.refs_of(workstream))
    return max((end for end in ends if end is not None), default=None)
