"""Judged values with full defaults, built by hand: the judge is not at stake here."""

from dataclasses import replace
from typing import Any

from bot.github_status.facts.index import Box, Index, Problem, ProblemKind, Row, Workstream
from bot.github_status.facts.pulls import Event, EventKind, Item, Login
from bot.github_status.facts.snapshot import Outcome, Reading
from bot.github_status.judge.drift.ground import placed_problems
from bot.github_status.judge.how_far import Counts, Reached
from bot.github_status.judge.rules import LimitName
from bot.github_status.judge.staleness import Staleness
from bot.github_status.judge.verdicts import (
    DriftKind,
    Finding,
    JudgedRow,
    JudgedTracker,
    JudgedWorkstream,
    RowKind,
    RowState,
    Turn,
    TurnRule,
    Who,
)
from bot.people.people import Link, People, PersonName
from tests.builders import (
    NOW,
    a_merged_pull,
    a_pull,
    a_reading,
    a_ref,
    a_row,
    a_snapshot,
    a_workstream,
    an_actor,
    at,
)

PEOPLE = People(
    (
        Link(name=PersonName("Ana Souza"), github=Login("ana")),
        Link(name=PersonName("Bo Chen"), github=Login("bo")),
    )
)


def a_turn(
    who: Who = Who.REVIEWER, rule: TurnRule = TurnRule.REVIEW_MISSING, **fields: Any
) -> Turn:
    """Bo has to review, since the day before yesterday."""
    defaults: dict[str, Any] = {
        "reason": "A review is required.",
        "people": ("bo",),
        "since": at("2026-08-17"),
    }
    return Turn(who=who, rule=rule, **(defaults | fields))


NOBODY = a_turn(Who.NOBODY, TurnRule.FINISHED, reason="There is nothing to act on.", people=())
FINISHED = a_turn(Who.NOBODY, TurnRule.FINISHED, reason="It is merged.", people=())


def a_staleness(*, stale: bool | None = False, on: str = "2026-08-18", **fields: Any) -> Staleness:
    """Pushed by Ana yesterday, one working day ago."""
    moved = Event(kind=EventKind.COMMIT, at=at(on), actor=an_actor(), brings_new=True)
    defaults: dict[str, Any] = {
        "parked": False,
        "last_progress": moved,
        "last_progress_at": moved.at,
        "idle_working_days": 1,
        "limit_working_days": 3,
        "limit": LimitName.REVIEW,
    }
    return Staleness(stale=stale, **(defaults | fields))


def stale_since(on: str, days: int, **fields: Any) -> Staleness:
    """Stale: nothing since this day, so many working days ago."""
    return a_staleness(stale=True, on=on, idle_working_days=days, **fields)


def a_finding(kind: DriftKind, line: int = 7, **fields: Any) -> Finding:
    """A finding about `acme/widgets#<line>`, in Refit."""
    defaults: dict[str, Any] = {
        "path": ("Refit",),
        "ref": a_ref(line),
        "evidence": "The box is empty; GitHub says merged on 18 Aug 2026.",
        "repair": "tick the box",
    }
    return Finding(kind=kind, line=line, **(defaults | fields))


def a_judged_row(number: int | None = 7, item: Item | None = None, **fields: Any) -> JudgedRow:
    """An open pull request of Ana's in Ana's workstream, waiting for Bo's review."""
    row: Row = fields.pop("row", None) or a_row(number)
    if number is not None and item is None:
        item = a_pull(number)
    reading = fields.pop("reading", a_reading(item) if item else None)
    defaults: dict[str, Any] = {
        "workstream": a_workstream(),
        "kind": RowKind.PULL if number is not None else RowKind.NONE,
        "state": RowState.OPEN if number is not None else RowState.UNKNOWN,
        "done": False,
        "staleness": a_staleness() if number is not None else Staleness(stale=None, parked=None),
        "turn": a_turn() if number is not None else NOBODY,
    }
    made = JudgedRow(row=row, reading=reading, **(defaults | fields))
    return made if "reached" in fields else replace(made, reached=_reached(made))


def _reached(row: JudgedRow) -> Reached:
    """By its state, or without a ref by its box."""
    if row.row.primary is None:
        by_box = {Box.TICKED: Reached.DONE, Box.EMPTY: Reached.OPEN, Box.NONE: Reached.UNKNOWN}
        return by_box[row.row.box]
    if row.done is True:
        return Reached.DONE
    by_state = {RowState.OPEN: Reached.OPEN, RowState.DRAFT: Reached.OPEN}
    return (by_state | {RowState.CLOSED: Reached.CLOSED}).get(row.state, Reached.UNKNOWN)


