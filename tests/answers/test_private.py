from dataclasses import replace

import pytest

from bot.answers.answer import Answer
from bot.answers.audience import PUBLIC, TERMINAL
from bot.answers.drift import drift_answer
from bot.answers.merged import merged_answer
from bot.answers.overview import overview_answer
from bot.answers.person import person_answer
from bot.answers.private import redacted
from bot.answers.pull import pull_answer
from bot.answers.stale import stale_answer
from bot.answers.workstream import workstream_answer
from bot.github_status.facts.known import UNKNOWN
from bot.github_status.facts.pulls import Login
from bot.github_status.judge.verdicts import DriftKind, JudgedTracker, TurnRule, Who
from bot.people.candidates import Somebody
from bot.people.people import PersonName
from bot.render.json_text import json_text
from bot.render.markdown import markdown_text
from bot.render.style import PLAIN
from bot.render.terminal import terminal_text
from tests.answers.builders import (
    PEOPLE,
    a_finding,
    a_judged_row,
    a_judged_tracker,
    a_judged_workstream,
    a_merged_row,
    a_problem,
    a_turn,
    stale_since,
)
from tests.answers.words import words_of
from tests.builders import a_merged_pull, a_pull, a_ref, a_row, a_tracker_issue, an_actor

SECRETS = ("hushhush", "4711", "sneaky", "spy")


def a_tracker_with_secrets() -> JudgedTracker:
    """Two private rows (open and stale, merged), and a public one whose finding tells of them."""
    item = a_pull(4711, title="hushhush plan", is_private=True, author=an_actor("sneaky"))
    merged = a_merged_pull(4712, title="hushhush too", is_private=True, author=an_actor("sneaky"))
    evidence = "hushhush acme/widgets#4711 by sneaky"
    row = a_judged_row(
        4711,
        item,
        row=a_row(4711, text="hushhush words", line=5, owners=("spy",), also=("hushhush",)),
        staleness=stale_since("2026-06-08", 52, parked_because="label hushhush"),
        turn=a_turn(Who.REVIEWER, TurnRule.REVIEW_MISSING, people=("spy",), reason="hushhush"),
        findings=(a_finding(DriftKind.OWNER_DIFFERS, 5, ref=a_ref(4711), evidence=evidence),),
    )
    gone = a_merged_row(4712, item=merged, row=a_row(4712, text="hushhush", line=6))
    public = a_judged_row(7, a_pull(7, title="open plan"))
    section = a_finding(DriftKind.TEXT_CONTRADICTS, 1, ref=None, evidence=evidence, repair=evidence)
    workstream = a_judged_workstream(
        row, gone, public, findings=(section,), also_here=(replace(row),)
    )
    return a_judged_tracker(workstream)


def every_answer(tracker: JudgedTracker) -> list[Answer]:
    """Every question asked in public."""
    spy = Somebody(name=PersonName("Ana Souza"), names=("Ana Souza",), logins=(Login("ana"),))
    return [
        overview_answer(tracker, name="widgets", audience=PUBLIC),
        workstream_answer(tracker, workstreams=tracker.workstreams, audience=PUBLIC, people=PEOPLE),
        stale_answer(tracker, audience=PUBLIC, people=PEOPLE),
        merged_answer(tracker, days=7, audience=PUBLIC, people=PEOPLE),
        person_answer(tracker, person=spy, audience=PUBLIC, people=PEOPLE),
        pull_answer(tracker, ref=a_ref(7), audience=PUBLIC, people=PEOPLE),
        drift_answer(tracker, audience=PUBLIC),
    ]


@pytest.mark.parametrize("number", range(7))
def test_public__no_answer_has_a_word_of_a_private_row(number: int) -> None:
    answer = every_answer(a_tracker_with_secrets())[number]

    texts = (
        repr(answer),
        json_text(answer),
        markdown_text(answer),
        terminal_text(answer, width=80, style=PLAIN),
    )

    for text in texts:
        assert not [secret for secret in SECRETS if secret in text]


