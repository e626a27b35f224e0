"""A confirmed repair, carried out: read again, compare, write once, read again, write down.

GitHub has no conditional write. What is done about it: one repair at a time in all processes, the
comparison right before the write, and the edit history afterwards, which tells of an edit that fell
into the gap all the same.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

import structlog

from bot.errors import (
    GitHubFault,
    NemorlStatusError,
    StoreFault,
    UserError,
    WriteUncertain,
)
from bot.github_status.facts.edits import Between, Edit, IssueText
from bot.github_status.facts.refs import Ref
from bot.github_status.github.edit_answers import not_editable
from bot.github_status.github.edit_history import between
from bot.github_status.repair import (
    Proposal,
    fingerprint,
    repaired_body,
    undo_proposal,
)
from bot.github_status.repair_outcomes import (
    BodyChanged,
    NothingToDo,
    OverwroteSomebody,
    Refused,
    Repaired,
    RepairOutcome,
    Uncertain,
    written_outcome,
)
from bot.github_status.repair_records import (
    KeptRepair,
    RepairEnd,
    after_of,
    announced,
    kept_repair,
    last_repair,
)
from bot.github_status.repair_turn import Claims, Turn
from bot.store.audit import Audit

LOOKS = 3
"""Readings after a write until it shows: a timed-out one may still come, replicas lag."""
LOOK_AGAIN_SECONDS = 2.0

_log = structlog.get_logger(__name__)


class Edits(Protocol):
    """Access to one issue's text."""

    async def paced(self) -> None:
        """Return when a write may be sent."""
        ...

    async def read(self, *, with_texts: bool = False) -> IssueText:
        """The text as it is; raises a `GitHubFault`."""
        ...

    async def write(self, text: IssueText, body: str) -> None:
        """Replace it; raises `WriteUncertain`, or another `GitHubFault`: nothing was written."""
        ...


