import json
import os
import pty
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest

from bot.demo.github import FakeGitHub
from bot.demo.github.faults import FORBIDDEN_PAT, hang
from tests.terminal import DATABASE, TOKEN, InProcess, Terminal
from tests.terminal_github import a_tracker

TRACKER = "acme/widgets#1"
BODY = """\
## Refit
Owner: Ana Souza
- [ ] #7
- [x] #8

## Weight transfer
- [ ] #9
"""


@pytest.fixture
def gh(terminal: Terminal) -> Iterator[FakeGitHub]:
    """A GitHub with one tracker, and a terminal that asks it with a good token."""
    with a_tracker(terminal, BODY) as gh:
        yield gh


# --- without an account ---


def test_terminal__help_imports_nothing_heavy(terminal: Terminal) -> None:
    heavy = ["httpx", "sqlalchemy", "rich", "pydantic", "pyromark", "jwt", "structlog"]
    code = (
        "import sys\nfrom bot.__main__ import main\n"
        "sys.argv = ['nemorl-status', '--help']\n"
        "try:\n    main()\nexcept SystemExit as end:\n    status = end.code\n"
        f"print(status, [m for m in {heavy} if m in sys.modules])"
    )

    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env=terminal.environment(),
        check=True,
    )

    assert done.stdout.splitlines()[-1] == "0 []"
    assert "drift [WORKSTREAM]" in done.stdout
    assert "Exit status" in done.stdout


def test_terminal__version(terminal: Terminal) -> None:
    ended = terminal.cold("--version")

    assert (ended.status, ended.err) == (0, "")
    assert ended.out.startswith("nemorl-status 0.")


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(["--demo", "--json", "weight transfer"], id="before, one argument"),
        pytest.param(["weight", "--demo", "transfer", "--json"], id="between, two arguments"),
        pytest.param(["WEIGHT", "Transfer", "--json", "--demo"], id="after"),
        pytest.param(["--demo", "--json", "--", "weight", "transfer"], id="after two dashes"),
    ],
)
def test_terminal__options_stand_anywhere(program: InProcess, words: list[str]) -> None:
    ended = program(*words)

    assert (ended.status, ended.err) == (0, "")
    (workstream,) = json.loads(ended.out)["workstreams"]
    assert workstream["name"] == "Delta Weight Transfer"


def test_terminal__a_person_as_two_words_and_as_it_was(program: InProcess) -> None:
    now = program("--demo", "mine", "--as", "Zhiyu Li", "--json")
    then = program("--demo", "mine", "--as", "@ZhiyuLi-Nvidia", "--json", "--now", "2026-06-01")

    assert (now.status, then.status) == (0, 0)
    assert json.loads(now.out)["tracker"]["now"] == "2026-08-22T23:00:00Z"
    assert json.loads(then.out)["tracker"]["now"].startswith("2026-06-01T23:59:59")
    assert now.out != then.out


def test_terminal__another_bundled_reading(program: InProcess) -> None:
    by_option = program("--demo", "--tracker", "SC-Cleanup", "--json")
    by_words = program("--demo", "in", "sc-cleanup", "--json")
    by_ref = program("--demo", "--tracker", "nvidia-nemo/rl#2625", "--json")
    url = "https://github.com/NVIDIA-NeMo/RL/issues/2625"
    by_url = program("--demo", "--tracker", url, "--json")
    in_one_word = program("--demo", "in sc-cleanup", "--json")

    assert by_option.status == 0
    assert json.loads(by_option.out)["tracker"]["ref"] == "NVIDIA-NeMo/RL#2625"
    assert by_option == by_words == by_ref == by_url == in_one_word


def test_terminal__what_a_bundled_reading_may_not_see(program: InProcess) -> None:
    ended = program("--demo", "--tracker", "example", "--markdown")

    part = program("--demo", "--tracker", "example", "rendering")
    assert (ended.status, part.status) == (4, 0)
    assert ended.out.startswith("#")


@pytest.mark.parametrize(
    ("words", "status"),
    [
        pytest.param(["drift"], 0, id="without the option"),
        pytest.param(["drift", "--exit-code"], 1, id="drift"),
        pytest.param(["drift", "router replay", "--exit-code"], 1, id="in a workstream"),
        pytest.param(["drift", "FT, Distillation", "--exit-code"], 0, id="none in this one"),
    ],
)
def test_terminal__exit_code_of_drift(program: InProcess, words: list[str], status: int) -> None:
    assert program("--demo", *words).status == status


