"""How a sentence, a text that is too long and a repair are put among other words."""

import pytest

from bot.answers.answer import Code, Plain
from bot.answers.parts import continued, shortened, stopped
from bot.answers.repairs import repair_part


@pytest.mark.parametrize(
    ("sentence", "words"),
    [
        ("The repository is gone.", "the repository is gone"),
        ("Reviews, checks and labels were not read.", "reviews, checks and labels were not read"),
        ("GitHub did not answer.", "GitHub did not answer"),
        ("acme/widgets#7 moved.", "acme/widgets#7 moved"),
        ("", ""),
    ],
    ids=["a sentence", "a list", "a name", "a ref", "nothing"],
)
def test_continued__behind_a_colon(sentence: str, words: str) -> None:
    assert continued(sentence) == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("one two three four", "one two…"),
        ("abcdefghijklmnop", "abcdefghi…"),
        ("ab cdefghijklmnop", "ab cdefgh…"),
        ("one two on", "one two on"),
        ("one two. three", "one two…"),
    ],
    ids=[
        "behind a word",
        "one long word",
        "a word too far back",
        "short enough",
        "no stop before it",
    ],
)
def test_shortened__not_in_the_middle_of_a_word(text: str, words: str) -> None:
    assert shortened(text, at_most=10) == words


def test_stopped__no_full_stop_behind_an_ellipsis() -> None:
    assert [stopped("It moved"), stopped("It mov…")] == ["It moved.", "It mov…"]


@pytest.mark.parametrize(
    ("repair", "part"),
    [
        ("write acme/widgets#9", (Plain("write "), Code("acme/widgets#9"))),
        ("write [ ] ", (Plain("write "), Code("[ ] "))),
        ("tick the box", (Plain("tick the box"),)),
    ],
    ids=["a ref", "a box with its blank", "in words"],
)
def test_repair_part__what_is_to_be_written_can_be_copied(
    repair: str, part: tuple[Plain | Code, ...]
) -> None:
    assert repair_part(repair) == part
