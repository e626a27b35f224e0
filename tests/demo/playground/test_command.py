"""`demo` as somebody types it: a real process, and the page that it serves."""

import json
import os
import select
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from bot.terminal.streams import Streams
from tests.terminal import InProcess, Terminal
from tests.warm import Started, start

_SECONDS = 50.0
_EVERYWHERE = "0.0.0.0"  # noqa: S104
_SAID = """\
nemorl-status: The bot in a Slack and a GitHub made up on this machine, on the bundled reading of \
NVIDIA-NeMo/RL#2905.
Open the address in a browser; Ctrl-C ends it.
"""
_WARNED = f"""\
nemorl-status: With HOST={_EVERYWHERE} everybody on the network who knows the address can use it.
Leave HOST out, and only this machine can.
"""


_WAYS = {"slack -> bot", "bot -> slack", "bot -> github"}


@dataclass(frozen=True)
class Playing:
    """A demo that runs, with the address that it printed."""

    process: Started
    url: str
    out: int
    err: Path

    def get(self, path: str) -> Any:
        """The JSON that stands there."""
        return httpx.get(f"{self.url}{path}", timeout=_SECONDS).json()

    def answers(self, question: str, answer: str) -> None:
        """Have the maintainer ask, and wait until what she sees has this text."""
        state = self.get("state")
        asked = {
            "as": state["me"]["id"],
            "do": "type",
            "conversation": state["conversation"]["id"],
            "text": question,
        }
        with httpx.stream("GET", f"{self.url}changes", timeout=_SECONDS) as news:
            done = httpx.post(f"{self.url}do", json=asked, timeout=_SECONDS)
            assert done.json() == {"ok": True}
            for line in news.iter_lines():
                if line.startswith("data:") and answer in json.dumps(self.get("state")):
                    return
        raise AssertionError("the stream has ended")

    def everything(self) -> str:
        """What the page can be told, with the payload of each request."""
        traffic = self.get("traffic")["entries"]
        payloads = [self.get(f"traffic/{entry['n']}") for entry in traffic]
        assert {entry["way"] for entry in traffic} == _WAYS
        return json.dumps([self.get("state"), traffic, payloads])


def _first_line(out: int) -> str:
    line, until = b"", time.monotonic() + _SECONDS
    while not line.endswith(b"\n"):
        assert select.select([out], [], [], until - time.monotonic())[0], "no line came"
        part = os.read(out, 4_096)
        assert part, "it ended"
        line += part
    return line.decode()


@contextmanager
def playing(terminal: Terminal, name: str = "one", **variables: str) -> Iterator[Playing]:
    """A demo that serves its page, until the block ends."""
    err = terminal.home / f"{name}.err"
    ours, theirs = os.pipe()
    with Path(os.devnull).open("rb") as nothing, err.open("wb") as errors:
        process = start(
            ["demo"],
            streams=(nothing.fileno(), theirs, errors.fileno()),
            here=terminal.here,
            environment=terminal.environment(**variables),
        )
    os.close(theirs)
    try:
        yield Playing(process=process, url=_first_line(ours).rstrip("\n"), out=ours, err=err)
    finally:
        process.kill()
        process.join(_SECONDS)
        os.close(ours)


_PLANTED = "planted"
"""Stands in all that the real bot would read here, and may stand nowhere in the demo."""


def _planted(terminal: Terminal) -> dict[str, str]:
    """Variables; and beside them a settings file and its `.env`."""
    settings = f'[[tracker]]\nname = "{_PLANTED}"\nissue = "{_PLANTED}/{_PLANTED}#1"\n'
    (terminal.here / "nemorl-status.toml").write_text(settings)
    (terminal.here / ".env").write_text(f"GITHUB_WRITE_TOKEN={_PLANTED}\n")
    return {
        "GITHUB_TOKEN": f"{_PLANTED}-token",
        "SLACK_BOT_TOKEN": f"xoxb-{_PLANTED}",
        "DATABASE_URL": f"sqlite+aiosqlite:///{terminal.home}/{_PLANTED}.db",
        "GITHUB_API_URL": f"https://{_PLANTED}.invalid/api/v3",
        # Slack's SDK would ask this machine itself through them.
        "HTTP_PROXY": f"http://{_PLANTED}.invalid:1",
        "https_proxy": f"http://{_PLANTED}.invalid:1",
    }


