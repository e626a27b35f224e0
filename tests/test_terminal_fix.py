"""`drift --fix` and `--undo` in a terminal: what is shown, asked, written and said."""

import io
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta

import pytest

from bot.demo.github import FakeGitHub, faults
from bot.terminal.fixing import fix_status
from bot.terminal.options import ExitStatus, Options, checked
from bot.terminal.streams import Streams
from tests.fakes.github_in_thread import fake_github_in_thread
from tests.terminal import TOKEN, Ended, InProcess, Terminal

PLACE = "acme/widgets", 1
BODY = """\
## Refit
Owner: Ana
- [ ] #7 one \x20
- [ ] #8 two

## Rest
- [ ] #9
- [ ] #10 done
""".replace("\n", "\r\n")
SETTINGS = """\
[[tracker]]
name = "widgets"
issue = "acme/widgets#1"

[repair]
enabled = true
"""


def ticked(*numbers: int, body: str = BODY) -> str:
    for number in numbers:
        body = body.replace(f"- [ ] #{number}", f"- [x] #{number}")
    return body


@pytest.fixture
def terminal(terminal: Terminal) -> Terminal:
    (terminal.here / "nemorl-status.toml").write_text(SETTINGS, encoding="utf-8")
    return terminal


@pytest.fixture
def gh(terminal: Terminal) -> Iterator[FakeGitHub]:
    """#7 and #9 are merged, #8 is open, #10 a completed issue; another token writes."""
    with fake_github_in_thread() as gh:
        gh.add_issue(*PLACE, body=BODY)
        for number in (7, 8, 9):
            gh.add_pull("acme/widgets", number)
        gh.add_issue("acme/widgets", 10)
        gh.close("acme/widgets", 10, at="2026-08-19")
        for number in (7, 9):
            gh.merge("acme/widgets", number, at="2026-08-19")
        gh.add_token(TOKEN, may_write=False)
        gh.add_token("write-token", login="nemo")
        terminal.variables = {
            "GITHUB_TOKEN": TOKEN,
            "GITHUB_WRITE_TOKEN": "write-token",
            "GITHUB_API_URL": gh.url,
        }
        yield gh


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second between two edits is the business of other tests."""
    monkeypatch.setattr("bot.github_status.repair_turn.BETWEEN_WRITES", timedelta(0))


def body(gh: FakeGitHub) -> str:
    text: str = gh.item(*PLACE)["body"]
    return text


def writes(gh: FakeGitHub) -> int:
    return sum("updateIssue" in seen.query for seen in gh.requests)


class Tty(io.StringIO):
    """A terminal that types these lines, or shows what is written."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def typing(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> "Typing":
    return Typing(terminal, monkeypatch)


