"""A Bolt app that acknowledges and does nothing else, as Bolt serves it; imports nothing of ours.

    python -m benchmarks.bare_app API_URL BOT_TOKEN SIGNING_SECRET

prints its port once it serves.
"""

import asyncio
import sys

from aiohttp import web
from slack_bolt.async_app import AsyncAck, AsyncApp
from slack_sdk.web.async_client import AsyncWebClient

COMMAND = "/nemorl-status"
PATH = "/slack/events"


async def serve(api_url: str, bot_token: str, signing_secret: str) -> None:
    """Until somebody ends this process."""
    client = AsyncWebClient(token=bot_token, base_url=api_url)
    app = AsyncApp(client=client, signing_secret=signing_secret)

    @app.command(COMMAND)
    async def on_command(ack: AsyncAck) -> None:
        await ack()

    runner = web.AppRunner(app.web_app(PATH), access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    sys.stdout.write(f"{runner.addresses[0][1]}\n")
    sys.stdout.flush()
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(serve(*sys.argv[1:]))
