"""Pictures, drawn by the child process."""

import io
import sys
from dataclasses import replace
from datetime import UTC
from pathlib import Path

import pytest

from bot.answers.burnup import BurnUp, BurnUpLine
from bot.charts.__main__ import LACKING, main
from bot.charts.picture import picture_of, sheet_of
from bot.charts.sheet import Sheet
from bot.errors import PictureFault
from bot.github_status.judge.burnup import WeekCount
from tests.builders import at

BURN = BurnUp(
    title="widgets",
    weeks=(at("2026-08-10"), at("2026-08-17")),
    zone=UTC,
    whole=BurnUpLine(name="widgets", weeks=(None, WeekCount(merged=2, open=3, unknown=1))),
)


async def test_picture__is_drawn(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Whatever lies where somebody stands: none of it is run."""
    (tmp_path / "bot.py").write_text("raise SystemExit('ran what is not ours')\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SLACK_BOT_TOKEN", "xoxb-not-for-children")

    assert (await picture_of(BURN)).startswith(b"\x89PNG")


async def test_picture__not_in_time_is_given_up() -> None:
    with pytest.raises(PictureFault, match=r"not drawn in 0\.01 seconds"):
        await picture_of(BURN, time_limit_seconds=0.01)


async def test_picture__a_child_that_fails_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")

    with pytest.raises(PictureFault, match="could not be drawn"):
        await picture_of(BURN)


async def test_picture__no_process_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")

    with pytest.raises(PictureFault, match="No process"):
        await picture_of(BURN)


def test_child__without_matplotlib_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.delitem(sys.modules, "bot.charts.drawing", raising=False)
    sheet = sheet_of(BURN).as_json().encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(sheet)))

    assert main() == LACKING


def test_sheet__comes_through_as_it_was() -> None:
    sheet = sheet_of(replace(BURN, parts=(BURN.whole,)), "svg")

    assert Sheet.from_json(sheet.as_json()) == sheet
    assert sheet.whole.merged == (None, 2)
    assert sheet.whole.scope == (None, 5)
    assert sheet.note == "1 row is not counted: state not known."
