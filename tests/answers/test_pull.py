import re
from datetime import datetime

import pytest

from bot.answers.answer import Code, Line, PullFacts, Verbatim
from bot.answers.audience import PUBLIC, TERMINAL
from bot.answers.pull import pull_answer
from bot.github_status.facts.index import Role, RowRef
from bot.github_status.facts.known import UNKNOWN
from bot.github_status.facts.pulls import EventKind, Item, ReviewState
from bot.github_status.judge.verdicts import DriftKind, TurnRule, Who
from tests.answers.builders import (
    PEOPLE,
    a_finding,
    a_judged_row,
    a_judged_tracker,
    a_judged_workstream,
    a_turn,
    stale_since,
)
from tests.answers.words import words_of
from tests.builders import (
    NOW,
    a_closed_pull,
    a_merged_pull,
    a_pull,
    a_reading,
    a_ref,
    a_review,
    a_row,
    an_event,
    at,
)


def test_pull_answer__turn_staleness_reviews_checks_and_both_places() -> None:
    item = a_pull(
        7,
        reviews=(a_review("bo", ReviewState.APPROVED, commit_oid="older"),),
        events=(an_event(on="2026-08-10"),),
        labels=UNKNOWN,
    )
    row = a_judged_row(
        7,
        item,
        staleness=stale_since("2026-08-10", 7),
        findings=(a_finding(DriftKind.CROSS_REFERENCE, repair=None, evidence="Not there."),),
    )
    gym = a_judged_workstream(
        a_judged_row(7, item, row=a_row(7, line=30)), name="Gym", line=20, owners=()
    )
    tracker = a_judged_tracker(a_judged_workstream(row), gym)

    answer = pull_answer(tracker, ref=a_ref(7), audience=TERMINAL, people=PEOPLE)

    assert words_of(answer).splitlines() == [
        "#7 feat: number 7",
        "#7 some work · no push since 10 Aug, 7 working days · waits for review by bo",
        "It is a reviewer's turn (bo), since 17 Aug. A review is required.",
        "Stale: no push since 10 Aug, 7 working days; the limit “review” is 3 working days.",
        "Reviews: approved by bo 18 Aug, before the newest commit",
        "Checks: passing (3 passing)",
        "No conflict with its base",
        "Listed in Refit, line 7 · box empty · owner Ana Souza",
        "Listed in Gym, line 30 · box empty · no owner named",
        "Line 7: Not there.",
        "History, newest first",
        "10 Aug · push",
        "Not known: labels.",
        "1 ref in 1 repository, as of 19 Aug 2026, 12:00 UTC (token)",
    ]
    assert isinstance(answer.facts, PullFacts)
    assert [r.row.line for r in answer.facts.rows] == [7, 30]


def test_pull_answer__the_command_that_starts_the_checks_stands_alone() -> None:
    turn = a_turn(Who.TRIGGER, TurnRule.CHECKS_NEVER_RAN, command="/ok to test 1a2b3c")
    tracker = a_judged_tracker(a_judged_workstream(a_judged_row(7, turn=turn)))

    answer = pull_answer(tracker, ref=a_ref(7), audience=TERMINAL, people=PEOPLE)

    assert Verbatim("/ok to test 1a2b3c") in answer.blocks


def test_pull_answer__a_ref_that_is_only_named_shows_who_names_it() -> None:
    refs = (
        RowRef(ref=a_ref(7), role=Role.PRIMARY, written="#7"),
        RowRef(ref=a_ref(8), role=Role.SPLIT_INTO, written="#8"),
    )
    tracker = a_judged_tracker(a_judged_workstream(a_judged_row(7, row=a_row(7, refs=refs))))

    answer = pull_answer(tracker, ref=a_ref(8), audience=TERMINAL, people=PEOPLE)

    assert "Named as what a row was split into on line 7, in Refit: #7 “some work”" in words_of(
        answer
    )


