"""The demo's page as a person has it before them: what they can find, and what they do."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Self

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, Request, expect

PATIENCE_MS = 30_000
"""How long something may take to appear: a digest comes at Slack's pace, on a busy machine."""

_ADDRESS = re.compile(r"http://127\.0\.0\.1:[0-9]+/[\w-]+/\n")


@contextmanager
def started_demo(home: Path) -> Iterator[str]:
    """The address that `nemorl-status demo` prints; it is asked to stop at the end."""
    environment = {"HOME": str(home), "PATH": os.environ["PATH"], "TMPDIR": str(home)}
    command = [sys.executable, "-m", "bot", "demo"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout is not None
        try:
            address = process.stdout.readline()
            assert _ADDRESS.fullmatch(address), address
            yield address.strip()
        finally:
            process.terminate()
            assert process.wait(timeout=20) == 0


class Screen:
    """One browser tab on the demo."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address
        self.mistakes: list[str] = []
        """What the browser complained about, and what was asked of anybody but the demo."""
        page.on("pageerror", lambda error: self.mistakes.append(str(error)))
        page.on("console", lambda m: self.mistakes.append(m.text) if m.type == "error" else None)
        page.on("request", self._check)

    @classmethod
    @contextmanager
    def opened(
        cls, browser: Browser, address: str, *, scheme: str = "light", width: int = 1280
    ) -> Iterator[Self]:
        context = browser.new_context(
            viewport={"width": width, "height": 800},
            color_scheme="dark" if scheme == "dark" else "light",
            reduced_motion="reduce",
        )
        context.set_default_timeout(PATIENCE_MS)
        expect.set_options(timeout=PATIENCE_MS)
        try:
            screen = cls(context.new_page(), address)
            screen.page.goto(address)
            expect(screen.composer).to_be_visible()
            yield screen
            assert not screen.mistakes, screen.mistakes
        finally:
            context.close()

    def _check(self, request: Request) -> None:
        if not request.url.startswith((self.address, "data:")):
            self.mistakes.append(f"asked for {request.url}")

    # What is there

    @property
    def composer(self) -> Locator:
        return self.page.get_by_role("main").get_by_role("textbox")

    @property
    def dialog(self) -> Locator:
        return self.page.get_by_role("dialog")

    @property
    def messages(self) -> Locator:
        """Of the conversation that is open."""
        return self.page.get_by_role("main").get_by_test_id("message")

    @property
    def last(self) -> Locator:
        return self.messages.last

    def message(self, words: str) -> Locator:
        """The last message that says this."""
        return self.messages.filter(has_text=words).last

    @property
    def thread(self) -> Locator:
        return self.page.get_by_role("complementary").get_by_test_id("message")

    # What one does

    def asks(self, line: str) -> None:
        self.composer.fill(line)
        self.composer.press("Escape")
        self.composer.press("Enter")
        expect(self.composer).to_have_value("")

    def presses(self, name: str, *, within: Locator | None = None) -> None:
        where = self.page if within is None else within
        where.get_by_role("button", name=name, exact=True).first.click()

    def moves(self, name: str) -> None:
        """The clock, by this button; until the bot has done what came due by that."""
        world = self.page.get_by_test_id("world")
        clock, button = world.get_by_test_id("clock"), world.get_by_role("button", name=name).last
        expect(button).not_to_have_attribute("aria-disabled", "true")
        before = clock.inner_text()
        button.click()
        expect(clock).not_to_have_text(before)
        expect(button).not_to_have_attribute("aria-disabled", "true")

    def acts_as(self, role: str) -> None:
        choice = self.page.get_by_label("Act as")
        option = choice.locator("option", has_text=f"({role})")
        choice.select_option(option.get_attribute("value"))

    def goes_to(self, place: str) -> None:
        self.page.get_by_role("navigation", name="Conversations").get_by_role(
            "button", name=re.compile(rf"^{re.escape(place)}\b")
        ).click()

    # How it is

    def is_accessible(self) -> None:
        """Fails for what keeps people out, as axe-core sees it."""
        found = Axe().run(self.page).response["violations"]
        grave = [
            (one["id"], one["help"], [node["html"][:200] for node in one["nodes"][:3]])
            for one in found
            if one["impact"] in ("serious", "critical")
        ]
        assert grave == []

    def fits(self) -> None:
        """Fails when one has to scroll sideways."""
        widths = self.page.evaluate(
            "[document.documentElement.scrollWidth, document.documentElement.clientWidth]"
        )
        assert widths[0] <= widths[1]