def test_public__private_rows_are_counted_shown_as_private_and_said_so() -> None:
    tracker = a_tracker_with_secrets()

    answer = workstream_answer(
        tracker, workstreams=tracker.workstreams, audience=PUBLIC, people=PEOPLE
    )

    text = terminal_text(answer, width=200, style=PLAIN)
    assert "● a private pull request · no progress since 8 Jun, 52 working days" in text
    assert "✔ a private pull request · merged 18 Aug" in text
    assert "2 rows are private, and not named here." in text
    assert "3 refs in 2 repositories" in text
    assert "#7 some work" in text


def test_public__private_rows_stand_in_lists_too() -> None:
    tracker = a_tracker_with_secrets()

    stale = stale_answer(tracker, audience=PUBLIC, people=PEOPLE)
    merged = merged_answer(tracker, days=7, audience=PUBLIC, people=PEOPLE)

    assert stale.title == "1 stale row"
    assert merged.title == "1 row merged in the last 7 days"


def test_terminal__shows_what_the_token_sees() -> None:
    tracker = a_tracker_with_secrets()

    assert redacted(tracker, TERMINAL) is tracker


def test_public__every_kind_of_finding_has_words_without_private_facts() -> None:
    secret = a_pull(4711, is_private=True)
    findings = tuple(
        a_finding(kind, 5, evidence="hushhush", repair="hushhush") for kind in DriftKind
    )
    row = a_judged_row(4711, secret, findings=findings)

    shown = redacted(a_judged_tracker(a_judged_workstream(row)), PUBLIC).findings()

    assert len(shown) == len(DriftKind)
    assert all(f.evidence.endswith(".") and f.repair is None and f.ref is None for f in shown)
    assert "hushhush" not in repr(shown)


def test_public__unknown_is_private() -> None:
    row = a_judged_row(7, a_pull(7, is_private=UNKNOWN))
    tracker = a_judged_tracker(a_judged_workstream(row))

    assert next(redacted(tracker, PUBLIC).rows()).ref is None


def test_public__a_private_tracker_is_private_in_every_row() -> None:
    issue = a_tracker_issue("a body", is_private=True, title="hushhush")
    row = a_judged_row(7, a_pull(7, title="open plan"))
    tracker = a_judged_tracker(a_judged_workstream(row), snapshot={"issue": issue})

    answer = overview_answer(tracker, name="widgets", audience=PUBLIC)

    assert "hushhush" not in repr(answer)
    assert "open plan" not in repr(answer)
    assert "acme" not in repr(answer)


def test_public__a_problem_of_a_private_row_is_told_without_its_words() -> None:
    private = a_judged_row(7, a_pull(7, is_private=True), row=a_row(7, line=8))
    public = a_judged_row(11, row=a_row(11, line=11))
    workstream = a_judged_workstream(private, public)
    tracker = a_judged_tracker(workstream, problems=(a_problem(9), a_problem(11)))

    (judged,) = redacted(tracker, PUBLIC).workstreams

    hidden, shown = judged.problems
    assert hidden.line == 9
    assert (hidden.message, hidden.suggestion) == ("This line could not be read safely.", None)
    assert shown == a_problem(11)


def test_public__a_private_tracker_without_a_short_name_is_not_named() -> None:
    issue = a_tracker_issue(is_private=True)
    tracker = a_judged_tracker(a_judged_workstream(), snapshot={"issue": issue})

    unnamed = overview_answer(tracker, name="acme/widgets#1", audience=PUBLIC)
    named = overview_answer(tracker, name="rewrite", audience=PUBLIC)

    assert "acme/widgets" not in markdown_text(unnamed)
    assert "rewrite: " in markdown_text(named)


def test_redacted__a_private_row_still_counts_as_one_with_a_ref_and_with_its_box() -> None:
    item = a_merged_pull(4712, is_private=True)
    behind = a_finding(DriftKind.MERGED_UNTICKED, 6, ref=a_ref(4712))
    row = a_merged_row(4712, item=item, row=a_row(4712, line=6), findings=(behind,))
    tracker = a_judged_tracker(a_judged_workstream(row))

    text = words_of(overview_answer(tracker, name="widgets", audience=PUBLIC))

    assert text.startswith("The index says 0 of 1 done; GitHub says 1 merged. [1 of 1]\n")
    assert "1 box is out of date." in text
