"""How the doctor's lines look."""

import json
import re
from pathlib import Path

import pytest

from bot.doctor.check import right, warning, wrong
from bot.render.formats import Screen
from bot.render.style import Style
from bot.terminal.doctor_shown import json_of, text_of

CHECKS = (
    right("GitHub", "It accepts the token of tester."),
    warning("Owners", "1 owner of 2 is not linked to Slack: Bo Chen."),
    wrong("Slack app token", "Slack refuses SLACK_APP_TOKEN.", "Make another one."),
)
HOSTILE = wrong("Channel", "\x1b[2J#room\nnew line ghp_0123456789abcdef", "")


def screen(width: int = 10_000, **style: bool) -> Screen:
    return Screen(width=width, style=Style(**style))


def test_text__is_aligned_and_counts() -> None:
    assert text_of(CHECKS, screen()) == (
        "✔ right    GitHub           It accepts the token of tester.\n"
        "! warning  Owners           1 owner of 2 is not linked to Slack: Bo Chen.\n"
        "✖ wrong    Slack app token  Slack refuses SLACK_APP_TOKEN.\n"
        "                            → Make another one.\n"
        "\n"
        "1 right, 1 warning, 1 wrong.\n"
    )


def test_text__without_unicode() -> None:
    told = text_of(CHECKS, screen(unicode=False))

    assert told.isascii()
    assert "x wrong    Slack app token" in told
    assert "-> Make another one." in told


@pytest.mark.parametrize("width", [24, 40, 69, 70, 80])
def test_text__fits_the_terminal(width: int) -> None:
    told = text_of(CHECKS, screen(width))

    assert max(len(line) for line in told.splitlines()) <= max(width, 29)
    for word in ("right", "warning", "wrong", "Make"):
        assert word in told


def test_text__colours_say_nothing_that_words_do_not() -> None:
    plain = text_of(CHECKS, screen())
    coloured = text_of(CHECKS, screen(colour=True))

    assert "\x1b[" in coloured
    assert "\x1b[" not in plain


def test_text__what_acts_in_a_terminal_does_not() -> None:
    told = text_of([HOSTILE], screen())

    assert "\x1b" not in told
    assert "#room new line [secret]" in told


def test_json__has_every_key() -> None:
    told = json.loads(json_of(CHECKS))

    assert told == {
        "schema_version": 1,
        "verdict": "wrong",
        "counts": {"right": 1, "warning": 1, "wrong": 1},
        "checks": [
            {
                "name": check.name,
                "verdict": check.verdict.value,
                "what": check.what,
                "advice": check.advice or None,
            }
            for check in CHECKS
        ],
    }


def test_json__is_documented() -> None:
    document = (Path(__file__).parents[2] / "docs" / "json.md").read_text("utf-8")
    written = set(re.findall(r"^\| `([a-z_]+)`", document.split("## The doctor")[1], re.MULTILINE))
    told = json.loads(json_of(CHECKS))

    assert written == {*told, *told["checks"][0]} - {"schema_version"}


def test_json__no_secret() -> None:
    assert "ghp_0123" not in json_of([HOSTILE])
