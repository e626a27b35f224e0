from dataclasses import replace

import pytest

from bot.answers.answer import OtherTracker, TreeFacts
from bot.answers.audience import PUBLIC, TERMINAL, Audience
from bot.answers.others import other_buttons, other_tracker, unknown_tracker, with_others
from bot.answers.overview import overview_answer
from bot.github_status.judge.verdicts import DriftKind, JudgedTracker
from tests.answers.builders import (
    a_finding,
    a_judged_row,
    a_judged_tracker,
    a_judged_workstream,
    a_merged_row,
)
from tests.answers.words import words_of
from tests.builders import a_row, a_tracker_issue

MAIN = a_judged_tracker(a_judged_workstream(a_judged_row(7)))
FINDING = a_finding(DriftKind.MERGED_UNTICKED, 8)
OTHER = a_judged_tracker(
    a_judged_workstream(a_merged_row(8, row=a_row(8), findings=(FINDING,)), a_judged_row(9))
)
SECRET = replace(
    OTHER,
    snapshot=replace(OTHER.snapshot, issue=a_tracker_issue(is_private=True, title="hushhush")),
)


def below(*others: OtherTracker, audience: Audience = TERMINAL) -> str:
    answer = overview_answer(MAIN, name="widgets", audience=audience)
    return words_of(with_others(answer, others, audience=audience))


def test_a_line_for_each__headline_bar_drift_and_age() -> None:
    text = below(other_tracker("gadgets", OTHER, audience=TERMINAL))

    assert text.endswith(
        "1 other tracker\n"
        "gadgets | [1 of 2] | 1 merged, 1 open | 1 drift, 1 box out of date | as of 19 Aug\n"
        "Ask for it with in gadgets."
    )


def test_nothing_known__is_said_and_is_not_nothing() -> None:
    late = unknown_tracker("gadgets", audience=TERMINAL, trouble="could not be read: no token")
    text = below(late, other_tracker("wheels", OTHER, audience=TERMINAL, trouble="old"))

    assert "gadgets |  | could not be read: no token |  | " in text
    assert "| as of 19 Aug, old" in text
    assert "Ask for one of them with in gadgets." in text


def test_alone__nothing_is_added() -> None:
    answer = overview_answer(MAIN, name="widgets", audience=TERMINAL)

    assert with_others(answer, (), audience=TERMINAL) is answer


@pytest.mark.parametrize("name", ["gadgets", "acme/widgets#1"])
def test_private_tracker__is_named_by_its_short_name_only(name: str) -> None:
    one = other_tracker(name, SECRET, audience=PUBLIC)
    text = below(one, audience=PUBLIC)
    told = text.partition("1 other tracker")[2]

    assert "hushhush" not in text
    assert "acme" not in told
    assert ("gadgets" in told) == (name == "gadgets")
    assert len(list(other_buttons([one]))) == (name == "gadgets")
    assert "Ask for" not in told


def test_private_tracker__of_which_nothing_is_known() -> None:
    hidden = unknown_tracker("acme/vault#3", audience=PUBLIC, trouble="not known yet")

    assert "vault" not in below(hidden, audience=PUBLIC)
    assert hidden.name == ""


def test_facts__for_json() -> None:
    answer = overview_answer(MAIN, name="widgets", audience=TERMINAL)
    one = other_tracker("gadgets", OTHER, audience=TERMINAL)
    facts = with_others(answer, [one], audience=TERMINAL).facts

    assert isinstance(facts, TreeFacts)
    assert facts.others == (one,)
    assert isinstance(one.tracker, JudgedTracker)
