"""The bundles are answers of GitHub's form, and the decoder understands all of them."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.demo.bundled import DEMO_NOW, DEMO_TRACKERS, demo_people, demo_snapshot
from bot.github_status.facts.index import Box
from bot.github_status.facts.known import UNKNOWN
from bot.github_status.facts.pulls import EventKind, Issue, IssueState, Pull, PullState
from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Outcome, Snapshot
from bot.github_status.github.decode import decode_answer
from tests.builders import a_ref
from tests.demo.schema import faults, github_schema

DATA = Path(__file__).parents[2] / "bot/demo/bundled/data"
NAMES = list(DEMO_TRACKERS)


def bundle(name: str) -> Any:
    return json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))


def nodes(data: Any) -> Iterator[tuple[Ref, Any]]:
    """Every node of an answer that is there, with the ref it was asked by."""
    for repository in data.values():
        for key, node in repository.items():
            if re.fullmatch(r"n\d+", key) and node is not None:
                yield a_ref(int(key[1:]), repository=repository["nameWithOwner"]), node


def pulls(snapshot: Snapshot) -> list[Pull]:
    return [r.item for r in snapshot.readings if isinstance(r.item, Pull)]


@pytest.mark.parametrize("part", ["issue", "refs", "extra"])
@pytest.mark.parametrize("name", NAMES)
def test_bundle__has_only_what_githubs_schema_allows(name: str, part: str) -> None:
    assert faults(github_schema(), bundle(name)[part]) == []


@pytest.mark.parametrize("part", ["refs", "extra"])
@pytest.mark.parametrize("name", NAMES)
def test_bundle__decodes_without_loss(name: str, part: str) -> None:
    told = dict(nodes(bundle(name)[part]))

    readings = decode_answer(bundle(name)[part], list(told), read_at=DEMO_NOW)

    assert {r.outcome for r in readings} <= {Outcome.READ}
    for reading in readings:
        node = told[reading.ref]
        assert reading.item is not None
        assert reading.item.title == node["title"]
        assert (reading.item.author is UNKNOWN) is ("author" not in node)
        assert (reading.item.created_at is UNKNOWN) is ("createdAt" not in node)
        assert (reading.item.closed_at is UNKNOWN) is ("closedAt" not in node)
        assert (reading.item.labels is UNKNOWN) is ("labels" not in node)
        if isinstance(reading.item, Pull):
            events = () if reading.item.events is UNKNOWN else reading.item.events
            assert len(events) == len(node.get("timelineItems", {"nodes": []})["nodes"])
            assert (reading.item.is_draft is UNKNOWN) is ("isDraft" not in node)
            assert (reading.item.merged_at is UNKNOWN) is ("mergedAt" not in node)


@pytest.mark.parametrize("name", [*NAMES, "people"])
def test_bundle__names_no_place_of_its_making(name: str) -> None:
    text = (DATA / f"{name}.json").read_text(encoding="utf-8")

    assert not re.search(r"/work|/home/|/tmp|/usr/|pypi|npmjs|localhost|127\.0\.0\.1", text)
    assert set(re.findall(r"https?://([^/\"]+)", text)) <= {"github.com"}
    assert len(text.encode()) < 64 * 1024


@pytest.mark.parametrize("name", NAMES)
def test_demo_snapshot__is_a_whole_reading_before_the_clock(name: str) -> None:
    snapshot = demo_snapshot(name)

    assert snapshot.tracker == snapshot.issue.ref
    assert snapshot.credentials == ("bundled reading",)
    assert snapshot.as_of < DEMO_NOW
    assert snapshot.notes
    assert [reading.ref for reading in snapshot.readings] == list(snapshot.index.refs())
    assert not snapshot.coverage.failed
    items = [reading.item for reading in snapshot.readings if reading.item]
    assert all(item.is_private is not UNKNOWN for item in (snapshot.issue, *items))


def test_demo_snapshot__unknown_name() -> None:
    with pytest.raises(KeyError):
        demo_snapshot("../people")


def test_nemo_rl__states() -> None:
    snapshot = demo_snapshot("nemo-rl")

    assert len(snapshot.readings) == 28
    assert {reading.outcome for reading in snapshot.readings} == {Outcome.READ}
    assert Counter(pull.state for pull in pulls(snapshot)) == {
        PullState.MERGED: 16,
        PullState.OPEN: 8,
        PullState.CLOSED: 4,
    }


def test_nemo_rl__rows_merged_and_not_ticked() -> None:
    snapshot = demo_snapshot("nemo-rl")
    merged = {pull.ref for pull in pulls(snapshot) if pull.state is PullState.MERGED}

    unticked = [
        row.line
        for _, row in snapshot.index.rows()
        if row.primary in merged and row.box is Box.EMPTY
    ]

    assert len(unticked) == 12


def test_nemo_rl__what_is_not_known_is_unknown() -> None:
    by_number = {pull.ref.number: pull for pull in pulls(demo_snapshot("nemo-rl"))}
    renamed, idle = by_number[167], by_number[2467]

    assert renamed.merged_at is UNKNOWN
    assert renamed.events is UNKNOWN
    assert idle.merged_at is None
    assert idle.is_draft is UNKNOWN
    assert idle.checks is UNKNOWN
    assert idle.reviews is UNKNOWN
    assert not idle.events_complete
    assert by_number[2413].closed_at is UNKNOWN


def test_nemo_rl__every_open_pull_has_its_last_activity() -> None:
    snapshot = demo_snapshot("nemo-rl")

    last = {
        pull.ref.number: (pull.events[-1].kind, f"{pull.events[-1].at:%m-%d}")
        for pull in pulls(snapshot)
        if pull.state is PullState.OPEN and pull.events is not UNKNOWN
    }

    assert last == {
        2467: (EventKind.COMMIT, "06-08"),
        2470: (EventKind.COMMIT, "05-26"),
        2475: (EventKind.COMMIT, "05-26"),
        2492: (EventKind.REVIEW, "06-09"),
        2580: (EventKind.COMMIT, "06-26"),
        2593: (EventKind.COMMIT, "05-28"),
        2692: (EventKind.COMMIT, "06-16"),
        2819: (EventKind.COMMIT, "07-18"),
    }


def test_nemo_rl__keeps_successors_and_the_dismissed_approval_beside() -> None:
    extra = dict(nodes(bundle("nemo-rl")["extra"]))
    numbers = {str(ref.short) for ref in extra}
    timeline = extra[a_ref(2915, repository="NVIDIA-NeMo/RL")]["timelineItems"]["nodes"]
    kinds = Counter(event["__typename"] for event in timeline)

    assert numbers >= {"RL#2808", "RL#2971", "RL#3219", "RL#3378", "Gym#1377"}
    assert kinds == {
        "IssueComment": 17,
        "HeadRefForcePushedEvent": 5,
        "PullRequestReview": 4,
        "ReviewRequestedEvent": 2,
        "ReviewDismissedEvent": 1,
        "MergedEvent": 1,
    }


def test_sc_cleanup__knows_what_it_lists() -> None:
    snapshot = demo_snapshot("sc-cleanup")

    known = {r.ref.short for r in snapshot.readings if r.item is not None}

    assert known == {"RL#2567", "RL#2700", "RL#3219", "RL#3220", "RL#3266"}
    assert snapshot.coverage.is_complete
    assert snapshot.issue.state is IssueState.OPEN
    assert "DATASET GAP" in snapshot.issue.body


def test_example__says_that_it_is_invented() -> None:
    snapshot = demo_snapshot("example")

    assert "invented example" in snapshot.issue.title
    assert "invented" in snapshot.notes[0]
    assert {ref.repository.owner for ref in snapshot.index.refs()} == {"acme"}


def test_example__shares_nobody_with_the_true_ones() -> None:
    everybody = {e["github"] for e in bundle("people")}
    invented = {e["github"] for e in bundle("example")["people"]}
    authors = {
        node["author"]["login"] for _, node in nodes(bundle("example")["refs"]) if node["author"]
    }

    assert not everybody & (invented | authors)


def test_demo_people__each_once_with_made_up_slack_ids() -> None:
    links = demo_people("nemo-rl").links

    logins = [str(link.github).casefold() for link in links]
    assert len(set(logins)) == len(logins)
    assert all(re.fullmatch(r"U0DEMO\d\d", str(link.slack)) for link in links)
    assert [link.slack for link in links[:2]] == ["U0DEMO01", "U0DEMO02"]
    assert [link.name for link in links if link.github == "ZhiyuLi-Nvidia"] == ["Zhiyu Li"]
    assert not {"copy-pr-bot", "github-actions"} & set(logins)


def test_demo_people__links_every_owner_of_the_true_trackers() -> None:
    known = {link.name for link in demo_people("nemo-rl").links}
    index = demo_snapshot("nemo-rl").index

    assert {owner for workstream in index.walk() for owner in workstream.owners} <= known


def test_demo_people__the_invented_ones_are_of_the_invented_tracker_only() -> None:
    invented, true, also_true = (
        {link.name for link in demo_people(name).links}
        for name in ("example", "nemo-rl", "sc-cleanup")
    )

    assert "Bo Lindqvist" in invented
    assert true == also_true
    assert not invented & true


def test_demo_people__leaves_one_owner_of_the_example_out() -> None:
    known = {link.name for link in demo_people("example").links}
    index = demo_snapshot("example").index
    owners = {owner for workstream in index.walk() for owner in workstream.owners}

    assert owners - known == {"Noor Haddad"}


def test_issue_rows_are_issues() -> None:
    issues = [r.item for r in demo_snapshot("example").readings if isinstance(r.item, Issue)]

    assert [issue.ref.number for issue in issues] == [209, 210]
