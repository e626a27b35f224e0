import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress

import pytest
from structlog.testing import capture_logs

from bot.errors import Fault, UserError
from bot.socket_mode import Watchdog, watchdog
from bot.socket_mode.backoff import LONGEST_SECONDS, pause_seconds

QUICK = 0.005


class _Socket:
    def __init__(self) -> None:
        self.heard = 0
        self.broken = False
        self.closed = False

    def signs(self) -> object:
        return self.heard

    def is_broken(self) -> bool:
        return self.broken

    async def close(self) -> None:
        self.closed = True


class _Slack:
    """Opens websockets, or fails as planned."""

    def __init__(self, *plan: Exception) -> None:
        self.plan = list(plan)
        self.opened: list[_Socket] = []

    async def opens(self) -> _Socket:
        if self.plan:
            raise self.plan.pop(0)
        self.opened.append(_Socket())
        return self.opened[-1]


class _Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watchdog, "pause_seconds", lambda failures: QUICK)


@asynccontextmanager
async def _watching(dog: Watchdog) -> AsyncIterator[None]:
    await dog.connect()
    watching = asyncio.create_task(dog.watch())
    try:
        yield
    finally:
        watching.cancel()
        with suppress(asyncio.CancelledError):
            await watching
        await dog.close()


def _dog(slack: _Slack, clock: _Clock) -> Watchdog:
    return Watchdog(slack.opens, silent_seconds=30, look_seconds=QUICK, clock=clock)


async def _looks(times: int = 4) -> None:
    await asyncio.sleep(times * QUICK * 2)


async def test_watch__leaves_a_websocket_that_is_heard_of() -> None:
    slack, clock = _Slack(), _Clock()
    async with _watching(_dog(slack, clock)):
        for _ in range(4):
            clock.now += 29
            slack.opened[0].heard += 1
            await _looks()

        assert len(slack.opened) == 1
    assert slack.opened[0].closed


async def test_watch__opens_another_one_after_too_long_a_silence() -> None:
    slack, clock = _Slack(), _Clock()
    dog = _dog(slack, clock)
    async with _watching(dog):
        clock.now = 30
        await _looks()
        assert len(slack.opened) == 1

        clock.now = 31
        await _looks()
        assert [socket.closed for socket in slack.opened] == [True, False]
        assert dog.is_connected

        clock.now = 60
        await _looks()
        assert len(slack.opened) == 2, "its silence is counted from its beginning"


async def test_watch__opens_another_one_at_once_when_a_part_is_broken() -> None:
    slack, clock = _Slack(), _Clock()
    dog = _dog(slack, clock)
    async with _watching(dog):
        slack.opened[0].broken = True
        assert not dog.is_connected
        await _looks()

        assert len(slack.opened) == 2
        assert dog.is_connected


async def test_watch__tries_for_as_long_as_it_takes() -> None:
    """Also when Slack refuses a token that it took before."""
    slack, clock = _Slack(), _Clock()
    dog = _dog(slack, clock)
    with capture_logs() as log:
        async with _watching(dog):
            refused = UserError("Slack refuses SLACK_APP_TOKEN.", advice="Make another.")
            slack.plan = [Fault("no answer"), Fault("no answer"), refused, Fault("no answer")]
            slack.opened[0].broken = True
            await asyncio.sleep(0.2)

            assert len(slack.opened) == 2
    told: Sequence[object] = [entry["event"] for entry in log]
    assert told[0] == "The connection to Slack is lost; a new one is opened"
    assert told[-1] == "Connected to Slack again"
    assert [entry.get("advice") for entry in log].count("Make another.") == 1


async def test_connect__a_refused_token_ends_it() -> None:
    slack = _Slack(Fault("no answer"), UserError("Slack refuses SLACK_APP_TOKEN."))

    with pytest.raises(UserError):
        await _dog(slack, _Clock()).connect()


async def test_is_connected__not_before_it_is() -> None:
    dog = _dog(_Slack(), _Clock())
    seen = [dog.is_connected]

    await dog.close()
    for step in (dog.connect, dog.close):
        await step()
        seen.append(dog.is_connected)

    assert seen == [False, True, False]


def test_pause_seconds__longer_and_longer_up_to_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("random.uniform", lambda least, most: most)
    longest = [pause_seconds(failures) for failures in (1, 2, 3, 4, 5, 6, 7, 10_000)]

    assert longest == [1, 2, 4, 8, 16, 32, LONGEST_SECONDS, LONGEST_SECONDS]


def test_pause_seconds__never_quite_the_same() -> None:
    pauses = {pause_seconds(10) for _ in range(20)}

    assert len(pauses) > 1
    assert all(0.75 * LONGEST_SECONDS <= pause <= LONGEST_SECONDS for pause in pauses)
