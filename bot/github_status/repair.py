"""Repairing an index: which boxes could be changed, and the text with exactly those changed. Pure.

A repair changes box characters and nothing else. Places are characters of the body as GitHub gave
it, so line ends, entities and whatever lies beyond 16 bits stay as they are.
"""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Final

from bot.github_status.facts.index import Box, Row
from bot.github_status.facts.refs import Ref
from bot.github_status.judge.named import is_named_plainly, others
from bot.github_status.judge.states import is_done, item_of
from bot.github_status.judge.verdicts import (
    TICK,
    DriftKind,
    Finding,
    JudgedTracker,
    JudgedWorkstream,
)

TICKED: Final = "x"
"""What a repair writes; GitHub writes the same when somebody clicks on a box."""

_EMPTY = frozenset(" \t")
"""A box may also hold the end of its line; filling that one would move every line below."""

# As in CommonMark: https://spec.commonmark.org/0.31.2/#line-ending
_LINE_END = re.compile(r"\r\n|\n|\r")


@dataclass(frozen=True, slots=True, kw_only=True)
class BoxChange:
    """One box character, as it is and as it is to be."""

    at: int
    """Index in the body, in characters."""
    line: int
    """1-based line of the box."""
    column: int
    """Characters of that line before it."""
    before: str
    after: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """A box that could be ticked, and why."""

    row: Row
    box: BoxChange
    findings: tuple[Finding, ...]
    """What speaks for it, by kind; at least one."""
    names_unfinished: bool = False
    """The row names another one as its work, and that is not known to be done."""

    @property
    def is_sure(self) -> bool:
        """A merged pull request that the row names as its work; everything else is picked by a
        person, row by row."""
        is_merged = any(one.kind is DriftKind.MERGED_UNTICKED for one in self.findings)
        return is_merged and is_named_plainly(self.row) and not self.names_unfinished

    @property
    def evidence(self) -> str:
        """What the index says and what GitHub says, in sentences, each once."""
        return " ".join(dict.fromkeys(finding.evidence for finding in self.findings))


@dataclass(frozen=True, slots=True, kw_only=True)
class DiffLine:
    """A line that would change, without its line end."""

    line: int
    before: str
    after: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """Boxes to change in one text, and in no other one."""

    tracker: Ref
    """Where the issue is now."""
    body: str
    """The text that the proposal was made from."""
    boxes: tuple[BoxChange, ...]
    """By place, each once."""
    undoes: int | None = None
    """The repair that this takes back, by its id in the audit; `None`: it takes none back."""


def offers_of(
    tracker: JudgedTracker, workstreams: Iterable[JudgedWorkstream] | None = None
) -> tuple[Offer, ...]:
    """Every box that could be ticked, by its place; a row listed twice has two.

    `workstreams`: only in and under these; `None`: everywhere. A tracker judged as it was earlier
    has none: what is dated later is taken back there, and the text is that of today.
    """
    if tracker.as_it_was:
        return ()
    body = tracker.snapshot.issue.body
    starts = _line_starts(body)
    chosen = tracker.workstreams if workstreams is None else workstreams
    items = {reading.ref: item_of(reading) for reading in tracker.snapshot.readings}
    offers: dict[int, Offer] = {}
    for workstream in chosen:
        for judged in workstream.all_rows():
            findings = tuple(found for found in judged.findings if found.repair == TICK)
            box = _tick(body, judged.row, starts) if findings else None
            if box is not None:
                unfinished = any(is_done(items.get(r)) is not True for r in others(judged.row))
                offers[box.at] = Offer(
                    row=judged.row, box=box, findings=findings, names_unfinished=unfinished
                )
    return tuple(offers[at] for at in sorted(offers))


def proposal_of(tracker: JudgedTracker, offers: Iterable[Offer]) -> Proposal:
    """What to write for these offers of the tracker."""
    issue = tracker.snapshot.issue
    boxes = {offer.box.at: offer.box for offer in offers}
    return Proposal(
        tracker=issue.ref, body=issue.body, boxes=tuple(boxes[at] for at in sorted(boxes))
    )


def repaired_body(proposal: Proposal) -> str:
    """The text with these boxes changed and every other character as it was.

    Raises `ValueError` when a place does not hold the box that it should.
    """
    parts: list[str] = []
    end = 0
    for box in sorted(proposal.boxes, key=lambda box: box.at):
        if not _holds(proposal.body, box) or box.at < end or len(box.after) != 1:
            raise ValueError(f"there is no box {box.before!r} at character {box.at}")
        parts += (proposal.body[end : box.at], box.after)
        end = box.at + 1
    return "".join((*parts, proposal.body[end:]))


def diff_of(proposal: Proposal) -> tuple[DiffLine, ...]:
    """The lines that would change, as they are and as they would be."""
    after = repaired_body(proposal)
    starts = _line_starts(proposal.body)
    lines = dict.fromkeys(box.line for box in proposal.boxes)
    return tuple(
        DiffLine(
            line=line,
            before=_line(proposal.body, starts, line),
            after=_line(after, starts, line),
        )
        for line in lines
    )


