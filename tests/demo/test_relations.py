"""The bundled reading of #2905: what is stated, what is a guess, and what is missing."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from bot.demo.bundled import DEMO_NOW, demo_snapshot
from bot.github_status.facts.nearby import NearbyPull
from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Snapshot
from bot.github_status.github.decode import decode_nearby_pulls
from bot.github_status.judge import Rules, judge_snapshot
from bot.github_status.judge.relation import Confidence
from bot.github_status.judge.verdicts import DriftKind, JudgedTracker
from scripts.make_demo import read_descriptions
from tests.demo.test_bundles import bundle, nodes

STATED = {
    "RL#2819": ["split_into RL#3219", "split_into RL#3220", "split_into RL#3266",
                "split_into RL#3267"],
    "Gym#1368": ["split_into Gym#1377"],
}  # fmt: skip
PERHAPS = {
    "RL#2413": ["superseded_by RL#2971", "superseded_by RL#2808"],
    "RL#2465": ["superseded_by RL#2590"],
}
MISSING = {"RL#3219", "RL#3220", "RL#3266", "RL#3267", "Gym#1377"}
LIKELY = {"RL#2915", "RL#2971", "RL#3378"}
NEVER = {"RL#2479", "RL#3226", "RL#3327"}


def of_both() -> tuple[NearbyPull, ...]:
    """Every pull request of both bundles."""
    parts = [bundle(name)[part] for name in ("nemo-rl", "sc-cleanup") for part in ("refs", "extra")]
    return tuple(pull for part in parts for pull in decode_nearby_pulls(part))


def judged(snapshot: Snapshot) -> JudgedTracker:
    return judge_snapshot(snapshot, rules=Rules(), people={}, now=DEMO_NOW)


@pytest.fixture(params=["as bundled", "with every other known one"])
def tracker(request: pytest.FixtureRequest) -> JudgedTracker:
    snapshot = demo_snapshot("nemo-rl")
    if request.param != "as bundled":
        snapshot = replace(snapshot, nearby=of_both())
    return judged(snapshot)


def related(tracker: JudgedTracker, confidence: Confidence) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for row in tracker.rows():
        of = [f"{r.kind} {r.ref.short}" for r in row.relations if r.confidence is confidence]
        if of and row.ref:
            found[row.ref.short] = of
    return found


def missing(tracker: JudgedTracker, confidence: Confidence) -> set[str]:
    return {
        finding.ref.short
        for finding in tracker.findings()
        if finding.kind is DriftKind.MISSING_ROW
        and finding.confidence is confidence
        and finding.ref
    }


def test_stated(tracker: JudgedTracker) -> None:
    assert related(tracker, Confidence.STATED) == STATED


def test_perhaps(tracker: JudgedTracker) -> None:
    assert related(tracker, Confidence.PERHAPS) == PERHAPS


def test_missing_rows(tracker: JudgedTracker) -> None:
    assert missing(tracker, Confidence.STATED) == MISSING
    assert missing(tracker, Confidence.PERHAPS) == LIKELY


def test_missing_rows__under_the_likeliest_workstream(tracker: JudgedTracker) -> None:
    found = [f for f in tracker.findings() if f.kind is DriftKind.MISSING_ROW]

    assert {(f.path[-1], f.ref.short) for f in found if f.ref} == {
        ("Router Replay (R3)", "RL#2915"),
        ("Router Replay (R3)", "RL#3378"),
        ("NCCL hierarchical API", "RL#2971"),
        ("Gym", "Gym#1377"),
        *(("Single Controller", f"RL#{n}") for n in (3219, 3220, 3266, 3267)),
    }
    assert {f.repair for f in found} == {f"write - [x] {f.ref}" for f in found}


def test_never(tracker: JudgedTracker) -> None:
    assert {pull.ref.short for pull in of_both()} | {"RL#3327"} >= NEVER
    assert not NEVER & (missing(tracker, Confidence.STATED) | missing(tracker, Confidence.PERHAPS))


def test_2819__all_four_parts_have_landed(tracker: JudgedTracker) -> None:
    (landed,) = [f for f in tracker.findings() if f.kind is DriftKind.SUCCESSOR_LANDED]

    assert landed.ref is not None
    assert landed.ref.number == 2819
    assert not landed.box_is_behind


def bodies(value: Any) -> Iterator[tuple[Ref, str]]:
    for ref, node in nodes(value):
        if "body" in node:
            yield ref, node["body"]


def test_descriptions__are_those_of_the_list_and_no_others() -> None:
    """Each of them rests on the evidence of one fact."""
    told = read_descriptions()
    written: dict[Ref, str] = {}
    for name in ("nemo-rl", "sc-cleanup"):
        for part in ("refs", "extra"):
            written |= dict(bodies(bundle(name)[part]))

    assert written == told
    assert {ref.short for ref in told} == {
        "RL#2458", "RL#2467", "RL#2566", "RL#2567", "RL#2700", "RL#2971", "RL#3266", "RL#3267",
        "RL#3378", "Gym#1377",
    }  # fmt: skip


def test_without_descriptions__nothing_is_stated() -> None:
    """What the descriptions say is where it comes from."""
    snapshot = demo_snapshot("nemo-rl")
    silent = tuple(replace(pull, body="") for pull in snapshot.nearby)

    assert related(judged(replace(snapshot, nearby=silent)), Confidence.STATED) == {}
