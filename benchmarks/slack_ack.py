"""How fast a slash command is acknowledged and answered, beside a Bolt app that does nothing.

    python -m benchmarks.slack_ack

50 commands a second go to each app, ten of them in turn, so that both meet the same machine, with
whatever else it is busy with.
Exit status 1 says that a limit is not met.
"""

import asyncio
import gc
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from statistics import median, quantiles

from benchmarks.slack_apps import COMMAND, ROWS
from scripts.manifest import for_http, read_manifest
from tests.fakes.slack import Channel, FakeSlack, User, fake_slack

COMMANDS_A_SECOND = 50
TURNS = 150
TURN_SECONDS = 0.2
WARM_UP_SECONDS = 2
PEOPLE = 100
"""So that nobody asks again before they were answered."""

MOST_MEDIAN_RATIO = 1.5
MOST_P99_RATIO = 2.0
MOST_ANSWER_SECONDS = 1.0

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
async def started(kind: str) -> AsyncIterator[App]:
    """The app in a process of its own."""
    manifest = for_http(read_manifest(), "https://bot.example.com")
    async with fake_slack(manifest=manifest, transport="http") as slack:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "benchmarks.slack_apps", kind),
            *(slack.api_url, slack.bot_token, slack.signing_secret),
            stdout=asyncio.subprocess.PIPE,
        )
        try:
            port = int(await _first_line(process))
            slack.connect_http(f"http://127.0.0.1:{port}/slack/events")
            app = App(slack)
            app.settle_in()
            yield app
        finally:
            process.terminate()
            await process.wait()


async def _first_line(process: asyncio.subprocess.Process) -> bytes:
    """Raises `ValueError` for none, when it is taken for a number."""
    if process.stdout is None:
        return b""
    return await asyncio.wait_for(process.stdout.readline(), 30)


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
    async with started("bare") as bare, started("ours") as ours:
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


def report(bare: Line, ours: Line, answers: Line, failed: int) -> tuple[str, bool]:
    """The table, and whether every limit is met."""
    ratio = Line(ours.median / bare.median, ours.p99 / bare.p99)
    is_met = (
        ratio.median <= MOST_MEDIAN_RATIO
        and ratio.p99 <= MOST_P99_RATIO
        and answers.p99 <= MOST_ANSWER_SECONDS
        and failed == 0
    )
    rows = [
        f"{COMMANDS_A_SECOND} commands a second         median       p99",
        f"acknowledged by a bare app  {_ms(bare.median)} {_ms(bare.p99)}",
        f"acknowledged by the bot     {_ms(ours.median)} {_ms(ours.p99)}",
        f"  as a ratio                {ratio.median:8.2f}  {ratio.p99:8.2f}"
        f"   at most {MOST_MEDIAN_RATIO} and {MOST_P99_RATIO}",
        f"answered, of {ROWS} rows       {_ms(answers.median)} {_ms(answers.p99)}"
        f"   at most {MOST_ANSWER_SECONDS * 1000:.0f} ms",
        f"not acknowledged            {failed:8d}",
        "every limit is met" if is_met else "a limit is NOT met",
    ]
    return "\n".join(rows) + "\n", is_met


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:6.1f} ms"


def main() -> None:
    """Measure and report."""
    # The fake keeps every message; looking through them all again takes a quarter of a second.
    gc.disable()
    text, is_met = report(*asyncio.run(measured()))
    sys.stdout.write(text)
    raise SystemExit(not is_met)


if __name__ == "__main__":
    main()
