"""Words of a row or a label that contradict its box or the state."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from bot.github_status.facts.index import Box, Role, Row, Workstream
from bot.github_status.facts.pulls import Pull
from bot.github_status.facts.refs import Ref
from bot.github_status.judge.drift.blocking import Landed, blocked_and_landed
from bot.github_status.judge.drift.ground import (
    Ground,
    row_finding,
    section_finding,
)
from bot.github_status.judge.drift.replaced import is_undone, reverts_of
from bot.github_status.judge.drift.words import (
    claims_closed,
    claims_done,
    collects_done,
    denies_end,
    is_hedged,
)
from bot.github_status.judge.named import SUCCESSORS, own_ref, refs_in_roles
from bot.github_status.judge.relation import Relation
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
    is_believed = collects_done(workstream) and _mostly_done(ground, workstream)
    for row in workstream.rows:
        yield from _of_row(ground, workstream, row)
        if is_believed:
            yield from _of_label(ground, workstream, row)


def _mostly_done(ground: Ground, workstream: Workstream) -> bool:
    """A label whose rows are mostly open is no claim about each of them: it may just not end where
    it should."""
    done = sum(_is_over(ground, row) for row in workstream.rows)
    return done * 2 > len(workstream.rows)


def _is_over(ground: Ground, row: Row) -> bool:
    is_done = ground.done(row.primary) is True
    return row.box is Box.TICKED or row.struck or is_done or claims_done(row)


def _of_label(ground: Ground, workstream: Workstream, row: Row) -> Iterator[Finding]:
    """It stands under "✅ Resolved", and nothing else says that it is done."""
    if _is_over(ground, row):
        return
    stands = f"It stands under “{workstream.name}”"
    if ground.state(row.primary) in OPEN:
        yield row_finding(_KIND, row, workstream, f"{stands}; GitHub says open.", None)
    elif row.primary is None and row.box is Box.EMPTY:
        yield row_finding(_KIND, row, workstream, f"{stands}; the box is empty.", TICK)


def _of_row(ground: Ground, workstream: Workstream, row: Row) -> Iterator[Finding]:
    missing = _missing_fix_evidence(ground, row)
    if missing:
        by = [one for ref in refs_in_roles(row, Role.FIXED_BY) for one in _undone_by(ground, ref)]
        yield row_finding(_KIND, row, workstream, missing, None, by=by)
        return
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
    is_whole = not denies_end(row) and not any(is_undone(ground, ref) for ref in fixes)
    return bool(fixes) and is_whole and ground.all_done(fixes) is True


def _missing_fix_evidence(ground: Ground, row: Row) -> str | None:
    """The words name a fix as done, and GitHub says that it is not, or not any more."""
    fixes = refs_in_roles(row, Role.FIXED_BY)
    is_claimed = (row.struck or claims_done(row)) and not is_hedged(row)
    if not is_claimed or ground.done(own_ref(row)) is True:
        return None
    missing = [said for ref in fixes if (said := _not_landed(ground, ref))]
    # A ticked box whose fix is open is the business of `ticked_unmerged`.
    is_told = row.box is Box.TICKED and ground.state(row.primary) in OPEN
    if not missing or is_told:
        return None
    said = f"The words say that it was fixed by {listed(map(str, fixes))}"
    return f"{said}; GitHub says that {listed(missing)}."


def _undone_by(ground: Ground, ref: Ref) -> tuple[Relation, ...]:
    return tuple(one for one in reverts_of(ground, ref) if one.is_stated)


def _not_landed(ground: Ground, ref: Ref) -> str | None:
    """ "acme/x#12 is open"; `None` when it landed, or nobody knows."""
    undone_by = _undone_by(ground, ref)
    if undone_by:
        by = listed(str(one.ref) for one in undone_by)
        return f"{ref} merged{ground.when(ref)} and was reverted by {by}"
    if ground.done(ref) is not False:
        return None
    if ground.state(ref) in OPEN:
        return f"{ref} is open"
    how = "without a merge" if isinstance(ground.item(ref), Pull) else "without being completed"
    return f"{ref} was closed {how}{ground.when(ref)}"


def _box_evidence(ground: Ground, row: Row) -> str | None:
    """The words say that it ended, the box is empty, and GitHub does not settle it."""
    if row.box is not Box.EMPTY or ground.done(own_ref(row)) is True:
        return None
    if _fix_landed(ground, row):
        fixes = _fixes_landed(ground, refs_in_roles(row, Role.FIXED_BY))
        how = "name its fix," if is_hedged(row) else "say that it was fixed by"
        return f"The words {how} {fixes}; the box is empty."
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
    if is_hedged(row):
        return None
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