def undo_diff(record: "RepairRecord") -> tuple[DiffLine, ...]:
    """The lines that taking a repair back would change, in the text that it left."""
    lines: dict[int, DiffLine] = {}
    for box, text in zip(record.boxes, record.lines, strict=True):
        known = lines.get(box.line, DiffLine(line=box.line, before=text, after=text))
        after = known.after[: box.column] + box.before + known.after[box.column + 1 :]
        lines[box.line] = replace(known, after=after)
    return tuple(lines.values())


def fingerprint(body: str) -> str:
    """A text, told from every other one (SHA-256 in hex)."""
    return sha256(body.encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True, slots=True, kw_only=True)
class RepairRecord:
    """What a repair has left, as the audit keeps it."""

    tracker: Ref
    boxes: tuple[BoxChange, ...]
    lines: tuple[str, ...]
    """Of each box the whole line, as the repair left it."""
    before: str
    """Fingerprint of the text before."""
    after: str
    """Fingerprint of the text that it left."""


def record_of(proposal: Proposal) -> RepairRecord:
    """What the audit has to keep of this proposal, to tell what it did and to take it back."""
    after = repaired_body(proposal)
    starts = _line_starts(after)
    return RepairRecord(
        tracker=proposal.tracker,
        boxes=proposal.boxes,
        lines=tuple(_line(after, starts, box.line) for box in proposal.boxes),
        before=fingerprint(proposal.body),
        after=fingerprint(after),
    )


def stands_in(record: RepairRecord, body: str) -> bool:
    """Every line stands in this text as the repair left it."""
    return set(record.lines) <= set(lines_of(body))


def lines_of(body: str) -> list[str]:
    """The lines of a text, without their ends, as rows count them."""
    return _LINE_END.split(body)


def undo_proposal(record: RepairRecord, body: str, *, change_id: int) -> Proposal:
    """The boxes as they were before this repair, in the text that stands there now.

    In exactly the text that the repair left it is all of them. Where somebody edited it since, it
    is those whose line stands there as it was left, and cannot be mistaken for another one: the
    caller has to ask again before writing. `change_id`: the repair's id in the audit.
    """
    if fingerprint(body) == record.after:
        boxes = tuple(_taken_back(box) for box in record.boxes)
    else:
        boxes = tuple(_found_again(record, body))
    return Proposal(tracker=record.tracker, body=body, boxes=boxes, undoes=change_id)


def _tick(body: str, row: Row, starts: Sequence[int]) -> BoxChange | None:
    """How to tick this row; `None` where that cannot be done by one character in its line."""
    if row.box is not Box.EMPTY or row.box_at is None or not 0 < row.box_at < len(body):
        return None
    line = bisect_right(starts, row.box_at)
    box = BoxChange(
        at=row.box_at,
        line=line,
        column=row.box_at - starts[line - 1],
        before=body[row.box_at],
        after=TICKED,
    )
    return box if box.before in _EMPTY and _holds(body, box) else None


def _holds(body: str, box: BoxChange) -> bool:
    """A box stands there, with this in it."""
    return box.at > 0 and body[box.at - 1 : box.at + 2] == f"[{box.before}]"


def _taken_back(box: BoxChange) -> BoxChange:
    return replace(box, before=box.after, after=box.before)


def _found_again(record: RepairRecord, body: str) -> Iterator[BoxChange]:
    """The boxes whose lines stand in this text as often as the repair left them, in their order."""
    # Every answer comes by here; the parser is loaded by who takes a repair back.
    from bot.github_status.index import parse_index  # noqa: PLC0415

    starts = _line_starts(body)
    standing: dict[str, list[int]] = defaultdict(list)
    for line in range(1, len(starts) + 1):
        standing[_line(body, starts, line)].append(line)
    left: dict[str, list[int]] = defaultdict(list)
    for box, text in zip(record.boxes, record.lines, strict=True):
        if box.line not in left[text]:
            left[text].append(box.line)
    rows = parse_index(body, repository=record.tracker.repository).rows()
    ticked = {row.box_at for _, row in rows if row.box is Box.TICKED}
    for box, text in zip(record.boxes, record.lines, strict=True):
        if len(standing[text]) == len(left[text]):
            line = standing[text][left[text].index(box.line)]
            at = starts[line - 1] + box.column
            if at in ticked and body[at] == box.after:
                yield _taken_back(replace(box, at=at, line=line))


def _line_starts(body: str) -> Sequence[int]:
    return (0, *(found.end() for found in _LINE_END.finditer(body)))


def _line(body: str, starts: Sequence[int], line: int) -> str:
    """The text of a 1-based line, without its end."""
    end = starts[line] if line < len(starts) else len(body)
    text = body[starts[line - 1] : end]
    return text[: -2 if text.endswith("\r\n") else -1] if line < len(starts) else text
