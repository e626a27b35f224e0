import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.errors import Fault, NoMatch, UserError
from bot.insight.outcomes import AnswerOutcome
from bot.insight.request import within_request
from bot.listeners.claims import KEEP_SECONDS, MOST_CLAIMS, RecentClaims
from bot.listeners.remembered import Remembered
from bot.listeners.underway import TURNING_AWAY, Underway
from bot.render.slack import SlackMessage


class Told:
    """What somebody was told; `fails`: they cannot be told."""

    def __init__(self, *, fails: bool = False) -> None:
        self.texts: list[str] = []
        self._fails = fails

    async def __call__(self, message: SlackMessage) -> None:
        if self._fails:
            raise OSError("away")
        self.texts.append(message.text)


async def fails(error: Exception) -> None:
    raise error


async def test_start__whatever_fails_is_told_and_logged(capsys: pytest.CaptureFixture[str]) -> None:
    underway, told = Underway(), Told()
    for error in (
        UserError("No such thing.", advice="Take another."),
        NoMatch("Nothing is called x.", asked="x", nearest=["y"]),
        Fault("The disk is full.", advice="Make room."),
        ValueError("swordfish"),
    ):
        underway.start(fails(error), what="A test", tell=told)
        await underway.drain(1)

    user, no_match, fault, bug = told.texts
    assert user == "No such thing.\nTake another."
    assert no_match.startswith("Nothing is called x.")
    assert "Make room. (reference " in fault
    assert "Sorry" in bug
    log = capsys.readouterr().out
    assert "kind=ValueError" in log
    assert "swordfish" not in log + bug
    reference = bug.rpartition("reference ")[2].strip(".")
    assert reference in log


async def test_start__the_reference_is_the_requests_own() -> None:
    underway, told = Underway(), Told()

    with within_request("5eed1e55"):
        underway.start(fails(ValueError("x")), what="A test", tell=told)
    await underway.drain(1)

    assert "reference 5eed1e55" in told.texts[0]


async def test_start__how_it_ended_is_counted() -> None:
    ended: list[tuple[AnswerOutcome, float]] = []
    underway = Underway(at_once=1, in_line=4, on_end=lambda *end: ended.append(end))

    for work in (
        asyncio.sleep(0.02),
        fails(UserError("No such thing.")),
        fails(Fault("The disk is full.")),
        asyncio.sleep(60),
        asyncio.sleep(60),
        asyncio.sleep(60),
    ):
        underway.start(work, what="A test", tell=Told())
    await underway.drain(0.1)

    assert sorted(outcome.value for outcome, _ in ended) == [
        "answered",
        "failed",
        "given_up",
        "given_up",
        "refused",
        "turned_away",
    ]
    assert min(seconds for outcome, seconds in ended if outcome == "answered") >= 0.02


async def test_start__nobody_can_be_told(capsys: pytest.CaptureFixture[str]) -> None:
    underway = Underway()
    underway.start(fails(ValueError("x")), what="A test", tell=Told(fails=True))

    assert await underway.drain(1) == 0
    assert "nobody could be told" in capsys.readouterr().out


async def test_start__so_many_at_once_and_so_many_in_line() -> None:
    underway, gate = Underway(at_once=2, in_line=3), asyncio.Event()
    running, done = [], []

    async def work(number: int) -> None:
        running.append(number)
        await gate.wait()
        done.append(number)

    told, nobody = Told(), Told()
    for number in range(9):
        underway.start(work(number), what="A test", tell=told)
    underway.start(work(9), what="A home", tell=nobody, is_awaited=False)
    await asyncio.sleep(0.01)
    assert running == [0, 1]
    assert len(underway) == 5
    assert told.texts == ["Too many questions wait here already.\nAsk again in a minute."] * 4
    assert nobody.texts == []

    gate.set()
    assert await underway.drain(1) == 0
    assert done == [0, 1, 2, 3, 4]


