"""The pictures of README.md and docs/: taken of what stands there, so that they stay true.

    make pictures

keeps them in docs/pictures; otherwise they are only looked at.
"""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.screen import Screen

pytestmark = [pytest.mark.browser, pytest.mark.timeout(180)]

COMMAND = "/nemorl-status"

_LEAST_BYTES = 8_000
"""A picture with something on it is larger."""

ANSWERS = {"overview": "overview", "stale": "stale", "drift": "drift refit"}
"""What is asked for each picture of an answer."""


def _kept(pictures: Path, name: str, of: Locator | Screen) -> None:
    path = pictures / f"{name}.png"
    if isinstance(of, Screen):
        of.page.screenshot(path=path)
    else:
        of.screenshot(path=path)
    assert path.stat().st_size > _LEAST_BYTES


def _kept_whole(pictures: Path, name: str, message: Locator, screen: Screen) -> None:
    """A message is cut off by the window it is seen through, so that has to be high enough."""
    height = message.evaluate("node => node.scrollHeight")
    screen.page.set_viewport_size({"width": 1280, "height": int(height) + 400})
    _kept(pictures, name, message)
    screen.page.set_viewport_size({"width": 1280, "height": 800})


def test_pictures__first_screen(screen: Screen, scheme: str, pictures: Path) -> None:
    screen.page.set_viewport_size({"width": 1280, "height": 860})
    screen.asks(f"{COMMAND} refit")
    expect(screen.last).to_contain_text("Refit · ")
    expect(screen.last.get_by_role("button", name="Only stale")).to_be_in_viewport()
    _kept(pictures, f"demo-{scheme}", screen)


def test_pictures__answers(browser: Browser, address: str, pictures: Path) -> None:
    with Screen.opened(browser, address) as screen:
        for name, words in ANSWERS.items():
            before = screen.messages.count()
            screen.asks(f"{COMMAND} {words}")
            expect(screen.messages).to_have_count(before + 1)
            expect(screen.last.get_by_role("button", name="Refresh")).to_be_attached()
            _kept_whole(pictures, name, screen.last, screen)


def test_pictures__what_comes_by_itself(browser: Browser, own_address: str, pictures: Path) -> None:
    with Screen.opened(browser, own_address) as screen:
        screen.presses("Merge #2593")
        screen.moves("Next Monday, 09:00")
        digest = screen.message("nemo-rl: digest of Monday 24 August")
        expect(digest.get_by_role("button", name=re.compile("1 reply"))).to_be_visible()
        _kept_whole(pictures, "digest", digest, screen)
        screen.moves("Next working day, 09:30")
        screen.presses("Act as Songlin Jiang")
        message = screen.message("has not moved")
        expect(message).to_be_visible()
        _kept_whole(pictures, "message", message, screen)
        screen.goes_to("Home of nemorl-status")
        home = screen.page.get_by_test_id("home")
        expect(home).to_contain_text("#2467")
        _kept_whole(pictures, "home", home, screen)


def test_pictures__repair(browser: Browser, own_address: str, pictures: Path) -> None:
    with Screen.opened(browser, own_address) as screen:
        screen.asks(f"{COMMAND} drift refit")
        screen.last.get_by_role("button", name=re.compile("^Repair")).first.click()
        expect(screen.dialog.get_by_role("checkbox").first).to_be_checked()
        _kept(pictures, "repair", screen.dialog)
