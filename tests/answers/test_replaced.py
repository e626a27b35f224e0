"""What took the place of a row, in words: facts and guesses apart, and nothing private."""

from typing import Any

import pytest

from bot.answers.answer import Answer
from bot.answers.audience import PUBLIC, TERMINAL
from bot.answers.drift import drift_answer
from bot.answers.private import private_refs, redacted
from bot.answers.private_changes import redacted_changes
from bot.answers.pull import pull_answer
from bot.answers.workstream import workstream_answer
from bot.github_status.facts.nearby import Mention, NearbyPull
from bot.github_status.facts.pulls import ActorKind, EventKind, Item, PullState
from bot.github_status.judge import Rules
from bot.github_status.judge.changes import Window, changes_in
from bot.github_status.judge.verdicts import DriftKind, JudgedTracker
from bot.render.json_text import json_text
from bot.render.markdown import markdown_text
from tests.answers.builders import PEOPLE
from tests.answers.words import lines_of, words_of
from tests.builders import (
    a_closed_pull,
    a_merged_pull,
    a_pull,
    a_reading,
    a_ref,
    a_row,
    a_workstream,
    an_actor,
    an_event,
    at,
)
from tests.github_status.judge.judging import judged
from tests.github_status.judge.test_relations import nearby

SECRET = "hushhush"


def about(item: Item, *others: NearbyPull) -> JudgedTracker:
    return judged(a_workstream(a_row()), items=(item,), nearby=others)


def row_words(tracker: JudgedTracker) -> str:
    answer = workstream_answer(
        tracker, workstreams=tracker.workstreams, audience=TERMINAL, people=PEOPLE
    )
    return lines_of(answer)[0]


def split(number: int, text: str, **fields: Any) -> NearbyPull:
    return nearby(number, body=f"{text} of #7", **fields)


OPEN: dict[str, Any] = {"state": PullState.OPEN, "merged_at": None, "closed_at": None}


@pytest.mark.parametrize(
    ("item", "others", "said"),
    [
        (a_closed_pull(body="Superseded by #12"), [nearby(12)], "replaced by #12, merged 18 Aug"),
        (a_closed_pull(body="Superseded by #12"), [nearby(12, **OPEN)], "replaced by #12"),
        (a_closed_pull(body="Maybe superseded by #12"), [nearby(12)], "perhaps replaced by #12"),
        (
            a_closed_pull(body="Maybe superseded by #12 and #13"),
            [nearby(12), nearby(13)],
            "perhaps replaced by #12 and #13",
        ),
        (
            a_pull(),
            [split(12, "Part 1/2"), split(13, "Part 2/2")],
            "split into #12 and #13, all merged",
        ),
        (
            a_pull(),
            [split(12, "Part 1/3"), split(13, "Part 2/3", **OPEN)],
            "split into #12 and #13, 1 of 3 merged",
        ),
        (a_pull(), [split(12, "Split out")], "a part of it is #12, merged"),
        (a_merged_pull(), [nearby(12, body="Reverts #7")], "reverted by #12, merged 18 Aug"),
        (
            a_merged_pull(),
            [nearby(12, title='Revert "feat: number 7"')],
            "perhaps reverted by #12",
        ),
    ],
)
def test_row__says_what_took_its_place(item: Item, others: list[NearbyPull], said: str) -> None:
    parts = row_words(about(item, *others)).split(" · ")

    assert said in parts


def test_pull_in_depth__says_who_says_so() -> None:
    events = (an_event(EventKind.CLOSED, actor=an_actor("sweeper", kind=ActorKind.BOT)),)
    item = a_closed_pull(body="Superseded by #12", labels=("stale",), events=events)
    answer = pull_answer(about(item, nearby(12)), ref=a_ref(7), audience=TERMINAL, people=PEOPLE)

    lines = lines_of(answer)
    assert "Closed by sweeper, a bot for want of activity, and by no person." in lines
    assert "Replaced by #12, merged 18 Aug: acme/widgets#7 says “Superseded by #12”." in lines
    listed = "Line 7: It is listed as work; GitHub says closed without a merge on 18 Aug 2026."
    assert listed in lines


def test_drift__missing_rows_have_their_line_to_paste() -> None:
    tracker = about(a_pull(), split(12, "Part 1/1", title="feat: the rest"))
    words = words_of(drift_answer(tracker, audience=TERMINAL))

    assert "Missing rows · 1\n" in words
    assert (
        "#12 feat: the rest · below line 7 · GitHub says merged on 18 Aug 2026. It belongs here:"
        " it says “Part 1/1 of #7” · repair: write - [x] acme/widgets#12"
    ) in words


