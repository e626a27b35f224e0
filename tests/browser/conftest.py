"""A real browser, and the demo as its user starts it."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.screen import Screen, started_demo

PICTURES = "NEMORL_PICTURES"
"""Names the folder for the pictures of the documents; without it nobody keeps them."""

_NAMES = ("chromium", "chromium-browser", "google-chrome")

# Chromium's own talk with its makers' hosts, of which a test needs nothing.
_FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def _chromium() -> str | None:
    names = (os.environ.get("CHROMIUM", ""), *_NAMES)
    return next((found for name in names if name and (found := shutil.which(name))), None)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    program = _chromium()
    if program is None:
        pytest.skip("There is no Chromium here: install it, or name it in CHROMIUM.")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(_FLAGS))
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where a demo answers that a module's tests share."""
    with started_demo(tmp_path_factory.mktemp("home")) as address:
        yield address


@pytest.fixture
def own_address(tmp_path: Path) -> Iterator[str]:
    """Where a demo answers that nobody else has changed."""
    with started_demo(tmp_path) as address:
        yield address


@pytest.fixture(params=["light", "dark"])
def scheme(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    return Path(os.environ.get(PICTURES) or tmp_path)


@pytest.fixture
def screen(browser: Browser, own_address: str, scheme: str) -> Iterator[Screen]:
    """The page as somebody has it who just opened it."""
    with Screen.opened(browser, own_address, scheme=scheme) as screen:
        yield screen
