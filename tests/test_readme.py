"""What the README shows is what the program prints."""

import re
from pathlib import Path
from typing import TypeGuard, get_args

import pytest
from pydantic import BaseModel

from bot.commands import COMMANDS
from bot.settings.fields import Settings
from bot.settings.loading import load_settings
from bot.terminal.options import TERMINAL_COMMANDS, ExitStatus
from tests.terminal import Terminal

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")


def setting_words() -> set[str]:
    """Every setting's own word: variables in capitals, the file's as they are."""
    words = set()
    for name, field in Settings.model_fields.items():
        inner = [a for a in (field.annotation, *get_args(field.annotation)) if _is_table(a)]
        words |= {key for table in inner for key in table.model_fields} or {name.upper()}
    return words


def _is_table(annotation: object) -> TypeGuard[type[BaseModel]]:
    return isinstance(annotation, type) and issubclass(annotation, BaseModel)


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
def test_readme__names_what_only_a_terminal_has(word: str) -> None:
    assert re.search(rf"`(?:\S*nemorl-status |make )?{word}\b", README)


def test_readme__names_every_exit_status() -> None:
    told = README.split("**Exit status**")[1].split("\n\n")[0]

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
    assert settings.remind.statuses


@pytest.mark.parametrize("word", sorted(setting_words()))
def test_readme__names_every_setting(word: str) -> None:
    assert re.search(rf"`[^`]*\b{word}\b[^`]*`", README)
