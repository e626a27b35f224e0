import os
from pathlib import Path

import pytest

from bot.demo.playground.browser import has_browser, show_in_browser

_SCREEN = {"DISPLAY": ":0"}


@pytest.mark.parametrize(
    ("environment", "is_terminal", "system", "has"),
    [
        pytest.param(_SCREEN, True, "Linux", True, id="X"),
        pytest.param({"WAYLAND_DISPLAY": "wayland-0"}, True, "Linux", True, id="Wayland"),
        pytest.param({}, True, "Linux", False, id="no screen"),
        pytest.param({}, True, "Darwin", True, id="a Mac"),
        pytest.param(_SCREEN, False, "Linux", False, id="piped"),
        pytest.param(_SCREEN | {"CI": "true"}, True, "Linux", False, id="CI"),
        pytest.param(_SCREEN | {"BROWSER": "none"}, True, "Darwin", False, id="nobody wants one"),
        pytest.param(_SCREEN | {"BROWSER": "firefox"}, True, "Linux", True, id="a wanted one"),
    ],
)
def test_has_browser(
    environment: dict[str, str], is_terminal: bool, system: str, has: bool
) -> None:
    assert has_browser(environment, is_terminal=is_terminal, system=system) is has


def test_show_in_browser__is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    browser, told, ends = (tmp_path / name for name in ("browser", "told", "ends"))
    for pipe in (told, ends):
        os.mkfifo(pipe)
    browser.write_text(f'#!/bin/sh\necho loud\necho "$1" > {told}\ncat {ends}\n')
    browser.chmod(0o755)
    monkeypatch.setenv("BROWSER", f"{browser} %s")

    show_in_browser("http://127.0.0.1:1/token/", os.environ)

    assert told.read_text() == "http://127.0.0.1:1/token/\n"
    ends.write_text("")  # only now does the browser end
    assert capfd.readouterr() == ("", "")
