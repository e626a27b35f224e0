from dataclasses import replace

from bot.answers import (
    TERMINAL,
    drift_answer,
    help_answer,
    merged_answer,
    person_answer,
    stale_answer,
)
from bot.answers.answer import DriftFacts, TreeFacts
from bot.github_status.facts.pulls import Login
from bot.github_status.facts.snapshot import Outcome
from bot.github_status.judge.verdicts import (
    DriftKind,
    JudgedRow,
    JudgedTracker,
    RowKind,
    RowState,
    TurnRule,
    Who,
)
from bot.people.candidates import Somebody
from bot.people.people import PersonName
from tests.answers.builders import (
    PEOPLE,
    a_finding,
    a_judged_row,
    a_judged_tracker,
    a_judged_workstream,
    a_merged_row,
    a_reading_that,
    a_staleness,
    a_turn,
    stale_since,
)
from tests.answers.words import words_of
from tests.builders import a_merged_pull, a_pull, an_actor


def a_mixed_tracker() -> JudgedTracker:
    author = a_turn(Who.AUTHOR, TurnRule.CONFLICT, people=("ana",))
    refit = a_judged_workstream(
        a_judged_row(7, staleness=stale_since("2026-08-10", 7), turn=author),
        a_judged_row(8, staleness=stale_since("2026-06-08", 52), turn=author),
        a_judged_row(9, staleness=a_staleness(on="2026-08-01")),
        a_merged_row(10, item=a_merged_pull(10, on="2026-08-17", author=an_actor("mika"))),
        a_merged_row(11, on="2026-08-01"),
    )
    gym = a_judged_workstream(
        a_judged_row(8, staleness=stale_since("2026-06-08", 52), turn=author),
        a_judged_row(12, staleness=stale_since("2026-08-10", 7)),
        a_judged_row(13, staleness=a_staleness(parked=True)),
        a_judged_row(14, staleness=a_staleness(stale=None, last_progress_at=None)),
        name="Gym",
        line=20,
        owners=("Bo Chen",),
    )
    return a_judged_tracker(refit, gym)


def test_stale_answer__groups_by_turn_with_the_longest_idle_first() -> None:
    answer = stale_answer(a_mixed_tracker(), audience=TERMINAL, people=PEOPLE)

    assert isinstance(answer.facts, TreeFacts)
    groups = [(g.title, [r.row.line for r in g.rows]) for g in answer.facts.groups or ()]
    assert groups == [("Waiting for the author", [8, 7]), ("Waiting for a reviewer", [12])]
    assert answer.title == "3 stale rows"
    text = words_of(answer)
    assert "1 parked row is not counted." in text
    assert "1 open row has no known progress event: stale or not is not known." in text


def test_stale_answer__tree_keeps_the_order_and_every_membership() -> None:
    answer = stale_answer(a_mixed_tracker(), audience=TERMINAL, people=PEOPLE)

    assert isinstance(answer.facts, TreeFacts)
    tree = [(w.workstream.name, [r.row.line for r in w.rows]) for w in answer.facts.workstreams]
    assert tree == [("Refit", [7, 8]), ("Gym", [8, 12])]


def test_stale_answer__calendar_days_instead_of_the_limits() -> None:
    tracker = a_mixed_tracker()

    answer = stale_answer(
        tracker,
        audience=TERMINAL,
        people=PEOPLE,
        older_than_days=14,
        workstreams=tracker.workstreams[:1],
    )

    assert answer.title == "2 rows without progress for 14 days or more in Refit"
    assert "#7" not in words_of(answer)


