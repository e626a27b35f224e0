"""`chart`, through the real command line."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.demo.github import FakeGitHub
from tests.fakes.github_in_thread import fake_github_in_thread
from tests.terminal import TOKEN, InProcess, Terminal


@pytest.fixture
def terminal(tmp_path: Path) -> Terminal:
    terminal = Terminal(tmp_path)
    terminal.here.mkdir()
    return terminal


@pytest.fixture
def program(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> InProcess:
    return InProcess(terminal, monkeypatch, capsys)


@pytest.fixture
def gh() -> Iterator[FakeGitHub]:
    with fake_github_in_thread() as gh:
        gh.add_issue("acme/widgets", 1, body="## Refit\n- [ ] #7\n- [ ] #8\n", title="Widgets")
        for number in (7, 8):
            gh.add_pull("acme/widgets", number, title=f"feat: number {number}", at="2026-06-01")
        gh.merge("acme/widgets", 8, at="2026-08-19")
        yield gh


def test_chart__of_a_workstream(program: InProcess, tmp_path: Path) -> None:
    picture = tmp_path / "refit.svg"

    ended = program("--demo", "chart", "refit", "-o", str(picture))

    assert (ended.status, ended.err) == (0, "")
    assert ended.out.startswith("nemo-rl: Refit. On 22 Aug: 3 of 6 merged, 3 open.")
    assert str(picture) in ended.out
    assert b"<svg" in picture.read_bytes()


def test_chart__from_github_and_what_is_stored(
    program: InProcess, terminal: Terminal, gh: FakeGitHub, tmp_path: Path
) -> None:
    terminal.variables = {"GITHUB_TOKEN": TOKEN, "GITHUB_API_URL": gh.url}
    picture = tmp_path / "widgets.png"

    ended = program("--tracker", "acme/widgets#1", "chart", "-o", str(picture))

    assert ended.status == 0
    assert "1 of 2 merged, 1 open." in ended.out
    assert picture.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["chart"], "-o burn-up.png"),
        (["chart", "-o", "x.jpg"], ".png or .svg"),
        (["chart", "nothing", "-o", "x.png"], "No workstream of nemo-rl is called “nothing”."),
        (["chart", "in", "nowhere", "-o", "x.png"], "is called “in nowhere”"),
        (["chart", "-o", "x.png", "--json"], "does not go with “chart”"),
        (["stale", "-o", "x.png"], "goes with “chart” only"),
    ],
    ids=[
        "no file",
        "another form",
        "no such workstream",
        "no such tracker",
        "another option",
        "another command",
    ],
)
def test_chart__what_is_wrong_and_what_to_do(
    program: InProcess, words: list[str], said: str
) -> None:
    ended = program("--demo", *words)

    assert ended.status == 2
    assert said in ended.err


def test_chart__without_matplotlib_how_to_get_it(
    program: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.terminal.chart.can_draw", lambda: False)

    ended = program("--demo", "chart", "-o", "x.png")

    assert ended.status == 2
    assert "pip install '.[charts]'" in ended.err


def test_chart__where_nothing_can_be_written(program: InProcess, tmp_path: Path) -> None:
    ended = program("--demo", "chart", "-o", str(tmp_path / "none" / "x.svg"))

    assert ended.status == 74
    assert "could not be written" in ended.err
