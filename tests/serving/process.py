"""The real `nemorl-status run` as a process, between a fake Slack and a fake GitHub."""

import asyncio
import os
import signal
import socket
import sys
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import aiohttp

from bot.demo.github import FakeGitHub, fake_github
from bot.demo.slack import (
    Channel,
    FakeSlack,
    Message,
    Timing,
    User,
    fake_slack,
)
from bot.demo.slack.app import Transport
from tests.manifest import HTTP_URL, our_manifest
from tests.store.migrated import a_migrated_file
from tests.terminal import DATABASE, Terminal
from tests.warm import Started, start

SETTINGS = """\
[[tracker]]
name = "widgets"
issue = "acme/widgets#1"
"""

BODY = """\
## Refit
Owner: Ana Souza

- [ ] #7 WeightSynchronizer ABC
- [ ] #8 wire synchronizer
"""

PLANTED = "hunter2"
"""Stands in every secret; in no output."""


def free_port() -> int:
    """A port that nobody listens on; somebody else may be quicker, which is unlikely."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@dataclass
class Process:
    """The bot's process, and what it has said so far."""

    process: asyncio.subprocess.Process | Started
    port: int
    out: str = ""
    err: str = ""
    readers: tuple[asyncio.Task[None], ...] = ()

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def says(self, text: str, *, seconds: float = 30) -> None:
        """Wait until it has said this, on either stream."""
        end = time.monotonic() + seconds
        while text not in self.out + self.err:
            ended = self.process.returncode is not None
            if ended or time.monotonic() > end:
                raise AssertionError(f"never said {text!r}: {self.out!r} {self.err!r}")
            await asyncio.sleep(0.02)

    async def ends(self, *, seconds: float = 30) -> int:
        """Wait for its end; gives its exit status."""
        status = await asyncio.wait_for(self.process.wait(), seconds)
        await asyncio.gather(*self.readers)
        return status

    async def stops(self, number: signal.Signals = signal.SIGTERM, *, seconds: float = 30) -> int:
        """Ask it to stop, and wait for its end."""
        self.process.send_signal(number)
        return await self.ends(seconds=seconds)

    async def status(self, path: str) -> int:
        """What its server answers."""
        async with aiohttp.ClientSession() as session, session.get(self.base + path) as response:
            return response.status

    async def is_ready(self, *, seconds: float = 20) -> None:
        """Wait for `/readyz`."""
        end = time.monotonic() + seconds
        while await self.status("/readyz") != 200:
            if time.monotonic() > end:
                raise AssertionError(f"never ready: {self.out!r} {self.err!r}")
            await asyncio.sleep(0.05)


@dataclass
class Street:
    """The bot's surroundings."""

    slack: FakeSlack
    github: FakeGitHub
    home: Path
    port: int = field(default_factory=free_port)
    settings: str = SETTINGS
    is_cold: bool = False
    """Whether a bot starts in an interpreter of its own that loads it, and has stored nothing."""

    async def answers(self, viewer: User, room: Channel, *, count: int = 1) -> list[Message]:
        """What stands in the channel for this person, once it is so much."""
        await self.slack.until(
            lambda: len(self.slack.messages(room, viewer=viewer)) >= count, timeout=15
        )
        return self.slack.messages(room, viewer=viewer)

    def variables(self) -> dict[str, str]:
        """The environment of a bot that works, for the transport of this Slack."""
        slack = self.slack
        secret = (
            {"SLACK_APP_TOKEN": slack.app_token}
            if slack.transport == "socket"
            else {"SLACK_SIGNING_SECRET": slack.signing_secret}
        )
        return {
            "GITHUB_API_URL": self.github.url,
            "GITHUB_TOKEN": "test-token",
            "NEMORL_STATUS_CONFIG": str(self.home / "settings.toml"),
            "PORT": str(self.port),
            "SLACK_API_URL": slack.api_url.rstrip("/"),
            "SLACK_BOT_TOKEN": slack.bot_token,
            **secret,
        }

    @asynccontextmanager
    async def starts(self, *words: str, **changed: str) -> AsyncIterator[Process]:
        """Start the bot; it is killed at the end where it has not ended by itself."""
        (self.home / "settings.toml").write_text(self.settings, encoding="utf-8")
        (self.home / "here").mkdir(exist_ok=True)
        variables = {k: v for k, v in {**self.variables(), **changed}.items() if v}
        start = _cold if self.is_cold else _warm
        process = await start(Terminal(self.home), ("run", *words), variables, self.port)
        started = process.process
        try:
            yield process
        finally:
            if started.returncode is None:
                started.kill()
            await started.wait()
            await asyncio.gather(*process.readers)
            said = process.out + process.err
            assert PLANTED not in said
            assert "signing-secret" not in said
            assert "test-token" not in said
            assert "Traceback" not in said, said
            assert "Warning" not in said, said

    @asynccontextmanager
    async def serves(self, **changed: str) -> AsyncIterator[Process]:
        """Start the bot, and go on once it serves and has read its tracker."""
        async with self.starts(**changed) as process:
            await process.says(" Slack ")
            if self.slack.transport == "http":
                self.slack.connect_http(f"{process.base}/slack/events")
            await process.is_ready()
            yield process


