"""The real `nemorl-status run` as a process in HTTP mode, as it is run in earnest."""

import asyncio
import sys
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import aiohttp

from bot.demo.slack import FakeSlack
from tests.serving.process import free_port
from tests.terminal import Terminal

LONGEST_START_SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class Running:
    """The process, where it listens, and what it writes."""

    process: asyncio.subprocess.Process
    base: str
    log: Path

    @property
    def megabytes(self) -> float:
        """The memory that it holds, in megabytes of a million bytes; Linux only."""
        return resident_megabytes(self.process.pid)

    @property
    def is_alive(self) -> bool:
        """Whether it runs."""
        return self.process.returncode is None

    def said(self) -> str:
        """Everything that it wrote on its streams."""
        return self.log.read_text(encoding="utf-8")

    async def status(self, path: str) -> int:
        """What its server answers; 0 while nothing listens."""
        try:
            async with aiohttp.ClientSession() as session, session.get(self.base + path) as got:
                return got.status
        except aiohttp.ClientError:
            return 0

    async def is_ready(self) -> None:
        """Wait for `/readyz`: it answers Slack, and has read its tracker."""
        end = time.monotonic() + LONGEST_START_SECONDS
        while await self.status("/readyz") != 200:
            if not self.is_alive or time.monotonic() > end:
                raise AssertionError(f"never ready: {self.said()[-2000:]}")
            await asyncio.sleep(0.02)


@asynccontextmanager
async def a_running_bot(
    home: Path, slack: FakeSlack, *, github_url: str, settings: str, **more: str
) -> AsyncIterator[Running]:
    """The bot with these settings, once it is ready; `more` goes into its environment.

    It is asked to stop at the end, and killed where it does not.
    """
    (home / "settings.toml").write_text(settings, encoding="utf-8")
    port, log = free_port(), home / "bot.log"
    variables = {**_variables(home, slack, github_url, port), **more}
    with log.open("wb") as stream:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bot", "run"),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=stream,
            stderr=stream,
            cwd=home,
            env=Terminal(home).environment(**variables),
        )
        running = Running(process, f"http://127.0.0.1:{port}", log)
        try:
            slack.connect_http(f"{running.base}/slack/events")
            await running.is_ready()
            yield running
        finally:
            await _end(process)


def _variables(home: Path, slack: FakeSlack, github_url: str, port: int) -> Mapping[str, str]:
    return {
        "GITHUB_API_URL": github_url,
        "GITHUB_TOKEN": "test-token",
        "NEMORL_STATUS_CONFIG": str(home / "settings.toml"),
        "PORT": str(port),
        "SLACK_API_URL": slack.api_url.rstrip("/"),
        "SLACK_BOT_TOKEN": slack.bot_token,
        "SLACK_SIGNING_SECRET": slack.signing_secret,
    }


async def _end(process: asyncio.subprocess.Process) -> None:
    if process.returncode is None:
        process.terminate()
    try:
        await asyncio.wait_for(process.wait(), 40)
    except TimeoutError:
        process.kill()
        await process.wait()


def resident_megabytes(pid: int) -> float:
    """The memory that a process holds, in megabytes of a million bytes; Linux only."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    (kilobytes,) = (line.split()[1] for line in status.splitlines() if line.startswith("VmRSS:"))
    return int(kilobytes) * 1024 / 1e6
