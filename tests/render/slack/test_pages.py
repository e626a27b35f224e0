from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from bot.answers.answer import (
    ActionId,
    Answer,
    Bar,
    Block,
    Button,
    Buttons,
    Day,
    Heading,
    Line,
    Link,
    Mark,
    Note,
    Plain,
    Table,
    Tone,
)
from bot.answers.audience import PUBLIC
from bot.render.slack import (
    PAGE,
    PageValue,
    SlackMessage,
    action_word,
    page_asked,
    slack_message,
    slack_pages,
)
from tests.render.scenes import about_everything
from tests.render.slack.answers import FACTS, URL, many_rows, tokens
from tests.render.slack.strict import assert_fits, buttons, nodes, seen


def an_answer(*blocks: Block) -> Answer:
    return Answer(blocks=blocks, facts=FACTS, title="Title")


def pressed(message: SlackMessage) -> dict[str, str]:
    return {b["action_id"]: b.get("value", "") for b in buttons(message.blocks)}


def test_pages__count_rows_and_pages() -> None:
    pages = slack_pages(many_rows(300))

    assert len(pages) == 8
    assert "Rows 1–40 of 300 · page 1 of 8" in seen(pages[0].blocks)
    assert "Rows 281–300 of 300 · page 8 of 8" in seen(pages[7].blocks)
    assert pages[1].text.startswith("Refit: 300 open (rows 41–80 of 300 · page 2 of 8)\n")


def test_pages__turn_with_buttons_that_carry_only_question_and_page() -> None:
    first, second, *_, last = slack_pages(many_rows(300))

    assert pressed(first) == {"page.next": "2 refit", "refresh": "refit"}
    assert pressed(second) == {
        "page.previous": "1 refit",
        "page.next": "3 refit",
        "refresh": "refit",
    }
    assert pressed(last) == {"page.previous": "7 refit", "refresh": "refit"}


def test_pages__each_has_header_section_coverage_and_buttons() -> None:
    for number, message in enumerate(slack_pages(many_rows(300))):
        assert message.blocks[0]["type"] == "header"
        assert seen(message.blocks).count("Core series (continued)") == bool(number)
        assert "300 refs, as of 22 Aug 2026, 00:00 UTC" in seen(message.blocks)


def test_pages__a_few_rows_more_stay_on_one() -> None:
    (message,) = slack_pages(many_rows(60))

    assert "page 1" not in seen(message.blocks)
    assert len(slack_pages(many_rows(61))) == 2


def test_pages__a_name_is_never_left_behind() -> None:
    rows = [b for b in many_rows(80).blocks if isinstance(b, Line)]
    name = Heading((Plain("Next section"),), level=2)
    first, second, *_ = slack_pages(an_answer(*rows[:40], name, *rows[40:]))

    assert "Next section" not in seen(first.blocks)
    assert seen(second.blocks).startswith("Next section\n● #40")


@pytest.mark.parametrize(("asked", "given"), [(0, 1), (-5, 1), (3, 3), (99, 8)])
def test_page__that_is_not_there_is_the_nearest(asked: int, given: int) -> None:
    message = slack_message(many_rows(300), page=asked)

    assert (message.page, message.pages) == (given, 8)
    assert message == slack_pages(many_rows(300))[given - 1]


@pytest.mark.parametrize("value", [PageValue("refit", 2), PageValue("", 3), PageValue("2 x", 1)])
def test_page_value__is_read_back(value: PageValue) -> None:
    assert page_asked(str(value)) == value


@pytest.mark.parametrize("value", ["refit", "", "٣ refit", "12345678 refit"])
def test_page_value__anything_else_asks_for_the_first_page(value: str) -> None:
    assert page_asked(value) == PageValue(value, 1)


def test_pages__without_a_question_there_is_a_count_and_no_button() -> None:
    blocks = many_rows(100).blocks[:-1]
    first, *_ = slack_pages(replace(many_rows(100), blocks=blocks))

    assert pressed(first) == {}
    assert "Rows 1–40 of 100 · page 1 of 3" in seen(first.blocks)
    asked = slack_message(replace(many_rows(100), blocks=blocks), question="refit in nemo-rl")
    assert pressed(asked) == {"page.next": "2 refit in nemo-rl"}


