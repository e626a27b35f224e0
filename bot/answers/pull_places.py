"""Where a pull request is tracked: the rows that list it or name it, in every tracker."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.answers.answer import Code, Line, Note
from bot.answers.audience import Audience
from bot.answers.links import ref_label
from bot.answers.parts import NAME_AT_MOST, Part, joined, plural, said, shortened
from bot.answers.private import private_refs, redacted
from bot.answers.rows import Telling, box_state
from bot.answers.scope import path_words
from bot.github_status.facts.index import Role, Row, Workstream
from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Snapshot
from bot.github_status.judge.named import own_ref
from bot.github_status.judge.relation import Confidence
from bot.github_status.judge.verdicts import DriftKind, Finding, JudgedRow, JudgedTracker

ROWS_AT_MOST = 5
"""Rows of one other tracker that are told."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Elsewhere:
    """The newest reading of another tracker."""

    name: str
    """Its short name."""
    snapshot: Snapshot


def place_lines(listing: Sequence[JudgedRow]) -> Iterator[Line]:
    """Each row that lists it."""
    for row in listing:
        yield Line(_place_part(row.row.primary, row.row, row.workstream))


def naming_lines(ref: Ref, naming: Sequence[JudgedRow], telling: Telling) -> Iterator[Line]:
    """Each row that names it beside what it is about."""
    for row in naming:
        about = f"{ref_label(row.ref, telling.tracker)} " if row.ref else ""
        where = _where(ref, row.row, row.workstream)
        yield Line(said(f"{where}: {about}“{shortened(row.row.text)}”"))


def elsewhere_lines(ref: Ref, elsewhere: Sequence[Elsewhere], audience: Audience) -> Iterator[Line]:
    """Rows of other trackers that list or name it; nothing of those this audience may not see."""
    for other in elsewhere:
        hidden = frozenset[Ref]() if audience.sees_private else private_refs(other.snapshot)
        if hidden is None or ref in hidden:
            continue
        rows = [
            (workstream, row)
            for workstream, row in other.snapshot.index.rows()
            if row.primary not in hidden and any(named.ref == ref for named in row.refs)
        ]
        name = shortened(other.name, at_most=NAME_AT_MOST)
        for workstream, row in rows[:ROWS_AT_MOST]:
            yield Line((*said(f"{name}: "), *_place_part(ref, row, workstream)))
        if len(rows) > ROWS_AT_MOST:
            yield Line(said(f"{name}: {len(rows) - ROWS_AT_MOST} more rows name it"))


def missing_finding(tracker: JudgedTracker, ref: Ref, audience: Audience) -> Finding | None:
    """That it should be listed, or perhaps should; as far as this audience may see."""
    found = redacted(tracker, audience).findings()
    return next((f for f in found if f.kind is DriftKind.MISSING_ROW and f.ref == ref), None)


def belongs_words(finding: Finding) -> str:
    """ "belongs in Data Plane › Router Replay (R3)", "may belong in …"."""
    belongs = "belongs" if finding.confidence is Confidence.STATED else "may belong"
    return f"{belongs} in {shortened(path_words(finding.path), at_most=NAME_AT_MOST)}"


def unlisted_note(name: str, finding: Finding | None) -> Note:
    """That this tracker has no row about it, and where one would stand."""
    where = said(f"; {belongs_words(finding)}: ask ", Code("drift")) if finding else ()
    return Note((*said(f"Not listed in {name or 'this tracker'}"), *where, *said(".")))


def _how(row: Row, ref: Ref | None) -> str:
    """How the row has it: as its work, or for something else."""
    if ref is None or own_ref(row) == ref:
        return "Listed in "
    return _NAMED_IN[_role(row, ref)]


_NAMED_IN = {
    Role.FIXED_BY: "Named as the fix of a row in ",
    Role.SPLIT_INTO: "Named as what a row was split into, in ",
    Role.SUPERSEDED_BY: "Named as what took the place of a row, in ",
    Role.DEPENDS_ON: "Named as what a row depends on, in ",
    Role.PART_OF: "Named as what a row is part of, in ",
    Role.CONTEXT: "Named in ",
    Role.PRIMARY: "Named in ",
}


def _role(row: Row, ref: Ref) -> Role:
    """What the row names it for; of its primary ref what its words say."""
    named = next((named for named in row.refs if named.ref == ref), None)
    if named is None:
        return Role.CONTEXT
    return named.claim or named.role if named.role is Role.PRIMARY else named.role


def _where(ref: Ref | None, row: Row, workstream: Workstream) -> str:
    """How the row has it, and where that stands."""
    return f"{_how(row, ref)}{path_words(workstream.path)}, line {row.line}"


def _place_part(ref: Ref | None, row: Row, workstream: Workstream) -> Part:
    owners = row.owners or workstream.owners
    owner = f"{plural(len(owners), 'owner')} {', '.join(owners)}" if owners else "no owner named"
    also = f"also {', '.join(row.also)}" if row.also else ""
    texts = (_where(ref, row, workstream), box_state(row.box), shortened(owner), shortened(also))
    return joined(said(text) for text in texts if text)