def test_demo__two_serve_their_pages_and_nothing_of_this_machine(terminal: Terminal) -> None:
    kept = terminal.home / "tmp"
    kept.mkdir()
    everywhere = {"HOST": _EVERYWHERE, "PORT": "0"}
    planted = _planted(terminal)

    with (
        playing(terminal, TMPDIR=str(kept), HOST="", PORT="", **planted) as one,
        playing(terminal, "two", TMPDIR=str(kept), **everywhere) as two,
    ):
        had = list(kept.iterdir())
        one.answers("/nemorl-status refit", "Refit: 3 merged")
        shown = one.everything()
        stated = [demo.get("state")["violations"] for demo in (one, two)]
        one.process.send_signal(signal.SIGTERM)
        two.process.send_signal(signal.SIGINT)
        ended = [(d.process.join(_SECONDS), os.read(d.out, 4_096)) for d in (one, two)]

    assert _PLANTED not in f"{one.url}{shown}{one.err.read_text()}"
    assert urlsplit(one.url).hostname == "127.0.0.1"
    assert urlsplit(one.url).port != urlsplit(two.url).port
    assert stated == [[], []]
    assert ended == [(0, b""), (0, b"")]
    assert (len(had), list(kept.iterdir())) == (2, [])
    assert not list(terminal.home.rglob("*.db"))
    # Where it is asked, a busy machine may be warned of.
    assert one.err.read_text().startswith(_SAID)
    assert two.err.read_text() == _WARNED + _SAID


def test_demo__a_port_that_is_taken(program: InProcess) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        ended = program("demo", PORT=str(port))

    assert (ended.status, ended.out) == (2, "")
    assert f"Another process listens on 127.0.0.1:{port}." in ended.err
    assert "Set PORT to another port" in ended.err


@pytest.mark.parametrize(
    ("variables", "says"),
    [
        pytest.param({"PORT": "http"}, "PORT is “http”", id="a word"),
        pytest.param({"PORT": "-1"}, "PORT is “-1”", id="below 0"),
        pytest.param({"PORT": "65536"}, "PORT is “65536”", id="above the last"),
        pytest.param({"PORT": "9" * 5_000}, "is no port", id="more than can be read"),
        pytest.param({"PORT": "٣"}, "is no port", id="another script's digit"),
        pytest.param({"HOST": "a" * 64}, "that is no address", id="no name of a host"),
    ],
)
def test_demo__a_wrong_address(program: InProcess, variables: dict[str, str], says: str) -> None:
    ended = program("demo", **variables)

    assert (ended.status, ended.out) == (2, "")
    assert says in ended.err
    assert "without them any free port of 127.0.0.1 is taken" in ended.err


def test_demo__no_place_for_temporary_files(
    program: InProcess, terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(terminal.home / "missing"))

    ended = program("demo")

    assert (ended.status, ended.out) == (3, "")
    assert "The demo cannot be set up on this machine: No such file or directory." in ended.err
    assert "TMPDIR" in ended.err


def test_demo__as_text(program: InProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    async def slack_told(streams: Streams) -> None:
        streams.show("\n\nIn Slack: what test_told.py is about\n")

    monkeypatch.setattr("bot.demo.playground.command.slack_told", slack_told)

    ended = program("demo", "--text", COLUMNS="100")

    assert (ended.status, ended.err) == (0, "")
    starts = [
        *(f"$ nemorl-status --demo{question}\n" for question in ("", " refit", " stale", " drift")),
        "In Slack: ",
        "Go on, ",
    ]
    parts = ended.out.split("\n\n\n")
    assert len(parts) == len(starts)
    assert all(map(str.startswith, parts, starts))
    assert "The index says 5 of 28 done; GitHub says 16 merged, 8 open, 4 closed" in parts[0]
    assert parts[-1].splitlines()[2] == (
        "  nemorl-status demo              # the same in a browser, as a small Slack"
    )
    assert "--tracker NVIDIA-NeMo/RL#2905" in parts[-1]