def a_merged_row(number: int = 7, *, on: str = "2026-08-18", **fields: Any) -> JudgedRow:
    """A merged pull request whose box is ticked."""
    defaults: dict[str, Any] = {
        "row": a_row(number, box=Box.TICKED),
        "state": RowState.MERGED,
        "done": True,
        "staleness": Staleness(stale=False, parked=False),
        "turn": FINISHED,
    }
    item = fields.pop("item", a_merged_pull(number, on=on))
    return a_judged_row(number, item, **(defaults | fields))


def a_judged_workstream(*rows: JudgedRow, name: str = "Refit", **fields: Any) -> JudgedWorkstream:
    """A workstream of Ana's with these rows, counted."""
    workstreams: tuple[JudgedWorkstream, ...] = fields.pop("workstreams", ())
    section: dict[str, Any] = {"path": fields.pop("path", (name,)), "line": fields.pop("line", 1)}
    for key in ("kind", "owners", "owners_inherited"):
        if key in fields:
            section[key] = fields.pop(key)
    workstream = a_workstream(
        *(row.row for row in rows),
        **section,
        workstreams=tuple(judged.workstream for judged in workstreams),
    )
    own = tuple(replace(row, workstream=workstream) for row in rows)
    defaults: dict[str, Any] = {"also_here": (), "findings": (), "counts": Counts()}
    judged = JudgedWorkstream(
        workstream=workstream, rows=own, workstreams=workstreams, **(defaults | fields)
    )
    return judged if "counts" in fields else replace(judged, counts=counts_of(judged))


def counts_of(*workstreams: JudgedWorkstream) -> Counts:
    """The counts of these trees."""
    rows = {row.ref: row for w in workstreams for row in w.all_rows() if row.ref}
    states = [row.state for row in rows.values()]
    merged, closed = states.count(RowState.MERGED), states.count(RowState.CLOSED)
    is_open = states.count(RowState.OPEN) + states.count(RowState.DRAFT)
    return Counts(
        refs=len(rows),
        merged=merged,
        open=is_open,
        closed=closed,
        unknown=len(rows) - merged - closed - is_open,
        ticked=sum(row.row.box is Box.TICKED for row in rows.values()),
        stale=sum(row.staleness.stale is True for row in rows.values()),
        parked=sum(row.staleness.parked is True for row in rows.values()),
        drift=sum(len(list(w.all_findings())) for w in workstreams),
        done=sum(row.done is True for row in rows.values()),
    )


def a_judged_tracker(*workstreams: JudgedWorkstream, **fields: Any) -> JudgedTracker:
    """The tracker `acme/widgets#1` with these workstreams, judged for the moment it was read."""
    sections: tuple[Workstream, ...] = tuple(judged.workstream for judged in workstreams)
    rows = [row for judged in workstreams for row in judged.all_rows()]
    readings: dict[Any, Reading] = {row.reading.ref: row.reading for row in rows if row.reading}
    index = Index(workstreams=sections, problems=fields.pop("problems", ()))
    known: dict[str, Any] = {"index": index, "readings": tuple(readings.values())}
    snapshot = a_snapshot(**(known | fields.pop("snapshot", {})))
    defaults: dict[str, Any] = {"now": NOW, "counts": counts_of(*workstreams)}
    placed = placed_problems(index)
    placed_in = tuple(_with_problems(judged, placed) for judged in workstreams)
    return JudgedTracker(snapshot=snapshot, workstreams=placed_in, **(defaults | fields))


def _with_problems(
    judged: JudgedWorkstream, placed: dict[int, tuple[Problem, ...]]
) -> JudgedWorkstream:
    return replace(
        judged,
        problems=placed.get(id(judged.workstream), ()),
        workstreams=tuple(_with_problems(child, placed) for child in judged.workstreams),
    )


def a_problem(line: int = 9) -> Problem:
    """A ref with a space in it."""
    return Problem(
        line=line,
        kind=ProblemKind.MALFORMED_REF,
        message="GitHub does not link “acme/widgets #9”; it is read as acme/widgets#9.",
        suggestion="acme/widgets#9",
    )


def a_reading_that(outcome: Outcome, number: int = 7, **fields: Any) -> Reading:
    """A reading that ended otherwise than well, with what to do."""
    defaults: dict[str, Any] = {"reason": "GitHub did not answer in time. Ask again in a minute."}
    return Reading(ref=a_ref(number), outcome=outcome, **(defaults | fields))
