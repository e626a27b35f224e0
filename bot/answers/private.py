"""Private rows, made unreadable for an audience that may not see them.

What stays: that there is a row, where it stands, its state, its days and its numbers. What goes:
title, ref, words, people, and every sentence that was made from them.
"""

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from bot.answers.audience import Audience
from bot.answers.drift_words import drift_words
from bot.answers.hidden_why import without_hidden_why
from bot.github_status.facts.index import Index, Problem, Row, Workstream
from bot.github_status.facts.known import UNKNOWN, Known
from bot.github_status.facts.pulls import Issue, Item, Pull
from bot.github_status.facts.refs import Ref, Repository
from bot.github_status.facts.snapshot import Reading, Snapshot
from bot.github_status.judge.around import every_nearby, without_nearby
from bot.github_status.judge.verdicts import (
    TICK,
    DriftKind,
    Finding,
    JudgedRow,
    JudgedTracker,
    JudgedWorkstream,
    Turn,
)

PRIVATE_PULL = "a private pull request"
PRIVATE_TRACKER = "a private tracker"

_NO_REF = Ref(Repository("private", "private"), 1)


def redacted(tracker: JudgedTracker, audience: Audience) -> JudgedTracker:
    """The same tracker, without anything private that this audience may not see.

    What is not known to be public is private. Of a private tracker every row is private; the names
    of its workstreams and their owners stay.
    """
    if audience.sees_private:
        return tracker
    veil = _veil(tracker.snapshot)
    if not veil.hidden and not veil.tracker_is_private:
        return tracker
    return replace(
        tracker,
        snapshot=_veiled_snapshot(tracker.snapshot, veil),
        workstreams=tuple(_veiled_workstream(w, veil) for w in tracker.workstreams),
    )


def private_refs(snapshot: Snapshot) -> frozenset[Ref] | None:
    """The refs that only who sees private rows may see; `None`: every row, the tracker is
    private."""
    veil = _veil(snapshot)
    return None if veil.tracker_is_private else frozenset(veil.hidden)


def private_rows(tracker: JudgedTracker, part: Snapshot) -> int:
    """How many rows of a redacted tracker are hidden, of those whose readings are in this part."""
    here = {reading.ref for reading in part.readings}
    hidden = (row for row in tracker.rows() if row.ref is None and row.row.text == PRIVATE_PULL)
    return sum(row.reading is None or row.reading.ref in here for row in hidden)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Veil:
    """What is hidden, decided once."""

    hidden: Mapping[Ref, Ref]
    """Each hidden ref, and what stands for it where a ref has to stand; nobody is shown that."""
    tracker_is_private: bool

    def covers(self, row: Row) -> bool:
        """The row is about something hidden."""
        return self.tracker_is_private or row.primary in self.hidden

    def hides(self, finding: Finding) -> bool:
        """It rests on something hidden."""
        return self.tracker_is_private or not self.hidden.keys().isdisjoint(finding.names)

    def touches(self, row: Row) -> bool:
        """The row names something hidden."""
        return self.covers(row) or any(ref.ref in self.hidden for ref in row.refs)


def _veil(snapshot: Snapshot) -> _Veil:
    tracker_is_private = _is_private(snapshot.issue.is_private)
    hidden = [
        reading.ref
        for reading in snapshot.readings
        if tracker_is_private or (reading.item is not None and _is_private(reading.item.is_private))
    ]
    beside = [
        pull.ref
        for pull in every_nearby(snapshot)
        if tracker_is_private or _is_private(pull.is_private)
    ]
    every = list(dict.fromkeys((*hidden, *beside)))
    return _Veil(hidden=_stand_ins(every), tracker_is_private=tracker_is_private)


def _stand_ins(refs: list[Ref]) -> Mapping[Ref, Ref]:
    """As many refs in as many repositories, without their names."""
    repositories = list(dict.fromkeys(ref.repository for ref in refs))
    return {
        ref: Ref(Repository("private", str(repositories.index(ref.repository))), number)
        for number, ref in enumerate(refs, start=1)
    }


def _is_private(private: Known[bool]) -> bool:
    return private is UNKNOWN or private


def _veiled_snapshot(snapshot: Snapshot, veil: _Veil) -> Snapshot:
    snapshot = without_nearby(snapshot, veil.hidden)
    readings = tuple(
        _veiled_reading(reading, veil) if reading.ref in veil.hidden else reading
        for reading in snapshot.readings
    )
    issue = replace(snapshot.issue, body="")
    if veil.tracker_is_private:
        issue = replace(
            issue, ref=_NO_REF, node_id="", url="", title=PRIVATE_TRACKER, author=UNKNOWN
        )
    return replace(
        snapshot,
        tracker=_NO_REF if veil.tracker_is_private else snapshot.tracker,
        issue=issue,
        index=_veiled_index(snapshot.index, veil),
        readings=readings,
    )


def _veiled_index(index: Index, veil: _Veil) -> Index:
    return Index(
        workstreams=tuple(_veiled_section(section, veil) for section in index.workstreams),
        problems=tuple(map(_veiled_problem, index.problems)),
    )


def _veiled_section(section: Workstream, veil: _Veil) -> Workstream:
    return replace(
        section,
        rows=tuple(_veiled_row_facts(row) if veil.covers(row) else row for row in section.rows),
        workstreams=tuple(_veiled_section(inner, veil) for inner in section.workstreams),
    )