async def test_start__no_more_than_some_are_told_that_they_are_turned_away() -> None:
    underway, gate = Underway(at_once=1, in_line=0), asyncio.Event()
    telling = []

    async def tell(message: SlackMessage) -> None:
        telling.append(message)
        await gate.wait()

    async def work() -> None:
        await gate.wait()

    for _ in range(TURNING_AWAY + 10):
        underway.start(work(), what="A test", tell=tell)
    await asyncio.sleep(0.01)
    assert len(telling) == TURNING_AWAY

    gate.set()
    assert await underway.drain(1) == 0


async def test_replies__others_work_while_one_is_waited_for() -> None:
    underway, gate = Underway(at_once=1, in_line=9), asyncio.Event()
    said = []

    async def made(*, slowly: bool) -> AsyncIterator[str]:
        yield "at once"
        if slowly:
            await gate.wait()
            yield "later"

    async def work(name: str, *, slowly: bool = False) -> None:
        async for reply in underway.replies(made(slowly=slowly)):
            said.append(f"{name} {reply}")
            await asyncio.sleep(0)
            assert said[-1] == f"{name} {reply}", "only one works at a time"

    underway.start(work("slow", slowly=True), what="A test", tell=Told())
    underway.start(work("quick"), what="A test", tell=Told())
    await asyncio.sleep(0.01)
    assert sorted(said) == ["quick at once", "slow at once"]

    gate.set()
    assert await underway.drain(1) == 0
    assert said[-1] == "slow later"


async def test_replies__what_fails_while_it_is_made_is_told() -> None:
    underway, told = Underway(at_once=1), Told()

    async def made() -> AsyncIterator[str]:
        yield "at first"
        await fails(UserError("No such thing."))

    async def work() -> None:
        async for _ in underway.replies(made()):
            pass

    for _ in range(3):
        underway.start(work(), what="A test", tell=told)
    await underway.drain(1)
    assert told.texts == ["No such thing."] * 3


async def test_drain__gives_up_after_its_time() -> None:
    underway, ended, told = Underway(at_once=1), [], Told()

    async def work() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            ended.append(True)

    for _ in range(3):
        underway.start(work(), what="A test", tell=told)
    underway.start(work(), what="A home", tell=told, is_awaited=False)
    assert await underway.drain(0.05) == 4
    assert ended == [True]
    assert len(told.texts) == 3
    assert all("could not finish. Ask again" in " ".join(text.split()) for text in told.texts)
    assert not len(underway)
    assert await underway.drain(1) == 0


async def test_claims__once_for_a_while() -> None:
    seconds = 0.0
    claims = RecentClaims(lambda: seconds)

    assert [await claims.claim("a"), await claims.claim("a"), await claims.claim("b")] == [
        True,
        False,
        True,
    ]
    seconds = KEEP_SECONDS - 1
    assert not await claims.claim("a")
    seconds = KEEP_SECONDS + 1
    assert await claims.claim("a")


async def test_claims__memory_is_bounded() -> None:
    claims = RecentClaims(lambda: 0.0)
    for number in range(MOST_CLAIMS + 100):
        await claims.claim(str(number))

    assert len(claims._taken) == MOST_CLAIMS
    assert not await claims.claim(str(MOST_CLAIMS + 99))


def test_remembered__the_newest_value_lives_longest() -> None:
    now = 0.0
    kept: Remembered[str, int] = Remembered(keep_seconds=10, most=2, clock=lambda: now)
    kept.put("a", 1)
    kept.put("b", 2)
    kept.put("a", 3)
    kept.put("c", 4)

    assert (kept.get("a"), kept.get("b"), kept.get("c")) == (3, None, 4)
    now = 10.0
    assert kept.get("a") is None
    assert len(kept) == 0


async def test_claims__given_back() -> None:
    claims = RecentClaims()
    assert await claims.claim("a")

    await claims.give_back("a")
    await claims.give_back("never claimed")

    assert await claims.claim("a")
