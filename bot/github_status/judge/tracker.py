"""A whole tracker judged at one moment: the one way into this room."""

from collections.abc import Mapping
from datetime import datetime

from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Snapshot
from bot.github_status.judge.as_it_was import as_it_was
from bot.github_status.judge.rows import Bench
from bot.github_status.judge.rules import Rules
from bot.github_status.judge.summary import counts_of, judged_workstreams
from bot.github_status.judge.verdicts import (
    JudgedRow,
    JudgedTracker,
    JudgedWorkstream,
    LinkedPerson,
)


def judge_snapshot(
    snapshot: Snapshot, *, rules: Rules, people: Mapping[str, LinkedPerson], now: datetime
) -> JudgedTracker:
    """What this snapshot means at `now`; of an earlier moment than its own, as it was then.

    Args:
        snapshot: One complete reading. rules: The settings that judgements depend on. people: Who
            is linked, by owner's name as `fold_name` gives it; empty: people are not linked at all.
            now: The moment to judge for, aware.

    Raises `UserError` when a calendar of the rules or of a person does not exist.
    """
    seen = as_it_was(snapshot, now)
    readings = {reading.ref: reading for reading in seen.readings}
    bench = Bench(readings=readings, rules=rules, people=people, now=now)
    workstreams = judged_workstreams(seen.index, bench)
    return JudgedTracker(
        # As read: coverage, and who may see a row, are about the reading and not about that moment.
        snapshot=snapshot,
        now=now,
        as_it_was=now < snapshot.as_of,
        workstreams=workstreams,
        counts=counts_of(workstreams),
    )


def find_row(tracker: JudgedTracker, ref: Ref) -> JudgedRow | None:
    """The first row that is about this ref; `None` when no row is."""
    return next((row for row in tracker.rows() if row.ref == ref), None)


def find_workstream(tracker: JudgedTracker, path: tuple[str, ...]) -> JudgedWorkstream | None:
    """The first workstream with these names from the outermost to its own; `None` without one."""
    return next((w for w in tracker.walk() if w.workstream.path == path), None)