class Typing:
    """Somebody who answers questions."""

    def __init__(self, terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
        self._terminal, self._monkeypatch = terminal, monkeypatch

    def __call__(self, typed: str, *words: str, **options: bool) -> Ended:
        self._monkeypatch.chdir(self._terminal.here)
        for name in list(os.environ):
            if name.startswith(("GITHUB_", "XDG_")):
                self._monkeypatch.delenv(name)
        for name, value in self._terminal.environment().items():
            self._monkeypatch.setenv(name, value)
        out, err = Tty(), io.StringIO()
        streams = Streams(out=out, err=err, environment={}, keys=Tty(typed))
        given = checked(Options(words=("drift", *words), **options))  # type: ignore[arg-type]
        status = fix_status(given, streams)
        return Ended(status=int(status), out=out.getvalue(), err=err.getvalue())


# --- without asking ---


def test_fix__yes_ticks_what_is_merged_and_nothing_else(gh: FakeGitHub, program: InProcess) -> None:
    ended = program("drift", "--fix", "--yes")

    assert (ended.status, ended.err) == (0, "")
    assert body(gh) == ticked(7, 9)
    assert writes(gh) == 1
    assert "2 boxes of merged pull requests are empty in widgets:\n" in ended.out
    assert "- 3:    - [ ] #7 one \n+ 3:    - [x] #7 one \n" in ended.out.replace("one  ", "one ")
    assert "1 more box may be out of date" in ended.out
    assert "2 boxes of acme/widgets#1 ticked, and read again." in ended.out
    assert "drift --undo --tracker widgets" in ended.out
    assert {s.token for s in gh.requests if "IssueText" in s.query} == {"write-token"}

    again = program("drift", "--fix", "--yes")

    assert (again.status, writes(gh)) == (0, 1)
    assert "nothing to repair" in again.out


def test_fix__one_workstream(gh: FakeGitHub, program: InProcess) -> None:
    assert program("drift", "refit", "--fix", "--yes").status == 0
    assert body(gh) == ticked(7)


def test_undo__takes_the_last_repair_back_once(gh: FakeGitHub, program: InProcess) -> None:
    program("drift", "--fix", "--yes")

    undone = program("drift", "--undo", "--yes")
    again = program("drift", "--undo", "--yes")

    assert (undone.status, undone.err) == (0, "")
    assert "by gh:nemo:\n- 3:    - [x] #7 one" in undone.out
    assert "2 boxes of acme/widgets#1 set back, and read again." in undone.out
    assert body(gh) == BODY
    assert again.status == 2
    assert "no repair of widgets to take back" in again.err


def test_undo__never_over_somebodys_edit(gh: FakeGitHub, program: InProcess) -> None:
    program("drift", "--fix", "--yes")
    gh.edit_body(*PLACE, theirs := ticked(7, 9).replace("#9", "#9 by bo"))

    ended = program("drift", "--undo", "--yes")

    assert ended.status == ExitStatus.PARTLY
    assert "was edited meanwhile, so nothing was written" in ended.err
    assert "What can still be taken back:\n- 3:    - [x] #7 one" in ended.out
    assert body(gh) == theirs


def test_fix__edited_meanwhile_is_read_and_shown_anew(gh: FakeGitHub, program: InProcess) -> None:
    gh.when("IssueText", lambda: gh.edit_body(*PLACE, "by bo\r\n" + BODY))

    ended = program("drift", "--fix", "--yes")

    assert ended.status == 0
    assert body(gh) == "by bo\r\n" + ticked(7, 9)
    assert writes(gh) == 1


def test_fix__an_edit_in_the_same_second_is_shown_in_full(
    gh: FakeGitHub, program: InProcess, terminal: Terminal
) -> None:
    gh.when("updateIssue", lambda: gh.edit_body(*PLACE, "mine\r\n\x1b[31mred", by="bo"))

    ended = program("drift", "--fix", "--yes")

    assert ended.status == ExitStatus.PARTLY
    assert "bo saved an edit in the same second" in ended.err
    assert "The text of bo, " in ended.out
    assert "\nmine\n�[31mred\n" in ended.out
    (database,) = terminal.home.rglob("*.db")
    with closing(sqlite3.connect(database)) as connection:
        ((kept,),) = connection.execute("SELECT after FROM changes").fetchall()
    assert "red" in kept


@pytest.mark.parametrize("options", [["--dry-run"], ["--dry-run", "--yes"]])
def test_fix__dry_run_shows_all_and_needs_neither_setting_nor_credential(
    gh: FakeGitHub, program: InProcess, terminal: Terminal, options: list[str]
) -> None:
    (terminal.here / "nemorl-status.toml").write_text("", encoding="utf-8")

    ended = program(
        "drift", "--fix", "--tracker", "acme/widgets#1", *options, GITHUB_WRITE_TOKEN=""
    )

    assert (ended.status, ended.err) == (0, "")
    assert "+ 3:    - [x] #7 one" in ended.out
    assert "GitHub says closed as completed" in ended.out
    assert ended.out.endswith("Nothing was changed.\n")
    assert (body(gh), writes(gh)) == (BODY, 0)


def test_undo__dry_run_shows_and_needs_neither_setting_nor_credential(
    gh: FakeGitHub, program: InProcess, terminal: Terminal
) -> None:
    program("drift", "--fix", "--yes")
    settings = SETTINGS.replace("enabled = true", "")
    (terminal.here / "nemorl-status.toml").write_text(settings, encoding="utf-8")

    ended = program("drift", "--undo", "--dry-run", GITHUB_WRITE_TOKEN="")

    assert (ended.status, ended.err) == (0, "")
    assert "+ 3:    - [ ] #7 one" in ended.out
    assert (body(gh), writes(gh)) == (ticked(7, 9), 1)


def test_undo__of_a_tracker_that_was_transferred(gh: FakeGitHub, program: InProcess) -> None:
    before = BODY.replace("] #", "] acme/widgets#")
    gh.edit(*PLACE, body=before)
    gh.add_repository("acme/gadgets")
    gh.transfer(*PLACE, "acme/gadgets", 5)

    assert program("drift", "--fix", "--yes").status == 0
    assert gh.item("acme/gadgets", 5)["body"] != before
    assert program("drift", "--undo", "--yes").status == 0
    assert gh.item("acme/gadgets", 5)["body"] == before


@pytest.mark.parametrize(
    ("words", "settings", "token", "said", "advice"),
    [
        (["--fix"], SETTINGS, "write-token", "no terminal to ask in", "--yes ticks"),
        (["--undo"], SETTINGS, "write-token", "no terminal to ask in", "--yes takes"),
        (["--fix", "--yes"], "", "write-token", "do not let the index be changed", "[repair]"),
        (["--fix", "--yes"], SETTINGS, "", "nothing to write", "GITHUB_WRITE_TOKEN"),
        (["--fix", "--yes"], SETTINGS, TOKEN, "same as GITHUB_TOKEN", "docs/settings.md"),
        (["--fix", "--json"], SETTINGS, "write-token", "--json does not go with", "Leave it out"),
        (["--fix", "--undo"], SETTINGS, "write-token", "do not go together", "Choose one"),
        (["--fix", "--demo"], SETTINGS, "write-token", "cannot be changed", "--dry-run"),
        (["refit", "--undo", "--yes"], SETTINGS, "write-token", "the whole of the", "drift --undo"),
        (["--yes"], SETTINGS, "write-token", "--yes goes with", "Leave it out"),
        (["--dry-run"], SETTINGS, "write-token", "--dry-run goes with", "Leave it out"),
    ],
)
def test_fix__refused_before_anything_is_read(
    gh: FakeGitHub,
    program: InProcess,
    terminal: Terminal,
    words: list[str],
    settings: str,
    token: str,
    said: str,
    advice: str,
) -> None:
    (terminal.here / "nemorl-status.toml").write_text(settings, encoding="utf-8")

    ended = program("drift", *words, GITHUB_WRITE_TOKEN=token)

    assert (ended.status, ended.out) == (2, "")
    assert said in ended.err
    assert advice in ended.err
    assert gh.requests == []


@pytest.mark.parametrize("words", [["stale"], ["digest"], []], ids=["stale", "digest", "nothing"])
def test_fix__goes_with_drift_only(program: InProcess, words: list[str]) -> None:
    ended = program(*words, "--fix")

    assert ended.status == 2
    assert "--fix " in ended.err
    assert "go with" in ended.err or "goes with “drift” only" in ended.err


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (
            faults.refused_edit("FORBIDDEN", "no"),
            "may not edit acme/widgets#1. Nothing was written",
        ),
        (faults.reset(), "GitHub did not say whether it was written"),
    ],
    ids=["forbidden", "lost"],
)
def test_fix__that_did_not_come_about(
    gh: FakeGitHub,
    program: InProcess,
    monkeypatch: pytest.MonkeyPatch,
    fault: faults.Fault,
    said: str,
) -> None:
    monkeypatch.setattr("bot.github_status.repairing.LOOKS", 1)
    gh.plan(fault, containing="updateIssue")

    ended = program("drift", "--fix", "--yes")

    assert ended.status == ExitStatus.PARTLY
    assert said in ended.err
    assert "write-token" not in ended.err + ended.out


