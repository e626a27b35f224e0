"""Many commands a second for a long time, while GitHub fails at random: whoever asks is answered,
and no answer is older than it says.

    SOAK_MINUTES=0.5 .venv/bin/pytest -m soak tests/soak/test_commands.py
"""

import asyncio
import json
import os
import re
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

import pytest

from bot.demo.slack import (
    Channel,
    FakeSlack,
    Message,
    User,
    fake_slack,
)
from tests.manifest import HTTP_URL, our_manifest
from tests.soak.figures import Figures, Line
from tests.soak.running import Running, a_running_bot
from tests.soak.unwell import STREAMS, UNLISTED, UnwellGitHub, unwell_github

MINUTES = float(os.environ.get("SOAK_MINUTES", "10"))
SECONDS = MINUTES * 60
COMMANDS_A_SECOND = 20
PEOPLE = 1_200
"""Everybody asks once a minute, always the same: nobody waits for two answers."""
CHANGES_EVERY_SECONDS = 2.0
SAMPLED_EVERY_SECONDS = 1.0
MOST_GROWTH_MEGABYTES = 12.0
"""From the first fifth, when everything has been asked once, to the last one."""

OLDEST_SECONDS = 60.0
"""So old may a reading be without a word about it, by the settings below."""
SLOWEST_SECONDS = 10.0
"""From a question to its first answer: five seconds of patience, and a busy machine."""
LOOSE_SECONDS = 3.0
"""Clocks of three processes, and moments that are told in whole seconds."""

SETTINGS = """\
[[tracker]]
name = "widgets"
issue = "acme/widgets#1"

[refresh]
minutes = 1
"""

EXCUSES = (
    "GitHub did not answer",
    "GitHub has not answered yet",
    "GitHub could not be asked",
    "GitHub cannot be asked",
    "This is the last reading",
    "last state",
    "could not be read",
    "Reading GitHub",
    "Too many others were asked for",
)
"""What an answer says when it is not from a new reading."""