def test_pages__long_notes_at_the_end_stand_once() -> None:
    notes = tuple(Note((Plain(f"note{n} {'x' * 900}"),), Tone.WARNING) for n in range(30))
    pages = slack_pages(an_answer(*many_rows(50).blocks[:-2], *notes))

    drawn = "".join(seen(page.blocks) for page in pages)
    assert [drawn.count(f"note{n} ") for n in range(30)] == [1] * 30


def test_buttons__five_in_a_row_and_ids_told_apart() -> None:
    many = tuple(Button(ActionId.ASK, f"Choice {n}", f"choice {n}") for n in range(7))
    blocks = slack_message(an_answer(Buttons(many))).blocks

    rows = [block["elements"] for block in blocks]
    assert [len(row) for row in rows] == [5, 2]
    assert [b["action_id"] for b in rows[0]] == ["ask", "ask.2", "ask.3", "ask.4", "ask.5"]
    assert {action_word(b["action_id"]) for row in rows for b in row} == {ActionId.ASK}
    assert action_word("page.next") == PAGE


def test_buttons__open_tracker_opens_it() -> None:
    message = slack_message(about_everything(PUBLIC)["stale"])

    (opener,) = [b for b in buttons(message.blocks) if b["action_id"] == ActionId.OPEN_TRACKER]
    assert opener["url"].startswith("https://github.com/")


def test_buttons__what_cannot_be_offered_is_said() -> None:
    long = Buttons((Button(ActionId.ASK, "Ask", "x" * 2001), Button(ActionId.ASK, "Other", "x")))
    message = slack_message(an_answer(long))

    assert pressed(message) == {"ask": "x"}
    assert seen(message.blocks).endswith("or it asks too much: Ask")


def test_row__monstrous_is_shortened_and_says_so_with_its_link() -> None:
    line = Line((Link("#7", URL), Plain(" word" * 2000), Plain("end")), mark=Mark.OPEN)
    (message,) = slack_pages(an_answer(line))

    shown = seen(message.blocks)
    assert shown.startswith("● #7 word word")
    assert shown.endswith("… (shortened, the whole: #7)")
    assert len(shown) < 1500
    assert [n["url"] for n in nodes(list(message.blocks)) if n.get("type") == "link"] == [URL] * 2


def test_note__longer_than_a_block_goes_on_in_the_next() -> None:
    words = " ".join(f"w{n}" for n in range(1500))
    (message,) = slack_pages(an_answer(Note((Plain(words),))))

    assert len(message.blocks) == 3
    assert seen(message.blocks) == words


def test_header__too_long_is_said_in_full_below() -> None:
    title = "word " * 60 + "end"
    blocks = slack_message(an_answer(Heading((Plain(title),)))).blocks

    assert blocks[0]["text"]["text"].endswith("word…")
    assert seen(blocks[1:]) == title


def test_day__is_drawn_by_slack_in_the_reader_s_zone() -> None:
    def word(at: datetime) -> dict[str, Any]:
        (block,) = slack_message(an_answer(Note((Day(at),)))).blocks
        element: dict[str, Any] = block["elements"][0]["elements"][0]
        return element

    assert word(datetime(2026, 7, 19, tzinfo=UTC)) == {
        "type": "date",
        "timestamp": 1784419200,
        "format": "{date_short_pretty}",
        "fallback": "19 Jul",
    }
    assert word(datetime(1960, 7, 19, tzinfo=UTC)) == {"type": "text", "text": "19 Jul"}


def test_text__says_marks_and_bars_in_words() -> None:
    message = slack_message(
        an_answer(
            Heading((Plain("Title"),), bar=Bar(3, 6)),
            Line((Link("#7", URL), Plain(" work"), Plain(" · "), Plain("by Ana")), mark=Mark.DRAFT),
            Table((((Plain("Refit"),), Bar(1, 2), (), (Plain("1 stale"),)),)),
            Note((Plain("Not all was read"),), Tone.WARNING),
        )
    )

    assert message.text.split("\n") == [
        "Title",
        "3 of 6.",
        "Draft: #7 work, by Ana.",
        "Refit: 1 of 2, 1 stale.",
        "Warning: Not all was read.",
    ]


def test_text__too_long_ends_with_a_count() -> None:
    message = slack_message(many_rows(50, "work " * 40))

    assert_fits(message)
    kept = message.text.count("\n")
    assert message.text.endswith("more lines.")
    assert 0 < kept < 50


def test_tokens__of_pages_are_in_order() -> None:
    drawn = [t for message in slack_pages(many_rows(300)) for t in tokens(seen(message.blocks))]

    assert drawn == [f"row{n}row" for n in range(300)]
