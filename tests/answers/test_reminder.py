"""The message to one person, word by word."""

from dataclasses import replace

import pytest

from bot.answers.answer import ActionId, Buttons, Line
from bot.answers.audience import PUBLIC
from bot.answers.reminder import reminder_answer
from bot.demo.bundled import demo_people as bundled_people
from bot.github_status.judge.relation import Confidence, RelationKind
from bot.github_status.judge.verdicts import DriftKind, JudgedRow, RowState, Turn, TurnRule, Who
from bot.people.people import People
from bot.reminders import Told
from bot.render.markdown import markdown_text
from bot.render.slack import slack_pages
from bot.render.style import PLAIN
from bot.render.terminal import terminal_text
from tests.answers.builders import (
    a_finding,
    a_staleness,
    a_turn,
)
from tests.answers.everything import a_relation
from tests.answers.reminders import menus_of, said_to_ana
from tests.answers.words import lines_of, words_of
from tests.builders import a_pull, a_ref, a_row, a_workstream, an_actor, at
from tests.reminders.builders import (
    ANAS_TURN,
    NOBODY_KNOWS,
    PEOPLE,
    a_stale_row,
    landed,
    owned_by,
    planned,
    reminder_of,
    was_told,
)
from tests.reminders.test_nemo_rl import the_plan
from tests.render.slack.answers import HARM
from tests.render.slack.strict import assert_fits


def test_songlin_jiang__in_a_terminal(demo_people: People) -> None:
    reminder = reminder_of(the_plan(demo_people), "Songlin Jiang")

    answer = reminder_answer(reminder, audience=PUBLIC, people=demo_people)

    assert answer.title == "nemo-rl: 1 pull request in your workstreams has not moved"
    assert terminal_text(answer, width=80, style=PLAIN) == (
        "nemo-rl: 1 pull request in your workstreams has not moved\n"
        "\n"
        "── In your workstream, not moving\n"
        "● #2467 wire synchronizer into GRPO and distillation\n"
        "    You own Refit › Core refactor series · by saumishr · no push since 8 Jun, 56\n"
        "    working days\n"
        "    It is not known whose turn it is: reviews, checks, conflict, draft state,\n"
        "    review requests, merge queue and labels were not read. A comment there on\n"
        "    what it waits for moves it on.\n"
        "\n"
        "Beside these, and only counted: 2 drafts.\n"
        "Of an open pull request only its newest push or review is known.\n"
        "1 ref in 1 repository, as of 22 Aug 2026, 22:40 UTC (bundled reading)\n"
        "You get this because you are linked as Songlin Jiang. “settings” changes it.\n"
    )


def test_songlin_jiang__what_is_said_of_a_row_stands_below_it_in_markdown(
    demo_people: People,
) -> None:
    answer = reminder_answer(
        reminder_of(the_plan(demo_people), "Songlin Jiang"), audience=PUBLIC, people=demo_people
    )

    row, *details = (line for line in markdown_text(answer).splitlines() if "- " in line[:4])
    assert row.startswith("- ●")
    assert [detail[:8] for detail in details] == ["  - You ", "  - It is"[:8]]


@pytest.fixture(scope="module")
def demo_people() -> People:
    return bundled_people("nemo-rl")


def test_kinds__each_in_its_group_and_all_in_the_title() -> None:
    answer = said_to_ana(
        a_stale_row(7, on="2026-06-10"),
        a_stale_row(8, on="2026-06-09", turn=ANAS_TURN),
        a_stale_row(9, on="2026-06-08", **landed(9)),
        a_stale_row(10, on="2026-06-07", turn=ANAS_TURN),
    )

    assert answer.title == (
        "widgets: 2 pull requests wait for you, 1 in your workstreams has not moved,"
        " 1 looks finished"
    )
    headings = [line for line in words_of(answer).splitlines() if not line.startswith(("#", " "))]
    assert [line for line in headings if line in GROUPS] == GROUPS
    assert [line.split()[0] for line in lines_of(answer) if line.startswith("#")] == [
        "#10",
        "#8",
        "#7",
        "#9",
    ]


NOT_MOVING = "In your workstream, not moving"
GROUPS = ["Yours to move", NOT_MOVING, "Looks finished"]

