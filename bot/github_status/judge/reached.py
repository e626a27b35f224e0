"""How far a row is: what GitHub says of what it is about, else what its box says."""

from collections.abc import Iterable, Iterator
from typing import Protocol

from bot.github_status.facts.index import Box, Role, Row
from bot.github_status.facts.refs import Ref
from bot.github_status.judge.drift.ground import Ground
from bot.github_status.judge.drift.replaced import is_undone
from bot.github_status.judge.drift.words import claims_done, denies_end, is_hedged
from bot.github_status.judge.how_far import Reached, RowCounts
from bot.github_status.judge.named import SUCCESSORS, own_ref, refs_in_roles
from bot.github_status.judge.states import OPEN
from bot.github_status.judge.verdicts import RowState


def reached(ground: Ground, row: Row) -> Reached:
    """How far the row is.

    GitHub decides where the row is about a ref. A fix, or what took the row's place, is done only
    when all of it is. A ref that the row names as context decides nothing.
    """
    fixes = refs_in_roles(row, Role.FIXED_BY)
    if own_ref(row) is not None:
        return _by_state(ground, row.primary)
    if row.primary is None or denies_end(row):
        return _by_box(row)
    if row.primary in fixes:
        return _by_fixes(ground, row, fixes)
    return _by_successors(ground, row)


def _by_box(row: Row) -> Reached:
    """Without a box the words are all there is."""
    if row.box is Box.NONE:
        return Reached.DONE if claims_done(row) and not is_hedged(row) else Reached.UNKNOWN
    return Reached.DONE if row.box is Box.TICKED else Reached.OPEN


def _by_state(ground: Ground, ref: Ref | None) -> Reached:
    state = ground.state(ref)
    if state is RowState.MERGED or ground.done(ref) is True:
        return Reached.DONE
    if state in OPEN:
        return Reached.OPEN
    return Reached.CLOSED if state is RowState.CLOSED else Reached.UNKNOWN


def _by_fixes(ground: Ground, row: Row, fixes: tuple[Ref, ...]) -> Reached:
    """The row is as far as its fixes, whatever became of an attempt."""
    landed = ground.all_done(fixes)
    if landed is False or any(is_undone(ground, ref) for ref in fixes):
        return Reached.OPEN
    if landed is None:
        return Reached.DONE if row.box is Box.TICKED else Reached.UNKNOWN
    return Reached.DONE


def _by_successors(ground: Ground, row: Row) -> Reached:
    each = {_by_state(ground, ref) for ref in refs_in_roles(row, *SUCCESSORS)}
    order = (Reached.OPEN, Reached.UNKNOWN, Reached.CLOSED)
    return next((one for one in order if one in each), Reached.DONE)


class Countable(Protocol):
    """What of a row is counted."""

    @property
    def row(self) -> Row:
        """As the index has it."""
        ...

    @property
    def own_ref(self) -> Ref | None:
        """The ref that is its work itself."""
        ...

    @property
    def reached(self) -> Reached:
        """How far it is."""
        ...


def row_counts(rows: Iterable[Countable]) -> RowCounts:
    """How many rows are how far: those about one ref of their own count once."""
    counted = tuple(_each_once(rows))
    states = [row.reached for row in counted]
    return RowCounts(
        rows=len(counted),
        done=states.count(Reached.DONE),
        open=states.count(Reached.OPEN),
        closed=states.count(Reached.CLOSED),
        unknown=states.count(Reached.UNKNOWN),
        ticked=sum(row.row.box is Box.TICKED for row in counted),
        boxless=sum(row.row.box is Box.NONE for row in counted),
    )


def _each_once(rows: Iterable[Countable]) -> Iterator[Countable]:
    """Two rows of one fix are two rows; the same pull request in two places is one."""
    seen: set[Ref] = set()
    for row in rows:
        own = row.own_ref
        if own is None or own not in seen:
            yield row
        if own is not None:
            seen.add(own)
