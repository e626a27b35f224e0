"""Where the index and GitHub disagree."""

from collections.abc import Iterator, Mapping
from typing import TypeAlias, assert_never

from bot.answers.answer import Answer, Block, DriftFacts, Heading, Line, Plain, Span
from bot.answers.audience import Audience
from bot.answers.coverage import buttons, coverage_blocks
from bot.answers.links import ref_span
from bot.answers.parts import TITLE_NAME_AT_MOST, Part, counted, joined, said, shortened, unstopped
from bot.answers.private import redacted
from bot.answers.repairs import repair_part
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
from bot.github_status.judge.verdicts import DriftKind, Finding, JudgedTracker, findings_by_line

Readings: TypeAlias = Mapping[Ref, Reading]


def drift_answer(
    tracker: JudgedTracker, *, audience: Audience, workstreams: Chosen = None
) -> Answer:
    """Every finding, by kind; `workstreams`: only in and under these, `None`: everywhere."""
    tracker = redacted(tracker, audience)
    findings = findings_by_line(chosen_workstreams(tracker, workstreams))
    part = part_read(tracker, workstreams)
    where = scope_words(workstreams)
    title = _title(len(findings), where, complete=part.coverage.is_complete)
    blocks: tuple[Block, ...] = (
        Heading(said(title)),
        *_kind_blocks(findings, tracker),
        *coverage_blocks(tracker, part),
        buttons(question=scope_question("drift", workstreams)),
    )
    facts = DriftFacts(tracker=tracker, findings=findings, coverage=part.coverage)
    return Answer(blocks=blocks, facts=facts, title=title)


def drift_words(kind: DriftKind) -> str:
    """A kind of disagreement, as a title."""
    match kind:
        case DriftKind.MERGED_UNTICKED:
            return "Merged, box empty"
        case DriftKind.DONE_UNTICKED:
            return "Done, box empty"
        case DriftKind.TICKED_UNMERGED:
            return "Box ticked, not merged"
        case DriftKind.CLOSED_LISTED:
            return "Closed without a merge, still listed"
        case DriftKind.TEXT_CONTRADICTS:
            return "Words that contradict box or state"
        case DriftKind.SUCCESSOR_LANDED:
            return "What took its place has landed"
        case DriftKind.CROSS_REFERENCE:
            return "Names workstreams that do not list it"
        case DriftKind.NOT_FOUND:
            return "Not found"
        case DriftKind.NOT_VISIBLE:
            return "Not visible"
        case DriftKind.MALFORMED_REF:
            return "Ref that GitHub does not read"
        case DriftKind.MOVED:
            return "Renamed or transferred"
        case DriftKind.NO_OWNER:
            return "No owner named"
        case DriftKind.UNKNOWN_OWNER:
            return "Owner nobody is linked to"
        case DriftKind.OWNER_DIFFERS:
            return "Nothing by, reviewed by or assigned to its owner"
        case DriftKind.DUPLICATE_ROW:
            return "Listed twice in one workstream"
        case _:
            assert_never(kind)


def _title(count: int, where: str, *, complete: bool) -> str:
    if count:
        return f"{counted(count, 'disagreement')} of index and GitHub{where}"
    if complete:
        return f"Index and GitHub agree{where}."
    return f"Index and GitHub agree{where}, as far as could be read."


def _kind_blocks(findings: tuple[Finding, ...], tracker: JudgedTracker) -> Iterator[Block]:
    readings = {reading.ref: reading for reading in tracker.snapshot.readings}
    for kind in DriftKind:
        of_kind = [finding for finding in findings if finding.kind is kind]
        if not of_kind:
            continue
        common = _common_repair(of_kind)
        count = said(f"{drift_words(kind)} · {len(of_kind)}")
        yield Heading(joined([count, repair_part(common) if common else ()]), level=2)
        for finding in of_kind:
            subject = _subject(finding, tracker, readings)
            repair = None if common else finding.repair
            yield Line(_finding_part(subject, finding, repair=repair))


def _common_repair(findings: list[Finding]) -> str | None:
    """What mends all of them, where it is the same and there are several."""
    repairs = {finding.repair for finding in findings}
    return next(iter(repairs)) if len(findings) > 1 and len(repairs) == 1 else None


def _finding_part(subject: Span, finding: Finding, *, repair: str | None) -> Part:
    about = said(subject)
    line = said(f"line {finding.line}")
    evidence = said(unstopped(finding.evidence))
    mended = (*said("repair: "), *repair_part(repair)) if repair else ()
    return joined([about, line, evidence, mended])


def _subject(finding: Finding, tracker: JudgedTracker, readings: Readings) -> Span:
    if finding.ref is None:
        return Plain(shortened(path_words(finding.path), at_most=TITLE_NAME_AT_MOST))
    return ref_span(finding.ref, readings.get(finding.ref), tracker)