@pytest.mark.parametrize(
    ("words", "says"),
    [
        pytest.param(["--demo", "nonsense-name"], "nonsense-name", id="a name of nothing"),
        pytest.param(["--demo", "mine"], "--as NAME", id="nobody asks"),
        pytest.param(["--demo", "stale", "soon", "now"], "soon", id="wrong words"),
        pytest.param(["--demo", "--tracker", "a/b#1"], "nemo-rl, sc-cleanup", id="not bundled"),
        pytest.param(["--demo", "--json", "--markdown"], "Choose one", id="two formats"),
        pytest.param(["--demo", "--now", "soon"], "2026-08-22T23:00Z", id="no moment"),
        pytest.param(["--demo", "--repo", "a/b", "refit"], "“parse” only", id="--repo elsewhere"),
        pytest.param(
            ["--demo", "--exit-code", "refit"], "“drift” only", id="--exit-code elsewhere"
        ),
        pytest.param(["--demo", "--config", "x"], "--config does not go", id="both readings"),
        pytest.param(["demo", "--as", "x"], "--as does not go with “demo”", id="a demo for one"),
        pytest.param(["demo", "refit"], "takes no words", id="a demo of words"),
        pytest.param(["demo", "--json"], "--json does not go with “demo”", id="a demo as JSON"),
        pytest.param(["--demo", "--text"], "--text goes with “demo” only", id="--text elsewhere"),
        pytest.param(["run", "--text"], "--text does not go with “run”", id="the bot as text"),
        pytest.param(["digest", "refit"], "show digest refit", id="a digest of words"),
        pytest.param(["--demo", "digest", "--slot", "20"], "--slot 2026-07-20", id="no day"),
        pytest.param(["--demo", "digest", "--slot", "9999-12-27"], "cannot read", id="a far day"),
        pytest.param(["--demo", "remind", "--now", "0001-01-01"], "no digest at", id="long ago"),
        pytest.param(
            ["--demo", "digest", "--slot", "2026-07-21"],
            "The nearest are 2026-07-20 and 2026-07-27.",
            id="a day of no digest",
        ),
        pytest.param(
            ["--demo", "digest", "--channel", "C1"], "go to no channel", id="a demo's channel"
        ),
        pytest.param(["--demo", "digest", "--person", "x"], "“digest”", id="a digest's person"),
        pytest.param(["--demo", "remind", "--channel", "C1"], "“remind”", id="a round's channel"),
        pytest.param(["--demo", "remind", "--person", "Bo"], "Nobody in", id="no such person"),
        pytest.param(["--demo", "refit", "--slot", "2026-07-20"], "only", id="a slot elsewhere"),
        pytest.param(["--demo", "refit", "--dry-run"], "only", id="a dry run elsewhere"),
        pytest.param(["--demo", "remind", "--post"], "--post does not go with --demo", id="demo"),
        pytest.param(["remind", "--post", "--json"], "does not go with --post", id="as JSON"),
        pytest.param(["digest", "--post", "--dry-run"], "Leave one of them out", id="and not"),
        pytest.param(["digest", "2026-07-20"], "digest --slot 2026-07-20", id="a day as a word"),
        pytest.param(["refit", "--post"], "--post goes with “digest”", id="a question"),
        pytest.param(["run", "refit"], "nemorl-status show run refit", id="the bot of words"),
        pytest.param(["run", "--json"], "--json does not go with “run”", id="the bot as JSON"),
        pytest.param(["--demo", "--tracker", "example", "in", "nemo-rl"], "Name one", id="two"),
        pytest.param(["--nope"], "--nope", id="an unknown option"),
        pytest.param(["--demo", "-7d"], "without a sign: 14d", id="a negative time"),
        pytest.param(["--tracker"], "--tracker", id="an option without its value"),
        pytest.param(["--demo", "Bo Lindqvist"], "No workstream or person", id="invented"),
        pytest.param(["--demo", "help", "xyzzy"], "no subcommand “xyzzy”", id="help for nothing"),
        pytest.param(["--demo", "2467 2470"], "one pull request at a time", id="two pulls"),
        pytest.param(["--demo", "me"], "No workstream or person", id="two letters of a login"),
        pytest.param(["--demo", "link"], "“link” is for Slack", id="what only Slack can do"),
        pytest.param(
            ["--demo", "mine", "--as", "Zhiyu", "Li"], '--as "Zhiyu Li"', id="half a name"
        ),
        pytest.param(["--demo", "mine", "--as", "Nobody Such"], "Nobody in", id="nobody"),
        pytest.param(["refit"], "--tracker OWNER/REPO#N", id="no tracker"),
        pytest.param(["--tracker", "nemo"], "no tracker named", id="no such tracker"),
        pytest.param(["--tracker", TRACKER], "GITHUB_TOKEN", id="no token"),
        pytest.param(["--config", "no.toml"], "no settings file", id="no settings file"),
        pytest.param(["parse", "x.md"], "--repo is missing", id="parse without --repo"),
        pytest.param(["parse", "x.md", "--repo", "x"], "no OWNER/REPO", id="a bad --repo"),
        pytest.param(["parse", "--repo", "a/b"], "one file", id="parse nothing"),
        pytest.param(["parse", "x.md", "--repo", "a/b"], "cannot be read", id="no file"),
        pytest.param(["parse", "-", "--repo", "a/b", "--demo"], "--demo", id="parse a demo"),
    ],
)
def test_terminal__a_wrong_question(program: InProcess, words: list[str], says: str) -> None:
    ended = program(*words)

    assert (ended.status, ended.out) == (2, "")
    assert says in ended.err
    assert ended.err.startswith("nemorl-status: ")
    assert "Traceback" not in ended.err


