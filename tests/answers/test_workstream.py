from bot.answers.answer import Answer, Buttons, Line, TreeFacts
from bot.answers.audience import PUBLIC, TERMINAL
from bot.answers.overview import overview_answer
from bot.answers.workstream import workstream_answer
from bot.github_status.facts.index import Box
from bot.github_status.judge.verdicts import DriftKind, JudgedWorkstream
from bot.people.people import People
from tests.answers.builders import (
    PEOPLE,
    a_finding,
    a_judged_row,
    a_judged_tracker,
    a_judged_workstream,
    a_merged_row,
    a_problem,
    stale_since,
)
from tests.answers.words import lines_of, words_of
from tests.builders import a_pull, a_row, an_actor


def answered(*workstreams: JudgedWorkstream, people: People = PEOPLE, **fields: object) -> str:
    tracker = a_judged_tracker(*workstreams, **fields)
    answer = workstream_answer(
        tracker, workstreams=tracker.workstreams[:1], audience=TERMINAL, people=people
    )
    return words_of(answer)


def test_row_line__another_author_than_the_owner_is_named() -> None:
    refit = a_judged_workstream(a_judged_row(7, a_pull(author=an_actor("mika"))))

    assert "#7 some work · by mika · pushed" in answered(refit)


def test_row_line__the_owner_by_link_or_login_is_not_named_as_author() -> None:
    linked = a_judged_workstream(a_judged_row(7))
    by_login = a_judged_workstream(a_judged_row(7), owners=("@ana",))

    assert " by ana" not in answered(linked).casefold()
    assert " by ana" not in answered(by_login, people=People()).casefold()


def test_row_line__a_login_is_shown_by_name_only_where_the_index_knows_the_name() -> None:
    row = a_judged_row(7, a_pull(author=an_actor("bo")))

    assert "by bo ·" in answered(a_judged_workstream(row))
    assert "by Bo Chen ·" in answered(
        a_judged_workstream(row), a_judged_workstream(name="Other", line=9, owners=("Bo Chen",))
    )


def test_row_line__words_of_the_index_else_the_title() -> None:
    bare = a_judged_workstream(a_judged_row(7, row=a_row(7, text="")))

    assert "#7 feat: number 7 ·" in answered(bare)


def test_row_line__a_claimed_merge_is_not_said_twice() -> None:
    row = a_merged_row(7, row=a_row(7, text="transports (merged)", status="merged", box=Box.TICKED))

    assert "#7 transports · merged 18 Aug" in answered(a_judged_workstream(row))


def test_row_line__stale_says_since_when_and_how_long() -> None:
    row = a_judged_row(7, staleness=stale_since("2026-06-08", 52))

    assert "no push since 8 Jun, 52 working days" in answered(a_judged_workstream(row))


def test_row_line__a_day_of_another_year_has_its_year() -> None:
    assert "merged 30 Dec 2025" in answered(a_judged_workstream(a_merged_row(7, on="2025-12-30")))


def test_summary__owner_stale_and_boxes() -> None:
    merged = a_merged_row(8, row=a_row(8), findings=(a_finding(DriftKind.MERGED_UNTICKED, 8),))
    late = a_judged_row(7, staleness=stale_since("2026-06-08", 52))

    text = answered(a_judged_workstream(late, merged))

    first, second = text.splitlines()[:2]
    assert first == "Refit · 1 merged, 1 open [1 of 2]"
    assert second == "Owner Ana Souza · 1 stale · 1 box out of date"


def test_section__owners_are_named_where_they_differ_from_those_above() -> None:
    same = a_judged_workstream(a_judged_row(7), path=("Refit", "Same"), line=5)
    other = a_judged_workstream(
        a_judged_row(8), path=("Refit", "Other"), line=8, owners=("Bo Chen",)
    )
    nobody = a_judged_workstream(a_judged_row(9), path=("Refit", "Nobody"), line=9, owners=())

    text = answered(a_judged_workstream(workstreams=(same, other, nobody)))

    assert "\nSame\n" in text
    assert "\nOther · Bo Chen\n" in text
    assert "\nNobody · no owner named\n" in text


def test_rows__stand_in_index_order_and_nested_ones_below_theirs() -> None:
    rows = (
        a_judged_row(9, row=a_row(9, line=2)),
        a_judged_row(8, row=a_row(8, line=3, parent_line=2)),
        a_judged_row(7, row=a_row(7, line=4)),
    )
    tracker = a_judged_tracker(a_judged_workstream(*rows))

    answer = workstream_answer(
        tracker, workstreams=tracker.workstreams, audience=TERMINAL, people=PEOPLE
    )

    lines = [block for block in answer.blocks if isinstance(block, Line)]
    assert [line.depth for line in lines] == [0, 1, 0]
    assert [text.split()[0] for text in lines_of(answer)] == ["#9", "#8", "#7"]


def test_also_here__says_where_the_row_counts() -> None:
    home = a_judged_workstream(a_judged_row(7), name="Refit", line=1)
    here = a_judged_workstream(name="Generation", line=9, also_here=home.rows)

    text = answered(here, home)

    assert "also here, counts in Refit" in text
    assert "0 refs in 0 repositories" in text


def test_problems__stand_in_their_section_with_their_line() -> None:
    child = a_judged_workstream(a_judged_row(12), path=("Refit", "Inner"), line=11)
    refit = a_judged_workstream(a_judged_row(7), workstreams=(child,))

    text = answered(refit, problems=(a_problem(9), a_problem(13)))

    assert text.index("Line 9: GitHub does not link") < text.index("Inner")
    assert text.index("Inner") < text.index("Line 13: ")
    assert "Write acme/widgets#9." in text


def test_workstream__asked_for_below_another_is_named_with_its_path() -> None:
    child = a_judged_workstream(a_judged_row(7), path=("Refit", "Inner"), line=5)
    tracker = a_judged_tracker(a_judged_workstream(workstreams=(child,)))

    answer = workstream_answer(tracker, workstreams=(child,), audience=TERMINAL, people=PEOPLE)

    assert words_of(answer).startswith("Refit › Inner · 1 open")
    assert isinstance(answer.facts, TreeFacts)
    assert [w.workstream.path for w in answer.facts.workstreams] == [("Refit", "Inner")]


def test_workstream__without_rows_says_so() -> None:
    assert "No row stands under this heading." in answered(a_judged_workstream())


def test_workstream__buttons_ask_the_same_again() -> None:
    tracker = a_judged_tracker(a_judged_workstream(a_judged_row(7)))

    answer = workstream_answer(
        tracker, workstreams=tracker.workstreams, audience=PUBLIC, people=PEOPLE
    )

    assert button_values(answer) == ["show Refit", "stale Refit", "show Refit"]


def test_workstream__drift_can_be_shown_where_there_is_some() -> None:
    behind = a_merged_row(8, row=a_row(8), findings=(a_finding(DriftKind.MERGED_UNTICKED, 8),))
    tracker = a_judged_tracker(a_judged_workstream(behind))

    one = workstream_answer(
        tracker, workstreams=tracker.workstreams, audience=PUBLIC, people=PEOPLE
    )
    whole = overview_answer(tracker, name="widgets", audience=PUBLIC)

    assert button_values(one)[2] == "drift Refit"
    assert button_values(whole) == ["", "stale", "drift", ""]


def button_values(answer: Answer) -> list[str]:
    last = answer.blocks[-1]
    assert isinstance(last, Buttons)
    return [button.value for button in last.buttons]
