"""The fake workspace in a thread of its own, for bots that run, and die, in other processes.

    with threaded_slack(manifest=...) as served:
        room = served.do(lambda slack: slack.add_channel("room"))
        bot = subprocess.Popen([...], env={"SLACK_API_URL": served.api_url, ...})
        os.kill(bot.pid, signal.SIGKILL)
        texts = served.do(lambda slack: [m.text for m in slack.messages(room)])

Everything is done to the workspace, and read from it, in the thread: `do` for plain functions,
`wait` for coroutines. `threaded_slack` takes what `fake_slack` takes, and fails at its end
likewise.
"""

import asyncio
import threading
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

from bot.demo.slack.server import FakeSlack, fake_slack

T = TypeVar("T")

PATIENCE_SECONDS = 30.0


@dataclass(frozen=True, slots=True)
class ServedSlack:
    """A workspace that another thread serves."""

    slack: FakeSlack
    loop: asyncio.AbstractEventLoop

    @property
    def api_url(self) -> str:
        """What a bot takes for https://slack.com/api/."""
        return self.slack.api_url

    @property
    def bot_token(self) -> str:
        """The `xoxb-` token."""
        return self.slack.bot_token

    def do(self, what: Callable[[FakeSlack], T]) -> T:
        """What this function makes of the workspace, between two requests."""

        async def done() -> T:
            return what(self.slack)

        return self.wait(lambda _: done())

    def wait(self, what: Callable[[FakeSlack], Coroutine[Any, Any, T]]) -> T:
        """What this coroutine ends with, in the thread of the workspace."""
        future = asyncio.run_coroutine_threadsafe(what(self.slack), self.loop)
        return future.result(PATIENCE_SECONDS)


@contextmanager
def threaded_slack(**how: Any) -> Iterator[ServedSlack]:
    """A workspace on loopback, served beside the test until the block ends."""
    ready: Future[ServedSlack] = Future()
    stop = threading.Event()
    ended: Future[None] = Future()

    async def serve() -> None:
        async with fake_slack(**how) as slack:
            ready.set_result(ServedSlack(slack, asyncio.get_running_loop()))
            await asyncio.to_thread(stop.wait)

    def run() -> None:
        try:
            asyncio.run(serve())
        except BaseException as error:  # noqa: BLE001  # it is the test's, not the thread's
            (ended if ready.done() else ready).set_exception(error)
        if not ended.done():
            ended.set_result(None)

    thread = threading.Thread(target=run, name="fake Slack")
    thread.start()
    try:
        yield ready.result(PATIENCE_SECONDS)
    finally:
        stop.set()
        thread.join(PATIENCE_SECONDS)
    ended.result(0)
