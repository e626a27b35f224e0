"""The weekly note to the maintainers: who could not be written to, what waits for them, what
failed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from bot.answers.answer import (
    ActionId,
    Answer,
    Block,
    Button,
    Buttons,
    Heading,
    HelpFacts,
    Line,
    Note,
    Tone,
)
from bot.answers.parts import (
    NAME_AT_MOST,
    TITLE_NAME_AT_MOST,
    Part,
    counted,
    day,
    joined,
    listed,
    said,
    shortened,
)
from bot.reminders import Unreachable

LINES_AT_MOST = 20
"""Of each kind; more than these nobody mends in a week, and the note stays one message."""

SENTENCE_AT_MOST = 300
"""Characters of what is said of an incident: room for what happened and what to do."""

BUTTONS_AT_MOST = 5


class Mishap(Protocol):
    """Something that went wrong and that a maintainer can mend: the store's `Incident`."""

    @property
    def said(self) -> str:
        """A sentence: what happened and what to do."""
        ...

    @property
    def count(self) -> int:
        """How often."""
        ...

    @property
    def first_at(self) -> datetime:
        """When first."""
        ...

    @property
    def last_at(self) -> datetime:
        """When last."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Findings:
    """How many findings of a tracker wait for an answer."""

    name: str
    """Of the tracker."""
    count: int


def note_answer(
    incidents: Sequence[Mishap],
    unreachable: Sequence[Unreachable],
    findings: Sequence[Findings],
    *,
    now: datetime,
) -> Answer | None:
    """The note; `None`: there is nothing to tell.

    `unreachable`: owners who are not told of as incidents already.
    """
    waiting = [each for each in findings if each.count]
    if not (incidents or unreachable or waiting):
        return None
    title = _title(incidents, unreachable, waiting)
    blocks: tuple[Block, ...] = (
        Heading(said(title)),
        *_section("Could not be written to", [_owner_line(owner) for owner in unreachable]),
        *_section("Index and GitHub disagree", [_findings_line(each) for each in waiting]),
        *_section("What went wrong", [_incident_line(each, now=now) for each in incidents]),
        *_buttons(waiting),
    )
    return Answer(blocks=blocks, facts=HelpFacts(usages=()), title=title)


def _title(
    incidents: Sequence[Mishap], unreachable: Sequence[Unreachable], waiting: Sequence[Findings]
) -> str:
    """ "Weekly note: 2 owners could not be written to and 12 findings wait for an answer"."""
    owners, wait, failed = len(unreachable), sum(each.count for each in waiting), len(incidents)
    words = (
        (owners, f"{counted(owners, 'owner')} could not be written to"),
        (wait, f"{counted(wait, 'finding')} {'waits' if wait == 1 else 'wait'} for an answer"),
        (failed, f"{counted(failed, 'thing')} went wrong"),
    )
    return f"Weekly note: {listed(text for number, text in words if number)}"


def _section(title: str, lines: Sequence[Line]) -> Iterator[Block]:
    if lines:
        yield Heading(said(title), level=2)
        yield from lines[:LINES_AT_MOST]
    more = len(lines) - LINES_AT_MOST
    if more > 0:
        yield Note(said(f"And {more} more."), Tone.QUIET)


def _owner_line(owner: Unreachable) -> Line:
    rows = f"{counted(owner.rows, 'row')} to tell them of"
    why = (
        "a team has no messages: name a person beside it in the index"
        if owner.is_team
        else "no confirmed link to Slack: link them"
    )
    return Line(joined(map(said, (shortened(owner.name, at_most=NAME_AT_MOST), rows, why))))


def _findings_line(findings: Findings) -> Line:
    name = shortened(findings.name, at_most=TITLE_NAME_AT_MOST)
    return Line(said(f"{name}: {counted(findings.count, 'finding')}"))


def _buttons(waiting: Sequence[Findings]) -> Iterator[Buttons]:
    """One for each tracker, for the first few."""
    alone = len(waiting) == 1
    buttons = tuple(
        Button(
            ActionId.ASK,
            "Show drift" if alone else f"Show drift of {each.name}",
            f"drift in {each.name}",
        )
        for each in waiting[:BUTTONS_AT_MOST]
    )
    if buttons:
        yield Buttons(buttons)


def _incident_line(incident: Mishap, *, now: datetime) -> Line:
    what = said(shortened(incident.said, at_most=SENTENCE_AT_MOST))
    return Line(joined([what, _when(incident, now=now)]))


def _when(incident: Mishap, *, now: datetime) -> Part:
    last = day(incident.last_at, now=now)
    if incident.count < 2:
        return said(last)
    return said(f"{incident.count} times, from ", day(incident.first_at, now=now), " to ", last)
