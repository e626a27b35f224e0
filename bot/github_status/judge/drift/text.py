"""Words of a row or a label that contradict its box or the state."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from bot.github_status.facts.index import Box, Role, Row, Workstream
from bot.github_status.facts.refs import Ref
from bot.github_status.judge.drift.blocking import Landed, blocked_and_landed
from bot.github_status.judge.drift.ground import (
    SUCCESSORS,
    Ground,
    own_ref,
    refs_in_roles,
    row_finding,
    section_finding,
)
from bot.github_status.judge.drift.words import claims_closed, claims_done
from bot.github_status.judge.sentences import day_text, listed
from bot.github_status.judge.states import OPEN
from bot.github_status.judge.verdicts import TICK, DriftKind, Finding, RowState

_KIND = DriftKind.TEXT_CONTRADICTS
_DROP_WORDS = "drop the words about blocking"


def text_contradicts(ground: Ground, workstream: Workstream) -> Iterator[Finding]:
    """Of a section: it "blocks" what has landed. Of a row: that, or it claims an end that is not
    so.

    A row whose words agree with GitHub while its box does not is left to the kinds about boxes.
    """
    landed = blocked_and_landed(ground, workstream, workstream.name)
    if landed:
        finding = section_finding(_KIND, workstream, _blocking_evidence(landed), _DROP_WORDS)
        yield replace(finding, landed_at=_days(landed))
    for row in workstream.rows:
        yield from _of_row(ground, workstream, row)


def _of_row(ground: Ground, workstream: Workstream, row: Row) -> Iterator[Finding]:
    evidence = _box_evidence(ground, row) or _state_evidence(ground, row)
    if evidence:
        repair = TICK if row.box is Box.EMPTY and _has_ended(ground, row) else None
        yield row_finding(_KIND, row, workstream, evidence, repair)
        return
    landed = blocked_and_landed(ground, workstream, row.text)
    if landed and ground.done(row.primary) is not True:
        yield row_finding(_KIND, row, workstream, _blocking_evidence(landed), _DROP_WORDS)


def _has_ended(ground: Ground, row: Row) -> bool:
    """Ticking is right: the fix landed, or only the words tell of a state at all."""
    return _fix_landed(ground, row) or ground.state(own_ref(row)) is RowState.UNKNOWN


def _fix_landed(ground: Ground, row: Row) -> bool:
    fixes = refs_in_roles(row, Role.FIXED_BY)
    return bool(fixes) and ground.all_done(fixes) is True


def _box_evidence(ground: Ground, row: Row) -> str | None:
    """The words say that it ended, the box is empty, and GitHub does not settle it."""
    if row.box is not Box.EMPTY or ground.done(own_ref(row)) is True:
        return None
    if _fix_landed(ground, row):
        fixes = _fixes_landed(ground, refs_in_roles(row, Role.FIXED_BY))
        return f"The words say that it was fixed by {fixes}; the box is empty."
    is_settled = own_ref(row) is not None and ground.state(own_ref(row)) is not RowState.UNKNOWN
    said = _said(ground, row)
    return f"The words say {said}; the box is empty." if said and not is_settled else None


def _fixes_landed(ground: Ground, fixes: tuple[Ref, ...]) -> str:
    """The fixes as the words name them, and apart from that what GitHub says of them."""
    landed = [(ref, f"{_how_done(ground, ref)}{ground.when(ref)}") for ref in fixes]
    if len(landed) == 1:
        return "".join(f"{ref}, which {how}" for ref, how in landed)
    return listed(f"{ref} (it {how})" for ref, how in landed)


def _how_done(ground: Ground, ref: Ref) -> str:
    return "merged" if ground.state(ref) is RowState.MERGED else "was closed as completed"


def _state_evidence(ground: Ground, row: Row) -> str | None:
    """The words say that it ended, and GitHub says otherwise."""
    state = ground.state(own_ref(row))
    said = _said(ground, row)
    # A ticked box that is wrong is the business of `ticked_unmerged`.
    if said and state in OPEN and row.box is not Box.TICKED:
        return f"The words say {said}; GitHub says open."
    if state is RowState.CLOSED and claims_done(row) and ground.done(own_ref(row)) is False:
        has_fix = bool(refs_in_roles(row, Role.FIXED_BY))
        return None if has_fix else f"The words say {said}; GitHub says closed without a merge."
    return None


def _said(ground: Ground, row: Row) -> str | None:
    """What end the words claim; `None` when they claim none.

    A fix that is named and known to be still open claims nothing yet; a row that is struck through
    because others took its place is theirs to finish.
    """
    fixes = refs_in_roles(row, Role.FIXED_BY)
    if fixes and ground.all_done(fixes) is False:
        return None
    if row.struck and not refs_in_roles(row, *SUCCESSORS):
        return "that it is over, being struck through"
    if claims_done(row):
        return "that it is done"
    return "that it is closed" if claims_closed(row) else None


def _days(landed: tuple[Landed, ...]) -> tuple[datetime, ...]:
    """When each landed, where all the days are known."""
    days = sorted(each.landed_at for each in landed if each.landed_at is not None)
    return tuple(days) if len(days) == len(landed) else ()


def _blocking_evidence(landed: tuple[Landed, ...]) -> str:
    dated = listed(
        f"{blocked.workstream.name} (merged {day_text(blocked.landed_at)})"
        if blocked.landed_at
        else blocked.workstream.name
        for blocked in landed
    )
    return f"The words say that it blocks other work, and all of that has landed: {dated}."
