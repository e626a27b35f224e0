"""One row judged: its state, whose turn it is, and whether it is stale."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from bot.github_status.facts.index import Box, Row, Workstream
from bot.github_status.facts.known import UNKNOWN
from bot.github_status.facts.pulls import Issue, IssueState
from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Outcome, Reading
from bot.github_status.judge.case import Case
from bot.github_status.judge.names import fold_login, linked
from bot.github_status.judge.rules import Left, LinkedPerson, ParkedBySlack, Rules
from bot.github_status.judge.stale import (
    NOT_OPEN,
    NOT_READ,
    is_parked,
    issue_staleness,
    pull_staleness,
)
from bot.github_status.judge.staleness import Staleness
from bot.github_status.judge.states import (
    OPEN,
    ended_at,
    is_done,
    is_unopened,
    item_of,
    row_kind,
    row_state,
)
from bot.github_status.judge.turn import parked_turn, turn_of
from bot.github_status.judge.verdicts import (
    Finding,
    JudgedRow,
    RowState,
    Turn,
    TurnRule,
    Who,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Bench:
    """What every row of a tracker is judged with."""

    readings: Mapping[Ref, Reading]
    rules: Rules
    people: Mapping[str, LinkedPerson]
    now: datetime
    parked: Mapping[Ref, ParkedBySlack] = field(default_factory=dict)
    left: Left = field(default_factory=dict)
    _by_login: Mapping[str, LinkedPerson] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Keep who is looked up: of a thousand people none is searched for among the others."""
        by_login: dict[str, LinkedPerson] = {}
        for person in self.people.values():
            if person.login:
                by_login.setdefault(fold_login(person.login), person)
        object.__setattr__(self, "_by_login", by_login)

    def person(self, name: str) -> LinkedPerson | None:
        """Who is linked to this login, or to this owner as written."""
        return self._by_login.get(fold_login(name)) or linked(name, self.people)

    def parked_by(self, reading: Reading | None) -> ParkedBySlack | None:
        """Who parked it from Slack, under the name the index has for it or under its own."""
        if reading is None:
            return None
        names = (reading.ref,) if reading.item is None else (reading.ref, reading.item.ref)
        known = (self.parked[ref] for ref in names if ref in self.parked)
        return next((each for each in known if each.holds(self.now)), None)


def judged_row(
    row: Row, workstream: Workstream, findings: tuple[Finding, ...], bench: Bench
) -> JudgedRow:
    """The row with what was read of its primary ref and what that means."""
    reading = reading_of(row, bench.readings)
    turn, staleness = _turn_and_staleness(row, workstream, reading, bench)
    return JudgedRow(
        row=row,
        workstream=workstream,
        reading=reading,
        kind=row_kind(reading),
        state=row_state(reading),
        unopened=is_unopened(reading, bench.now),
        done=is_done(item_of(reading)),
        staleness=staleness,
        turn=turn,
        findings=findings,
    )


def reading_of(row: Row, readings: Mapping[Ref, Reading]) -> Reading | None:
    """`None` only without a primary ref: one that was never asked for is one that was not read."""
    if row.primary is None:
        return None
    never = Reading(ref=row.primary, outcome=Outcome.FAILED, reason="It was not read.")
    return readings.get(row.primary, never)


def _turn_and_staleness(
    row: Row, workstream: Workstream, reading: Reading | None, bench: Bench
) -> tuple[Turn, Staleness]:
    item = item_of(reading)
    if item is None or item.state is UNKNOWN:
        gone = reading is None or reading.outcome is Outcome.NOT_FOUND
        return _nothing_read(row, reading), NOT_OPEN if gone else NOT_READ
    parked_by = bench.parked_by(reading)
    is_open = row_state(reading) in OPEN
    if isinstance(item, Issue):
        turn = _issue_turn(item, parked_by, bench)
        return turn, issue_staleness(item, bench.rules, parked_by) if is_open else NOT_OPEN
    case = Case(
        pull=item,
        rules=bench.rules,
        owners=row.owners or workstream.owners,
        parked=True if parked_by else is_parked(item, bench.rules),
        parked_by=parked_by,
        now=_known_until(reading, bench),
    )
    turn = turn_of(case)
    return turn, pull_staleness(case, turn, bench.person) if is_open else NOT_OPEN


def _known_until(reading: Reading | None, bench: Bench) -> datetime:
    """Of a kept last state nothing is known after its reading: that time is not held against it."""
    if reading is None or reading.outcome is Outcome.READ or reading.read_at is None:
        return bench.now
    return min(bench.now, reading.read_at)


def _nothing_read(row: Row, reading: Reading | None) -> Turn:
    """Without a ref there is nothing to read; else the reading says why there is nothing."""
    if reading is None and row.box is Box.TICKED:
        return Turn(who=Who.NOBODY, rule=TurnRule.FINISHED, reason="Its box is ticked.")
    if reading is None:
        return _not_known("The row names no pull request or issue of its own.", ())
    if row_state(reading) is RowState.NOT_FOUND:
        return _not_known("There is no such pull request or issue.", ())
    if row_state(reading) is RowState.NOT_VISIBLE:
        return _not_known("It does not exist, or this token may not see it.", ("state",))
    return _not_known(reading.reason or "It was not read.", ("state",))


def _issue_turn(issue: Issue, parked_by: ParkedBySlack | None, bench: Bench) -> Turn:
    """Issues have no turn of their own: the rules are about pull requests."""
    if issue.state is IssueState.CLOSED:
        closed_at = ended_at(issue)
        since = min(closed_at, bench.now) if closed_at else None
        rule = TurnRule.FINISHED
        return Turn(who=Who.NOBODY, rule=rule, reason="It is closed.", since=since)
    if parked_by or is_parked(issue, bench.rules):
        return parked_turn(parked_by)
    missing = ("labels",) if issue.labels is UNKNOWN else ()
    return _not_known("It is an issue: whose turn it is, is told of pull requests only.", missing)


def _not_known(reason: str, missing: tuple[str, ...]) -> Turn:
    return Turn(who=Who.UNKNOWN, rule=TurnRule.NOT_KNOWN, reason=reason, missing=missing)
