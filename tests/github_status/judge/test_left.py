"""Findings that somebody left as they are: they leave the count until their evidence changes."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from bot.answers.answer import ActionId, Line
from bot.answers.audience import PUBLIC, TERMINAL, Audience
from bot.answers.counting import outdated_boxes
from bot.answers.drift import drift_answer
from bot.answers.workstream import workstream_answer
from bot.demo.bundled import DEMO_NOW, demo_people, demo_snapshot
from bot.github_status.facts.index import Box, Workstream
from bot.github_status.facts.pulls import Item
from bot.github_status.facts.snapshot import Snapshot
from bot.github_status.judge import Rules, judge_snapshot
from bot.github_status.judge.changes import Window, changes_in
from bot.github_status.judge.left import finding_id, fingerprint
from bot.github_status.judge.rules import Left, LeftAsIs
from bot.github_status.judge.verdicts import DriftKind, Finding, JudgedTracker
from bot.people.people import People
from bot.render.json_text import json_text
from tests.answers.words import words_of
from tests.builders import (
    NOW,
    a_closed_pull,
    a_merged_pull,
    a_pull,
    a_ref,
    a_row,
    a_snapshot,
    a_workstream,
    at,
)

LEFT_AT = at("2026-08-19")


def said_of(finding: Finding, *, on: datetime = LEFT_AT, why: str = "the docs wait") -> Left:
    """That Ana left it as it is."""
    said = LeftAsIs(by="Ana Souza", at=on, evidence=fingerprint(finding.evidence), why=why)
    return {(finding.kind.value, finding.subject): said}


def judged(snapshot: Snapshot, left: Left | None = None, *, now: datetime = NOW) -> JudgedTracker:
    return judge_snapshot(snapshot, rules=Rules(), people={}, now=now, left=left or {})


def a_reading_of(*workstreams: Workstream, items: tuple[Item, ...] = ()) -> Snapshot:
    every = (a_merged_pull(7), a_closed_pull(8), a_merged_pull(9))
    return a_snapshot(*workstreams, items=items or every)


def one_row_each() -> Snapshot:
    """#7 is merged and not ticked, #8 closed and still listed."""
    return a_reading_of(a_workstream(a_row(7), a_row(8)), a_workstream(a_row(9), name="Gym"))


def found(tracker: JudgedTracker, kind: DriftKind, number: int | None = None) -> Finding:
    """The finding of this kind, about this ref."""
    ref = None if number is None else a_ref(number)
    [finding] = [f for f in tracker.findings() if f.kind is kind and ref in (None, f.ref)]
    return finding


def test_left__stands_apart_and_counts_nowhere() -> None:
    before = judged(one_row_each())
    finding = found(before, DriftKind.MERGED_UNTICKED, 7)

    after = judged(one_row_each(), said_of(finding))

    [left] = [f for workstream in after.workstreams for f in workstream.all_left()]
    assert left == finding
    assert left.left is not None
    assert (left.left.by, left.left.why) == ("Ana Souza", "the docs wait")
    assert set(after.findings()) == set(before.findings()) - {finding}
    assert after.counts.drift == before.counts.drift - 1
    assert after.workstreams[0].counts.drift == before.workstreams[0].counts.drift - 1
    assert outdated_boxes(before.findings()) == outdated_boxes(after.findings()) + 1


def test_left__counts_no_more_in_a_digest() -> None:
    snapshot = one_row_each()
    said = said_of(found(judged(snapshot), DriftKind.CLOSED_LISTED))
    window = Window(NOW - timedelta(days=7), NOW)

    def drift(left: Left) -> int:
        changes = changes_in(
            snapshot, window, now=NOW, baseline=None, rules=Rules(), people={}, left=left
        )
        return changes.tracker.counts.drift

    assert drift(said) == drift({}) - 1


Change = Callable[[], Snapshot]

SAME: dict[str, Change] = {
    "lines move": lambda: a_reading_of(
        a_workstream(a_row(7, line=70), a_row(8, line=80), line=60), a_workstream(a_row(9))
    ),
    "the words of the row change": lambda: a_reading_of(
        a_workstream(a_row(7, text="other words"), a_row(8)), a_workstream(a_row(9))
    ),
    "it moves to another section": lambda: a_reading_of(
        a_workstream(a_row(8)), a_workstream(a_row(9), a_row(7), name="Gym")
    ),
    "another row appears": lambda: a_reading_of(
        a_workstream(a_row(6), a_row(7), a_row(8)), a_workstream(a_row(9))
    ),
}

OTHER: dict[str, Change] = {
    "GitHub says another day": lambda: a_reading_of(
        a_workstream(a_row(7)), items=(a_merged_pull(7, on="2026-08-17"),)
    ),
    "the same ref stands in a second section": lambda: a_reading_of(
        a_workstream(a_row(7)), a_workstream(a_row(7, line=90), name="Gym")
    ),
}


@pytest.mark.parametrize("change", SAME.values(), ids=SAME)
def test_left__stays_left_when(change: Change) -> None:
    said = said_of(found(judged(one_row_each()), DriftKind.MERGED_UNTICKED, 7))

    later = judged(change(), said)

    assert not [f for f in later.findings() if f.ref == a_ref(7)]


