"""Leaving a finding as it is: what offers it, and what was left, said shortly."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from bot.answers.answer import ActionId, Block, Button, Line, Note, Person, Span, Tone
from bot.answers.drift_words import drift_words
from bot.answers.links import ref_span
from bot.answers.parts import (
    NAME_AT_MOST,
    TITLE_NAME_AT_MOST,
    Part,
    day,
    joined,
    said,
    shortened,
)
from bot.answers.scope import path_words
from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Reading
from bot.github_status.judge.left import finding_id
from bot.github_status.judge.verdicts import Finding, JudgedRow, JudgedTracker

MENUS_AT_MOST: Final = 25
"""Findings that each have a menu. Each is a block then, of which a message has few: of more, one is
picked from a list."""


def finding_value(name: str, finding: Finding) -> str:
    """How a button names a finding of this tracker: "nemo-rl 0123456789abcdef"."""
    return f"{name} {finding_id(finding)}"


def leave_menu(name: str, finding: Finding) -> tuple[Button, ...]:
    """What can be done with a finding; nothing where it may not be told what it is about."""
    if not name or not finding.subject:
        return ()
    return (Button(ActionId.LEAVE, "Leave as is …", finding_value(name, finding)),)


def leave_one_button(name: str, findings: Sequence[Finding]) -> tuple[Button, ...]:
    """Where there are too many for a menu at each: leads to a list of them."""
    can_be_left = any(finding.subject for finding in findings)
    if not name or not can_be_left or len(findings) <= MENUS_AT_MOST:
        return ()
    return (Button(ActionId.LEAVE_ONE, "Leave one as is …", name),)


def left_blocks(
    left: tuple[Finding, ...],
    tracker: JudgedTracker,
    readings: Mapping[Ref, Reading],
    *,
    name: str,
) -> Iterator[Block]:
    """What was left as it is: each in one line, with a way back."""
    if not left:
        return
    rows = {(f.kind, f.line, f.ref): row for row in tracker.rows() for f in row.left}
    count = f"{len(left)} left as {'it is' if len(left) == 1 else 'they are'}"
    they = "it does" if len(left) == 1 else "they do"
    its = "its" if len(left) == 1 else "their"
    yield Note(said(f"{count}: {they} not count until {its} evidence changes."), Tone.QUIET)
    for finding in left:
        row = rows.get((finding.kind, finding.line, finding.ref))
        yield _left_line(finding, row, tracker, readings, name=name)


def _left_line(
    finding: Finding,
    row: JudgedRow | None,
    tracker: JudgedTracker,
    readings: Mapping[Ref, Reading],
    *,
    name: str,
) -> Line:
    parts = (
        said(_about(finding, row, tracker, readings)),
        said(drift_words(finding.kind)),
        left_part(finding, tracker),
    )
    menu = leave_menu(name, finding)
    back = tuple(Button(ActionId.COUNT_AGAIN, "Count again", one.value) for one in menu)
    return Line(joined(parts), menu=back)


def left_part(finding: Finding, tracker: JudgedTracker) -> Part:
    """ "left by Ana Souza, 3 Aug: “it stays open for the docs”"."""
    if finding.left is None:
        return ()
    by: str | Span = "somebody"
    if finding.left.by:
        by = Person(shortened(finding.left.by, at_most=NAME_AT_MOST))
    why = shortened(finding.left.why)
    return said(
        "left by ", by, ", ", day(finding.left.at, now=tracker.now), f": “{why}”" if why else ""
    )


def _about(
    finding: Finding,
    row: JudgedRow | None,
    tracker: JudgedTracker,
    readings: Mapping[Ref, Reading],
) -> str | Span:
    """The ref; else the words of the row, or the section."""
    if finding.ref is not None:
        return ref_span(finding.ref, readings.get(finding.ref), tracker)
    written = path_words(finding.path) if row is None else row.row.text
    return shortened(written, at_most=TITLE_NAME_AT_MOST)
