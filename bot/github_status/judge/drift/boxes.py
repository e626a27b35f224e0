"""Boxes that disagree with GitHub: merged or completed and empty, ticked and open, closed and
listed."""

from collections.abc import Iterator

from bot.github_status.facts.index import Box, Role, Row, Workstream
from bot.github_status.facts.pulls import Issue, Pull, StateReason
from bot.github_status.facts.refs import Ref
from bot.github_status.judge.closing import closed_by_bot
from bot.github_status.judge.drift.ground import (
    Ground,
    row_finding,
)
from bot.github_status.judge.drift.replaced import have_landed, is_reverted, replaced_sentences
from bot.github_status.judge.drift.words import claims_done, claims_over, is_put_aside
from bot.github_status.judge.named import SUCCESSORS, own_ref, refs_in_roles
from bot.github_status.judge.states import OPEN
from bot.github_status.judge.verdicts import TICK, DriftKind, Finding, RowState


def merged_unticked(ground: Ground, workstream: Workstream) -> Iterator[Finding]:
    """A pull request is merged and its box is empty."""
    for row in workstream.rows:
        is_merged = ground.state(own_ref(row)) is RowState.MERGED
        if row.box is Box.EMPTY and is_merged and not is_reverted(ground, row):
            evidence = f"The box is empty; GitHub says merged{ground.when(row.primary)}."
            yield row_finding(DriftKind.MERGED_UNTICKED, row, workstream, evidence, TICK)


def done_unticked(ground: Ground, workstream: Workstream) -> Iterator[Finding]:
    """An issue is closed as completed and its box is empty."""
    for row in workstream.rows:
        is_issue = isinstance(ground.item(own_ref(row)), Issue)
        if row.box is Box.EMPTY and is_issue and ground.done(own_ref(row)):
            evidence = (
                f"The box is empty; GitHub says closed as completed{ground.when(row.primary)}."
            )
            yield row_finding(DriftKind.DONE_UNTICKED, row, workstream, evidence, TICK)


def ticked_unmerged(ground: Ground, workstream: Workstream) -> Iterator[Finding]:
    """Ticked, but open, and what took its place has not all landed."""
    for row in workstream.rows:
        if row.box is not Box.TICKED or ground.state(row.primary) not in OPEN:
            continue
        successors = refs_in_roles(row, *SUCCESSORS, Role.FIXED_BY)
        # Successors that could not be read may have landed: then nothing is claimed.
        is_open = not successors or ground.all_done(successors) is False
        if is_open and not have_landed(ground, row):
            evidence = "The box is ticked; GitHub says open."
            yield row_finding(DriftKind.TICKED_UNMERGED, row, workstream, evidence, None)


def closed_listed(ground: Ground, workstream: Workstream) -> Iterator[Finding]:
    """Closed without a merge and still listed as work."""
    for row in workstream.rows:
        is_work = _is_listed_as_work(row) and not is_put_aside(workstream)
        if is_work and _was_given_up(ground, row.primary):
            evidence = f"It is listed as work; GitHub says closed{_how(ground, row.primary)}."
            evidence += _by_bot(ground, row.primary)
            by = ground.related(row.primary)
            evidence += "".join(f" {said}" for said in replaced_sentences(by))
            yield row_finding(DriftKind.CLOSED_LISTED, row, workstream, evidence, None, by=by)


def _is_listed_as_work(row: Row) -> bool:
    """Nothing in the row says that it ended, one way or the other."""
    says_so = row.struck or claims_over(row) or claims_done(row)
    has_successor = bool(refs_in_roles(row, *SUCCESSORS, Role.FIXED_BY))
    return row.box is not Box.TICKED and not says_so and not has_successor


def _was_given_up(ground: Ground, ref: Ref | None) -> bool:
    """A pull request closed unmerged, or an issue closed for another reason than being
    completed."""
    return ground.state(ref) is RowState.CLOSED and ground.done(ref) is False


def _how(ground: Ground, ref: Ref | None) -> str:
    item = ground.item(ref)
    if isinstance(item, Issue):
        is_duplicate = item.reason is StateReason.DUPLICATE
        return (" as a duplicate" if is_duplicate else " as not planned") + ground.when(ref)
    return f" without a merge{ground.when(ref)}"


def _by_bot(ground: Ground, ref: Ref | None) -> str:
    """Nobody decided that it is over."""
    item = ground.item(ref)
    closed = closed_by_bot(item, ground.rules) if isinstance(item, Pull) else None
    if closed is None:
        return ""
    why = " for want of activity" if closed.stale else ""
    return f" {closed.login}, a bot, closed it{why}, and no person."