async def _cold(
    terminal: Terminal, words: Sequence[str], variables: dict[str, str], port: int
) -> Process:
    started = await asyncio.create_subprocess_exec(
        *(sys.executable, "-X", "dev", "-W", "error", "-m", "bot", *words),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        cwd=terminal.here,
        env=terminal.environment(**variables),
    )
    assert started.stdout is not None
    assert started.stderr is not None
    return _kept(Process(started, port), started.stdout, started.stderr)


async def _warm(
    terminal: Terminal, words: Sequence[str], variables: dict[str, str], port: int
) -> Process:
    data = terminal.home / DATABASE
    if not data.exists():
        a_migrated_file(data)
    (out, writes_out), (err, writes_err) = os.pipe(), os.pipe()
    streams = (os.open(os.devnull, os.O_RDONLY), writes_out, writes_err)
    environment = terminal.environment(**variables)
    started = start(words, streams=streams, here=terminal.here, environment=environment)
    for descriptor in streams:
        os.close(descriptor)
    return _kept(Process(started, port), await _reader(out), await _reader(err))


async def _reader(pipe: int) -> asyncio.StreamReader:
    reader = asyncio.StreamReader()
    protocol = asyncio.StreamReaderProtocol(reader)
    await asyncio.get_running_loop().connect_read_pipe(lambda: protocol, os.fdopen(pipe, "rb", 0))
    return reader


def _kept(process: Process, out: asyncio.StreamReader, err: asyncio.StreamReader) -> Process:
    """The process, with tasks that keep what it says."""
    process.readers = (
        asyncio.create_task(_keep(out, process, "out")),
        asyncio.create_task(_keep(err, process, "err")),
    )
    return process


async def _keep(stream: asyncio.StreamReader, process: Process, name: str) -> None:
    async for line in stream:
        setattr(process, name, getattr(process, name) + line.decode())


@asynccontextmanager
async def a_street(
    home: Path, *, transport: Transport = "socket", timing: Timing | None = None
) -> AsyncIterator[Street]:
    """A fake Slack with our manifest, and a fake GitHub with one tracker."""
    manifest = our_manifest(http_url=HTTP_URL if transport == "http" else None)
    async with (
        fake_slack(manifest=manifest, transport=transport, timing=timing) as slack,
        fake_github() as github,
    ):
        slack.app.bot_token = f"xoxb-{PLANTED}-bot"
        slack.app.app_token = f"xapp-{PLANTED}-app"
        slack.app.verification_token = f"{PLANTED}-verification"
        github.add_issue("acme/widgets", 1, body=BODY, title="Tracker")
        github.add_pull("acme/widgets", 7, title="WeightSynchronizer ABC")
        github.add_pull("acme/widgets", 8, title="wire synchronizer")
        yield Street(slack=slack, github=github, home=home)