def test_empty_lists__never_hide_a_failed_reading() -> None:
    failed = a_judged_row(
        7,
        reading=a_reading_that(Outcome.FAILED),
        kind=RowKind.UNKNOWN,
        state=RowState.UNKNOWN,
        done=None,
        staleness=a_staleness(stale=None),
    )
    broken = a_judged_tracker(a_judged_workstream(failed))
    fine = a_judged_tracker(a_judged_workstream(a_judged_row(7)))

    def titles(tracker: JudgedTracker) -> list[str]:
        return [
            stale_answer(tracker, audience=TERMINAL, people=PEOPLE).title,
            merged_answer(tracker, days=7, audience=TERMINAL, people=PEOPLE).title,
            drift_answer(tracker, audience=TERMINAL).title,
        ]

    assert titles(fine) == [
        "Nothing is stale.",
        "Nothing was merged in the last 7 days.",
        "Index and GitHub agree.",
    ]
    assert titles(broken) == [
        "Nothing that could be read is stale.",
        "Nothing that could be read was merged in the last 7 days.",
        "Index and GitHub agree, as far as could be read.",
    ]


def test_stale_answer__a_state_that_is_not_known_is_said() -> None:
    unknown = a_judged_row(7, state=RowState.UNKNOWN, staleness=a_staleness(stale=None))
    later = replace(unknown, unopened=True)

    def answered(row: JudgedRow) -> str:
        tracker = a_judged_tracker(a_judged_workstream(row))
        return words_of(stale_answer(tracker, audience=TERMINAL, people=PEOPLE))

    assert answered(unknown).splitlines()[:2] == [
        "Nothing of known state is stale.",
        "The state of 1 row is not known: stale or not is not known.",
    ]
    assert answered(later).startswith("Nothing is stale.\n")


def test_merged_answer__by_owner_with_its_author() -> None:
    answer = merged_answer(a_mixed_tracker(), days=7, audience=TERMINAL, people=PEOPLE)

    text = words_of(answer)
    assert answer.title == "1 row merged in the last 7 days"
    assert "Ana Souza · 1\n#10 some work · merged 17 Aug · by mika · in Refit" in text


def test_person_answer__each_row_in_the_first_group_that_fits() -> None:
    wrote = a_judged_row(30, a_pull(30, author=an_actor("bo")), turn=a_turn(people=("ana",)))
    acts = a_judged_row(31)
    refit = a_judged_workstream(wrote, acts)
    gym = a_judged_workstream(a_merged_row(32), name="Gym", line=20, owners=("BO  chen",))
    tracker = a_judged_tracker(refit, gym)
    person = Somebody(name=PersonName("Bo Chen"), names=("Bo Chen",), logins=(Login("Bo"),))

    answer = person_answer(tracker, person=person, audience=TERMINAL, people=PEOPLE)

    assert isinstance(answer.facts, TreeFacts)
    assert [[r.row.line for r in g.rows] for g in answer.facts.groups or ()] == [[31], [32], [30]]
    assert answer.title == "Bo Chen: 1 to act on, 1 more in their workstreams, 1 more by them"


def test_person_answer__nothing_is_an_answer() -> None:
    tracker = a_judged_tracker(a_judged_workstream(a_judged_row(7)))

    answer = person_answer(
        tracker, person=Somebody(name=PersonName("Eva")), audience=TERMINAL, people=PEOPLE
    )

    assert answer.title == "Eva: no row is theirs, and none waits for them."


def test_drift_answer__by_kind_with_a_repair_said_once() -> None:
    rows = [a_merged_row(n, findings=(a_finding(DriftKind.MERGED_UNTICKED, n),)) for n in (9, 7, 8)]
    about_section = a_finding(
        DriftKind.NO_OWNER, 1, ref=None, evidence="It names no owner.", repair="add an owner line"
    )
    tracker = a_judged_tracker(a_judged_workstream(*rows, findings=(about_section,)))

    answer = drift_answer(tracker, audience=TERMINAL)

    assert isinstance(answer.facts, DriftFacts)
    assert [finding.line for finding in answer.facts.findings] == [1, 7, 8, 9]
    text = words_of(answer)
    assert "Merged, box empty · 3 · tick the box\n#7 · line 7 · The box is empty;" in text
    assert "Refit · line 1 · It names no owner · repair: add an owner line" in text


def test_help_answer__every_usage() -> None:
    assert "stale [NAME] | what is stale" in words_of(
        help_answer((("stale [NAME]", "what is stale"),))
    )
