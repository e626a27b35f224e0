"""A whole tracker judged at one moment: the one way into this room."""

from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Final

from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Snapshot
from bot.github_status.judge.as_it_was import as_it_was
from bot.github_status.judge.rows import Bench
from bot.github_status.judge.rules import Left, LinkedPerson, ParkedBySlack, Rules
from bot.github_status.judge.summary import counts_of, judged_workstreams
from bot.github_status.judge.verdicts import JudgedTracker

NOTHING_PARKED: Final[Mapping[Ref, ParkedBySlack]] = MappingProxyType({})
NOTHING_LEFT: Final[Left] = MappingProxyType({})


def judge_snapshot(
    snapshot: Snapshot,
    *,
    rules: Rules,
    people: Mapping[str, LinkedPerson],
    now: datetime,
    parked: Mapping[Ref, ParkedBySlack] = NOTHING_PARKED,
    left: Left = NOTHING_LEFT,
) -> JudgedTracker:
    """What this snapshot means at `now`; of an earlier moment than its own, as it was then.

    `people` are keyed by their name as `fold_name` gives it; empty: people are not linked at all.
    `parked`: what somebody parked from Slack; where that has ended by `now` it does not count.
    `left`: findings that somebody left as they are, by kind and subject; one that was left after
    `now`, or on other evidence, counts.
    Raises `UserError` when a calendar of the rules or of a person does not exist.
    """
    seen = as_it_was(snapshot, now)
    readings = {reading.ref: reading for reading in seen.readings}
    bench = Bench(readings=readings, rules=rules, people=people, now=now, parked=parked, left=left)
    workstreams = judged_workstreams(seen, bench)
    return JudgedTracker(
        # As read: coverage, and who may see a row, are about the reading and not about that moment.
        snapshot=snapshot,
        now=now,
        workstreams=workstreams,
        counts=counts_of(workstreams),
        rules=rules,
    )
