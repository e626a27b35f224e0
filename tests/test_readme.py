"""What the README shows is what the program prints, and `docs/terminal.md` has the rest of it."""

import re
from pathlib import Path

import pytest
from typer.main import get_command

from bot.__main__ import app
from bot.commands import COMMANDS
from bot.settings.loading import load_settings
from bot.terminal.options import TERMINAL_COMMANDS, ExitStatus
from tests.terminal import Terminal

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
TERMINAL = (ROOT / "docs/terminal.md").read_text(encoding="utf-8")
KNOWN_FROM_HELP = {"--help", "--version", "--debug", "--config", "--repo"}


@pytest.mark.parametrize("question", [(), ("refit",)], ids=["overview", "refit"])
def test_readme__shows_what_is_printed(question: tuple[str, ...], tmp_path: Path) -> None:
    shown = re.findall(r"```text\n(.*?)```", README, flags=re.DOTALL)
    terminal = Terminal(home=tmp_path)
    terminal.here.mkdir()

    printed = terminal.run("--demo", *question, COLUMNS="100").out

    assert any(printed.startswith(text) for text in shown)


@pytest.mark.parametrize("word", [c.name for c in COMMANDS if c.recognises is None])
def test_readme__names_every_subcommand(word: str) -> None:
    assert re.search(rf"`{word}\b", README)


@pytest.mark.parametrize("word", [c.name for c in TERMINAL_COMMANDS])
def test_terminal__tells_what_only_a_terminal_has(word: str) -> None:
    assert re.search(rf"`{word}\b", TERMINAL)


def test_terminal__tells_every_option() -> None:
    options = {name for p in get_command(app).params for name in p.opts if name.startswith("--")}

    assert {name for name in options - KNOWN_FROM_HELP if f"`{name}" not in TERMINAL} == set()


def test_terminal__tells_every_exit_status() -> None:
    told = TERMINAL.split("## Exit status\n")[1]

    for status in ExitStatus:
        assert f"{status.value} " in told


def test_readme__its_settings_file_is_right(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("GITHUB_API_URL", "GITHUB_APP_ID", "DATABASE_URL"):
        monkeypatch.delenv(name, raising=False)
    (shown,) = re.findall(r"```toml\n(.*?)```", README, flags=re.DOTALL)
    path = tmp_path / "nemorl-status.toml"
    path.write_text(shown, encoding="utf-8")

    settings = load_settings(path)

    assert settings.digests[0].tracker.name == "widgets"
    assert settings.slack.maintainers
