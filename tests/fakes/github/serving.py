"""Starting and stopping the fake, in the running loop or in a thread of its own."""

import asyncio
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

from aiohttp import web

from tests.fakes.github.server import FakeGitHub


@asynccontextmanager
async def fake_github() -> AsyncIterator[FakeGitHub]:
    """A fake in the running loop, at `gh.url`."""
    gh = FakeGitHub()
    runner = web.AppRunner(gh.application(), access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    host, port = runner.addresses[0][:2]
    gh.url = f"http://{host}:{port}"
    try:
        yield gh
    finally:
        await runner.cleanup()
    if gh.crashes:
        raise AssertionError("the fake GitHub could not answer a request") from gh.crashes[0]


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
