from bot.answers import PUBLIC, TERMINAL, pull_answer
from bot.answers.answer import PullFacts, Verbatim
from bot.github_status.facts.index import Role, RowRef
from bot.github_status.facts.known import UNKNOWN
from bot.github_status.facts.pulls import ReviewState
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
from tests.builders import a_pull, a_ref, a_review, a_row, an_event


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

    assert "Named by #7 (split into), line 7" in words_of(answer)


def test_pull_answer__private_one_is_not_shown_in_public() -> None:
    secret = a_pull(7, title="the secret", is_private=True)
    tracker = a_judged_tracker(a_judged_workstream(a_judged_row(7, secret)))

    answer = pull_answer(tracker, ref=a_ref(7), audience=PUBLIC, people=PEOPLE)

    assert answer.title == "#7 is not shown here"
    assert "secret" not in words_of(answer)
