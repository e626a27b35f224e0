"""Starting and stopping the fake in the running loop."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from aiohttp import web

from bot.demo.github.server import FakeGitHub


@asynccontextmanager
async def fake_github() -> AsyncIterator[FakeGitHub]:
    """A fake in the running loop, at `gh.url`.

    Raises `AssertionError` at the end when it had no answer to a request.
    """
    async with served_github() as gh:
        yield gh
    gh.check()


@asynccontextmanager
async def served_github() -> AsyncIterator[FakeGitHub]:
    """The same for whoever plays on: `gh.crashes` and `gh.invalid` are theirs to look at."""
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
