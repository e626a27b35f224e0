"""To whom a row goes, and as what."""

from typing import Any

import pytest

from bot.github_status.facts.pulls import Login
from bot.github_status.judge.verdicts import DriftKind, RowState, TurnRule, Who
from bot.people.people import People, SlackId
from bot.reminders import Because, Unreachable
from tests.answers.builders import a_finding, a_staleness, a_turn
from tests.builders import a_merged_pull, a_pull, a_row, an_actor
from tests.reminders.builders import (
    ANA,
    ANAS_TURN,
    BO,
    BOS_REVIEW,
    CLEO,
    NOBODY_KNOWS,
    PEOPLE,
    a_link,
    a_stale_row,
    landed,
    letters,
    owned_by,
    planned,
    reminder_of,
)

BY_ANA = a_pull(7, author=an_actor("ANA"))
TRIGGERED_BY_OWNERS = a_turn(Who.TRIGGER, TurnRule.CHECKS_NEVER_RAN, people=("Ana Souza", "@bo"))


@pytest.mark.parametrize(
    ("owners", "fields", "expected"),
    [
        (["Ana Souza"], {"turn": NOBODY_KNOWS}, {"Ana Souza": "waiting"}),
        (["@ANA"], {"turn": NOBODY_KNOWS}, {"Ana Souza": "waiting"}),
        (["ana"], {"turn": NOBODY_KNOWS}, {"Ana Souza": "waiting"}),
        (["ána SOUZA"], {"turn": ANAS_TURN}, {"Ana Souza": "yours"}),
        (["Ana Souza", "Bo Chen"], {"item": BY_ANA}, {"Ana Souza": "waiting"}),
        (["Ana Souza", "Bo Chen"], {}, {"Ana Souza": "waiting", "Bo Chen": "waiting"}),
        (
            ["Ana Souza", "Bo Chen"],
            {"item": BY_ANA, "turn": BOS_REVIEW},
            {"Bo Chen": "yours", "Ana Souza": "waiting"},
        ),
        (
            ["Ana Souza", "@bo"],
            {"turn": TRIGGERED_BY_OWNERS},
            {"Ana Souza": "yours", "Bo Chen": "yours"},
        ),
        (
            ["Ana Souza", "@bo"],
            {"item": BY_ANA, "turn": TRIGGERED_BY_OWNERS},
            {"Ana Souza": "yours"},
        ),
        (["Ana Souza"], landed(), {"Ana Souza": "finished"}),
        (["Ana Souza"], {"turn": ANAS_TURN, **landed()}, {"Ana Souza": "finished"}),
        (["Ana Souza"], {"state": RowState.DRAFT, **landed()}, {"Ana Souza": "finished"}),
        (["Ana Souza"], {"staleness": a_staleness()}, {}),
        (["Ana Souza"], {"staleness": a_staleness(stale=None)}, {}),
        (["Ana Souza"], {"item": a_merged_pull(7), "state": RowState.MERGED}, {}),
        (["Ana Souza"], {"item": a_merged_pull(7), "state": RowState.MERGED, **landed()}, {}),
    ],
    ids=[
        "an owner, turn not known",
        "an owner written as a login",
        "an owner written as a bare login",
        "an owner whose turn it is",
        "of two owners the one who wrote it",
        "each of two owners when neither did",
        "an owner who has to review another's",
        "owners who may start the checks",
        "of two such owners the one who wrote it",
        "what took its place has landed",
        "that, and their turn",
        "that, and a draft",
        "not stale",
        "not known whether it is",
        "merged",
        "merged as what took its place",
    ],
)
def test_row__goes_to(owners: list[str], fields: dict[str, Any], expected: dict[str, str]) -> None:
    plan = planned(owned_by(*owners, rows=[a_stale_row(**fields)]))

    assert {name: rows[0][1] for name, rows in letters(plan).items()} == expected


@pytest.mark.parametrize(
    ("repair", "kind"),
    [(None, "finished"), ("tick the box", "finished"), ("drop the words", "waiting")],
    ids=["the words say that it ended", "and its box is empty", "the words are about other work"],
)
def test_words_that_contradict__look_finished_only_when_they_say_so(
    repair: str | None, kind: str
) -> None:
    finding = a_finding(DriftKind.TEXT_CONTRADICTS, repair=repair)

    plan = planned(owned_by("Ana Souza", rows=[a_stale_row(findings=(finding,))]))

    assert letters(plan) == {"Ana Souza": [(7, kind)]}


def test_owners_of_a_row__answer_for_it_instead_of_the_workstreams() -> None:
    row = a_stale_row(row=a_row(7, owners=("Bo Chen",)))

    assert letters(planned(owned_by("Ana Souza", rows=[row]))) == {"Bo Chen": [(7, "waiting")]}


