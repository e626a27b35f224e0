"""Configuration that every test shares."""

import gc
import importlib
import os
import pkgutil
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import structlog
from coverage import Coverage
from hypothesis import settings

import bot
from tests.terminal import InProcess, Terminal

# A frozen clock and two shared cores make single examples slow; how long one takes says nothing.
settings.register_profile("quick", deadline=None, max_examples=25, print_blob=True)
settings.register_profile("thorough", deadline=None, max_examples=300, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))


_ACTS_WHEN_IMPORTED = ("__main__", "bot.store.migrations.env")
"""How the names of the modules end that are for running, and not for importing."""

_PLAIN_LINES = [
    *structlog.get_config()["processors"][:-1],
    structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback),
]
"""What writes a line unless told otherwise, but draws no picture of an exception for a second."""

_COVERAGE = pytest.StashKey[Coverage]()


# --- Coverage rests between tests: whatever runs is slowed down by it, and not only what it counts


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """Collect without coverage, which follows the imports of the bot before.

    It does so once, in the process that hands out the tests to others or runs all of them.
    """
    if Coverage.current() and not hasattr(session.config, "workerinput"):
        for module in pkgutil.walk_packages(bot.__path__, "bot."):
            if not module.name.endswith(_ACTS_WHEN_IMPORTED):
                importlib.import_module(module.name)
    # In a worker pytest-cov starts two, of which only the last one is kept; the other would go on.
    while coverage := Coverage.current():
        coverage.stop()
        session.config.stash.setdefault(_COVERAGE, coverage)
    gc.disable()
    try:
        return (yield)
    finally:
        # What was collected stays to the end; it need not be looked through again and again.
        gc.freeze()
        gc.enable()


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None, object, object]:
    """Follow the fixtures."""
    with _followed(item):
        return (yield)


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Follow the test, unless it is marked with `no_cover`."""
    if item.get_closest_marker("no_cover"):
        return (yield)
    with _followed(item):
        return (yield)


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_runtest_teardown(item: pytest.Item) -> Generator[None, object, object]:
    """Follow what the fixtures do in the end."""
    with _followed(item):
        return (yield)


@contextmanager
def _followed(item: pytest.Item) -> Iterator[None]:
    coverage = item.config.stash.get(_COVERAGE, None)
    if coverage is None:
        yield
        return
    if Coverage.current() is None:  # pytest-cov starts it after a test with `no_cover`
        coverage.start()
    try:
        yield
    finally:
        coverage.stop()


@pytest.fixture(autouse=True)
def logs() -> Iterator[None]:
    """Whatever a test sets up of the logs ends with it: a stream of its own is closed by then."""
    structlog.configure(processors=[*_PLAIN_LINES])
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
