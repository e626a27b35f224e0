"""The text of somebody's edit that a repair went over, as whoever is told may read it. Pure."""

from collections.abc import Callable
from dataclasses import replace

from bot.answers.audience import Audience
from bot.answers.private import PRIVATE_PULL, private_refs
from bot.github_status.facts.edits import Edit
from bot.github_status.facts.known import UNKNOWN
from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Snapshot
from bot.github_status.index import parse_index
from bot.github_status.repair import lines_of
from bot.github_status.repair_outcomes import OverwroteSomebody, RepairOutcome

HIDDEN_LINE = f"({PRIVATE_PULL})"


def outcome_for(outcome: RepairOutcome, snapshot: Snapshot, audience: Audience) -> RepairOutcome:
    """The same, with every line of others' texts that belongs to a private row replaced for those
    who may not see it. `snapshot`: the tracker as last read, not redacted."""
    if audience.sees_private or not isinstance(outcome, OverwroteSomebody):
        return outcome
    hidden = private_refs(snapshot)
    return replace(
        outcome, edits=tuple(_edit_for(edit, snapshot, hidden) for edit in outcome.edits)
    )


def _edit_for(edit: Edit, snapshot: Snapshot, hidden: frozenset[Ref] | None) -> Edit:
    if edit.text is None or hidden is None:
        return replace(edit, text=None)
    return replace(edit, text=_without_private(edit.text, snapshot, _public(snapshot, hidden)))


def _public(snapshot: Snapshot, hidden: frozenset[Ref]) -> Callable[[Ref], bool]:
    """Whether a ref may be told. A text may name some that were never read: those are as private as
    their repository, and what is not known to be public is private."""
    read = [reading for reading in snapshot.readings if reading.ref not in hidden]
    refs = {reading.ref for reading in read}
    repositories = {reading.ref.repository for reading in read if reading.item is not None}
    if snapshot.issue.is_private is not UNKNOWN and not snapshot.issue.is_private:
        repositories.add(snapshot.issue.ref.repository)
    return lambda ref: ref not in hidden and (ref in refs or ref.repository in repositories)


def _without_private(text: str, snapshot: Snapshot, is_public: Callable[[Ref], bool]) -> str:
    """A row reaches from its line to where the next row or workstream begins."""
    index = parse_index(text, repository=snapshot.issue.ref.repository)
    rows = {row.line: all(is_public(named.ref) for named in row.refs) for _, row in index.rows()}
    openings = {workstream.line: True for workstream in index.walk()}
    shown, is_shown = list[str](), True
    for line, words in enumerate(lines_of(text), start=1):
        begins = rows.get(line, openings.get(line))
        is_shown = is_shown if begins is None else begins
        if is_shown:
            shown.append(words)
        elif begins is not None:
            shown.append(HIDDEN_LINE)
    return "\n".join(shown)
