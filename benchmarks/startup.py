"""How long it takes until a running bot serves, and until a terminal has its answer.

python -m benchmarks startup
"""

import asyncio
import os
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from statistics import median

from benchmarks.figures import Figure, seconds
from benchmarks.memory import ROWS, a_slack
from benchmarks.processes import announced_port, started
from benchmarks.standing_in import standing_in
from bot.demo.slack import FakeSlack
from tests.soak.running import a_running_bot

RUNS = 5

HOW = f"""\
From the start of the process: `nemorl-status run` until it is ready (it answers Slack, and has read
a tracker of {ROWS} pull requests from a GitHub that answers at once) beside Bolt's `AsyncApp` until
it listens, and `nemorl-status --demo` until the overview is written beside a Python that only
imports the libraries that draw and parse it. Medians of {RUNS}, in turns. There is no limit."""


def figures() -> list[Figure]:
    """Measure."""
    return asyncio.run(_measured())


async def _measured() -> list[Figure]:
    async with a_slack() as slack, standing_in(0.0) as url:
        bare, ours = await _in_turns(lambda: _bare(slack), lambda: _ours(slack, url))
    imports, demo = await _in_turns(lambda: _python("-c", LIBRARIES), lambda: _python(*DEMO))
    return [
        _figure("A bot until it is ready", ours, bare, "the bare app"),
        _figure("An answer in the terminal", demo, imports, "importing the libraries"),
    ]


LIBRARIES = "import httpx, pydantic_settings, pyromark, rich.console, sqlalchemy, typer"
DEMO = ("-m", "bot", "--demo")


def _figure(what: str, ours: float, other: float, name: str) -> Figure:
    said = f"{seconds(other)} for {name}"
    return Figure(what=what, ours=seconds(ours), other=said, ratio=ours / other)


async def _in_turns(
    other: Callable[[], Awaitable[float]], ours: Callable[[], Awaitable[float]]
) -> tuple[float, float]:
    """The median seconds of each; the first turn only warms the disk up."""
    took = [(await other(), await ours()) for _ in range(RUNS + 1)][1:]
    return median(one for one, _ in took), median(one for _, one in took)


async def _bare(slack: FakeSlack) -> float:
    begun = time.perf_counter()
    words = (slack.api_url, slack.bot_token, slack.signing_secret)
    async with started("benchmarks.bare_app", *words) as process:
        await announced_port(process)
        return time.perf_counter() - begun


async def _ours(slack: FakeSlack, url: str) -> float:
    with tempfile.TemporaryDirectory() as home:
        settings = f'[[tracker]]\nname = "widgets"\nissue = "acme/widgets#{ROWS}"\n'
        begun = time.perf_counter()
        async with a_running_bot(Path(home), slack, github_url=url, settings=settings):
            return time.perf_counter() - begun


async def _python(*words: str) -> float:
    begun = time.perf_counter()
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, *words), stdout=asyncio.subprocess.DEVNULL, env=dict(os.environ)
    )
    if await process.wait():
        raise AssertionError(f"{words} ended with {process.returncode}")
    return time.perf_counter() - begun
