"""How fast a slash command is acknowledged and answered, beside a Bolt app that does nothing.

    python -m benchmarks slack_ack

50 commands a second go to each app, ten of them in turn, so that both meet the same machine, with
whatever else it is busy with.
"""

import asyncio
import gc
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from statistics import median, quantiles

from benchmarks.bare_app import COMMAND, PATH
from benchmarks.figures import Figure
from benchmarks.processes import announced
from benchmarks.slack_apps import ROWS
from bot.demo.slack import (
    Channel,
    FakeSlack,
    User,
    fake_slack,
)
from tests.manifest import HTTP_URL, our_manifest

COMMANDS_A_SECOND = 50
TURNS = 150
TURN_SECONDS = 0.2
WARM_UP_SECONDS = 2
PEOPLE = 100
"""So that nobody asks again before they were answered."""

MOST_MEDIAN_RATIO = 1.5
MOST_P99_RATIO = 2.0
MOST_ANSWER_SECONDS = 1.0

HOW = """\
50 slash commands a second go to each app for half a minute, ten to one and ten to the other, over
HTTP from a stand-in for Slack. The bare app is Bolt's `AsyncApp` with a listener that only
acknowledges; ours answers from a tracker of 300 rows, too."""

QUESTIONS = ("", "workstream 3", "stale", "merged 30d", "1042", "drift", "nothing like it", "help")


@dataclass
class Asked:
    """One command."""

    room: Channel
    user: User
    sent_at: float
    ack_seconds: float = 0.0
    error: str | None = None


@dataclass
class App:
    """An app that is measured, on a Slack of its own."""

    slack: FakeSlack
    rooms: list[tuple[User, Channel]] = field(default_factory=list)
    asked: list[Asked] = field(default_factory=list)

    def settle_in(self) -> None:
        """Everybody has a channel to themselves, where answers are told apart."""
        for number in range(PEOPLE):
            user = self.slack.add_user(f"user-{number}")
            self.rooms.append((user, self.slack.add_channel(f"room-{number}", members=[user])))

    async def turn(self, seconds: float) -> None:
        """Ask at an even pace, whether or not anybody answers."""
        loop = asyncio.get_running_loop()
        begun, count = loop.time(), round(seconds * COMMANDS_A_SECOND)
        tasks = []
        for number in range(count):
            await asyncio.sleep(begun + number / COMMANDS_A_SECOND - loop.time())
            tasks.append(asyncio.create_task(self._ask(len(self.asked))))
            await asyncio.sleep(0)
        await asyncio.gather(*tasks)

    async def _ask(self, number: int) -> None:
        user, room = self.rooms[number % PEOPLE]
        asked = Asked(room=room, user=user, sent_at=self.slack.clock.now())
        self.asked.append(asked)
        question = QUESTIONS[number % len(QUESTIONS)]
        outcome = await self.slack.types(user, room, f"{COMMAND} {question}".strip())
        asked.ack_seconds, asked.error = outcome.seconds, outcome.error

    def answer_seconds(self) -> list[float]:
        """From each command to its answer; endless where there is none."""
        waiting = {
            room.id: list(self.slack.messages(room, viewer=user)) for user, room in self.rooms
        }
        found = []
        for asked in self.asked:
            messages = waiting[asked.room.id]
            found.append(messages.pop(0).posted_at - asked.sent_at if messages else float("inf"))
        return found


@asynccontextmanager
async def started(module: str) -> AsyncIterator[App]:
    """The app in a process of its own."""
    manifest = our_manifest(http_url=HTTP_URL)
    async with fake_slack(manifest=manifest, transport="http") as slack:
        words = (slack.api_url, slack.bot_token, slack.signing_secret)
        async with announced(module, *words) as port:
            slack.connect_http(f"http://127.0.0.1:{port}{PATH}")
            app = App(slack)
            app.settle_in()
            yield app


@dataclass(frozen=True, slots=True)
class Line:
    """What is reported of some durations, in seconds."""

    median: float
    p99: float


def line(seconds: Sequence[float]) -> Line:
    """Median and 99th percentile."""
    return Line(median=median(seconds), p99=quantiles(seconds, n=100)[98])


async def measured() -> tuple[Line, Line, Line, int]:
    """Acknowledgements of the bare app and of ours, answers of ours, and how many failed."""
    async with started("benchmarks.bare_app") as bare, started("benchmarks.slack_apps") as ours:
        for app in (bare, ours):
            await app.turn(WARM_UP_SECONDS)
        warm = len(ours.asked)
        for _ in range(TURNS):
            for app in (bare, ours):
                await app.turn(TURN_SECONDS)
        await ours.slack.settled(20)
        failed = sum(1 for app in (bare, ours) for asked in app.asked if asked.error is not None)
        acks = [line([asked.ack_seconds for asked in app.asked[warm:]]) for app in (bare, ours)]
        return acks[0], acks[1], line(ours.answer_seconds()[warm:]), failed


def reported(bare: Line, ours: Line, answers: Line, failed: int) -> list[Figure]:
    """The figures, with the limits."""
    count = COMMANDS_A_SECOND * TURNS * TURN_SECONDS
    return [
        Figure(
            what="Acknowledging a command, median",
            ours=_ms(ours.median),
            other=f"{_ms(bare.median)} for the bare app",
            ratio=ours.median / bare.median,
            most=MOST_MEDIAN_RATIO,
        ),
        Figure(
            what="Acknowledging a command, 99th percentile",
            ours=_ms(ours.p99),
            other=f"{_ms(bare.p99)} for the bare app",
            ratio=ours.p99 / bare.p99,
            most=MOST_P99_RATIO,
        ),
        Figure(
            what=f"Answering from {ROWS} rows, 99th percentile",
            ours=f"{_ms(answers.p99)} (median {_ms(answers.median)})",
            other=f"{MOST_ANSWER_SECONDS:.0f} s",
            ratio=answers.p99 / MOST_ANSWER_SECONDS,
            most=1.0,
        ),
        Figure(
            what="Commands that were not acknowledged",
            ours=f"{failed}",
            other=f"{count:.0f} commands",
            ratio=failed / count,
            most=0.0,
        ),
    ]


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.1f} ms"


def figures() -> list[Figure]:
    """Measure."""
    # The fake keeps every message; looking through them all again takes a quarter of a second.
    gc.disable()
    return reported(*asyncio.run(measured()))
