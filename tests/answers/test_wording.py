"""Every member of every closed set has its words, and parts are put together as people write."""

from dataclasses import replace

import pytest

from bot.answers.answer import Link, Plain
from bot.answers.drift_words import drift_words
from bot.answers.links import is_web_address, ref_label, ref_span
from bot.answers.parts import counted, joined, listed, said, shortened
from bot.answers.progress import event_words, uncounted_words
from bot.answers.reviews import checks_parts, request_parts, review_parts, unknown_facts
from bot.answers.rows import Telling, row_line, telling_of
from bot.answers.turns import group_title, turn_part, turn_sentence
from bot.github_status.facts.known import UNKNOWN
from bot.github_status.facts.pulls import (
    AutoMerge,
    Checks,
    ChecksState,
    Event,
    EventKind,
    Mergeable,
    Pull,
    QueueEntry,
    ReviewRequest,
    ReviewState,
    Team,
)
from bot.github_status.facts.snapshot import Outcome
from bot.github_status.judge.rules import Rules
from bot.github_status.judge.verdicts import DriftKind, TurnRule, Who
from bot.people.people import People
from tests.answers.builders import (
    PEOPLE,
    a_finding,
    a_judged_row,
    a_judged_tracker,
    a_judged_workstream,
    a_reading_that,
    a_staleness,
    a_turn,
)
from tests.answers.test_workstream import answered
from tests.answers.words import spans_words
from tests.builders import a_pull, a_ref, a_review, an_actor, an_event, at


def a_telling() -> Telling:
    return telling_of(a_judged_tracker(a_judged_workstream(a_judged_row(7))), PEOPLE)


def reviewed(**fields: object) -> list[str]:
    pull: Pull = a_pull(7, **fields)
    telling = a_telling()
    parts = (
        *review_parts(pull, telling),
        *request_parts(pull, telling),
        *checks_parts(pull, telling, command_told=False),
    )
    return [spans_words(part) for part in parts]


@pytest.mark.parametrize("kind", EventKind)
def test_event_words__every_kind(kind: EventKind) -> None:
    assert event_words(an_event(kind), People())


@pytest.mark.parametrize("kind", DriftKind)
def test_drift_words__every_kind(kind: DriftKind) -> None:
    assert drift_words(kind)


@pytest.mark.parametrize("who", Who)
def test_turns__every_who_has_a_group_and_a_sentence(who: Who) -> None:
    assert group_title(who)
    assert turn_sentence(a_turn(who, people=()), People()).casefold().count("turn") == 1


@pytest.mark.parametrize("rule", TurnRule)
def test_turn_part__every_rule(rule: TurnRule) -> None:
    is_quiet = rule in {TurnRule.FINISHED, TurnRule.PARKED, TurnRule.DRAFT}

    assert bool(turn_part(a_turn(rule=rule, people=()), People())) is not is_quiet


@pytest.mark.parametrize(
    ("missing", "words"),
    [
        (("checks", "reviews", "labels"), "reviews and checks not known"),
        (("labels", "checks"), "checks not known"),
        (("labels",), "labels not known"),
        ((), "turn not known"),
    ],
    ids=["the two that matter", "one that matters", "another", "nothing named"],
)
def test_turn_part__what_is_missing(missing: tuple[str, ...], words: str) -> None:
    turn = a_turn(Who.UNKNOWN, TurnRule.NOT_KNOWN, missing=missing)

    assert spans_words(turn_part(turn, People())) == words


def test_turn_part__beside_a_known_review_the_unknown_ones_are_others() -> None:
    turn = a_turn(Who.UNKNOWN, TurnRule.NOT_KNOWN, missing=("reviews", "checks"))
    review = an_event(EventKind.REVIEW, actor=an_actor("bo"))
    row = a_judged_row(7, turn=turn, staleness=a_staleness(last_progress=review))

    words = spans_words(row_line(row, a_telling()).spans)
    without = spans_words(row_line(a_judged_row(7, turn=turn), a_telling()).spans)

    assert words.endswith("review by bo 18 Aug · other reviews and checks not known")
    assert without.endswith("pushed 18 Aug · reviews and checks not known")


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (an_event(EventKind.COMMENT, text="I will look."), ""),
        (an_event(EventKind.COMMENT, text="/retest"), "not progress: a command to a bot"),
        (
            an_event(EventKind.COMMENT, text="done", actor=an_actor("x[bot]")),
            "not progress: a bot",
        ),
        (an_event(EventKind.FORCE_PUSH, brings_new=False), "not progress: brings nothing new"),
        (
            an_event(EventKind.REVIEW, review_state=ReviewState.PENDING),
            "not progress: not sent yet",
        ),
        (an_event(EventKind.CONVERTED_TO_DRAFT), "not progress"),
        (an_event(EventKind.MERGED), ""),
    ],
    ids=["a person", "a command", "a bot", "a rebase", "a pending review", "its kind", "the end"],
)
def test_uncounted_words(event: Event, words: str) -> None:
    assert uncounted_words(event, Rules()) == words


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (ReviewState.APPROVED, "approved by bo 18 Aug"),
        (ReviewState.CHANGES_REQUESTED, "changes requested by bo 18 Aug"),
        (ReviewState.COMMENTED, "commented by bo 18 Aug"),
        (ReviewState.PENDING, "begun by bo 18 Aug"),
        (UNKNOWN, "verdict not known, by bo 18 Aug"),
    ],
)
def test_reviews__every_state(state: ReviewState, words: str) -> None:
    assert f"Reviews: {words}" in reviewed(reviews=(a_review("bo", state),))