def test_terminal__a_question_in_one_word(program: InProcess) -> None:
    one, words = program("--demo", "stale refit 14d"), program("--demo", "stale", "refit", "14d")
    drift = program("--demo", "drift refit", "--exit-code")

    assert (one.status, drift.status) == (0, 1)
    assert one == words


def test_terminal__mine_of_a_login_that_has_nothing(program: InProcess) -> None:
    ended = program("--demo", "mine", "--as", "octocat")

    assert (ended.status, ended.err) == (0, "")
    assert ended.out.startswith("No row is yours, and none waits for you (octocat).")


@pytest.mark.parametrize("word", ["parse", "demo", "run", "digest", "remind"])
def test_terminal__help_knows_what_only_a_terminal_has(program: InProcess, word: str) -> None:
    ended = program("help", word)

    assert ended.status == 0
    assert f"\n{word}" in ended.out
    assert f"\n  {word}" in program("--help").out
    assert word in program("help").out


def test_terminal__what_is_piped_is_not_wrapped(program: InProcess) -> None:
    piped, narrow = program("--demo", "refit"), program("--demo", "refit", COLUMNS="60")

    (row,) = (line for line in piped.out.splitlines() if "#2467" in line)
    assert row.endswith("reviews and checks not known")
    assert max(map(len, narrow.out.splitlines())) <= 60


def test_terminal__help_needs_nothing_right(program: InProcess, terminal: Terminal) -> None:
    (terminal.here / "nemorl-status.toml").write_text("nonsense")

    ended = program("help")

    assert (ended.status, ended.err) == (0, "")
    assert "drift [WORKSTREAM]" in ended.out


def test_terminal__wrong_settings_are_told_together(program: InProcess, terminal: Terminal) -> None:
    (terminal.here / "nemorl-status.toml").write_text("[stale]\nreview = 0\nautor = 3\n")

    ended = program("refit", DATABASE_URL="x")

    assert (ended.status, ended.out) == (2, "")
    assert "line 2" in ended.err
    assert "line 3" in ended.err
    assert "DATABASE_URL" in ended.err


# --- parse ---


def test_terminal__parse_as_json(program: InProcess, terminal: Terminal) -> None:
    (terminal.here / "body.md").write_bytes(BODY.replace("\n", "\r\n").encode())

    from_file = program("parse", "body.md", "--repo", "acme/widgets", "--json")
    from_pipe = terminal.fed(BODY.encode(), "--json", "--repo", "acme/widgets", "parse", "-")

    assert (from_file.status, from_file.err) == (0, "")
    first, second = json.loads(from_file.out)["workstreams"]
    assert first["owners"] == ["Ana Souza"]
    assert [item["line"] for item in first["items"]] == [3, 4]
    assert second["items"][0]["refs"] == ["acme/widgets#9"]
    assert from_pipe.out == from_file.out


