"""Runs a real Bolt app against the fake, in the fake's transport. For tests only."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from aiohttp import web
from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.async_app import AsyncApp
from slack_sdk.web.async_client import AsyncWebClient

from bot.demo.slack.server import FakeSlack


def bolt_app(slack: FakeSlack) -> AsyncApp:
    """An app that knows the fake's address and secrets, and listens to nothing yet."""
    client = AsyncWebClient(token=slack.bot_token, base_url=slack.api_url)
    return AsyncApp(client=client, signing_secret=slack.signing_secret)


@asynccontextmanager
async def running(app: AsyncApp, slack: FakeSlack) -> AsyncIterator[None]:
    """Serve the app until the block ends."""
    if slack.transport == "http":
        async with _listening(app, slack):
            yield
        return
    handler = AsyncSocketModeHandler(app, slack.app_token, ping_interval=1)
    await handler.connect_async()  # type: ignore[no-untyped-call]  # Bolt has no types here
    await slack.until(lambda: slack.connections > 0)
    try:
        yield
    finally:
        await handler.close_async()  # type: ignore[no-untyped-call]


@asynccontextmanager
async def _listening(app: AsyncApp, slack: FakeSlack) -> AsyncIterator[None]:
    runner = web.AppRunner(app.web_app("/slack/events"), access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    host, port = runner.addresses[0][:2]
    slack.connect_http(f"http://{host}:{port}/slack/events")
    try:
        yield
    finally:
        await runner.cleanup()
