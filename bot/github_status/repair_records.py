"""Repairs as the audit keeps them: who, when, which boxes, and by what they can be taken back.

The whole text is not kept, but for one that a repair overwrote: GitHub's edit history may be
deleted, and that text is somebody else's.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Final

from bot.errors import StoreFault
from bot.github_status.facts.edits import Edit
from bot.github_status.facts.refs import Ref
from bot.github_status.repair import BoxChange, Proposal, RepairRecord, record_of
from bot.store.audit import Audit, Change

REPAIR: Final = "repair"
MOST_LOOKED_AT = 200
"""Repairs of a tracker among which one that stands is sought."""


class RepairEnd(StrEnum):
    """How did it end? `BEGUN`: whoever wrote it did not come to say."""

    BEGUN = "begun"
    DONE = "done"
    OVERWROTE = "overwrote"
    UNCERTAIN = "uncertain"
    NOT_WRITTEN = "not_written"


def announced(proposal: Proposal, *, at: datetime, by: str) -> Change:
    """The repair as it is written down before it is made."""
    record = record_of(proposal)
    return Change(
        at=at,
        by=by,
        what=REPAIR,
        subject=subject_of(proposal.tracker),
        before={
            "sha256": record.before,
            "boxes": [_box_before(box) for box in record.boxes],
        },
        after=after_of(proposal, RepairEnd.BEGUN),
    )


def after_of(
    proposal: Proposal, end: RepairEnd, *, overwritten: Sequence[Edit] = ()
) -> Mapping[str, object]:
    """What the repair has left."""
    record = record_of(proposal)
    boxes = zip(record.boxes, record.lines, strict=True)
    after: dict[str, object] = {
        "tracker": str(record.tracker),
        "sha256": record.after,
        "boxes": [{"box": box.after, "text": text} for box, text in boxes],
        "end": end.value,
    }
    if proposal.undoes is not None:
        after["undoes"] = proposal.undoes
    if overwritten:
        after["overwritten"] = [_edit(edit) for edit in overwritten]
    return after


def subject_of(tracker: Ref) -> str:
    """The tracker as the audit names it."""
    return f"{tracker.repository.key}#{tracker.number}"


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptRepair:
    """One repair, read back."""

    id: int
    by: str
    at: datetime
    record: RepairRecord
    end: RepairEnd
    undoes: int | None
    undone_by: int | None

    @property
    def can_be_undone(self) -> bool:
        """It may have written something, nobody took it back, and it took nothing back itself."""
        is_own = self.undoes is None and self.undone_by is None
        return is_own and self.end is not RepairEnd.NOT_WRITTEN


def kept_repair(change: Change) -> KeptRepair:
    """The repair of this change. Raises `StoreFault` for one that is none, or is damaged."""
    try:
        return _kept(change)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise StoreFault(
            f"Change {change.id} of the audit is no repair that can be read.",
            advice="Nothing was written; change the boxes on GitHub by hand.",
        ) from error


async def last_repair(audit: Audit, tracker: Ref) -> KeptRepair | None:
    """The newest repair of this tracker that can be undone; `None`: there is none.

    `tracker`: where the issue is now. Raises `StoreFault`.
    """
    changes = await audit.newest(most=MOST_LOOKED_AT, what=REPAIR, subject=subject_of(tracker))
    return next((kept for kept in map(kept_repair, changes) if kept.can_be_undone), None)


def _kept(change: Change) -> KeptRepair:
    before: Any = change.before
    after: Any = change.after
    tracker = Ref.parse(after["tracker"])
    if change.what != REPAIR or tracker is None or change.id is None:
        raise ValueError
    pairs = zip(before["boxes"], after["boxes"], strict=True)
    boxes = tuple(
        BoxChange(
            at=int(was["at"]),
            line=int(was["line"]),
            column=int(was["column"]),
            before=str(was["box"]),
            after=str(is_now["box"]),
        )
        for was, is_now in pairs
    )
    return KeptRepair(
        id=change.id,
        by=change.by,
        at=change.at,
        record=RepairRecord(
            tracker=tracker,
            boxes=boxes,
            lines=tuple(str(box["text"]) for box in after["boxes"]),
            before=str(before["sha256"]),
            after=str(after["sha256"]),
        ),
        end=RepairEnd(after["end"]),
        undoes=after.get("undoes"),
        undone_by=change.undone_by,
    )


def _box_before(box: BoxChange) -> Mapping[str, object]:
    return {"at": box.at, "line": box.line, "column": box.column, "box": box.before}


def _edit(edit: Edit) -> Mapping[str, object]:
    return {
        "by": edit.by.login if edit.by else None,
        "at": edit.at.isoformat(),
        "text": edit.text,
    }
