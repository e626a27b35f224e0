"""What the README shows is what the program prints."""

import re
from pathlib import Path

import pytest

from bot.commands import COMMANDS
from bot.terminal.options import ExitStatus
from tests.terminal import Terminal

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("question", [(), ("refit",)], ids=["overview", "refit"])
def test_readme__shows_what_is_printed(question: tuple[str, ...], tmp_path: Path) -> None:
    shown = re.findall(r"```text\n(.*?)```", README, flags=re.DOTALL)
    terminal = Terminal(home=tmp_path)
    terminal.here.mkdir()

    printed = terminal.run("--demo", *question).out

    assert any(printed.startswith(text) for text in shown)


@pytest.mark.parametrize("word", [c.name for c in COMMANDS if c.recognises is None])
def test_readme__names_every_subcommand(word: str) -> None:
    assert re.search(rf"`{word}\b", README)


def test_readme__names_every_exit_status() -> None:
    told = README.split("**Exit status**")[1].split("\n\n")[0]

    for status in ExitStatus:
        if status is not ExitStatus.BUG:
            assert f"{status.value} " in told