CONFLICT = a_turn(
    Who.AUTHOR, TurnRule.CONFLICT, people=("ana",), reason="It conflicts.", since=None
)
NEVER_RAN = a_turn(
    Who.TRIGGER,
    TurnRule.CHECKS_NEVER_RAN,
    people=("ana",),
    reason="Checks never ran.",
    command="/ok to test 1a2b3c4",
)
ANSWERED = a_turn(
    Who.REVIEWER, TurnRule.CHANGES_ANSWERED, people=("ana",), reason="It was answered."
)
APPROVED = a_turn(
    Who.MERGER, TurnRule.APPROVED_AND_GREEN, people=("ana",), reason="It is approved."
)


@pytest.mark.parametrize(
    ("turn", "why", "moves"),
    [
        (
            CONFLICT,
            "You wrote it",
            "It is your turn. It conflicts. A merge of its base, or a rebase, moves it on.",
        ),
        (
            NEVER_RAN,
            "You wrote it",
            "It is your turn, since 17 Aug. Checks never ran."
            " The comment /ok to test 1a2b3c4 starts them.",
        ),
        (
            ANSWERED,
            "You asked for changes",
            "It is your turn, since 17 Aug. It was answered. Another look from you moves it on.",
        ),
        (
            APPROVED,
            "You approved it",
            "It is your turn, since 17 Aug. It is approved. Only the merge is left.",
        ),
        (
            a_turn(people=("ana",)),
            "Your review is asked for",
            "It is your turn, since 17 Aug. A review is required. Your review moves it on.",
        ),
        (
            a_turn(people=("bo",)),
            "You own Refit",
            "It is a reviewer's turn (Bo Chen), since 17 Aug. A review is required.",
        ),
        (
            a_turn(people=("cleo",), since=None),
            "You own Refit",
            "It is a reviewer's turn (cleo). A review is required.",
        ),
        (
            a_turn(people=()),
            "You own Refit",
            "It is a reviewer's turn, since 17 Aug. A review is required."
            " Asking somebody for a review moves it on.",
        ),
        (
            replace(NOBODY_KNOWS, reason="Nobody was asked for a review.", missing=("checks",)),
            "You own Refit",
            "It is not known whose turn it is: nobody was asked for a review. Not read: checks."
            " A comment there on what it waits for moves it on.",
        ),
    ],
    ids=[
        "conflict",
        "checks to start",
        "changes answered",
        "approved",
        "review",
        "waits for a known reviewer",
        "waits for somebody the index does not name",
        "waits for nobody in particular",
        "nobody knows",
    ],
)
def test_row__why_you_and_what_would_move_it(turn: Turn, why: str, moves: str) -> None:
    author = "ana" if why == "You wrote it" else "stranger"
    row = a_stale_row(7, turn=turn, item=a_pull(7, author=an_actor(author)))

    name, reason, move = lines_of(said_to_ana(row, owners=("Ana Souza", "Bo Chen")))

    assert name == "#7 some work"
    assert reason.startswith(f"{why} · ")
    assert reason.endswith("no push since 8 Jun, 50 working days")
    assert move == moves


def test_row__of_ones_own_in_somebody_elses_workstream() -> None:
    row = a_stale_row(7, row=a_row(7, owners=("Ana Souza",)))

    assert lines_of(said_to_ana(row, owners=("Bo Chen",)))[1].startswith(
        "The index names you as its owner · by stranger · "
    )


def test_finished_row__is_never_called_stale() -> None:
    _, why, move = lines_of(said_to_ana(a_stale_row(7, **landed())))

    assert why == "You own Refit · by stranger"
    assert move == (
        "It was split into acme/widgets#13, which has merged; the box is empty."
        " Tick it, or leave it."
    )


@pytest.mark.parametrize(
    ("days", "when"),
    [
        (("2026-07-22", "2026-07-24"), " (22 Jul to 24 Jul)"),
        (("2026-07-24", "2026-07-24T20:00"), " (24 Jul)"),
        (("2026-07-24", None), ""),
    ],
    ids=["two days", "one day", "a day is not known"],
)
def test_finished_row__names_what_landed_and_when(days: tuple[str, str | None], when: str) -> None:
    relations = tuple(
        a_relation(number, RelationKind.SPLIT_INTO, parts=2, ended_at=day and at(day))
        for number, day in zip((13, 14), days, strict=True)
    )
    finding = a_finding(DriftKind.SUCCESSOR_LANDED, confidence=Confidence.STATED)
    row = a_stale_row(7, relations=relations, findings=(finding,))

    assert lines_of(said_to_ana(row))[2] == (
        f"What took its place has landed: #13 and #14{when}."
        " The box is empty: tick it, or leave it."
    )


