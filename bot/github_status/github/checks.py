"""Decodes the checks of a pull request's head commit. Pure."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from bot.github_status.facts.known import UNKNOWN, Known
from bot.github_status.facts.pulls import Checks, ChecksState
from bot.github_status.github.json_fields import (
    Json,
    known,
    mapping,
    nodes,
    or_none,
    or_unknown,
    required,
    text,
    whole,
)

# How the states of check runs and commit statuses count, as GitHub's own client sorts them
# (https://github.com/cli/cli, pkg/cmd/pr/checks/aggregate.go). STALE runs are over and say nothing.
PASSING = frozenset({"SUCCESS", "NEUTRAL", "SKIPPED"})
FAILING = frozenset({"FAILURE", "ERROR", "CANCELLED", "TIMED_OUT", "STARTUP_FAILURE"})
RUNNING = frozenset({"PENDING", "QUEUED", "IN_PROGRESS", "REQUESTED", "EXPECTED"})
WAITING = frozenset({"ACTION_REQUIRED", "WAITING"})
"""Somebody has to allow them: a first contribution, a protected environment."""

ROLLUP: Mapping[str, ChecksState] = {
    "SUCCESS": ChecksState.PASSING,
    "FAILURE": ChecksState.FAILING,
    "ERROR": ChecksState.FAILING,
    "PENDING": ChecksState.RUNNING,
    "EXPECTED": ChecksState.RUNNING,
}


def decode_checks(node: Json) -> Known[Checks]:
    """From `statusCheckRollup` of the pull request, or on old servers of its last commit.

    Null means that the head commit has no checks at all.
    """
    if "statusCheckRollup" not in node:
        return known(node, "commits", or_unknown(_of_last_commit))
    return known(node, "statusCheckRollup", _checks)


def _of_last_commit(value: Any) -> Known[Checks]:
    commits = nodes(mapping(value))
    last = commits[-1] if commits else None
    if last is None:
        return UNKNOWN
    return known(required(last, "commit", mapping), "statusCheckRollup", _checks)


def _checks(value: Any) -> Known[Checks]:
    if value is None:
        return Checks(state=ChecksState.NEVER_RAN)
    rollup = mapping(value)
    state = ROLLUP.get(required(rollup, "state", text))
    contexts = known(rollup, "contexts", or_none(mapping))
    if state is None:
        return UNKNOWN
    counts = UNKNOWN if contexts is UNKNOWN or contexts is None else _counts(contexts)
    return Checks(state=state) if counts is UNKNOWN else _counted(state, counts)


def _counts(contexts: Json) -> Known[Counter[str]]:
    counts: Counter[str] = Counter()
    for key in ("checkRunCountsByState", "statusContextCountsByState"):
        entries = contexts.get(key)
        if not isinstance(entries, list | tuple):
            return UNKNOWN
        for entry in map(mapping, entries):
            counts[required(entry, "state", text)] += required(entry, "count", whole)
    return counts


def _counted(state: ChecksState, counts: Counter[str]) -> Checks:
    passing, failing, running, waiting = (
        sum(counts[name] for name in names) for names in (PASSING, FAILING, RUNNING, WAITING)
    )
    if state is ChecksState.RUNNING and not counts.total():
        # Required checks that no run has reported: "expected", but nothing was ever started.
        return Checks(state=ChecksState.NEVER_RAN, passing=0, failing=0, running=0)
    if waiting and not failing and state is not ChecksState.PASSING:
        state = ChecksState.WAITING_FOR_APPROVAL
    return Checks(state=state, passing=passing, failing=failing, running=running)
