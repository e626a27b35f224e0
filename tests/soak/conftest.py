"""The figures of the soak tests stand below everything else that pytest says."""

import os
from collections.abc import Callable

import pytest

from tests.soak.figures import Line, table
from tests.store.databases import postgres

__all__ = ["postgres"]

SEED = os.environ.get("SOAK_SEED", "2026-08-31")

_LINES = pytest.StashKey[list[Line]]()


@pytest.fixture
def seed() -> str:
    """What all chances are drawn from: `SOAK_SEED`, else always the same."""
    return SEED


@pytest.fixture
def report(request: pytest.FixtureRequest) -> Callable[[Line], None]:
    """Keeps a line for the table at the end."""
    return request.config.stash.setdefault(_LINES, []).append


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    lines = terminalreporter.config.stash.get(_LINES, [])
    if lines:
        terminalreporter.section(f"soak, SOAK_SEED={SEED}")
        for line in table(lines):
            terminalreporter.write_line(line)
