"""One small tracker with every state, turn, kind of drift, and kind of absence."""

from typing import Any

from bot.github_status.facts.index import Box, Role, RowRef, WorkstreamKind
from bot.github_status.facts.known import UNKNOWN
from bot.github_status.facts.pulls import EventKind, IssueState, PullState, StateReason
from bot.github_status.facts.snapshot import Outcome
from bot.github_status.judge.relation import Confidence, Relation, RelationKind
from bot.github_status.judge.rules import LeftAsIs
from bot.github_status.judge.verdicts import (
    DriftKind,
    JudgedRow,
    JudgedTracker,
    RowKind,
    RowState,
    TurnRule,
    Who,
)
from tests.answers.builders import (
    FINISHED,
    a_finding,
    a_judged_row,
    a_judged_tracker,
    a_judged_workstream,
    a_merged_row,
    a_problem,
    a_reading_that,
    a_staleness,
    a_turn,
    stale_since,
)
from tests.builders import (
    a_closed_pull,
    a_merged_pull,
    a_pull,
    a_ref,
    a_row,
    an_actor,
    an_event,
    an_issue,
    at,
)

TURNS = (
    (Who.NOBODY, TurnRule.QUEUED, "It is in the merge queue.", ()),
    (Who.AUTHOR, TurnRule.CONFLICT, "It conflicts with its base branch.", ("ana",)),
    (Who.AUTHOR, TurnRule.CHECKS_FAILING, "Checks fail on its head commit.", ("ana",)),
    (Who.TRIGGER, TurnRule.CHECKS_NEVER_RAN, "Its checks never ran.", ("ana",)),
    (Who.AUTHOR, TurnRule.CHANGES_REQUESTED, "Changes were requested.", ("ana",)),
    (Who.REVIEWER, TurnRule.CHANGES_ANSWERED, "The author answered since.", ("bo",)),
    (Who.TEAM, TurnRule.REVIEW_MISSING, "A review is required.", ("acme/core",)),
    (Who.MERGER, TurnRule.APPROVED_AND_GREEN, "It is approved.", ("bo",)),
)


REVERTED = {"names": (a_ref(91),), "confidence": Confidence.STATED}


def a_relation(number: int, kind: RelationKind, **fields: Any) -> Relation:
    """One that is merged, and says so itself."""
    defaults: dict[str, Any] = {
        "confidence": Confidence.STATED,
        "because": f"acme/widgets#{number} says so",
        "state": PullState.MERGED,
        "ended_at": at("2026-08-17"),
        "names": (a_ref(number),),
    }
    return Relation(kind=kind, ref=a_ref(number), **(defaults | fields))


LEFT = LeftAsIs(by="Bo Chen", at=at("2026-08-12"), evidence="", why="it moves back soon")


def finding(kind: DriftKind, line: int, evidence: str, **fields: Any) -> Any:
    """A finding without a repair, unless one is given."""
    return a_finding(kind, line, evidence=evidence, **({"repair": None} | fields))


def everything() -> JudgedTracker:
    """The tracker; the workstreams tell what each is for."""
    states = a_judged_workstream(
        *_state_rows(), name="States", line=10, owners=("Ana Souza", "Bo Chen")
    )
    turns = a_judged_workstream(
        *_turn_rows(), path=("Refit", "Turns"), line=40, owners=("Bo Chen",)
    )
    label = a_judged_workstream(
        a_judged_row(61, row=a_row(61, text="first of the series")),
        path=("Refit", "Series (blocks Landed work)"),
        line=60,
        kind=WorkstreamKind.LABEL,
        findings=(
            finding(
                DriftKind.TEXT_CONTRADICTS,
                60,
                "It blocks work that has landed: Landed (merged 17 Aug 2026).",
                path=("Refit", "Series (blocks Landed work)"),
                ref=None,
                repair="drop the words about blocking",
            ),
            finding(
                DriftKind.OWNER_DIFFERS, 60, "None of its rows was written by Ana Souza.", ref=None
            ),
        ),
    )
    landed = a_judged_workstream(
        a_merged_row(63, on="2026-08-17"), path=("Refit", "Landed"), line=62
    )
    refit = a_judged_workstream(
        name="Refit",
        line=39,
        workstreams=(turns, label, landed),
        findings=(
            finding(DriftKind.UNKNOWN_OWNER, 39, "Nobody is linked to Ana Souza.", ref=None),
        ),
    )
    visitor = turns.rows[0]
    nobody = a_judged_workstream(
        *_index_rows(),
        name="Generation",
        line=70,
        owners=(),
        also_here=(visitor,),
        findings=(
            finding(DriftKind.NO_OWNER, 70, "It has rows and names no owner.", ref=None),
            finding(
                DriftKind.MISSING_ROW,
                80,
                "GitHub says open. Perhaps it belongs here: it names acme/widgets#72.",
                ref=a_ref(94),
                names=(a_ref(94),),
                confidence=Confidence.PERHAPS,
                repair="write - [ ] acme/widgets#94",
            ),
        ),
    )
    return a_judged_tracker(
        states,
        refit,
        nobody,
        problems=(a_problem(79),),
        snapshot={"notes": ("Labels need more rights.",)},
    )


