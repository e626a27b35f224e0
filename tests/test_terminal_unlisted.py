"""One pull request that no tracker lists, asked for in a terminal."""

import json
from collections.abc import Iterator

import pytest

from bot.demo.github import FakeGitHub
from tests.terminal import InProcess, Terminal
from tests.terminal_github import a_tracker

TRACKER = "acme/widgets#1"


@pytest.fixture
def gh(terminal: Terminal) -> Iterator[FakeGitHub]:
    with a_tracker(terminal, "## Refit\n- [ ] #7\n") as gh:
        yield gh


def test_terminal__what_no_tracker_lists_is_read_on_demand_and_not_stored(
    program: InProcess, terminal: Terminal, gh: FakeGitHub
) -> None:
    gh.add_pull("other/place", 70, title="elsewhere")
    (terminal.here / "nemorl-status.toml").write_text(
        f'[[tracker]]\nname = "widgets"\nissue = "{TRACKER}"\n'
        '[[repository]]\nname = "other/*"\ntrigger = "/run {sha}"\n'
    )
    gh.edit("other/place", 70, statusCheckRollup=None, headRefOid="1a2b3c4d5e6f")

    told = program("other/place#70")
    facts = json.loads(program("other/place#70", "--json").out)
    unread = program("other/place#70", "--no-refresh")
    missing = program("other/place#71")

    assert (told.status, told.err) == (0, "")
    assert "other/place#70 elsewhere" in told.out
    assert "/run 1a2b3c4" in told.out
    assert "Not listed in widgets." in told.out
    assert (facts["rows"], facts["apart"]["ref"]) == ([], "other/place#70")
    assert facts["depth"]["command"] == "/run 1a2b3c4"
    assert unread.status == missing.status != 0
    assert "is not listed in widgets." in unread.err
    assert "other/place has no such number." in missing.err


def test_terminal__every_tracker_that_lists_it_is_named(
    program: InProcess, terminal: Terminal, gh: FakeGitHub
) -> None:
    gh.add_issue("acme/gadgets", 2, body="## Parts\n\n- [x] acme/widgets#7: shared\n")
    (terminal.here / "nemorl-status.toml").write_text(
        f'[[tracker]]\nname = "widgets"\nissue = "{TRACKER}"\n'
        '[[tracker]]\nname = "gadgets"\nissue = "acme/gadgets#2"\n'
    )

    before = program("7")
    program("overview", "in", "gadgets")
    after = program("7")

    line = "gadgets: Listed in Parts, line 3 · box ticked · no owner named"
    assert line not in before.out
    assert line in after.out
