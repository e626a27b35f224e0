"""Configuration that every test shares."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog
from hypothesis import settings

from tests.terminal import InProcess, Terminal

# A frozen clock and two shared cores make single examples slow; how long one takes says nothing.
settings.register_profile("quick", deadline=None, max_examples=25, print_blob=True)
settings.register_profile("thorough", deadline=None, max_examples=300, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))


@pytest.fixture(autouse=True)
def logs() -> Iterator[None]:
    """Whatever a test sets up of the logs ends with it: a stream of its own is closed by then."""
    yield
    structlog.reset_defaults()


@pytest.fixture
def terminal(tmp_path: Path) -> Terminal:
    """An empty home, and a folder to stand in."""
    terminal = Terminal(tmp_path)
    terminal.here.mkdir()
    return terminal


@pytest.fixture
def program(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> InProcess:
    """The command, in this process."""
    return InProcess(terminal, monkeypatch, capsys)