def test_pull_answer__a_ref_that_is_only_named_has_its_own_state() -> None:
    refs = (RowRef(ref=a_ref(8), role=Role.CONTEXT, written="#8"),)
    row = a_judged_row(None, row=a_row(None, line=11, text="drop the old path, see #8", refs=refs))

    def answered(item: Item, now: datetime = NOW) -> list[str]:
        snapshot = {"readings": (a_reading(item),)}
        tracker = a_judged_tracker(a_judged_workstream(row), snapshot=snapshot, now=now)
        answer = pull_answer(tracker, ref=a_ref(8), audience=TERMINAL, people=PEOPLE)
        return words_of(answer).splitlines()

    merged = a_merged_pull(8, on="2026-06-11", created_at=at("2026-06-01"))
    assert answered(merged)[1:3] == [
        "#8 feat: number 8 · merged 11 Jun",
        "Named on line 11, in Refit: “drop the old path, see #8”",
    ]
    assert answered(merged, at("2026-06-10"))[1] == "#8 feat: number 8 · open"
    assert answered(a_closed_pull(8))[1] == "#8 feat: number 8 · closed unmerged 18 Aug"


@pytest.mark.parametrize("role", Role)
def test_pull_answer__every_role_has_its_words(role: Role) -> None:
    if role is Role.PRIMARY:
        return
    refs = (RowRef(ref=a_ref(8), role=role, written="#8"),)
    tracker = a_judged_tracker(a_judged_workstream(a_judged_row(None, row=a_row(None, refs=refs))))

    text = words_of(pull_answer(tracker, ref=a_ref(8), audience=TERMINAL, people=PEOPLE))

    assert re.search(r"^Named .*\bline 1, in Refit: “some work”$", text, re.MULTILINE)


def test_pull_answer__a_turn_that_is_not_known_says_what_is_missing() -> None:
    reason = "Reviews and checks were not read."
    turn = a_turn(Who.UNKNOWN, TurnRule.NOT_KNOWN, reason=reason, people=(), since=None)
    tracker = a_judged_tracker(a_judged_workstream(a_judged_row(7, turn=turn)))

    text = words_of(pull_answer(tracker, ref=a_ref(7), audience=TERMINAL, people=PEOPLE))

    assert "\nTurn not known: reviews and checks were not read.\n" in text


@pytest.mark.parametrize(
    ("missing", "said"),
    [
        (("labels", "checks"), "Turn not known: labels and checks were not read."),
        (("checks",), "Not known either: labels."),
    ],
    ids=["all that is not known", "only what the turn needs"],
)
def test_pull_answer__what_is_not_known_is_said_once(missing: tuple[str, ...], said: str) -> None:
    turn = a_turn(
        Who.UNKNOWN,
        TurnRule.NOT_KNOWN,
        reason=f"{' and '.join(missing)} were not read.",
        people=(),
        missing=missing,
    )
    item = a_pull(7, labels=UNKNOWN, checks=UNKNOWN)
    tracker = a_judged_tracker(a_judged_workstream(a_judged_row(7, item, turn=turn)))

    words = words_of(pull_answer(tracker, ref=a_ref(7), audience=TERMINAL, people=PEOPLE))

    assert said in words
    assert words.count("labels") == words.count("checks were not read") == 1


def test_pull_answer__history_says_what_is_no_progress() -> None:
    comment = an_event(EventKind.COMMENT, on="2026-08-18", text="/retest")
    tracker = a_judged_tracker(a_judged_workstream(a_judged_row(7, a_pull(7, events=(comment,)))))

    answer = pull_answer(tracker, ref=a_ref(7), audience=TERMINAL, people=PEOPLE)

    assert "18 Aug · comment by ana · not progress: a command to a bot" in (
        words_of(answer).replace("Ana Souza", "ana")
    )


def test_pull_answer__a_repair_can_be_copied() -> None:
    finding = a_finding(DriftKind.MALFORMED_REF, repair="write acme/widgets#9")
    tracker = a_judged_tracker(a_judged_workstream(a_judged_row(7, findings=(finding,))))

    answer = pull_answer(tracker, ref=a_ref(7), audience=TERMINAL, people=PEOPLE)

    spans = [span for block in answer.blocks if isinstance(block, Line) for span in block.spans]
    assert Code("acme/widgets#9") in spans


def test_pull_answer__private_one_is_not_shown_in_public() -> None:
    secret = a_pull(7, title="the secret", is_private=True)
    tracker = a_judged_tracker(a_judged_workstream(a_judged_row(7, secret)))

    answer = pull_answer(tracker, ref=a_ref(7), audience=PUBLIC, people=PEOPLE)

    assert answer.title == "#7 is not shown here"
    assert "secret" not in words_of(answer)