# --- asking ---


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        pytest.param("y\nn\n", ticked(7, 9), id="all that are merged"),
        pytest.param("what?\nYES\ny\n", ticked(7, 9, 10), id="and the other"),
        pytest.param("n\ny\n", ticked(10), id="only the other"),
        pytest.param("e\nn\ny\nn\n", ticked(9), id="row by row"),
        pytest.param("n\n\n", BODY, id="nothing"),
        pytest.param("e\n", BODY, id="gone in the middle"),
        pytest.param("", BODY, id="gone"),
    ],
)
def test_fix__asks(gh: FakeGitHub, typing: Typing, typed: str, expected: str) -> None:
    ended = typing(typed, fix=True)

    assert (ended.status, ended.err) == (0, "")
    assert body(gh) == expected
    assert writes(gh) == (expected != BODY)
    assert ("Nothing was changed." in ended.out) is (expected == BODY)


def test_fix__edited_while_it_was_asked_is_asked_anew(gh: FakeGitHub, typing: Typing) -> None:
    gh.when("IssueText", lambda: gh.edit_body(*PLACE, "by bo\r\n" + BODY))

    ended = typing("y\nn\nn\nn\n", fix=True)

    assert body(gh) == "by bo\r\n" + BODY
    assert ended.out.count("Tick them?") == 2
    assert "was edited meanwhile" in ended.err


def test_undo__asks_and_asks_anew_for_what_is_left(
    gh: FakeGitHub, typing: Typing, program: InProcess
) -> None:
    program("drift", "--fix", "--yes")
    assert "Nothing was changed." in typing("n\n", undo=True).out
    gh.edit_body(*PLACE, "by bo\r\n" + ticked(7, 9))

    ended = typing("y\ny\n", undo=True)

    assert ended.status == 0
    assert "Take these back?" in ended.out
    assert body(gh) == "by bo\r\n" + BODY