@pytest.mark.parametrize("wants", [False, True], ids=["unasked", "subscribed"])
def test_who_owns_nothing__is_written_to_only_when_they_subscribed(wants: bool) -> None:
    tracker = owned_by("Ana Souza", rows=[a_stale_row(turn=BOS_REVIEW)])

    plan = planned(tracker, wants_own=frozenset({"UBO"} if wants else ()))

    assert ("Bo Chen" in letters(plan)) is wants
    assert plan.unreachable == ()


def test_who_owns_a_workstream_of_another_tracker__owns_something() -> None:
    tracker = owned_by("Ana Souza", rows=[a_stale_row(turn=BOS_REVIEW)])
    elsewhere = owned_by("bo chen", rows=[], name="gadgets")

    assert letters(planned(tracker, elsewhere))["Bo Chen"] == [(7, "yours")]


@pytest.mark.parametrize(
    ("turn", "because"),
    [
        (ANAS_TURN, Because.AUTHOR),
        (a_turn(people=("ana",)), Because.REVIEWER),
        (a_turn(Who.MERGER, TurnRule.APPROVED_AND_GREEN, people=("ana",)), Because.REVIEWER),
        (a_turn(Who.TRIGGER, TurnRule.CHECKS_NEVER_RAN, people=("Ana Souza",)), Because.OWNER),
        (NOBODY_KNOWS, Because.OWNER),
    ],
    ids=["wrote it", "reviews it", "approved it", "may start its checks", "owns it"],
)
def test_why_me(turn: Any, because: Because) -> None:
    author = "ana" if because is Because.AUTHOR else "stranger"
    row = a_stale_row(item=a_pull(7, author=an_actor(author)), turn=turn)

    (told,) = reminder_of(planned(owned_by("Ana Souza", rows=[row]))).rows

    assert told.because is because


def test_a_login_that_is_somebody_elses_name__is_not_them() -> None:
    """`bochen` on GitHub is a stranger, whatever the name of Bo Chen looks like."""
    people = People((ANA, a_link("bochen", github=Login("somebody-else"), slack=SlackId("UX"))))
    row = a_stale_row(turn=a_turn(people=("bochen",)))
    tracker = owned_by("Ana Souza", rows=[row])

    plan = planned(tracker, people=people, wants_own=frozenset({"UX"}))

    assert letters(plan) == {"Ana Souza": [(7, "waiting")]}


def test_two_people_with_like_names__get_their_own_messages() -> None:
    people = People(
        (
            a_link("Yuki Huang", slack=SlackId("U1")),
            a_link("Yuki Hwang", github=None, slack=SlackId("U2")),
        )
    )
    trackers = (
        owned_by("Yuki Huang", rows=[a_stale_row(7)]),
        owned_by("Yuki Hwang", rows=[a_stale_row(8)], name="gadgets"),
    )

    assert letters(planned(*trackers, people=people)) == {
        "Yuki Huang": [(7, "waiting")],
        "Yuki Hwang": [(8, "waiting")],
    }


def test_one_slack_account_linked_twice__only_the_first_is_it() -> None:
    people = People((ANA, a_link("Dee Roe", slack=SlackId("UANA"))))
    tracker = owned_by("Dee Roe", rows=[a_stale_row()])

    plan = planned(tracker, people=people)

    assert plan.reminders == ()
    assert plan.unreachable == (Unreachable(name="Dee Roe", rows=1),)


def test_owners_without_a_link_to_slack__are_told_of_and_never_written_to() -> None:
    people = People((a_link("Bo Chen"),))
    rows = [
        a_stale_row(7),
        a_stale_row(8, turn=ANAS_TURN),
        a_stale_row(9, state=RowState.DRAFT),
        a_stale_row(10, staleness=a_staleness()),
    ]
    owners = ("Zoë  Li", "zoe li", "Bo Chen", "@acme/core", "@Acme/Core")

    plan = planned(owned_by(*owners, rows=rows), people=people, wants_own=frozenset({"UANA"}))

    assert plan.reminders == ()
    assert plan.unreachable == (
        Unreachable(name="Zoë  Li", rows=2),
        Unreachable(name="Bo Chen", rows=2),
        Unreachable(name="@acme/core", rows=2, is_team=True),
    )


def test_everybody_at_once__each_in_the_order_of_the_index() -> None:
    rows = [a_stale_row(7, turn=a_turn(people=("cleo",))), a_stale_row(8, turn=ANAS_TURN)]
    tracker = owned_by("Bo Chen", "Ana Souza", rows=rows)

    plan = planned(tracker, wants_own=frozenset({"UCLEO"}))

    assert [reminder.link for reminder in plan.reminders] == [CLEO, BO, ANA]
    assert PEOPLE.links == (ANA, BO, CLEO)