def _state_rows() -> tuple[JudgedRow, ...]:
    gone = a_reading_that(Outcome.NOT_FOUND, 15, reason="")
    hidden = a_reading_that(Outcome.NOT_VISIBLE, 16, reason="This token may not see acme/widgets.")
    failed = a_reading_that(Outcome.FAILED, 17)
    kept = a_reading_that(Outcome.FAILED, 18, item=a_pull(18), read_at=at("2026-08-03"))
    return (
        a_merged_row(
            11,
            row=a_row(11, text="transports (merged)", box=Box.TICKED, status="merged"),
            relations=(a_relation(91, RelationKind.REVERTED_BY),),
            findings=(finding(DriftKind.REVERTED, 11, "It was reverted.", **REVERTED),),
            left=(finding(DriftKind.MOVED, 11, "It is now elsewhere.", left=LEFT),),
        ),
        a_judged_row(
            12, a_pull(12, author=an_actor("mika")), staleness=stale_since("2026-06-08", 52)
        ),
        a_judged_row(
            13,
            a_pull(13, is_draft=True),
            state=RowState.DRAFT,
            staleness=stale_since("2026-05-26", 60),
            turn=a_turn(Who.AUTHOR, TurnRule.DRAFT, people=("ana",)),
        ),
        a_judged_row(
            14,
            a_closed_pull(14),
            state=RowState.CLOSED,
            staleness=a_staleness(),
            turn=FINISHED,
            findings=(finding(DriftKind.CLOSED_LISTED, 14, "It is listed; GitHub says closed."),),
            relations=(
                a_relation(92, RelationKind.SUPERSEDED_BY),
                a_relation(93, RelationKind.SUPERSEDED_BY, confidence=Confidence.PERHAPS),
            ),
        ),
        _absent(15, RowState.NOT_FOUND, gone, DriftKind.NOT_FOUND),
        _absent(16, RowState.NOT_VISIBLE, hidden, DriftKind.NOT_VISIBLE),
        _absent(17, RowState.UNKNOWN, failed, None),
        a_judged_row(18, reading=kept, row=a_row(18, text="")),
        _issue(19, "done", reason=StateReason.COMPLETED, done=True),
        _issue(20, "not planned", reason=StateReason.NOT_PLANNED, done=False),
        a_judged_row(21, an_issue(21), kind=RowKind.ISSUE, turn=_not_known()),
        a_judged_row(
            22,
            staleness=a_staleness(parked=True, parked_because="label on-hold"),
            turn=a_turn(Who.NOBODY, TurnRule.PARKED, people=()),
        ),
        a_judged_row(23, staleness=_unknown_staleness(), turn=_not_known()),
        a_judged_row(None, row=a_row(None, line=24, text="write the announcement")),
        a_judged_row(None, row=a_row(None, line=25, text="say it", box=Box.NONE, parent_line=24)),
    )