VERSION = re.compile(r"\bv(\d{5})\b")
AS_OF = re.compile(r"as of <!date\^(\d+)\^")


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, and what every answer to it says."""

    words: str
    says: tuple[str, ...]
    shows_rows: bool = False
    """Rows with their authors, and so with their version."""


QUESTIONS = (
    Question("", tuple(STREAMS)),
    *(
        Question(name.lower(), tuple(f"part {number}" for number in numbers), shows_rows=True)
        for name, numbers in STREAMS.items()
    ),
    Question("1003", ("part 1003",), shows_rows=True),
    Question("merged 30d", ("merged",)),
    Question("nothing like it", ("nothing like it",)),
    Question("help", ("stale", "drift")),
)


def _question(number: int) -> Question:
    """What this one asks: every fourth person for a pull request that nobody else asks for."""
    if number % 4:
        return QUESTIONS[number % len(QUESTIONS)]
    unlisted = UNLISTED[number // 4]
    return Question(f"#{unlisted}", (f"part {unlisted}",), shows_rows=True)


@dataclass(slots=True)
class Seat:
    """Somebody with a channel to themselves."""

    user: User
    room: Channel
    question: Question
    asked_at: list[float] = field(default_factory=list)


@dataclass(slots=True)
class Crowd:
    """Everybody who asks, and what went wrong."""

    slack: FakeSlack
    github: UnwellGitHub
    seats: list[Seat] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    answers: int = 0
    excused: int = 0

    def settle_in(self) -> None:
        for number in range(PEOPLE):
            user = self.slack.add_user(f"user-{number}")
            room = self.slack.add_channel(f"room-{number}", members=[user])
            self.seats.append(Seat(user, room, _question(number)))

    async def ask(self, number: int) -> None:
        seat = self.seats[number % PEOPLE]
        seat.asked_at.append(time.time())
        words = f"/nemorl-status {seat.question.words}".strip()
        outcome = await self.slack.types(seat.user, seat.room, words)
        if not outcome.acked:
            self.wrong.append(f"{words}: not acknowledged: {outcome.error}")

    def check(self) -> None:
        """Look at everything that was answered."""
        for seat in self.seats:
            messages = self.slack.messages(seat.room, viewer=seat.user)
            if len(messages) < len(seat.asked_at):
                self.wrong.append(
                    f"{seat.question.words}: {len(messages)} answers to"
                    f" {len(seat.asked_at)} questions"
                )
            for message in messages:
                self.answers += 1
                self._check(seat, message)

    def _check(self, seat: Seat, message: Message) -> None:
        raw = json.dumps(message.blocks, ensure_ascii=False) + message.text
        if any(excuse in raw for excuse in EXCUSES):
            self.excused += 1
        elif missing := [words for words in seat.question.says if words not in raw]:
            self._is_wrong(seat, message, f"it does not say {missing}")
        if (as_of := AS_OF.search(raw)) is not None:
            self._check_age(seat, message, raw, as_of=float(as_of[1]))

    def _check_age(self, seat: Seat, message: Message, raw: str, *, as_of: float) -> None:
        """It is not older than it says, nor than it may be without saying so."""
        shown = {int(version) for version in VERSION.findall(raw)}
        could = self.github.versions(as_of - LOOSE_SECONDS, message.posted_at)
        is_excused = any(excuse in raw for excuse in EXCUSES)
        if not shown <= set(could) and "last state" not in raw:
            self._is_wrong(seat, message, f"it shows {shown}, and says as of {could}")
        if seat.question.shows_rows and not shown:
            self._is_wrong(seat, message, "it shows no rows")
        asked = max((at for at in seat.asked_at if at <= message.posted_at), default=0.0)
        if not is_excused and as_of < asked - OLDEST_SECONDS - LOOSE_SECONDS:
            self._is_wrong(seat, message, f"it is {asked - as_of:.0f} s old, and does not say so")

    def _is_wrong(self, seat: Seat, message: Message, why: str) -> None:
        self.wrong.append(f"{seat.question.words!r}: {why}: {message.shown[:400]!r}")


@pytest.fixture
async def slack() -> AsyncIterator[FakeSlack]:
    manifest = our_manifest(http_url=HTTP_URL)
    async with fake_slack(manifest=manifest, transport="http") as slack:
        yield slack


@pytest.mark.soak
@pytest.mark.timeout(SECONDS + 300)
async def test_commands__while_github_fails_at_random(
    slack: FakeSlack, tmp_path: Path, seed: str, report: Callable[[Line], None]
) -> None:
    began = time.monotonic()
    async with unwell_github(seed) as github:
        crowd = Crowd(slack, github)
        crowd.settle_in()
        async with a_running_bot(
            tmp_path, slack, github_url=github.url, settings=SETTINGS
        ) as running:
            github.is_unwell = True
            megabytes = await _asked(crowd, running)
            github.is_unwell = False
            await slack.settled(90, quiet_seconds=1.0)
            assert running.is_alive
            assert await running.status("/healthz") == 200
            running.process.terminate()
            status = await asyncio.wait_for(running.process.wait(), 60)
        said = running.said()

    crowd.check()
    assert crowd.wrong == []
    assert status == 0
    assert "Traceback" not in said
    fifth = max(1, len(megabytes) // 5)
    growth = median(megabytes[-fifth:]) - median(megabytes[fifth : 2 * fifth])
    failed = ", ".join(f"{count} {kind}" for kind, count in sorted(github.failed.items()))
    title = (
        f"{sum(len(seat.asked_at) for seat in crowd.seats):,} commands, {failed};"
        f" {crowd.excused} answers said how old they were; {growth:+.1f} MB"
    )
    report(Line(title, Figures(trials=1, messages=crowd.answers), time.monotonic() - began))
    assert github.failed["502"] > 0
    assert github.failed["limit"] == 1
    assert growth < MOST_GROWTH_MEGABYTES


async def _asked(crowd: Crowd, running: Running) -> list[float]:
    """Ask at an even pace for so long; gives the memory of the bot every so often."""
    loop = asyncio.get_running_loop()
    megabytes: list[float] = []
    beside = (
        asyncio.create_task(_every(CHANGES_EVERY_SECONDS, crowd.github.change)),
        asyncio.create_task(_every(SAMPLED_EVERY_SECONDS, crowd.github.refill)),
        asyncio.create_task(
            _every(SAMPLED_EVERY_SECONDS, lambda: megabytes.append(running.megabytes))
        ),
    )
    begun, asking = loop.time(), []
    for number in range(round(SECONDS * COMMANDS_A_SECOND)):
        await asyncio.sleep(begun + number / COMMANDS_A_SECOND - loop.time())
        asking.append(asyncio.create_task(crowd.ask(number)))
        crowd.github.limit_is_due |= number == round(SECONDS * COMMANDS_A_SECOND / 3)
    await asyncio.gather(*asking)
    for task in beside:
        task.cancel()
    ended = await asyncio.gather(*beside, return_exceptions=True)
    assert [one for one in ended if not isinstance(one, asyncio.CancelledError)] == []
    return megabytes


async def _every(seconds: float, does: Callable[[], object]) -> None:
    while True:
        await asyncio.sleep(seconds)
        does()