def test_terminal__parse_for_a_reader(terminal: Terminal) -> None:
    body = BODY + "- [ ] [a \x1b[31m red](https://github.com/acme/widgets/pull/10) ümlaut\n"

    ended = terminal.fed(body.encode(), "parse", "-", "--repo", "acme/widgets")

    assert (ended.status, ended.err) == (0, "")
    assert "Refit (Ana Souza)\n  3: [ ] acme/widgets#7\n" in ended.out
    assert "ümlaut" in ended.out
    assert "\x1b" not in ended.out


def test_terminal__parse_what_is_no_text(terminal: Terminal) -> None:
    ended = terminal.fed(bytes(range(256)), "parse", "-", "--repo", "a/b")

    assert (ended.status, ended.out) == (0, "No rows.\n")
    assert "no plain text: it has NUL bytes" in ended.err


# --- reading GitHub ---


def test_terminal__a_question_reads_and_remembers(terminal: Terminal, gh: FakeGitHub) -> None:
    (terminal.home / DATABASE).unlink()
    ended = terminal.cold("--tracker", TRACKER)

    assert (ended.status, ended.err) == (0, "")
    assert "The index says 1 of 3 done; GitHub says 1 merged, 2 open" in ended.out

    gh.merge("acme/widgets", 7, at="2026-08-20")
    stored = terminal.run("--tracker", TRACKER, "--no-refresh", GITHUB_TOKEN="")
    fresh = terminal.run("--tracker", f"{gh.url}/acme/widgets/issues/1")
    assert (stored.status, stored.err) == (0, "")
    assert "1 merged, 2 open" in stored.out
    assert "2 merged, 1 open" in fresh.out


def test_terminal__with_a_settings_file(
    program: InProcess, terminal: Terminal, gh: FakeGitHub
) -> None:
    (terminal.here / "nemorl-status.toml").write_text(
        f'[[tracker]]\nname = "widgets"\nissue = "{TRACKER}"\n'
        'aliases = { wt = "Weight transfer" }\n'
        '[[tracker]]\nname = "other"\nissue = "acme/widgets#2"\n'
        '[people]\n"Ana Souza" = { github = "tester" }\n'
    )

    by_alias = program("wt", "--json")
    mine = program("mine", "--json")
    other = program("refit", "in", "other")

    assert (by_alias.status, by_alias.err) == (0, "")
    assert json.loads(by_alias.out)["workstreams"][0]["name"] == "Weight transfer"
    assert (mine.status, mine.err) == (0, "")
    assert "acme/widgets#9" in mine.out
    assert (other.status, other.out) == (3, "")


def test_terminal__mine_is_the_tokens_login(program: InProcess, gh: FakeGitHub) -> None:
    ended = program("--tracker", TRACKER, "mine")
    other = program("--tracker", TRACKER, "mine", "--as", "Ana Souza")

    assert (ended.status, other.status) == (0, 0)
    assert "#9" in ended.out
    assert "#9" not in other.out


def test_terminal__as_it_was(program: InProcess, gh: FakeGitHub) -> None:
    gh.edit("acme/widgets", 8, createdAt="2026-08-01T00:00:00Z")

    ended = program("--tracker", TRACKER, "refit", "--json", "--now", "2026-08-18T23:00+02:00")

    facts = json.loads(ended.out)
    assert facts["tracker"]["now"] == "2026-08-18T21:00:00Z"
    assert [row["state"] for row in facts["workstreams"][0]["rows"]] == ["open", "open"]


@pytest.mark.parametrize(
    ("make", "status", "says"),
    [
        pytest.param("dead host", 3, "could not be reached", id="dead host"),
        pytest.param("wrong token", 3, "does not accept the token", id="wrong token"),
        pytest.param("deleted", 3, "was deleted", id="deleted issue"),
        pytest.param("hidden", 3, "may not see it", id="a repository that is not visible"),
        pytest.param("pull", 2, "is a pull request", id="a pull request"),
        pytest.param("discussion", 2, "is a discussion", id="a discussion"),
    ],
)
def test_terminal__a_tracker_that_cannot_be_read(
    program: InProcess, gh: FakeGitHub, make: str, status: int, says: str
) -> None:
    tracker, variables = _broken(make, gh)

    first = program("--tracker", tracker, **variables)

    assert (first.status, first.out) == (status, "")
    assert says in first.err
    assert "Traceback" not in first.err
    assert len(first.err.splitlines()) == 2
    assert TOKEN not in first.err


