"""What holds for every snapshot, whatever of it is unknown."""

from collections import Counter
from datetime import datetime

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.github_status.facts.known import UNKNOWN
from bot.github_status.facts.pulls import Login, Pull, PullState
from bot.github_status.facts.snapshot import Snapshot
from bot.github_status.judge import Rules, judge_snapshot
from bot.github_status.judge.as_it_was import as_it_was
from bot.github_status.judge.rules import LinkedPerson
from bot.github_status.judge.timeline import events_of
from bot.github_status.judge.verdicts import JudgedTracker, RowState, TurnRule, Who
from tests.github_status.judge.anything import MOMENTS, snapshots

# What these run is covered elsewhere, and following it line by line takes longest here.
pytestmark = pytest.mark.no_cover

PEOPLE = {"ana souza": LinkedPerson(login=Login("ana"), calendar="DE-BY")}
slow = settings(suppress_health_check=[HealthCheck.too_slow])


def judged(snapshot: Snapshot, now: datetime, *, linked: bool = True) -> JudgedTracker:
    people = PEOPLE if linked else {}
    return judge_snapshot(snapshot, rules=Rules(calendar="US"), people=people, now=now)


@slow
@given(snapshots(), MOMENTS, st.booleans())
def test_judge__counts_add_up_and_every_row_is_there(
    snapshot: Snapshot, now: datetime, linked: bool
) -> None:
    tracker = judged(snapshot, now, linked=linked)

    for counts in (tracker.counts, *(w.counts for w in tracker.walk())):
        assert counts.refs == counts.merged + counts.open + counts.closed + counts.unknown
        assert counts.stale + counts.parked <= counts.open
        assert counts.merged <= counts.done <= counts.merged + counts.closed
    assert [row.row for row in tracker.rows()] == [row for _, row in snapshot.index.rows()]
    assert tracker.counts.drift == len(tracker.findings())


@slow
@given(snapshots(), MOMENTS)
def test_judge__one_finding_for_each_row_and_kind(snapshot: Snapshot, now: datetime) -> None:
    findings = judged(snapshot, now).findings()

    each = Counter((finding.kind, finding.ref, finding.line) for finding in findings)
    assert not [key for key, times in each.items() if times > 1]
    assert all(finding.evidence.endswith((".", "?")) for finding in findings)


@slow
@given(snapshots(), MOMENTS)
def test_judge__every_answer_has_its_reason(snapshot: Snapshot, now: datetime) -> None:
    for row in judged(snapshot, now).rows():
        staleness, turn = row.staleness, row.turn
        assert turn.reason
        assert turn.since is None or turn.since <= now
        assert staleness.last_progress_at is None or staleness.last_progress_at <= now
        assert not (staleness.stale and staleness.parked)
        if staleness.stale:
            assert staleness.idle_working_days is not None
            assert staleness.limit_working_days is not None
            assert staleness.idle_working_days > staleness.limit_working_days
        if row.state in {RowState.MERGED, RowState.CLOSED}:
            assert (turn.rule, turn.who) == (TurnRule.FINISHED, Who.NOBODY)


@slow
@given(snapshots(), MOMENTS)
def test_as_it_was__twice_is_once(snapshot: Snapshot, at: datetime) -> None:
    once = as_it_was(snapshot, at)

    assert as_it_was(once, at) == once


@slow
@given(snapshots(), MOMENTS, MOMENTS)
def test_as_it_was__an_earlier_moment_holds_no_more(
    snapshot: Snapshot, one: datetime, other: datetime
) -> None:
    """Nothing that was so earlier is missing later, as far as both are known."""
    earlier, later = (as_it_was(snapshot, at) for at in sorted((one, other)))

    for before, after in zip(earlier.readings, later.readings, strict=True):
        if isinstance(before.item, Pull) and isinstance(after.item, Pull):
            assert set(events_of(before.item)) <= set(events_of(after.item))
            if before.item.state is PullState.MERGED:
                assert after.item.state is PullState.MERGED


@slow
@given(snapshots(), MOMENTS)
def test_as_it_was__nothing_in_it_is_later(snapshot: Snapshot, at: datetime) -> None:
    """But for the opening of what was not opened yet, which has no state then."""
    then = as_it_was(snapshot, at)

    for reading in then.readings if at < snapshot.as_of else ():
        item = reading.item
        if item is None:
            continue
        moments = [item.closed_at]
        if item.state is not UNKNOWN:
            moments.append(item.created_at)
        if isinstance(item, Pull):
            moments += [item.merged_at, *(event.at for event in events_of(item))]
        assert all(moment <= at for moment in moments if isinstance(moment, datetime))
