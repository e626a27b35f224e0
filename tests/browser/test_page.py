"""The page by keyboard alone, on narrow screens, in two tabs, and when the demo ends."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.screen import Screen, started_demo

pytestmark = [pytest.mark.browser, pytest.mark.timeout(180)]

COMMAND = "/nemorl-status"


def _tabs_to(screen: Screen, name: str, *, most: int = 80) -> None:
    """Press Tab until the control of this name has the focus, as somebody does without a mouse."""
    for _ in range(most):
        screen.page.keyboard.press("Tab")
        focused = screen.page.locator(":focus")
        told = focused.get_attribute("aria-label") or focused.inner_text()
        if told.strip().startswith(name):
            return
    raise AssertionError(f"{name} cannot be reached by the Tab key")


def test_keyboard__is_enough(browser: Browser, address: str) -> None:
    with Screen.opened(browser, address) as screen:
        keys = screen.page.keyboard
        _tabs_to(screen, "Skip to the composer")
        keys.press("Enter")
        expect(screen.composer).to_be_focused()
        keys.type(COMMAND)
        expect(screen.page.get_by_role("listbox", name="What can be asked")).to_be_visible()
        keys.press("Tab")
        keys.type(" refit")
        keys.press("Enter")
        expect(screen.last).to_contain_text("Refit · ")

        screen.page.get_by_test_id("messages").first.focus()
        _tabs_to(screen, "Only stale")
        keys.press("Enter")
        expect(screen.last).to_contain_text("stale rows in Refit")

        screen.composer.focus()
        keys.type(f"{COMMAND} settings")
        keys.press("Enter")
        expect(screen.dialog).to_be_visible()
        for _ in range(40):  # nothing behind the modal is reached
            keys.press("Tab")
            assert screen.page.evaluate("document.activeElement.closest('dialog, body').tagName")
            assert screen.page.evaluate(
                "document.activeElement === document.body"
                " || document.activeElement.closest('dialog') !== null"
            )
        keys.press("Escape")
        expect(screen.dialog).to_have_count(0)
        expect(screen.composer).to_be_focused()


@pytest.mark.parametrize("width", [1000, 640, 420])
def test_width__nothing_is_cut_off(browser: Browser, address: str, width: int) -> None:
    with Screen.opened(browser, address, width=width) as screen:
        screen.asks(f"{COMMAND} refit")
        expect(screen.last).to_contain_text("Refit")
        screen.fits()
        screen.is_accessible()


def test_tabs__what_is_typed_stays(browser: Browser, address: str) -> None:
    with Screen.opened(browser, address) as one, Screen.opened(browser, address) as other:
        one.composer.fill("half a sentence")
        before = one.messages.count()
        other.asks("hello")
        expect(one.messages).to_have_count(before + 1)
        expect(one.composer).to_have_value("half a sentence")


def test_refused__says_why(browser: Browser, address: str) -> None:
    with Screen.opened(browser, address) as screen:
        screen.composer.fill("/unknown")
        screen.composer.press("Enter")
        status = screen.page.get_by_role("main").get_by_test_id("status")
        expect(status).to_contain_text("command_unknown")
        expect(screen.composer).to_have_value("/unknown")


def test_hostile__is_text(browser: Browser, address: str) -> None:
    hostile = "<img src=x onerror=alert(1)> <https://evil.example|click> javascript:alert(1)"
    with Screen.opened(browser, address) as screen:
        screen.asks(hostile)
        expect(screen.last).to_contain_text("<img src=x onerror=alert(1)>")
        assert screen.last.locator("img").count() == 0
        links = screen.last.get_by_role("link")
        assert all(re.match("https?://", one.get_attribute("href") or "") for one in links.all())


def test_ended__is_told(browser: Browser, tmp_path: Path) -> None:
    with started_demo(tmp_path) as address:
        context = browser.new_context()
        page = context.new_page()
        page.goto(address)
        expect(page.get_by_role("main").get_by_role("textbox")).to_be_visible()
    try:
        expect(page.get_by_role("alert").first).to_contain_text("The demo has ended")
    finally:
        context.close()