@pytest.mark.parametrize("change", OTHER.values(), ids=OTHER)
def test_left__counts_again_when(change: Change) -> None:
    said = said_of(found(judged(one_row_each()), DriftKind.MERGED_UNTICKED, 7))

    later = judged(change(), said)

    assert [f.kind for f in later.findings() if f.ref == a_ref(7)].count(
        DriftKind.MERGED_UNTICKED
    ) == len(later.workstreams)


def test_left__not_before_it_was_said() -> None:
    snapshot = one_row_each()
    said = said_of(found(judged(snapshot), DriftKind.CLOSED_LISTED), on=NOW)

    assert not [f for f in judged(snapshot, said).findings() if f.ref == a_ref(8)]
    earlier = judged(snapshot, said, now=NOW - timedelta(minutes=1))
    assert [f for f in earlier.findings() if f.ref == a_ref(8)]


def test_left__one_of_two_rows_about_the_same_ref() -> None:
    rows = (a_row(7), a_row(7, line=8), a_row(7, line=9))
    snapshot = a_reading_of(a_workstream(*rows), a_workstream(a_row(7, line=20), name="Gym"))
    unticked = [f for f in judged(snapshot).findings() if f.kind is DriftKind.MERGED_UNTICKED]

    later = judged(snapshot, said_of(unticked[1]))

    left = [f for workstream in later.workstreams for f in workstream.all_left()]
    assert [f.line for f in left] == [8]


def test_left__of_a_row_without_a_ref_it_is_about_its_words() -> None:
    row = a_row(None, line=5, text="the leak", status="done", box=Box.EMPTY)
    snapshot = a_reading_of(a_workstream(row))
    said = said_of(found(judged(snapshot), DriftKind.TEXT_CONTRADICTS))

    moved = a_reading_of(a_workstream(replace(row, line=50)))
    reworded = a_reading_of(a_workstream(replace(row, text="another leak")))

    assert judged(moved, said).findings() == ()
    assert [f.kind for f in judged(reworded, said).findings()] == [DriftKind.TEXT_CONTRADICTS]


def test_fingerprint__is_of_what_is_said_and_not_of_lines() -> None:
    text = "The same ref already stands on line {} of this section."

    assert fingerprint(text.format(4)) == fingerprint(text.format(1234))
    assert fingerprint("merged on 3 Jul 2026") != fingerprint("merged on 4 Jul 2026")
    assert len(fingerprint("\ud800")) == len(fingerprint(""))


@pytest.mark.parametrize("name", ["nemo-rl", "sc-cleanup"])
def test_evidence__of_the_bundled_readings_does_not_change_with_the_clock(name: str) -> None:
    snapshot, people = demo_snapshot(name), demo_people(name).for_judge()

    def told(now: datetime) -> list[tuple[str, str]]:
        tracker = judge_snapshot(snapshot, rules=Rules(), people=people, now=now)
        return [(finding_id(f), f.evidence) for f in tracker.findings()]

    now = told(DEMO_NOW)
    assert now == told(DEMO_NOW + timedelta(days=400))
    assert len({one for one, _ in now}) == len(now)
    assert not [evidence for _, evidence in now if " ago" in evidence or "today" in evidence]


def each_answer(tracker: JudgedTracker, audience: Audience) -> Iterator[str]:
    """Everything that is said of it, in words and as data."""
    drift = drift_answer(tracker, audience=audience, name="widgets")
    one = workstream_answer(
        tracker, workstreams=tracker.workstreams[:1], people=People(), audience=audience
    )
    for answer in (drift, one):
        yield words_of(answer)
        yield json_text(answer)


@pytest.mark.parametrize(("why", "is_told"), [("waits for vault #8", False), ("since 2018", True)])
def test_left__a_reason_that_names_a_private_row_is_not_told_elsewhere(
    why: str, is_told: bool
) -> None:
    snapshot = a_reading_of(
        a_workstream(a_row(7), a_row(8)), items=(a_merged_pull(7), a_pull(8, is_private=True))
    )
    said = said_of(found(judged(snapshot), DriftKind.MERGED_UNTICKED), why=why)

    public = list(each_answer(judged(snapshot, said), PUBLIC))

    assert [why in answer for answer in public[:2]] == [is_told, is_told]
    assert not [answer for answer in public[2:] if why in answer]


def test_left__of_a_private_row_tells_nothing_elsewhere() -> None:
    secret = a_closed_pull(8, title="hushhush", is_private=True)
    snapshot = a_reading_of(
        a_workstream(a_row(7), a_row(8, text="hushhush")), items=(a_merged_pull(7), secret)
    )
    said = said_of(found(judged(snapshot), DriftKind.CLOSED_LISTED), why="hushhush, says spy")
    tracker = judged(snapshot, said)

    public = " ".join(each_answer(tracker, PUBLIC))
    drift = drift_answer(tracker, audience=PUBLIC, name="widgets")

    assert not [word for word in ("hushhush", "widgets#8", "Ana Souza, ", "spy") if word in public]
    assert "1 left as it is" in words_of(drift)
    offered = [one.menu for one in drift.blocks if isinstance(one, Line) and one.menu]
    assert [[button.action for button in menu] for menu in offered] == [[ActionId.LEAVE]]
    inside = words_of(drift_answer(tracker, audience=TERMINAL, name="widgets"))
    assert "#8" in inside
    assert "left by Ana Souza, 19 Aug: “hushhush, says spy”" in inside