@pytest.mark.parametrize("make", ["dead host", "wrong token", "deleted", "hidden", "no token"])
def test_terminal__what_was_read_before_is_not_lost(
    program: InProcess, gh: FakeGitHub, make: str
) -> None:
    before = program("--tracker", TRACKER, "refit", "--json")
    _, variables = _broken(make, gh)

    text = program("--tracker", TRACKER, "refit", **variables)
    as_json = program("--tracker", TRACKER, "refit", "--json", **variables)

    assert (before.status, text.status, as_json.status) == (0, 4, 4)
    says = {
        "dead host": "GitHub could not be reached at 127.0.0.1:9.",
        "wrong token": "GitHub does not accept the token",
        "deleted": "acme/widgets#1 was deleted on GitHub.",
        "hidden": "acme/widgets#1 cannot be read.",
        "no token": "There is no GitHub token to read with.",
    }[make]
    assert text.out.startswith(f"! {says}")
    for told in (text.out, text.err, as_json.err):
        assert says in told
        assert "This is the last reading, of " in told
        assert "could not be asked" not in told
    assert says in json.loads(as_json.out)["coverage"]["notes"][0]
    rows = [json.loads(answer.out)["workstreams"] for answer in (before, as_json)]
    assert rows[0] == rows[1]


def test_terminal__why_it_is_from_the_store_is_told_once_where_both_are_seen(
    terminal: Terminal, gh: FakeGitHub
) -> None:
    terminal.run("--tracker", TRACKER)
    gh.delete("acme/widgets", 1)

    done = subprocess.run(
        [sys.executable, "-m", "bot", "--tracker", TRACKER],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd=terminal.here,
        env=terminal.environment(),
        check=False,
    )

    assert done.returncode == 4
    assert done.stdout.count("was deleted on GitHub") == 1


def _broken(make: str, gh: FakeGitHub) -> tuple[str, dict[str, str]]:
    """Make the tracker unreadable in this way; which tracker to ask for, and with what."""
    if make == "dead host":
        return TRACKER, {"GITHUB_API_URL": "http://127.0.0.1:9"}
    if make == "wrong token":
        return TRACKER, {"GITHUB_TOKEN": "another-token"}
    if make == "no token":
        return TRACKER, {"GITHUB_TOKEN": ""}
    if make == "deleted":
        gh.delete("acme/widgets", 1)
    if make == "hidden":
        gh.add_repository("acme/widgets", private=True)
        gh.add_token("sees-nothing", sees=set())
        return TRACKER, {"GITHUB_TOKEN": "sees-nothing"}
    if make == "discussion":
        gh.add_discussion("acme/widgets", 5)
    numbers = {"pull": 7, "discussion": 5}
    return f"acme/widgets#{numbers.get(make, 1)}", {}


def test_terminal__a_closed_tracker_is_answered(program: InProcess, gh: FakeGitHub) -> None:
    gh.close("acme/widgets", 1, at="2026-08-20")

    ended = program("--tracker", TRACKER)

    assert ended.status == 0
    assert "closed" in ended.out


def test_terminal__a_tracker_without_rows(program: InProcess, gh: FakeGitHub) -> None:
    gh.add_issue("acme/widgets", 3, body="Nothing but prose.")

    ended = program("--tracker", "acme/widgets#3")

    assert (ended.status, ended.err) == (0, "")
    assert "lists nothing" in ended.out or "no row" in ended.out.lower()


def test_terminal__a_transferred_tracker_is_followed(program: InProcess, gh: FakeGitHub) -> None:
    gh.add_repository("acme/gadgets")
    gh.transfer("acme/widgets", 1, "acme/gadgets", 4)

    ended = program("--tracker", TRACKER, "--json")
    stored = program("--tracker", TRACKER, "--json", "--no-refresh")

    assert ended.status in {0, 4}
    assert json.loads(ended.out)["coverage"] == json.loads(stored.out)["coverage"]


