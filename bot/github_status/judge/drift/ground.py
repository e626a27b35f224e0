"""What every kind of drift is judged from, and how a finding is made."""

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from bot.github_status.facts.index import Index, Problem, Row, Workstream
from bot.github_status.facts.pulls import Item
from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Outcome, Reading
from bot.github_status.judge.missing import Missing
from bot.github_status.judge.relation import Confidence, Relation
from bot.github_status.judge.rules import LinkedPerson, Rules
from bot.github_status.judge.sentences import day_text
from bot.github_status.judge.states import ended_at, is_done, item_of, row_state
from bot.github_status.judge.verdicts import DriftKind, Finding, RowState
from bot.github_status.judge.workstreams import NameBook


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """The index, what was read of its refs, and who is linked."""

    book: NameBook
    problems: Mapping[int, tuple[Problem, ...]]
    """By identity of the workstream that they stand in."""
    readings: Mapping[Ref, Reading]
    people: Mapping[str, LinkedPerson]
    """Empty: people are not linked at all."""
    rules: Rules = field(default_factory=Rules)
    relations: Mapping[Ref, tuple[Relation, ...]] = field(default_factory=dict)
    """By ref as the index writes it: what took its place, or undid it."""
    missing: Mapping[int, tuple[Missing, ...]] = field(default_factory=dict)
    """By identity of the workstream: what it should list."""
    lines: tuple[str, ...] = ()
    """Of the body; empty where it is not known."""
    unowned: tuple[Workstream, ...] = ()
    """The sections with rows, where the whole index names no owner; else empty."""

    def item(self, ref: Ref | None) -> Item | None:
        """What was read of it."""
        return item_of(self.readings.get(ref)) if ref else None

    def state(self, ref: Ref | None) -> RowState:
        """Its state; unknown without a ref."""
        return row_state(self.readings.get(ref)) if ref else RowState.UNKNOWN

    def outcome(self, ref: Ref) -> Outcome | None:
        """How asking for it ended; `None` when it was never asked for."""
        reading = self.readings.get(ref)
        return reading.outcome if reading else None

    def done(self, ref: Ref | None) -> bool | None:
        """Merged, or completed; `None` when not known."""
        return is_done(self.item(ref))

    def all_done(self, refs: Iterable[Ref]) -> bool | None:
        """All are done; `None` when one is not known and the others are."""
        answers = [self.done(ref) for ref in refs]
        if False in answers:
            return False
        return None if None in answers else True

    def related(self, ref: Ref | None) -> tuple[Relation, ...]:
        """What took its place, or undid it: what is stated first, then guesses."""
        return self.relations.get(ref, ()) if ref else ()

    def when(self, ref: Ref | None) -> str:
        """ " on 19 Jul 2026", or nothing when the day is not known."""
        moment = ended_at(self.item(ref))
        return f" on {day_text(moment)}" if moment else ""


def placed_problems(index: Index) -> dict[int, tuple[Problem, ...]]:
    """The problems by identity of the workstream that they stand in.

    That is the one with a row on the line, else the last one that opens before it, else the first.
    """
    by_row = {row.line: workstream for workstream, row in index.rows()}
    openings = sorted(index.walk(), key=lambda workstream: workstream.line)
    lines = [workstream.line for workstream in openings]
    placed: dict[int, list[Problem]] = {}
    for problem in index.problems if openings else ():
        before = max(bisect_right(lines, problem.line) - 1, 0)
        workstream = by_row.get(problem.line, openings[before])
        placed.setdefault(id(workstream), []).append(problem)
    return {key: tuple(problems) for key, problems in placed.items()}


def row_finding(
    kind: DriftKind,
    row: Row,
    workstream: Workstream,
    evidence: str,
    repair: str | None,
    *,
    by: Iterable[Relation] = (),
) -> Finding:
    """A finding about what the row is about; `by`: the relations that it rests on."""
    rests_on = tuple(by)
    guessed = any(not relation.is_stated for relation in rests_on)
    confidence = Confidence.PERHAPS if guessed else Confidence.STATED
    return Finding(
        kind=kind,
        line=row.line,
        path=workstream.path,
        ref=row.primary,
        evidence=evidence,
        repair=repair,
        names=tuple(dict.fromkeys(ref for relation in rests_on for ref in relation.names)),
        confidence=confidence if rests_on else None,
    )


def section_finding(
    kind: DriftKind, workstream: Workstream, evidence: str, repair: str | None
) -> Finding:
    """A finding about a section as a whole."""
    return Finding(
        kind=kind,
        line=workstream.line,
        path=workstream.path,
        ref=None,
        evidence=evidence,
        repair=repair,
    )
