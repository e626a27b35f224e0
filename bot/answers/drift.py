"""Where the index and GitHub disagree."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TypeAlias

from bot.answers.answer import Answer, Block, Buttons, DriftFacts, Heading, Line, Note, Plain, Span
from bot.answers.audience import Audience
from bot.answers.coverage import buttons, coverage_blocks
from bot.answers.drift_words import drift_words
from bot.answers.left import MENUS_AT_MOST, leave_menu, leave_one_button, left_blocks
from bot.answers.links import ref_span
from bot.answers.parts import (
    TITLE_NAME_AT_MOST,
    Part,
    continued,
    counted,
    joined,
    said,
    shortened,
    unstopped,
)
from bot.answers.private import redacted
from bot.answers.repair_offers import repair_buttons
from bot.answers.repairs import repair_part
from bot.answers.replaced import replaced_in_depth
from bot.answers.rows import short_row_line
from bot.answers.scope import (
    Chosen,
    chosen_workstreams,
    part_read,
    path_words,
    scope_question,
    scope_words,
)
from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Reading
from bot.github_status.judge.around import every_nearby
from bot.github_status.judge.verdicts import (
    DriftKind,
    Finding,
    JudgedRow,
    JudgedTracker,
    findings_by_line,
    left_by_line,
)

_TOLD_BY_RELATIONS = (
    DriftKind.CLOSED_LISTED,
    DriftKind.SUCCESSOR_LANDED,
    DriftKind.REVERTED,
)

Readings: TypeAlias = Mapping[Ref, Reading]

_SAID_BY_STATE = (
    DriftKind.MERGED_UNTICKED,
    DriftKind.DONE_UNTICKED,
    DriftKind.TICKED_UNMERGED,
    DriftKind.CLOSED_LISTED,
)
"""Kinds whose first sentence of evidence says what the title and the state of the row say."""


def drift_answer(
    tracker: JudgedTracker,
    *,
    audience: Audience,
    workstreams: Chosen = None,
    can_repair: bool = False,
    name: str = "",
) -> Answer:
    """Every finding, by kind; `workstreams`: only in and under these, `None`: everywhere.

    `can_repair`: a button may offer to tick boxes. `name`: what the tracker is called, for what is
    offered at each finding; empty: nothing is.
    """
    question = scope_question("drift", workstreams)
    repair = repair_buttons(tracker, audience=audience, workstreams=workstreams, question=question)
    tracker = redacted(tracker, audience)
    chosen = chosen_workstreams(tracker, workstreams)
    findings, left = findings_by_line(chosen), left_by_line(chosen)
    readings = {reading.ref: reading for reading in tracker.snapshot.readings}
    part = part_read(tracker, workstreams)
    where = scope_words(workstreams)
    title = _title(len(findings), where, left=len(left), complete=part.coverage.is_complete)
    blocks: tuple[Block, ...] = (
        Heading(said(title)),
        *(repair if can_repair else ()),
        *_kind_blocks(
            findings, tracker, readings, name=name if len(findings) <= MENUS_AT_MOST else ""
        ),
        *left_blocks(left, tracker, readings, name=name),
        *coverage_blocks(tracker, part),
        Buttons((*buttons(question=question).buttons, *leave_one_button(name, findings))),
    )
    facts = DriftFacts(tracker=tracker, findings=findings, coverage=part.coverage, left=left)
    return Answer(blocks=blocks, facts=facts, title=title)


def _title(count: int, where: str, *, left: int, complete: bool) -> str:
    if count:
        return f"{counted(count, 'disagreement')} of index and GitHub{where}"
    but = " but for what was left as it is" if left else ""
    if complete:
        return f"Index and GitHub agree{where}{but}."
    return f"Index and GitHub agree{where}{but}, as far as could be read."


def _kind_blocks(
    findings: tuple[Finding, ...], tracker: JudgedTracker, readings: Readings, *, name: str
) -> Iterator[Block]:
    rows = {finding: row for row in tracker.rows() for finding in row.findings}
    for kind in DriftKind:
        of_kind = [finding for finding in findings if finding.kind is kind]
        if not of_kind:
            continue
        # What several have in common is said once, above them.
        evidence = _common(map(_own_evidence, of_kind))
        repair = _common(finding.repair or "" for finding in of_kind)
        count = said(f"{drift_words(kind)} · {len(of_kind)}")
        yield Heading(joined([count, repair_part(repair) if repair else ()]), level=2)
        if evidence:
            yield Note(said(shortened(evidence)))
        for finding in of_kind:
            row = rows.get(finding)
            own = () if evidence else _told_parts(finding, row, tracker)
            also = (*own, () if repair else _mended_part(finding))
            line = _finding_line(finding, row, tracker, readings, also=also)
            yield replace(line, menu=leave_menu(name, finding))


def _finding_line(
    finding: Finding,
    row: JudgedRow | None,
    tracker: JudgedTracker,
    readings: Readings,
    *,
    also: tuple[Part, ...],
) -> Line:
    """The row that it is about; else the section, or the ref that a row only names."""
    below = "below line" if finding.kind is DriftKind.MISSING_ROW else "line"
    also = (said(f"{below} {finding.line}"), *also)
    if row is not None and finding.ref == row.ref:
        return short_row_line(row, tracker, also=also)
    subject = said(_subject(finding, tracker, readings))
    return Line(joined([(*subject, *_title_part(finding, tracker)), *also]))


def _title_part(finding: Finding, tracker: JudgedTracker) -> Part:
    """What a missing pull request is called."""
    if finding.kind is not DriftKind.MISSING_ROW:
        return ()
    titles = (one.title for one in every_nearby(tracker.snapshot) if one.ref == finding.ref)
    title = next(titles, "")
    return said(f" {shortened(title)}") if title else ()


def _told_parts(
    finding: Finding, row: JudgedRow | None, tracker: JudgedTracker
) -> tuple[Part, ...]:
    """The evidence; of what took the place of a row each one apart."""
    if row is not None and finding.kind in _TOLD_BY_RELATIONS and finding.names:
        return tuple(replaced_in_depth(row, tracker))
    own = continued(_own_evidence(finding))
    return (said(own),) if own else ()


def _own_evidence(finding: Finding) -> str:
    """What neither the title nor the state of the row says."""
    if finding.kind in _SAID_BY_STATE:
        return finding.evidence.partition(". ")[2]
    is_title = unstopped(finding.evidence) == drift_words(finding.kind)
    return "" if is_title else finding.evidence


def _common(texts: Iterable[str]) -> str:
    """The text of all of them, where it is the same and there are several; else empty."""
    found = list(texts)
    return found[0] if len(found) > 1 and len(set(found)) == 1 else ""


def _mended_part(finding: Finding) -> Part:
    return (*said("repair: "), *repair_part(finding.repair)) if finding.repair else ()


def _subject(finding: Finding, tracker: JudgedTracker, readings: Readings) -> Span:
    if finding.ref is None:
        return Plain(shortened(path_words(finding.path), at_most=TITLE_NAME_AT_MOST))
    return ref_span(finding.ref, readings.get(finding.ref), tracker)
