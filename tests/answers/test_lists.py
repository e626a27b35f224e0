from dataclasses import replace

from bot.answers.answer import Answer, DriftFacts, TreeFacts
from bot.answers.audience import TERMINAL
from bot.answers.drift import drift_answer
from bot.answers.help import help_answer
from bot.answers.merged import merged_answer
from bot.answers.person import person_answer
from bot.answers.stale import stale_answer
from bot.github_status.facts.index import Box
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
from tests.answers.words import lines_of, words_of
from tests.builders import a_merged_pull, a_pull, a_ref, a_row, an_actor


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


def test_person_answer__to_the_person_who_asks() -> None:
    owned = a_judged_row(7, turn=a_turn(people=("ana",)))
    tracker = a_judged_tracker(a_judged_workstream(owned, a_judged_row(8)))
    me = Somebody(name=PersonName("Ana Souza"), names=("Ana Souza",), logins=(Login("ana"),))

    def answered(person: Somebody) -> Answer:
        return person_answer(
            tracker, person=person, audience=TERMINAL, people=PEOPLE, to_asker=True
        )

    assert answered(me).title == "Your rows: 1 to act on, 1 more in your workstreams"
    assert "\nWaiting for you · 1\n" in words_of(answered(me))
    nobody = Somebody(name=PersonName("Eva"))
    assert answered(nobody).title == "No row is yours, and none waits for you (Eva)."


def test_person_answer__only_what_is_unfinished() -> None:
    behind = a_merged_row(2, row=a_row(2), findings=(a_finding(DriftKind.MERGED_UNTICKED, 2),))
    ticked = a_judged_row(None, row=a_row(None, line=3, box=Box.TICKED), kind=RowKind.NONE)
    empty = a_judged_row(None, row=a_row(None, line=4), kind=RowKind.NONE)
    rows = (a_merged_row(1), behind, ticked, empty, a_judged_row(5))
    tracker = a_judged_tracker(a_judged_workstream(*rows))
    me = Somebody(name=PersonName("Ana Souza"), names=("Ana Souza",))

    answer = person_answer(
        tracker, person=me, audience=TERMINAL, people=PEOPLE, only_unfinished=True
    )

    assert isinstance(answer.facts, TreeFacts)
    assert [row.row.line for g in answer.facts.groups or () for row in g.rows] == [2, 4, 5]


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
    assert "Merged, box empty · 3 · tick the box\n#7 some work · merged 18 Aug · line 7\n" in text
    assert "Refit · line 1 · it names no owner · repair: add an owner line" in text


def test_drift_answer__what_several_have_in_common_is_said_once() -> None:
    elsewhere = "The row says that it also belongs to Gym; it is not listed there."
    closed = "It is listed as work; GitHub says closed without a merge on 3 Jul 2026."
    replaced = f"{closed} Perhaps replaced by acme/widgets#9: opened later."
    kinds = {
        7: (DriftKind.CROSS_REFERENCE, elsewhere),
        8: (DriftKind.CROSS_REFERENCE, elsewhere),
        9: (DriftKind.CLOSED_LISTED, closed),
        10: (DriftKind.CLOSED_LISTED, replaced),
    }
    rows = [
        a_judged_row(n, findings=(a_finding(kind, n, evidence=evidence, repair=None),))
        for n, (kind, evidence) in kinds.items()
    ]
    tracker = a_judged_tracker(a_judged_workstream(*rows))

    lines = words_of(drift_answer(tracker, audience=TERMINAL)).splitlines()

    assert lines[1:7] == [
        "Closed without a merge, still listed · 2",
        "#9 some work · open · line 9",
        "#10 some work · open · line 10 · perhaps replaced by acme/widgets#9: opened later",
        "Names workstreams that do not list it · 2",
        elsewhere,
        "#7 some work · open · line 7",
    ]


def test_drift_answer__a_ref_that_the_row_is_not_about_stands_for_itself() -> None:
    gone = a_finding(DriftKind.NOT_FOUND, 7, ref=a_ref(99), evidence="GitHub has no #99.")
    tracker = a_judged_tracker(a_judged_workstream(a_judged_row(7, findings=(gone,))))

    assert lines_of(drift_answer(tracker, audience=TERMINAL))[0].startswith("#99 · line 7 · GitHub")


def test_help_answer__every_usage() -> None:
    assert "stale [NAME] | what is stale" in words_of(
        help_answer((("stale [NAME]", "what is stale"),))
    )