def test_terminal__rows_that_failed_keep_their_last_good_state(
    program: InProcess, gh: FakeGitHub
) -> None:
    program("--tracker", TRACKER)
    gh.refuse("acme/widgets", 7, refusal=FORBIDDEN_PAT)

    for _ in range(2):
        ended = program("--tracker", TRACKER, "refit", "--json")

        assert ended.status == 4
        row = json.loads(ended.out)["workstreams"][0]["rows"][0]
        assert (row["ref"], row["title"]) == ("acme/widgets#7", "feat: number 7")


def test_terminal__several_at_once_share_the_store(terminal: Terminal, gh: FakeGitHub) -> None:
    with ThreadPoolExecutor(4) as pool:
        ends = list(pool.map(lambda _: terminal.run("--tracker", TRACKER), range(4)))

    assert [(ended.status, ended.err) for ended in ends] == [(0, "")] * 4


def test_terminal__a_store_that_cannot_be_used_is_said_and_the_answer_stands(
    program: InProcess, terminal: Terminal, gh: FakeGitHub
) -> None:
    (terminal.here / "x.db").write_text("Dear diary, " * 100)
    url = f"sqlite+aiosqlite:///{terminal.here}/x.db"

    ended = program("--tracker", TRACKER, "refit", DATABASE_URL=url)
    stored = program("--tracker", TRACKER, "--no-refresh", DATABASE_URL=url)

    assert ended.status == 0
    assert "could not be stored" in ended.out
    assert (stored.status, stored.out) == (3, "")
    assert "is no database" in stored.err


# --- streams ---


def test_terminal__a_reader_that_has_seen_enough(terminal: Terminal) -> None:
    read, write = os.pipe()
    os.close(read)

    done = subprocess.run(
        [sys.executable, "-m", "bot", "--demo", "drift"],
        stdout=write,
        stderr=subprocess.PIPE,
        env=terminal.environment(),
        check=False,
    )

    os.close(write)
    assert done.stderr == b""
    assert done.returncode == 0


def test_terminal__a_full_disk(terminal: Terminal) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "bot", "--demo", "refit"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            env=terminal.environment(),
            check=False,
        )

    assert done.returncode == 74
    assert (
        done.stderr == "nemorl-status: The answer could not be written: No space left on device.\n"
    )


def test_terminal__an_encoding_without_signs(terminal: Terminal) -> None:
    text = terminal.cold("--demo", "refit", PYTHONIOENCODING="ascii")
    as_json = terminal.cold("--demo", "refit", "--json", PYTHONIOENCODING="ascii")

    assert (text.status, text.err) == (0, "")
    assert text.out.isascii()
    assert "3 of 6" in text.out
    assert json.loads(as_json.out)["schema_version"] == 1


def test_terminal__interrupted(terminal: Terminal, gh: FakeGitHub) -> None:
    gh.plan(hang())
    # Tests that run in the background of a shell inherit that the signal is ignored.
    heeding = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    program = f"{heeding}; import bot.__main__ as bot; bot.main()"
    process = subprocess.Popen(
        [sys.executable, "-c", program, "--tracker", TRACKER],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=terminal.here,
        env=terminal.environment(),
    )
    while not gh.requests and process.poll() is None:
        time.sleep(0.02)

    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=20)

    assert (process.returncode, out, err) == (130, b"", b"")


def test_terminal__progress_is_drawn_where_somebody_sees_it(
    terminal: Terminal, gh: FakeGitHub
) -> None:
    seen, drawn_on = pty.openpty()

    process = subprocess.Popen(
        [sys.executable, "-m", "bot", "--tracker", TRACKER, "--json"],
        stdout=subprocess.PIPE,
        stderr=drawn_on,
        cwd=terminal.here,
        env=terminal.environment(TERM="xterm"),
    )
    os.close(drawn_on)
    with ThreadPoolExecutor(1) as pool:  # a slow machine draws more than a terminal's buffer holds
        drawing = pool.submit(_read_all, seen)
        out, _ = process.communicate(timeout=60)
        drawn = drawing.result()

    assert process.returncode == 0
    assert "Reading acme/widgets#1" in drawn
    assert "3/3" in drawn
    assert json.loads(out)["schema_version"] == 1


