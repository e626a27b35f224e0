import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from bot.answers.answer import Answer, Bar, Code, Heading, HelpFacts, Line, Link, Mark, Plain, Table
from bot.answers.audience import TERMINAL
from bot.render.style import PLAIN, Style
from bot.render.terminal import terminal_text
from tests.render.hostile import HOSTILE
from tests.render.kept import golden
from tests.render.scenes import about_everything, saying

FULL = Style(colour=True, links=True, unicode=True)
ASCII = Style(unicode=False)
OURS = re.compile(r"\x1b\[[0-9;]*m|\x1b\]8;;(?:https?://[!-~]*)?\x1b\\")
ACTING = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]"
)
WIDTHS = {"full": (40, 80), "plain": (60, 120), "ascii": (40, 120)}
"""Each style in two: what a style draws does not depend on the width."""


def an_answer(*blocks: Line | Heading | Table) -> Answer:
    return Answer(blocks=blocks, facts=HelpFacts(usages=()), title="x")


def a_line(text: str, **fields: object) -> Answer:
    return an_answer(Line((Plain(text),), **fields))  # type: ignore[arg-type]


@pytest.mark.parametrize("name", about_everything(TERMINAL))
@pytest.mark.parametrize("width", [60, 80, 100])
def test_golden(name: str, width: int) -> None:
    text = terminal_text(about_everything(TERMINAL)[name], width=width, style=PLAIN)

    assert text == golden(f"{name}.{width}.txt", text)


@pytest.mark.no_cover  # many inputs through what others cover
@pytest.mark.parametrize("name", ["full", "plain", "ascii"])
@pytest.mark.parametrize("hostile", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile__nothing_acts_and_nothing_is_too_wide(hostile: str, name: str) -> None:
    style = {"full": FULL, "plain": PLAIN, "ascii": ASCII}[name]
    for width in WIDTHS[name]:
        for answer in saying(hostile, TERMINAL).values():
            assert_harmless(terminal_text(answer, width=width, style=style), width)


def assert_harmless(text: str, width: int) -> None:
    bare = OURS.sub("", text)
    assert not ACTING.search(bare)
    assert max(map(cell_len, bare.split("\n"))) <= width
    text.encode()


@pytest.mark.no_cover  # many inputs through what others cover
@given(text=st.text(max_size=300), width=st.integers(20, 130), style=st.sampled_from([FULL, PLAIN]))
def test_any_text__is_drawn_harmlessly(text: str, width: int, style: Style) -> None:
    for name in ("workstream", "drift", "overview", "one"):
        assert_harmless(
            terminal_text(saying(text, TERMINAL)[name], width=width, style=style), width
        )


def test_ascii__has_nothing_else() -> None:
    for answer in about_everything(TERMINAL).values():
        assert terminal_text(answer, width=80, style=ASCII).isascii()


def test_ascii__signs_and_bars() -> None:
    answer = an_answer(
        Heading((Plain("Refit"),), bar=Bar(3, 6)), Line((Plain("é · x"),), mark=Mark.MERGED)
    )

    assert terminal_text(answer, width=80, style=ASCII) == "Refit  #####..... 3 of 6\nv e - x\n"


def test_plain__has_no_escape_sequences() -> None:
    for answer in about_everything(TERMINAL).values():
        assert "\x1b" not in terminal_text(answer, width=80, style=PLAIN)


def test_colour_and_links__only_add_to_the_same_words() -> None:
    quotes = str.maketrans("", "", "`")
    for name, answer in about_everything(TERMINAL).items():
        if name not in {"overview", "help"}:  # code is quoted only where it cannot be coloured
            full = OURS.sub("", terminal_text(answer, width=80, style=FULL))
            assert full == terminal_text(answer, width=80, style=PLAIN).translate(quotes)


def test_links__are_osc_8_and_only_http() -> None:
    good = an_answer(Line((Link("#7", "https://github.com/acme/widgets/pull/7"),)))
    bad = an_answer(Line((Link("#7", "javascript:alert(1)"),)))
    style = Style(links=True)

    expected = "  \x1b]8;;https://github.com/acme/widgets/pull/7\x1b\\#7\x1b]8;;\x1b\\\n"
    assert terminal_text(good, width=80, style=style) == expected
    assert terminal_text(bad, width=80, style=style) == "  #7\n"


def test_wrapping__hangs_below_the_words_and_keeps_the_dot_with_its_part() -> None:
    answer = a_line("wire the synchronizer into GRPO · by saumishr", mark=Mark.OPEN, depth=1)

    assert terminal_text(answer, width=38, style=PLAIN) == (
        "  ● wire the synchronizer into GRPO ·\n    by saumishr\n"
    )


def test_wrapping__measures_wide_characters_and_emoji() -> None:
    text = terminal_text(a_line("漢字" * 30 + " 👩‍👩‍👧‍👦" * 20), width=40, style=PLAIN)

    assert all(cell_len(line) <= 40 for line in text.splitlines())
    assert text.count("漢") == 30


def test_code__is_quoted_where_it_cannot_be_coloured() -> None:
    answer = an_answer(Line((Plain("ask "), Code("drift"))))

    assert terminal_text(answer, width=80, style=PLAIN) == "  ask `drift`\n"
    assert "`" not in terminal_text(answer, width=80, style=FULL)


def test_table__columns_where_they_fit_else_stacked() -> None:
    table = Table(
        rows=(
            ((Plain("Refit"),), Bar(1, 2), (Plain("1 merged, 1 open"),)),
            ((Plain("Delta Weight Transfer"),), (), (Plain("1 closed"),)),
        ),
        depths=(0, 1),
    )

    assert terminal_text(an_answer(table), width=80, style=PLAIN) == (
        "Refit                    ▓▓▓▓▓░░░░░ 1 of 2  1 merged, 1 open\n"
        "  Delta Weight Transfer                     1 closed\n"
    )
    assert terminal_text(an_answer(table), width=40, style=PLAIN) == (
        "Refit\n  ▓▓▓▓▓░░░░░ 1 of 2  1 merged, 1 open\n  Delta Weight Transfer\n    1 closed\n"
    )


def test_table__where_it_does_not_fit_the_widest_column_goes_below_the_name() -> None:
    states = "4 merged, 3 open, 1 closed, 1 not known"
    row = ((Plain("Core refactor series"),), Bar(4, 7), (Plain(states),), (Plain("3 stale"),))
    other = ((Plain("Gym"),), Bar(1, 1), (), ())
    answer = an_answer(Table(rows=(row, other), depths=(1, 0)))

    assert terminal_text(answer, width=80, style=PLAIN) == (
        "  Core refactor series  ▓▓▓▓▓▓░░░░ 4 of 7  3 stale\n"
        f"    {states}\n"
        "Gym                     ▓▓▓▓▓▓▓▓▓▓ 1 of 1\n"
    )


@pytest.mark.parametrize(
    ("done", "total", "cells"),
    [(0, 6, 0), (1, 100, 1), (3, 6, 5), (99, 100, 9), (6, 6, 10)],
    ids=["nothing", "a little", "half", "almost", "all"],
)
def test_bar__full_only_when_all_is_done(done: int, total: int, cells: int) -> None:
    answer = an_answer(Heading((Plain("x"),), bar=Bar(done, total)))

    assert terminal_text(answer, width=80, style=PLAIN).count("▓") == cells
