"""The way through the demo, step by step, as a newcomer takes it."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.screen import Screen

pytestmark = [pytest.mark.browser, pytest.mark.timeout(180)]

COMMAND = "/nemorl-status"


def test_tour__a_newcomer_sees_everything(screen: Screen) -> None:
    _asks_about_a_workstream(screen)
    _opens_the_settings(screen)
    _opens_the_home(screen)
    _gets_the_digest(screen)
    _repairs_and_undoes(screen)
    _meets_somebody_elses_edit(screen)
    _reads_an_owners_message(screen)
    _is_refused_as_a_guest(screen)
    _looks_at_the_traffic(screen)


def _asks_about_a_workstream(screen: Screen) -> None:
    screen.asks(f"{COMMAND} refit")
    answer = screen.message("Refit · 3 merged, 3 open, 1 closed")
    expect(answer).to_contain_text("Only visible to you")
    expect(answer.get_by_role("link", name="#2467")).to_have_attribute(
        "href", "https://github.com/NVIDIA-NeMo/RL/pull/2467"
    )
    screen.is_accessible()
    screen.presses("Only stale", within=answer)
    expect(screen.last).to_contain_text("3 stale rows in Refit")
    expect(screen.last).to_contain_text("(edited)")


def _opens_the_settings(screen: Screen) -> None:
    _means_a_tracker(screen, "example")
    screen.asks(f"{COMMAND} overview")
    expect(screen.last).to_contain_text("Widget rewrite")
    _means_a_tracker(screen, "nemo-rl")


def _means_a_tracker(screen: Screen, name: str) -> None:
    screen.asks(f"{COMMAND} settings")
    expect(screen.dialog.get_by_role("heading", name="Settings")).to_be_visible()
    which = screen.dialog.get_by_label("Tracker that is meant in this channel")
    which.select_option(label=name)
    screen.is_accessible()
    screen.presses("Save", within=screen.dialog)
    expect(screen.dialog).to_contain_text("Saved")
    screen.page.keyboard.press("Escape")
    expect(screen.dialog).to_have_count(0)


def _opens_the_home(screen: Screen) -> None:
    screen.goes_to("Home of nemorl-status")
    expect(screen.page.get_by_role("main")).to_contain_text("16 of 24")
    screen.is_accessible()
    screen.goes_to("nemo-rl-architecture")


def _gets_the_digest(screen: Screen) -> None:
    screen.presses("Merge #2593")
    screen.moves("Next Monday, 09:00")
    digest = screen.message("nemo-rl: digest of Monday 24 August")
    expect(digest).to_contain_text("17 merged")
    expect(digest).not_to_contain_text("Only visible to you")
    digest.get_by_role("button", name=re.compile("repl(y|ies)")).last.click()
    expect(screen.thread.last).to_contain_text("#2593")
    screen.is_accessible()
    screen.presses("Close the thread")


def _repairs_and_undoes(screen: Screen) -> None:
    screen.asks(f"{COMMAND} drift")
    screen.last.get_by_role("button", name=re.compile("^Repair [0-9]+ boxes")).first.click()
    expect(screen.dialog.get_by_role("checkbox").first).to_be_checked()
    screen.is_accessible()
    screen.presses("Show the changes", within=screen.dialog)
    expect(screen.dialog).to_contain_text("+ 41:   - [x] NVIDIA-NeMo/RL#2444")
    screen.presses("Write to GitHub", within=screen.dialog)
    expect(screen.dialog).to_contain_text("boxes of NVIDIA-NeMo/RL#2905 ticked, and read again")
    assert "- [x] NVIDIA-NeMo/RL#2444" in _index(screen)
    screen.presses("Undo", within=screen.dialog)
    expect(screen.dialog).to_contain_text("boxes of NVIDIA-NeMo/RL#2905 set back")
    assert "- [ ] NVIDIA-NeMo/RL#2444" in _index(screen)
    screen.presses("Close", within=screen.dialog)


def _index(screen: Screen) -> str:
    """The tracking issue as it stands on the demo's GitHub."""
    return str(screen.page.request.get(f"{screen.address}index").json()["body"])


def _meets_somebody_elses_edit(screen: Screen) -> None:
    screen.presses("Edit the index while the bot writes")
    screen.asks(f"{COMMAND} drift refit")
    screen.last.get_by_role("button", name=re.compile("^Repair [0-9]+ boxes")).first.click()
    screen.presses("Show the changes", within=screen.dialog)
    screen.presses("Write to GitHub", within=screen.dialog)
    expect(screen.dialog).to_contain_text("saved an edit in the same second")
    screen.presses("Close", within=screen.dialog)


def _reads_an_owners_message(screen: Screen) -> None:
    screen.moves("Next working day, 09:30")
    screen.presses("Act as Songlin Jiang")
    expect(screen.last).to_contain_text("1 pull request in your workstreams has not moved")
    expect(screen.last).to_contain_text("#2467")
    screen.is_accessible()


def _is_refused_as_a_guest(screen: Screen) -> None:
    screen.acts_as("guest")
    screen.goes_to("nemo-rl-architecture")
    screen.asks(f"{COMMAND} refit")
    expect(screen.last).to_contain_text("guest")


def _looks_at_the_traffic(screen: Screen) -> None:
    screen.page.get_by_role("tab", name="Inspector").click()
    expect(screen.page.get_by_text("chat.postMessage").first).to_be_visible()
    screen.is_accessible()
