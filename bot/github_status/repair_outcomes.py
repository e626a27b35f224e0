"""What came of a confirmed repair. Pure."""

from dataclasses import dataclass
from typing import TypeAlias

from bot.errors import NemorlStatusError
from bot.github_status.facts.edits import Between, Edit, IssueText
from bot.github_status.facts.refs import Ref
from bot.github_status.repair import Proposal, record_of, stands_in


@dataclass(frozen=True, slots=True, kw_only=True)
class Repaired:
    """The boxes were written, and reading again found them so."""

    tracker: Ref
    change_id: int
    """By which it is undone."""
    boxes: int
    is_undo: bool
    is_history_known: bool
    """False: GitHub did not show the edit history, so whether an edit fell between the last reading
    and the write is not known."""
    later: tuple[Edit, ...] = ()
    """Edits that others saved right after it, oldest first."""
    stands: bool = True
    """The boxes are still as they were written; false: a later edit changed them back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NothingToDo:
    """The boxes are so already, or the repair was taken back already; nothing was written."""

    tracker: Ref
    is_undo: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class BodyChanged:
    """The text is no longer the one that the proposal was made from; nothing was written."""

    tracker: Ref
    body: str
    """As it is now."""
    proposal: Proposal | None
    """Of an undo: what can be taken back in the text of now, to be confirmed anew. `None`: of a
    repair, that follows from a new reading."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OverwroteSomebody:
    """The boxes were written, and an edit that fell between the last reading and the write is gone:
    its text is here, and in GitHub's edit history."""

    tracker: Ref
    change_id: int
    boxes: int
    is_undo: bool
    edits: tuple[Edit, ...]
    """Those that are gone, oldest first; at least one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """Nothing was written."""

    tracker: Ref
    error: NemorlStatusError
    """Why, and what to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Uncertain:
    """Nobody knows what stands there now."""

    tracker: Ref
    change_id: int
    is_written: bool
    """GitHub said that it was written, and reading again did not show it; false: GitHub said
    nothing, and reading again did not show it."""
    error: NemorlStatusError | None = None
    """What went wrong; `None`: only what was read does not fit."""


RepairOutcome: TypeAlias = (
    Repaired | NothingToDo | BodyChanged | OverwroteSomebody | Refused | Uncertain
)


def written_outcome(
    proposal: Proposal, change_id: int, seen: IssueText, since: Between
) -> Repaired | OverwroteSomebody:
    """The write is there: what of others' edits?"""
    if since.overwritten:
        return OverwroteSomebody(
            tracker=proposal.tracker,
            change_id=change_id,
            boxes=len(proposal.boxes),
            is_undo=proposal.undoes is not None,
            edits=since.overwritten,
        )
    return Repaired(
        tracker=proposal.tracker,
        change_id=change_id,
        boxes=len(proposal.boxes),
        is_undo=proposal.undoes is not None,
        is_history_known=since.is_ours_seen,
        later=since.later if since.is_ours_seen else (),
        stands=stands_in(record_of(proposal), seen.body),
    )
