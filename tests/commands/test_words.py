"""A line becomes words, quotation marks or not."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.commands.words import is_quoted, joined, shown, split, unquoted


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", ()),
        ("   ", ()),
        ("stale  refit\t14d", ("stale", "refit", "14d")),
        ("stale\u00a0refit", ("stale", "refit")),
        ('"Zhiyu Li"', ('"Zhiyu Li"',)),
        ("“Zhiyu Li”", ("“Zhiyu Li”",)),
        ("„Zhiyu Li“ x", ("„Zhiyu Li“", "x")),
        ("«Zhiyu Li»", ("«Zhiyu Li»",)),
        ("「李 明」", ("「李 明」",)),
        ('stale "data plane" 14d', ("stale", '"data plane"', "14d")),
        ('"Zhiyu Li', ('"Zhiyu', "Li")),
        ('O"Brien Li', ('O"Brien', "Li")),
        ("O'Brien Li's", ("O'Brien", "Li's")),
        ('""', ('""',)),
        ("<@U0DEMO01|Zhiyu Li> x", ("<@U0DEMO01|Zhiyu Li>", "x")),
        ("a < b > c", ("a", "<", "b", ">", "c")),
    ],
    ids=[
        "nothing",
        "blanks",
        "blanks and tabs",
        "no-break space",
        "straight quotes",
        "typographic quotes",
        "German quotes",
        "French quotes",
        "Japanese quotes",
        "quotation in the middle",
        "never closed",
        "quote inside a word",
        "apostrophes",
        "empty quotation",
        "a mention as Slack writes it",
        "signs that are no mention",
    ],
)
def test_split(text: str, words: tuple[str, ...]) -> None:
    assert split(text) == words


@given(text=st.text())
def test_split__loses_only_blanks(text: str) -> None:
    assert "".join("".join(split(text)).split()) == "".join(text.split())


@pytest.mark.parametrize(
    "text",
    ["<a" * 100_000, "<a " * 100_000, '"' * 100_001, '"a ' * 100_001],
    ids=["opened mentions", "opened mentions apart", "quotes", "opened quotes"],
)
def test_split__long_texts_take_no_time(text: str) -> None:
    began = time.perf_counter()

    assert split(text)
    assert time.perf_counter() - began < 1


def test_unquoted() -> None:
    assert (is_quoted("“a”"), unquoted("“a b ”")) == (True, "a b")
    assert (is_quoted('"'), unquoted('"')) == (False, '"')
    assert joined(["“data plane”", '""', "x"]) == "data plane x"


def test_shown__one_short_visible_line() -> None:
    assert shown("a\n b\u202e\x1b[31m") == "“a b [31m”"
    assert len(shown("x" * 500)) == 62