def secret(**fields: Any) -> NearbyPull:
    """A private pull request of another repository."""
    ref = a_ref(4711, repository="acme/hushhush")
    defaults: dict[str, Any] = {
        "title": "hushhush plan",
        "url": f"https://github.com/{ref.repository}/pull/4711",
        "state": PullState.MERGED,
        "is_private": True,
        "author": an_actor(),
        "created_at": at("2026-08-17"),
        "merged_at": at("2026-08-18"),
    }
    return NearbyPull(ref=ref, **(defaults | fields))


def every_answer(tracker: JudgedTracker, audience: Any) -> list[Answer]:
    return [
        drift_answer(tracker, audience=audience),
        workstream_answer(
            tracker, workstreams=tracker.workstreams, audience=audience, people=PEOPLE
        ),
        pull_answer(tracker, ref=a_ref(7), audience=audience, people=PEOPLE),
    ]


PRIVATE = [
    (a_closed_pull(), secret(body="Supersedes acme/widgets#7")),
    (a_pull(), secret(body="Part 1/1 of acme/widgets#7")),
    (a_merged_pull(), secret(body="Reverts acme/widgets#7")),
    (a_pull(), secret(body="Part of acme/widgets#1")),
    (a_pull(title="feat: ring buffer"), secret(title="feat: hushhush ring buffer")),
]


@pytest.mark.parametrize(("item", "other"), PRIVATE)
@pytest.mark.parametrize("way", ["found", "mentioned"])
def test_private__never_in_a_public_answer(item: Item, other: NearbyPull, way: str) -> None:
    mention = Mention(at=at("2026-08-18"), pull=other)
    tracker = about(item, other)
    if way == "mentioned":
        reading = a_reading(item, mentions=(mention,))
        tracker = judged(a_workstream(a_row()), readings=(reading,))

    for answer in every_answer(tracker, PUBLIC):
        for drawn in (words_of(answer), json_text(answer), markdown_text(answer)):
            assert SECRET not in drawn
            assert "4711" not in drawn
    assert SECRET not in repr(redacted(tracker, PUBLIC))


@pytest.mark.parametrize(("item", "other"), PRIVATE)
def test_private__never_in_a_suggested_line(item: Item, other: NearbyPull) -> None:
    """Not even for somebody who may see it: what is pasted is public."""
    tracker = about(item, other)

    assert DriftKind.MISSING_ROW not in {finding.kind for finding in tracker.findings()}
    for answer in every_answer(tracker, TERMINAL):
        assert "write - " not in words_of(answer)


def test_private__who_may_see_it_is_told() -> None:
    tracker = about(*PRIVATE[0])

    assert "replaced by hushhush#4711" in words_of(drift_answer(tracker, audience=TERMINAL))
    assert private_refs(tracker.snapshot) == frozenset([a_ref(4711, repository="acme/hushhush")])


def test_private__the_finding_stays_without_what_it_rests_on() -> None:
    shown = redacted(about(*PRIVATE[0]), PUBLIC)

    told = {finding.kind: finding.evidence for finding in shown.findings()}
    assert told == {
        DriftKind.CLOSED_LISTED: "Closed without a merge, still listed.",
        DriftKind.SUCCESSOR_LANDED: "What took its place has landed.",
    }
    assert {finding.ref for finding in shown.findings()} == {a_ref(7)}


def test_private__a_public_missing_row_beside_a_private_one_of_the_index() -> None:
    """It is placed by a private row, so it is not said that it is missing."""
    listed = a_pull(title="feat: hushhush ring buffer", is_private=True)
    other = nearby(12, title="feat: hushhush ring")
    tracker = about(listed, other)

    assert "acme/widgets#12" in words_of(drift_answer(tracker, audience=TERMINAL))
    assert "#12" not in words_of(drift_answer(tracker, audience=PUBLIC))


def test_private__a_part_counts_in_a_digest_and_is_not_named() -> None:
    private = secret(body="Part 1/1 of acme/widgets#7")
    snapshot = about(a_pull(), private).snapshot
    window = Window(start=at("2026-08-12"), end=at("2026-08-19"))
    changes = changes_in(
        snapshot, window, now=at("2026-08-19"), baseline=None, rules=Rules(), people={}
    )

    ((open_split,), (split_shown,)) = changes.splits, redacted_changes(changes, PUBLIC).splits
    assert open_split.newly == (private.ref,)
    assert (split_shown.merged, split_shown.parts, split_shown.newly) == (1, 1, ())
    assert SECRET not in repr(redacted_changes(changes, PUBLIC))
