"""How much memory a running bot holds, beside a Bolt app that does nothing.

python -m benchmarks memory
"""

import asyncio
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from benchmarks.bare_app import COMMAND, PATH
from benchmarks.figures import Figure
from benchmarks.processes import announced_port, started
from benchmarks.standing_in import standing_in
from bot.demo.slack import FakeSlack, User, fake_slack
from tests.manifest import HTTP_URL, our_manifest
from tests.soak.running import a_running_bot, resident_megabytes

ROWS = 300
MOST_MEGABYTES_ABOVE = 100.0
ROUNDS = 5
QUESTIONS = ("", "refit", "stale", "merged 30d", "drift", "100042", "nothing like it", "help")

HOW = f"""\
The memory (resident set, megabytes of a million bytes) of `nemorl-status run` in HTTP mode with a
tracker of {ROWS} pull requests that it has read and stored, and of a process with Bolt's `AsyncApp`
and a listener that only acknowledges; both after {ROUNDS * len(QUESTIONS)} commands."""


def figures() -> list[Figure]:
    """Measure."""
    bare, ours = asyncio.run(_measured())
    return [
        Figure(
            what="Memory above the bare app",
            ours=f"{ours - bare:.0f} MB ({ours:.0f} MB in all)",
            other=f"{MOST_MEGABYTES_ABOVE:.0f} MB (the bare app holds {bare:.0f} MB)",
            ratio=(ours - bare) / MOST_MEGABYTES_ABOVE,
            most=1.0,
        )
    ]


async def _measured() -> tuple[float, float]:
    """Megabytes of the bare app, and of ours."""
    async with a_slack() as slack:
        words = (slack.api_url, slack.bot_token, slack.signing_secret)
        async with started("benchmarks.bare_app", *words) as process:
            slack.connect_http(f"http://127.0.0.1:{await announced_port(process)}{PATH}")
            await _ask(slack)
            bare = resident_megabytes(process.pid)
    with tempfile.TemporaryDirectory() as home:
        async with a_slack() as slack, standing_in(0.0) as url:
            settings = f'[[tracker]]\nname = "widgets"\nissue = "acme/widgets#{ROWS}"\n'
            async with a_running_bot(
                Path(home), slack, github_url=url, settings=settings
            ) as running:
                await _ask(slack)
                await slack.settled(20)
                return bare, running.megabytes


@asynccontextmanager
async def a_slack() -> AsyncIterator[FakeSlack]:
    """A workspace with our manifest, spoken to over HTTP."""
    manifest = our_manifest(http_url=HTTP_URL)
    async with fake_slack(manifest=manifest, transport="http") as slack:
        yield slack


async def _ask(slack: FakeSlack) -> None:
    """Everything, several times, by different people: nobody asks twice before the answer."""
    for number in range(ROUNDS):
        user: User = slack.add_user(f"user-{number}")
        room = slack.add_channel(f"room-{number}", members=[user])
        for question in QUESTIONS:
            outcome = await slack.types(user, room, f"{COMMAND} {question}".strip())
            if not outcome.acked:
                raise AssertionError(f"not acknowledged: {question}: {outcome.error}")
            await slack.settled(20)
