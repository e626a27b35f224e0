"""Boxes that disagree with GitHub: merged or completed and empty, ticked and open, closed and
listed."""

from collections.abc import Iterator

from bot.github_status.facts.index import Box, Role, Row, Workstream
from bot.github_status.facts.known import UNKNOWN
from bot.github_status.facts.pulls import Issue, Item, Pull, PullState, StateReason
from bot.github_status.facts.refs import Ref
from bot.github_status.judge.drift.ground import (
    SUCCESSORS,
    Ground,
    own_ref,
    refs_in_roles,
    row_finding,
)
from bot.github_status.judge.drift.words import claims_done, claims_over, is_put_aside
from bot.github_status.judge.sentences import day_text, listed
from bot.github_status.judge.states import OPEN, ended_at
from bot.github_status.judge.timeline import is_same
from bot.github_status.judge.verdicts import TICK, DriftKind, Finding, RowState


def merged_unticked(ground: Ground, workstream: Workstream) -> Iterator[Finding]:
    """A pull request is merged and its box is empty."""
    for row in workstream.rows:
        if row.box is Box.EMPTY and ground.state(own_ref(row)) is RowState.MERGED:
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
        if not successors or ground.all_done(successors) is False:
            evidence = "The box is ticked; GitHub says open."
            yield row_finding(DriftKind.TICKED_UNMERGED, row, workstream, evidence, None)


def closed_listed(ground: Ground, workstream: Workstream) -> Iterator[Finding]:
    """Closed without a merge and still listed as work."""
    merged = _merged_pulls(ground, workstream)
    for row in workstream.rows:
        is_work = _is_listed_as_work(row) and not is_put_aside(workstream)
        if is_work and _was_given_up(ground, row.primary):
            evidence = f"It is listed as work; GitHub says closed{_how(ground, row.primary)}."
            evidence += _likely_successor(ground.item(row.primary), merged)
            yield row_finding(DriftKind.CLOSED_LISTED, row, workstream, evidence, None)


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


def _merged_pulls(ground: Ground, workstream: Workstream) -> tuple[Pull, ...]:
    """The merged pull requests of the section, each once."""
    refs = dict.fromkeys(row.primary for row in workstream.rows)
    items = (ground.item(ref) for ref in refs)
    return tuple(i for i in items if isinstance(i, Pull) and i.state is PullState.MERGED)


def _likely_successor(closed: Item | None, merged: tuple[Pull, ...]) -> str:
    """The one merged pull request of the section that its author opened later; else nothing."""
    if not isinstance(closed, Pull):
        return ""
    found = [other for other in merged if _may_replace(other, closed)]
    if len(found) != 1:
        return ""
    merged_at = ended_at(found[0])
    landed = f"merged {day_text(merged_at)}" if merged_at else "merged"
    return f" Perhaps replaced by {found[0].ref}: same author and section, opened later, {landed}."


def _may_replace(other: Pull, closed: Pull) -> bool:
    if other.created_at is UNKNOWN or closed.created_at is UNKNOWN:
        return False
    return other.created_at > closed.created_at and is_same(other.author, closed.author)


def successor_landed(ground: Ground, workstream: Workstream) -> Iterator[Finding]:
    """What a row was split into, or superseded by, has all landed."""
    for row in workstream.rows:
        successors = refs_in_roles(row, *SUCCESSORS)
        is_finished = row.box is not Box.EMPTY or ground.done(own_ref(row)) is True
        if is_finished or not successors or not ground.all_done(successors):
            continue
        dated = listed(f"{ref}{ground.when(ref)}" for ref in successors)
        evidence = f"The box is empty; what took its place has landed: {dated}."
        yield row_finding(DriftKind.SUCCESSOR_LANDED, row, workstream, evidence, TICK)