def test_own_row__its_author_is_told_so_and_who_it_waits_for() -> None:
    item = a_pull(7, author=an_actor("ana"))
    waits = a_turn(Who.REVIEWER, TurnRule.REVIEW_MISSING, people=("bo",), reason="Bo is asked.")
    answer = said_to_ana(a_stale_row(7, item=item, turn=waits))

    assert lines_of(answer)[1].startswith("You own Refit and wrote it · no push")
    assert "In your workstream, waiting for others" in words_of(answer)


def test_credential__of_the_reading_is_not_told_to_an_owner() -> None:
    assert "token" not in words_of(said_to_ana(a_stale_row(7))).splitlines()[-2]


def test_last_time__asks_what_to_do() -> None:
    told = {"UANA": [was_told(count=2, last_at=at("2026-08-11"))]}

    lines = lines_of(said_to_ana(a_stale_row(), told=told))

    assert lines[-1] == (
        "This is the last time before it moves: park it, hand it over, or drop it?"
    )


def test_counts__of_what_is_not_asked_about() -> None:
    rows = [a_stale_row(number) for number in range(7, 14)]
    rows += [a_stale_row(14, state=RowState.DRAFT)]
    rows += [a_stale_row(15, staleness=a_staleness(parked=True))]

    words = words_of(said_to_ana(*rows))

    assert "And 2 more: mine in widgets shows them all." in words
    assert "Beside these, and only counted: 1 draft and 1 parked row." in words


def test_two_trackers__each_row_says_where_it_stands() -> None:
    plan = planned(
        owned_by("Ana Souza", rows=[a_stale_row(7)]),
        owned_by("Ana Souza", rows=[a_stale_row(8)], name="gadgets"),
    )

    answer = reminder_answer(reminder_of(plan), audience=PUBLIC, people=PEOPLE)

    assert answer.title == (
        "widgets and gadgets: 2 pull requests in your workstreams have not moved"
    )
    assert [line for line in lines_of(answer) if line.startswith("#")] == [
        "#7 some work · in widgets",
        "#8 some work · in gadgets",
    ]


def test_menu__of_each_row_and_buttons_below() -> None:
    answer = said_to_ana(a_stale_row(7))

    (menu,) = [block.menu for block in answer.blocks if isinstance(block, Line) and block.menu]
    (buttons,) = [block.buttons for block in answer.blocks if isinstance(block, Buttons)]
    assert {button.value for button in menu} == {"widgets acme/widgets#7"}
    assert [button.label for button in menu] == [
        "Snooze a week",
        "Snooze until something happens",
        "Park for 30 days",
        "Not mine",
    ]
    assert [(b.action, b.label) for b in buttons] == [
        (ActionId.ONLY_CHANGES, "Only changes"),
        (ActionId.STOP, "Stop"),
    ]


@pytest.mark.parametrize("owners", [("Bo Chen",), ("Bo Chen", "Ana Souza")])
def test_menu__a_reviewer_parks_only_what_is_theirs(owners: tuple[str, ...]) -> None:
    row = a_stale_row(7, turn=a_turn(people=("ana",)))

    answer = said_to_ana(row, owners=owners, wants_own=frozenset({"UANA"}))

    assert (ActionId.PARK in menus_of(answer)[0]) is ("Ana Souza" in owners)


def test_people_whom_the_index_does_not_name__stay_logins() -> None:
    """A link in the settings is no reason to tell everybody somebody's name."""
    row = a_stale_row(7, turn=a_turn(people=("cleo",)))

    assert "Cleo Dumas" not in words_of(said_to_ana(row))


@pytest.mark.parametrize("text", ["&" * 400, "`*" * 200, "漢" * 400, HARM], ids=range(4))
def test_slack__five_rows_of_any_words_are_one_message(text: str) -> None:
    rows = [
        a_stale_row(
            number,
            row=a_row(number, text=text),
            workstream=a_workstream(path=(text, text)),
            item=a_pull(ref=a_ref(number, repository=f"{'a' * 99}/{'b' * 99}")),
        )
        for number in range(7, 20)
    ]

    (message,) = slack_pages(said_to_ana(*rows, told={"UANA": _thrice(rows)}))

    assert_fits(message)
    assert len([block for block in message.blocks if block["type"] == "section"]) == 5


def _thrice(rows: list[JudgedRow]) -> list[Told]:
    """All are told for the last time, which takes one more line."""
    return [was_told(row.row.line, count=2, last_at=at("2026-08-11")) for row in rows]