def _veiled_problem(problem: Problem) -> Problem:
    return replace(problem, message="This line could not be read safely.", suggestion=None)


def _veiled_row_facts(row: Row) -> Row:
    return replace(row, text=PRIVATE_PULL, refs=(), also=(), owners=(), status=None)


def _veiled_reading(reading: Reading, veil: _Veil) -> Reading:
    stand_in = veil.hidden.get(reading.ref, _NO_REF)
    item = None if reading.item is None else _veiled_item(reading.item, stand_in)
    reason = "It could not be read." if reading.reason else ""
    return replace(reading, ref=stand_in, item=item, reason=reason, mentions=UNKNOWN)


def _without_hidden(reading: Reading, veil: _Veil) -> Reading:
    """The reading without mentions by what is hidden."""
    if reading.mentions is UNKNOWN:
        return reading
    shown = (one for one in reading.mentions if one.pull.ref not in veil.hidden)
    return replace(reading, mentions=tuple(shown))


def _veiled_item(item: Item, stand_in: Ref) -> Item:
    """Only its state and its days."""
    if isinstance(item, Issue):
        return Issue(
            ref=stand_in,
            node_id="",
            url="",
            title=PRIVATE_PULL,
            state=item.state,
            reason=item.reason,
            is_private=True,
            created_at=item.created_at,
            closed_at=item.closed_at,
        )
    return Pull(
        ref=stand_in,
        node_id="",
        url="",
        title=PRIVATE_PULL,
        state=item.state,
        is_draft=item.is_draft,
        is_private=True,
        created_at=item.created_at,
        merged_at=item.merged_at,
        closed_at=item.closed_at,
    )


def _veiled_workstream(judged: JudgedWorkstream, veil: _Veil) -> JudgedWorkstream:
    return replace(
        judged,
        workstream=_veiled_section(judged.workstream, veil),
        rows=tuple(_veiled_row(row, veil) for row in judged.rows),
        also_here=tuple(_veiled_row(row, veil) for row in judged.also_here),
        findings=tuple(_veiled_findings(judged.findings, veil)),
        left=tuple(_veiled_findings(judged.left, veil)),
        problems=tuple(_veiled_problems(judged, veil)),
        workstreams=tuple(_veiled_workstream(inner, veil) for inner in judged.workstreams),
    )


def _veiled_problems(judged: JudgedWorkstream, veil: _Veil) -> Iterator[Problem]:
    """A problem belongs to the row that begins last before it; its message quotes that row."""
    lines = [row.row.line for row in judged.rows]
    for problem in judged.problems:
        after = bisect_right(lines, problem.line)
        about_hidden = after > 0 and veil.covers(judged.rows[after - 1].row)
        is_hidden = veil.tracker_is_private or about_hidden
        yield _veiled_problem(problem) if is_hidden else problem


def _veiled_findings(findings: tuple[Finding, ...], veil: _Veil) -> Iterator[Finding]:
    """Of a section. That a private one is missing is not said at all: its line would be public."""
    for finding in findings:
        if finding.kind is not DriftKind.MISSING_ROW:
            plain = _plain_finding(finding, veil)
            yield replace(plain, subject="") if veil.tracker_is_private else plain
        elif not veil.hides(finding):
            yield finding


def _veiled_row(row: JudgedRow, veil: _Veil) -> JudgedRow:
    section = _veiled_section(row.workstream, veil)
    row = replace(
        row,
        relations=tuple(r for r in row.relations if veil.hidden.keys().isdisjoint(r.names)),
        reading=None if row.reading is None else _without_hidden(row.reading, veil),
    )
    if not veil.touches(row.row):
        shown, left = (
            tuple(
                _plain_finding(f, veil) if veil.hides(f) else without_hidden_why(f, veil.hidden)
                for f in findings
            )
            for findings in (row.findings, row.left)
        )
        return replace(row, workstream=section, findings=shown, left=left)
    findings, left = (
        tuple(_plain_finding(finding, veil) for finding in every)
        for every in (row.findings, row.left)
    )
    if not veil.covers(row.row):
        return replace(row, workstream=section, findings=findings, left=left)
    return replace(
        row,
        row=_veiled_row_facts(row.row),
        workstream=section,
        reading=None if row.reading is None else _veiled_reading(row.reading, veil),
        staleness=replace(row.staleness, parked_because=None, parked_by=None, last_progress=None),
        turn=_veiled_turn(row.turn),
        findings=tuple(map(_hidden_finding, findings)),
        left=tuple(map(_hidden_finding, left)),
        relations=(),
    )


def _veiled_turn(turn: Turn) -> Turn:
    return replace(turn, people=(), reason="this is a private pull request", command=None)


def _plain_finding(finding: Finding, veil: _Veil) -> Finding:
    """The finding without a word that may come from a private row."""
    is_hidden = finding.ref in veil.hidden
    return replace(
        finding,
        ref=None if is_hidden else finding.ref,
        evidence=f"{drift_words(finding.kind)}.",
        repair=TICK if finding.repair == TICK else None,
        names=(),
        confidence=None,
        subject="" if is_hidden else finding.subject,
        left=None if finding.left is None else replace(finding.left, why=""),
    )


def _hidden_finding(finding: Finding) -> Finding:
    """The same, of a private row: not what it is about, nor by whom it was left."""
    left = None if finding.left is None else replace(finding.left, by="", evidence="")
    return replace(finding, ref=None, subject="", left=left)
