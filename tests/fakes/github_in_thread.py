"""The fake GitHub in a thread of its own, for a blocking test."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from bot.demo.github import FakeGitHub, fake_github


@contextmanager
def fake_github_in_thread() -> Iterator[FakeGitHub]:
    """A fake in a thread of its own, for a blocking test that runs the real program against it."""
    started: list[FakeGitHub] = []
    ready, stop = threading.Event(), asyncio.Event()
    loop = asyncio.new_event_loop()

    async def serve() -> None:
        async with fake_github() as gh:
            started.append(gh)
            ready.set()
            await stop.wait()

    thread = threading.Thread(target=loop.run_until_complete, args=(serve(),), daemon=True)
    thread.start()
    try:
        if not ready.wait(timeout=10):
            raise RuntimeError("the fake did not start")
        yield started[0]
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join(timeout=10)
        loop.close()