def _read_all(terminal: int) -> str:
    """What was written to the other end until it was closed, which Linux tells as an error."""
    parts = []
    with suppress(OSError):
        while part := os.read(terminal, 4096):
            parts.append(part)
    os.close(terminal)
    return b"".join(parts).decode()


def test_terminal__debug_tells_and_keeps_the_token(program: InProcess, gh: FakeGitHub) -> None:
    ended = program("--tracker", TRACKER, "--debug")

    assert ended.status == 0
    assert TOKEN not in ended.err


def test_terminal__a_mistake_of_ours_is_no_traceback_in_the_face(
    program: InProcess, terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError("secret detail")

    monkeypatch.setattr("bot.terminal.desk.judge_snapshot", fail)

    plain, debug = program("--demo", "refit"), program("--demo", "refit", "--debug")

    assert (plain.status, debug.status) == (70, 70)
    assert "Traceback" not in plain.err
    assert "secret detail" not in plain.err
    assert "ZeroDivisionError: secret detail" in debug.err
    reference = plain.err.split("reference ")[1][:8]
    (log,) = terminal.home.rglob("errors.log")
    assert reference in log.read_text()
    assert "ZeroDivisionError" in log.read_text()


def test_terminal__a_mistake_of_ours_tells_no_secret_and_nobody_else(
    program: InProcess, terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError("ghp_hush123 at https://u:hunter2@db \x1b[31m")

    monkeypatch.setattr("bot.terminal.desk.judge_snapshot", fail)

    program("--demo", "refit")
    debug = program("--demo", "refit", "--debug")

    (log,) = terminal.home.rglob("errors.log")
    for text in (log.read_text(), debug.err):
        assert "ZeroDivisionError: [secret]" in text
        assert "hush123" not in text
        assert "hunter2" not in text
    assert "\x1b" not in debug.err
    assert stat.S_IMODE(log.stat().st_mode) == 0o600


@pytest.mark.parametrize(
    ("line", "status"),
    [
        pytest.param("--demo refit >&-", 0, id="stdout"),
        pytest.param("--demo drift --exit-code >&-", 1, id="stdout, and the status tells"),
        pytest.param("--demo no-such-thing 2>&-", 2, id="stderr"),
        pytest.param("--demo no-such-thing 2>/dev/full", 2, id="stderr on a full disk"),
        pytest.param("parse - --repo a/b <&-", 2, id="stdin"),
        pytest.param("--version >/dev/full", 74, id="the version on a full disk"),
        pytest.param("--help >/dev/full", 74, id="help on a full disk"),
    ],
)
def test_terminal__a_stream_that_is_closed_or_full(
    terminal: Terminal, line: str, status: int
) -> None:
    done = subprocess.run(
        ["/bin/sh", "-c", f'exec "{sys.executable}" -W error -m bot {line}'],
        capture_output=True,
        text=True,
        cwd=terminal.here,
        env=terminal.environment(),
        timeout=60,
        check=False,
    )

    assert done.returncode == status
    assert "Traceback" not in done.stderr
    assert not list(terminal.home.rglob("errors.log"))


def test_terminal__parse_as_json_shows_what_would_act(
    program: InProcess, terminal: Terminal
) -> None:
    (terminal.here / "index.md").write_text("## A\x9b31m\u202eb\n- [ ] #7\n")

    ended = program("parse", "index.md", "--repo", "acme/widgets", "--json")

    assert ended.status == 0
    assert not {"\x9b", "\u202e"} & set(ended.out)
    (workstream,) = json.loads(ended.out)["workstreams"]
    assert workstream["path"] == ["A\x9b31m\u202eb"]


def test_terminal__an_empty_moment_is_no_moment(program: InProcess) -> None:
    ended = program("--demo", "--now", "")

    assert ended.status == 2
    assert "--now cannot read" in ended.err


def test_terminal__what_failed_does_not_name_a_private_tracker_in_public(
    program: InProcess, gh: FakeGitHub
) -> None:
    gh.add_repository("acme/widgets", private=True)
    program("--tracker", TRACKER)
    gh.delete("acme/widgets", 1)

    public, own = program("--tracker", TRACKER, "--markdown"), program("--tracker", TRACKER)

    assert (public.status, own.status) == (4, 4)
    assert "There is no new one. This is the last reading, of " in public.out
    assert "acme/widgets" not in public.out
    assert "acme/widgets#1 was deleted" in own.err
