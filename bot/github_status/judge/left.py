"""Findings that somebody left as they are: what a finding is about, and on what evidence."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from hashlib import sha256
from typing import TypeAlias

from bot.github_status.facts.index import Workstream
from bot.github_status.judge.rules import Left
from bot.github_status.judge.verdicts import Finding

_Tell: TypeAlias = Callable[[Finding, int], str]
"""What tells a finding from others that are alike: of it, and of its place among them."""

_DIGEST_CHARACTERS = 32
"""Of a fingerprint, 128 bits: nobody's list has two that are alike by chance."""

# Where a sentence names a line of the index: that changes when somebody writes further up.
_LINE = re.compile(r"\bline \d+")


def fingerprint(evidence: str) -> str:
    """Another one when the evidence says something else, and not when lines have moved."""
    return _digest(_LINE.sub("line", evidence))


def finding_id(finding: Finding) -> str:
    """How a button names it among the tracker's others: 16 characters."""
    return _digest(f"{finding.kind} {finding.subject}")[:16]


def with_subjects(
    found: Sequence[tuple[Workstream, Sequence[Finding]]], lines: Sequence[str]
) -> tuple[tuple[Finding, ...], ...]:
    """The findings of each workstream with their subjects, which tell every one from the others of
    its kind.

    That is the ref; without one the section and the words of its row, so that it stays the same
    where lines move. Of several alike the section, and then their order, is added.
    `lines`: of the body.
    """
    texts = {row.line: row.text for workstream, _ in found for row in workstream.rows}
    every = [finding for _, findings in found for finding in findings]
    subjects = [_subject(finding, texts, lines) for finding in every]
    for tell in (_section, _order):
        subjects = _told_apart(every, subjects, tell)
    told = iter(subjects)
    return tuple(
        tuple(replace(finding, subject=next(told)) for finding in findings) for _, findings in found
    )


def sorted_out(
    findings: Iterable[Finding], left: Left, now: datetime
) -> tuple[tuple[Finding, ...], tuple[Finding, ...]]:
    """Those that count, and those that were left as they are."""
    counting: list[Finding] = []
    standing: list[Finding] = []
    for finding in findings:
        said = left.get((finding.kind.value, finding.subject))
        seen = None if said is None or said.at > now else said.evidence
        if seen is not None and seen == fingerprint(finding.evidence):
            standing.append(replace(finding, left=said))
        else:
            counting.append(finding)
    return tuple(counting), tuple(standing)


def _subject(finding: Finding, texts: Mapping[int, str], lines: Sequence[str]) -> str:
    if finding.ref is not None:
        return f"{finding.ref.repository.key}#{finding.ref.number}"
    written = lines[finding.line - 1].strip() if 0 < finding.line <= len(lines) else ""
    return _digest("\n".join((*finding.path, texts.get(finding.line, written))))


def _told_apart(every: Sequence[Finding], subjects: Sequence[str], tell: _Tell) -> list[str]:
    """The subjects, with something added where several findings of one kind share one."""
    keys = [(finding.kind, subject) for finding, subject in zip(every, subjects, strict=True)]
    times, seen = Counter(keys), Counter[tuple[str, str]]()
    told: list[str] = []
    for finding, key in zip(every, keys, strict=True):
        seen[key] += 1
        told.append(key[1] if times[key] == 1 else f"{key[1]}@{tell(finding, seen[key])}")
    return told


def _section(finding: Finding, _place: int) -> str:
    return _digest("\n".join(finding.path))


def _order(_finding: Finding, place: int) -> str:
    return str(place)


def _digest(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:_DIGEST_CHARACTERS]
