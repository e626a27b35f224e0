"""Several trackers in the settings: all in the bare overview, one in everything else."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.demo.github import FakeGitHub
from tests.fakes.github_in_thread import fake_github_in_thread
from tests.terminal import TOKEN, InProcess, Terminal

SETTINGS = """\
[[tracker]]
name = "widgets"
issue = "acme/widgets#1"

[[tracker]]
name = "cleanup"
issue = "acme/widgets#2"
aliases = ["tidy"]
"""
WIDGETS = "## Refit\nOwner: Ana Souza\n- [ ] #7\n"
CLEANUP = "## Refit\n- [ ] a task\n- [x] another task\n- [ ] ~~the leak~~ ✅ Fixed in #8\n"


@pytest.fixture
def gh(tmp_path: Path) -> Iterator[tuple[FakeGitHub, Terminal]]:
    terminal = Terminal(tmp_path)
    terminal.here.mkdir()
    (terminal.here / "nemorl-status.toml").write_text(SETTINGS, encoding="utf-8")
    with fake_github_in_thread() as gh:
        gh.add_issue("acme/widgets", 1, body=WIDGETS, title="Widget rewrite")
        gh.add_issue("acme/widgets", 2, body=CLEANUP, title="Loose ends")
        for number in (7, 8):
            gh.add_pull("acme/widgets", number, title=f"feat: number {number}", author="tester")
        gh.merge("acme/widgets", 8, at="2026-08-19")
        terminal.variables = {"GITHUB_TOKEN": TOKEN, "GITHUB_API_URL": gh.url}
        yield gh, terminal


@pytest.fixture
def program(
    gh: tuple[FakeGitHub, Terminal],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> InProcess:
    return InProcess(gh[1], monkeypatch, capsys)


def test_bare__tells_of_every_tracker(program: InProcess) -> None:
    text = program().out

    assert text.startswith("The index says 0 of 1 done; GitHub says 1 open.")
    below = text.partition("1 other tracker")[2]
    assert "cleanup" in below
    assert "3 rows: 2 done, 1 open" in below
    assert "in cleanup" in below
    assert "another task" not in text


def test_bare__as_json(program: InProcess) -> None:
    form = json.loads(program("--json").out)

    assert form["tracker"]["ref"] == "acme/widgets#1"
    (other,) = form["others"]
    assert (other["name"], other["tracker"]["ref"]) == ("cleanup", "acme/widgets#2")
    assert (other["counts"]["rows_total"], other["counts"]["rows_done"]) == (3, 2)


@pytest.mark.parametrize(
    "words",
    [
        ["in", "cleanup"],
        ["overview", "in", "tidy"],
        ["--tracker", "cleanup"],
        ["refit", "in", "cleanup"],
        ["drift in cleanup"],
        ["drift", "refit", "in", "Cleanup"],
        ["stale", "in", "cleanup", "--tracker", "tidy"],
    ],
)
def test_named__is_the_only_one(program: InProcess, words: list[str]) -> None:
    form = json.loads(program(*words, "--json").out)

    assert form["tracker"]["ref"] == "acme/widgets#2"
    assert form.get("others", []) == []


def test_two_names__are_one_too_many(program: InProcess) -> None:
    ended = program("stale", "in", "cleanup", "--tracker", "widgets")

    assert ended.status == 2
    assert "--tracker names widgets, and the question cleanup." in ended.err


def test_one_that_cannot_be_read__stops_nothing(
    gh: tuple[FakeGitHub, Terminal], program: InProcess
) -> None:
    gh[0].delete("acme/widgets", 2)
    text = program().out

    assert text.startswith("The index says 0 of 1 done; GitHub says 1 open.")
    assert "cleanup" in text.partition("1 other tracker")[2]
    assert "could not be read" in text.partition("1 other tracker")[2]


def test_name_alone__says_how_to_ask_for_it(program: InProcess) -> None:
    assert "“in cleanup” asks for the tracker of that name." in program("cleanup").err
