"""The stage: a Slack, a GitHub and the real bot between them, all at one moment of one clock."""

import asyncio
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import yaml

from bot.demo.bundled import DEMO_NOW
from bot.demo.github import FakeGitHub, served_github
from bot.demo.playground.bundled_world import furnish
from bot.demo.playground.cast import Cast, cast_of
from bot.demo.playground.newest import keep_newest
from bot.demo.playground.settings import READ_TOKEN, WRITE_TOKEN, demo_settings
from bot.demo.slack import Clock, FakeSlack, Timing
from bot.jobs import ticking
from bot.manifest import manifest_text
from bot.serving.connecting import SocketMode
from bot.serving.starting import known_identity
from bot.serving.wired import Bot, open_bot
from bot.wiring import secret_text

LOOK_EVERY = timedelta(seconds=1)
"""How often jobs look at the clock, in real time: it is moved by hand, and what is due comes at
once."""

_LOGIN = "nemorl-status-demo"
_CONNECTED_WITHIN_SECONDS = 20.0
_QUIET_SECONDS = 1.5
"""More than Slack's pace of a message a second: after so long nothing more is under way."""
_AT_WORK_SECONDS = 12.0
"""What people do meanwhile looks like work, too."""
PRESS_SECONDS = 1.2
"""So long it takes to press a button, on a clock that else stands still: the bot rests for a second
between two edits of an index, and would never have rested. Two presses are less than a trigger
lives."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """Everything there is to play with, while it is open."""

    slack: FakeSlack
    github: FakeGitHub
    bot: Bot
    cast: Cast

    @property
    def now(self) -> datetime:
        """The one clock's moment. It stands still until somebody moves it."""
        return moment_of(self.slack.clock)

    def move_to(self, moment: datetime) -> None:
        """Have it show this moment, which is aware and not an earlier one."""
        self.slack.clock.advance((moment - self.now).total_seconds())

    def pressed(self) -> None:
        """The moment passes in which somebody presses a button."""
        self.slack.clock.advance(PRESS_SECONDS)

    async def settled(self) -> None:
        """Wait until the bot is done with what has come due, or has been at it for very long."""
        if not self.slack.connections:
            return
        loop, journal = asyncio.get_running_loop(), self.slack.journal
        ends_at, since, steps = loop.time() + _AT_WORK_SECONDS, loop.time(), self._steps
        while loop.time() < ends_at and loop.time() - since < _QUIET_SECONDS:
            await asyncio.sleep(0.05)
            if self._steps != steps or not journal.is_idle:
                since, steps = loop.time(), self._steps

    @property
    def _steps(self) -> tuple[int, int]:
        return self.slack.journal.steps, len(self.github.requests)


def moment_of(clock: Clock) -> datetime:
    """What this clock shows."""
    return datetime.fromtimestamp(clock.now(), UTC)


@asynccontextmanager
async def open_stage(*, now: datetime = DEMO_NOW) -> AsyncIterator[Stage]:
    """The real bot, connected, between a Slack and a GitHub on loopback; gone at the end."""
    clock = Clock(now)
    manifest = yaml.safe_load(manifest_text())
    slack = FakeSlack(manifest, transport="socket", clock=clock, timing=Timing())
    async with served_github() as github:
        github.clock = lambda: moment_of(clock)
        github.tokens.clear()
        github.add_token(READ_TOKEN, login=_LOGIN, may_write=False)
        github.add_token(WRITE_TOKEN, login=_LOGIN)
        # A budget is renewed after an hour, and this clock stands still.
        github.quotas["graphql"].limit = 1_000_000
        furnish(github)
        keep_newest(slack, github)
        await slack.start()
        try:
            with tempfile.TemporaryDirectory(prefix="nemorl-status-demo-") as folder:
                async with _played(slack, github, Path(folder)) as stage:
                    yield stage
        finally:
            await slack.close()


@asynccontextmanager
async def _played(slack: FakeSlack, github: FakeGitHub, folder: Path) -> AsyncIterator[Stage]:
    cast = cast_of(slack)
    settings = demo_settings(
        slack,
        github,
        database=folder / "demo.db",
        digest_channel=cast.room.id,
        maintainer=cast.maintainer.id,
    )

    def now() -> datetime:
        return moment_of(slack.clock)

    async with open_bot(settings, now=now) as bot:
        transport = SocketMode(bot.client, secret_text(settings.slack_app_token))
        async with asyncio.timeout(_CONNECTED_WITHIN_SECONDS):
            app = bot.app(await known_identity(bot.client))
        serving = asyncio.create_task(transport.serve(app, base="", say=lambda _: None))
        try:
            await slack.until(lambda: slack.connections > 0, _CONNECTED_WITHIN_SECONDS)
            async with ticking(bot.jobs, now=now, every=LOOK_EVERY):
                yield Stage(slack=slack, github=github, bot=bot, cast=cast)
        finally:
            serving.cancel()
            await asyncio.gather(serving, return_exceptions=True)
            await transport.close()