def test_reviews__without_a_day_or_an_account() -> None:
    gone = a_review(submitted_at=None, commit_oid=UNKNOWN)

    assert "Reviews: approved by bo" in reviewed(reviews=(gone,))


def test_reviews__who_is_still_asked() -> None:
    requests = (
        ReviewRequest(reviewer=an_actor("bo")),
        ReviewRequest(reviewer=Team(slug="acme/core")),
        ReviewRequest(reviewer=None),
    )

    lines = reviewed(requests=requests, unresolved_threads=2)

    expected = "Still asked for a review: bo, acme/core, somebody this token may not see"
    assert expected in lines
    assert "2 unresolved threads" in lines


@pytest.mark.parametrize("state", ChecksState)
def test_checks__every_state(state: ChecksState) -> None:
    assert any(line.startswith("Checks: ") for line in reviewed(checks=Checks(state=state)))


def test_checks__numbers_conflict_queue_and_auto_merge() -> None:
    lines = reviewed(
        checks=Checks(state=ChecksState.FAILING, passing=3, failing=1, running=0),
        mergeable=Mergeable.NOT_KNOWN_YET,
        queue_entry=QueueEntry(),
        auto_merge=AutoMerge(),
    )

    assert lines[-4:] == [
        "Checks: failing (3 passing, 1 failing)",
        "Whether it conflicts, GitHub does not know yet",
        "In the merge queue",
        "Auto-merge is set",
    ]


def test_unknown_facts__are_named() -> None:
    assert unknown_facts(a_pull(7)) == ()
    assert unknown_facts(a_pull(7, reviews=UNKNOWN, events=UNKNOWN)) == ("reviews", "time line")


@pytest.mark.parametrize(
    ("days", "words"),
    [
        (("2026-07-19",), "but that landed, 19 Jul"),
        (("2026-07-19", "2026-07-21"), "but both landed, 19 Jul and 21 Jul"),
        (("2026-07-30", "2026-08-02"), "but both landed, 30 Jul and 2 Aug"),
        (("2026-06-01", "2026-07-30", "2026-08-02"), "but all 3 landed, 1 Jun to 2 Aug"),
    ],
)
def test_contradiction__stands_short_at_the_heading(days: tuple[str, ...], words: str) -> None:
    finding = replace(
        a_finding(DriftKind.TEXT_CONTRADICTS, 1, ref=None), landed_at=tuple(map(at, days))
    )

    text = answered(a_judged_workstream(a_judged_row(7), findings=(finding,)))

    assert text.startswith(f"Refit · 1 open · {words} [")


def test_contradiction__without_known_days_says_the_evidence() -> None:
    finding = a_finding(DriftKind.TEXT_CONTRADICTS, 1, ref=None, evidence="That is over.")

    text = answered(a_judged_workstream(a_judged_row(7), findings=(finding,)))

    assert text.startswith("Refit · 1 open · That is over [")


def test_links__written_as_short_as_a_reader_needs() -> None:
    tracker = a_judged_tracker()

    assert ref_label(a_ref(7), tracker) == "#7"
    assert ref_label(a_ref(7, repository="ACME/gadgets"), tracker) == "gadgets#7"
    assert ref_label(a_ref(7, repository="else/where"), tracker) == "else/where#7"


def test_links__lead_to_what_was_read_else_to_the_same_host_and_never_to_nothing() -> None:
    tracker = a_judged_tracker()
    gone = a_reading_that(Outcome.NOT_FOUND)

    assert ref_span(a_ref(7), None, tracker) == Link(
        "#7", "https://github.com/acme/widgets/issues/7"
    )
    assert ref_span(a_ref(7), gone, tracker) == Plain("#7")


@pytest.mark.parametrize(
    "url",
    [
        "javascript:alert(1)",
        "https://",
        "https://user@github.com/x",
        "https://github.com/a b",
        "https://github.com/\x1b[31m",
        "https://github.com/x>y",
        "https://[",
        "https://gıthub.com/x",
        "//github.com/x",
        "",
    ],
)
def test_is_web_address__refuses(url: str) -> None:
    assert not is_web_address(url)


def test_parts__numbers_lists_and_lengths() -> None:
    assert [counted(n, "box") for n in (0, 1, 2)] == ["0 boxes", "1 box", "2 boxes"]
    assert [listed(names) for names in ((), ("a",), ("a", "b"), ("a", "b", "c"))] == [
        "",
        "a",
        "a and b",
        "a, b and c",
    ]
    assert shortened("a\n  b") == "a b"
    assert shortened("x" * 300, at_most=10) == "x" * 9 + "…"
    assert joined([said("a"), (), said("b")]) == (Plain("a"), Plain(" · "), Plain("b"))