class Access(Protocol):
    """What may edit issues."""

    async def to(self, ref: Ref) -> Edits:
        """Access to this issue; raises a `GitHubFault`."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class _Task:
    """A proposal under way."""

    proposal: Proposal
    edits: Edits
    by: str | None
    holder: str


class Repairing:
    """Carries repairs out. What cannot be done is an outcome; it raises nothing of ours."""

    def __init__(
        self,
        access: Access,
        claims: Claims,
        audit: Audit,
        *,
        clock: Callable[[], datetime],
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        """Write with this access; claims and audit are shared with every other process."""
        self._access = access
        self._turn = Turn(claims, clock=clock, sleep=sleep)
        self._audit = audit
        self._clock = clock
        self._sleep = sleep

    async def repair(self, proposal: Proposal, *, by: str | None = None) -> RepairOutcome:
        """Write what was confirmed, if the text is still the one that it was made from.

        `by`: whose repair it is, a Slack id; `None`: whoever holds the credential for writing.
        """
        is_undo = proposal.undoes is not None
        if not proposal.boxes:
            return NothingToDo(tracker=proposal.tracker, is_undo=is_undo)
        try:
            async with self._turn.alone() as holder:
                if proposal.undoes is not None:
                    kept = await self._kept(proposal.undoes)
                    if kept.undone_by is not None:
                        return NothingToDo(tracker=proposal.tracker, is_undo=True)
                edits = await self._access.to(proposal.tracker)
                return await self._carry_out(
                    _Task(proposal=proposal, edits=edits, by=by, holder=holder)
                )
        except NemorlStatusError as error:
            return Refused(tracker=proposal.tracker, error=error)

    async def undo(self, change_id: int, *, tracker: Ref, by: str | None = None) -> RepairOutcome:
        """Take this repair back, if its text still stands there and nobody did so already.

        Where somebody edited it since, nothing is written: the outcome holds what could be taken
        back in the text of now. `tracker`: for the outcome, where the audit cannot be read.
        """
        try:
            async with self._turn.alone() as holder:
                kept = await self._kept(change_id)
                tracker = kept.record.tracker
                if kept.undone_by is not None:
                    return NothingToDo(tracker=tracker, is_undo=True)
                edits = await self._access.to(tracker)
                body = (await edits.read()).body
                if fingerprint(body) == kept.record.before:
                    return NothingToDo(tracker=tracker, is_undo=True)
                proposal = undo_proposal(kept.record, body, change_id=change_id)
                if fingerprint(body) != kept.record.after:
                    return BodyChanged(tracker=tracker, body=body, proposal=proposal)
                return await self._carry_out(
                    _Task(proposal=proposal, edits=edits, by=by, holder=holder)
                )
        except NemorlStatusError as error:
            return Refused(tracker=tracker, error=error)

    async def last_repair(self, tracker: Ref) -> KeptRepair | None:
        """The newest repair of this tracker that can be undone; `None`: there is none.

        Raises `StoreFault`.
        """
        return await last_repair(self._audit, tracker)

    async def _kept(self, change_id: int) -> KeptRepair:
        change = await self._audit.get(change_id)
        if change is None:
            raise UserError(
                f"There is no repair {change_id}.", advice="It may stand in another database."
            )
        return kept_repair(change)

    async def _carry_out(self, task: _Task) -> RepairOutcome:
        """Compare, announce, compare again and write at once, and look what came of it."""
        await task.edits.paced()
        found = await task.edits.read()
        if (end := _not_to_write(task.proposal, found)) is not None:
            return end
        by = task.by or (f"gh:{found.viewer}" if found.viewer else "terminal")
        change_id = await self._audit.add(announced(task.proposal, at=self._clock(), by=by))
        try:
            await self._turn.still_alone(task.holder)
            last = await task.edits.read()
            end = _not_to_write(task.proposal, last)
            unsure = None if end is not None else await _write(task, last)
        except NemorlStatusError:
            await self._settle(change_id, task.proposal, RepairEnd.NOT_WRITTEN)
            raise
        if end is not None:
            await self._settle(change_id, task.proposal, RepairEnd.NOT_WRITTEN)
            return end
        end = await self._verified(task, last, change_id, unsure)
        await self._write_down(task.proposal, change_id, end)
        return end

    async def _verified(
        self, task: _Task, last: IssueText, change_id: int, unsure: WriteUncertain | None
    ) -> RepairOutcome:
        """What the readings after the write show. `unsure`: GitHub did not say that it wrote."""
        written = repaired_body(task.proposal)
        seen: IssueText | None = None
        since = Between(is_ours_seen=False)
        error: GitHubFault | None = unsure
        for look in range(LOOKS):
            if look:
                await self._sleep(LOOK_AGAIN_SECONDS)
            try:
                seen = await task.edits.read(with_texts=True)
            except GitHubFault as fault:
                error = fault
                continue
            error = unsure
            since = between(last, seen, written=written, is_sure=unsure is None)
            if since.is_ours_seen or (seen.edits is None and seen.body == written):
                break
        is_there = since.is_ours_seen or (seen is not None and seen.body == written)
        if seen is None or not is_there:
            is_written = unsure is None
            return Uncertain(
                tracker=last.ref, change_id=change_id, is_written=is_written, error=error
            )
        return written_outcome(task.proposal, change_id, seen, since)

    async def _write_down(self, proposal: Proposal, change_id: int, end: RepairOutcome) -> None:
        if isinstance(end, OverwroteSomebody):
            await self._settle(change_id, proposal, RepairEnd.OVERWROTE, overwritten=end.edits)
        elif isinstance(end, Repaired):
            await self._settle(change_id, proposal, RepairEnd.DONE)
        else:
            await self._settle(change_id, proposal, RepairEnd.UNCERTAIN)
            return
        if proposal.undoes is not None:
            with _noted("An undo could not be noted"):
                await self._audit.mark_undone(proposal.undoes, by=change_id)

    async def _settle(
        self,
        change_id: int,
        proposal: Proposal,
        end: RepairEnd,
        *,
        overwritten: tuple[Edit, ...] = (),
    ) -> None:
        """Write down how it ended. What was written stands all the same, so this never raises."""
        with _noted("How a repair ended could not be noted"):
            after = after_of(proposal, end, overwritten=overwritten)
            await self._audit.settle(change_id, after=after)


def _not_to_write(proposal: Proposal, found: IssueText) -> RepairOutcome | None:
    """Why nothing is to be written into this text; `None`: it is. Raises `WriteRefused`."""
    is_undo = proposal.undoes is not None
    if found.body == repaired_body(proposal):
        return NothingToDo(tracker=proposal.tracker, is_undo=is_undo)
    if found.body != proposal.body:
        return BodyChanged(tracker=proposal.tracker, body=found.body, proposal=None)
    if (refusal := not_editable(found)) is not None:
        raise refusal
    return None


async def _write(task: _Task, last: IssueText) -> WriteUncertain | None:
    """The one write; returned is that nobody knows whether it was one."""
    try:
        await task.edits.write(last, repaired_body(task.proposal))
    except WriteUncertain as fault:
        _log.warning("Whether a repair was written is not known", because=str(fault))
        return fault
    return None


@contextmanager
def _noted(sentence: str) -> Iterator[None]:
    try:
        yield
    except StoreFault as fault:
        _log.warning(sentence, because=str(fault))
