"""Pictures, drawn in this process."""

import struct
import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest

from bot.charts.drawing import drawn
from bot.charts.sheet import Panel, Sheet

WHOLE = Panel(
    name="widgets",
    words="3 of 4 merged, 1 open",
    merged=(None, 1, None, 2, 3),
    scope=(None, 4, None, 4, 4),
)
SHEET = Sheet(
    title="widgets",
    note="2 rows are not counted in some weeks: state not known.",
    days=("1 May", "8 May", "15 May", "22 May", "29 May"),
    whole=WHOLE,
    form="svg",
)
HOSTILE = "$\\frac{x}{$ <b>&amp; 重构 🚀\u202e \x00\n%s {0} " * 20


def test_png__is_twice_as_wide_as_slack_shows_and_not_large() -> None:
    picture = drawn(replace(SHEET, parts=(WHOLE,) * 6, form="png"))

    width, height = struct.unpack(">II", picture[16:24])
    assert picture.startswith(b"\x89PNG")
    assert width == 1440
    assert height < 2 * width
    assert len(picture) < 500_000


def test_picture__the_same_sheet_is_the_same_file() -> None:
    assert drawn(SHEET) == drawn(SHEET)


@pytest.mark.parametrize("parts", [0, 1, 2, 3, 4, 5, 6])
def test_picture__any_number_of_parts(parts: int) -> None:
    assert b"<svg" in drawn(replace(SHEET, parts=(WHOLE,) * parts))


@pytest.mark.parametrize(
    "panel",
    [
        Panel(name="", words="", merged=(3,), scope=(3,)),
        Panel(name="none", words="", merged=(0,), scope=(0,)),
        Panel(name="unknown", words="", merged=(None,), scope=(None,)),
        Panel(name="many", words="", merged=(1, 98_765), scope=(2, 123_456)),
    ],
    ids=lambda panel: panel.name or "one week",
)
def test_picture__of_little_and_of_much(panel: Panel) -> None:
    days = ("1 May", "8 May")[: len(panel.merged)]

    assert drawn(replace(SHEET, whole=panel, parts=(panel,), days=days, note=""))


def test_picture__words_are_only_words() -> None:
    """No formula, no markup, no glyph that the font lacks (matplotlib would warn), no line end."""
    panel = replace(WHOLE, name=HOSTILE, words=HOSTILE)

    picture = drawn(replace(SHEET, title=HOSTILE, note=HOSTILE, whole=panel, parts=(panel,)))

    ET.fromstring(picture)  # noqa: S314 -- our own