def _absent(number: int, state: RowState, reading: Any, kind: DriftKind | None) -> JudgedRow:
    found = () if kind is None else (finding(kind, number, "GitHub does not have it."),)
    return a_judged_row(
        number,
        reading=reading,
        kind=RowKind.UNKNOWN,
        state=state,
        done=None,
        staleness=a_staleness(stale=None, parked=None, last_progress=None, last_progress_at=None),
        turn=_not_known(),
        findings=found,
    )


def _issue(number: int, text: str, *, reason: StateReason, done: bool) -> JudgedRow:
    item = an_issue(number, state=IssueState.CLOSED, reason=reason, closed_at=at("2026-08-11"))
    found = (
        (finding(DriftKind.DONE_UNTICKED, number, "It is done.", repair="tick the box"),)
        if done
        else ()
    )
    return a_judged_row(
        number,
        item,
        row=a_row(number, text=text),
        kind=RowKind.ISSUE,
        state=RowState.CLOSED,
        done=done,
        staleness=a_staleness(),
        turn=FINISHED,
        findings=found,
    )


def _unknown_staleness() -> Any:
    return a_staleness(stale=None, parked=None, last_progress=None, last_progress_at=None)


def _not_known() -> Any:
    missing = ("conflict", "checks", "reviews")
    return a_turn(
        Who.UNKNOWN, TurnRule.NOT_KNOWN, reason="Too little is known.", people=(), missing=missing
    )


def _turn_rows() -> tuple[JudgedRow, ...]:
    kinds = (EventKind.QUEUED, EventKind.REVIEW, EventKind.COMMENT, EventKind.READY_FOR_REVIEW)
    rows = []
    for number, (who, rule, reason, people) in enumerate(TURNS, start=41):
        event = an_event(kinds[number % len(kinds)], on="2026-08-10", actor=an_actor("bo"))
        turn = a_turn(who, rule, reason=reason, people=people)
        staleness = stale_since("2026-08-10", 7, last_progress=event)
        rows.append(a_judged_row(number, turn=turn, staleness=staleness))
    rows.append(
        a_judged_row(49, a_pull(49, created_at=UNKNOWN), staleness=a_staleness(last_progress=None))
    )
    return tuple(rows)


def _index_rows() -> tuple[JudgedRow, ...]:
    kinds = (
        (DriftKind.MERGED_UNTICKED, "The box is empty; GitHub says merged.", "tick the box"),
        (DriftKind.SUCCESSOR_LANDED, "What took its place has landed.", "tick the box"),
        (DriftKind.TICKED_UNMERGED, "The box is ticked; GitHub says open.", None),
        (DriftKind.TEXT_CONTRADICTS, "The words say that it is done; GitHub says open.", None),
        (DriftKind.CROSS_REFERENCE, "It is not listed in Refit.", "list it under Refit"),
        (DriftKind.MALFORMED_REF, "GitHub does not link it.", "write acme/widgets#76"),
        (DriftKind.MOVED, "It is now acme/gadgets#5.", "write acme/gadgets#5"),
        (DriftKind.DUPLICATE_ROW, "It stands on line 71 too.", "keep one of the two rows"),
    )
    rows = []
    for line, (kind, evidence, repair) in enumerate(kinds, start=71):
        found = (finding(kind, line, evidence, path=("Generation",), repair=repair),)
        if kind is DriftKind.MERGED_UNTICKED:
            rows.append(a_merged_row(line, row=a_row(line), findings=found))
        elif kind is DriftKind.MOVED:
            moved = a_pull(ref=a_ref(5, repository="acme/gadgets"))
            reading = a_reading_that(Outcome.READ, line, item=moved, reason="")
            rows.append(a_judged_row(line, reading=reading, findings=found))
        elif kind is DriftKind.TEXT_CONTRADICTS:
            row = a_row(line, text="palettes (merged)", status="merged", struck=True)
            rows.append(a_judged_row(line, row=row, findings=found))
        else:
            rows.append(a_judged_row(line, findings=found))
    other = a_ref(5, repository="elsewhere/things")
    there = RowRef(ref=other, role=Role.PRIMARY, written=str(other))
    elsewhere = a_row(80, box=Box.TICKED, refs=(there,))
    item = a_merged_pull(ref=other, on="2025-12-30")
    rows.append(a_merged_row(80, row=elsewhere, item=item))
    return tuple(rows)
