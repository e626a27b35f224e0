"""The bot's life: listen, read and connect at the same moment; at the end finish what was asked."""

import asyncio
from collections.abc import Coroutine
from pathlib import Path

import structlog

from bot.jobs import ticking
from bot.serving.connecting import HttpMode, Say, SocketMode, Transport
from bot.serving.pace import acknowledge_first
from bot.serving.starting import known_identity
from bot.serving.stopping import Stop
from bot.serving.wired import Bot, open_bot
from bot.settings.fields import Settings
from bot.settings.loading import load_serving_settings
from bot.store.engine import database_url
from bot.store.single import only_run
from bot.web import Readiness, listening, web_application
from bot.wiring import secret_text, utc_now

DRAIN_SECONDS = 20.0
"""How long answers that are under way may take at the end; what stops services (systemd, Docker,
Kubernetes) gives ten to ninety seconds. They come sooner unless GitHub is slow."""

_log = structlog.get_logger(__name__)


def run_bot(config: Path | None, say: Say) -> None:
    """Run until a signal asks to stop. `say` is told where the bot listens.

    Raises `UserError` when a setting is wrong or missing, Slack refuses a token, or the address
    cannot be listened on.
    """
    settings = load_serving_settings(config)
    asyncio.run(_run(settings, say))


async def _run(settings: Settings, say: Say) -> None:
    stop = Stop()
    stop.listen()
    url = database_url(settings.database_url.get_secret_value())
    async with only_run(url), open_bot(settings) as bot:
        transport = _transport(settings, bot)
        try:
            await _serve(settings, bot, transport, stop=stop, say=say)
        finally:
            await transport.close()
        given_up = await bot.underway.drain(DRAIN_SECONDS)
    _log.info("Stopped", given_up=given_up)


def _transport(settings: Settings, bot: Bot) -> Transport:
    """Socket Mode where there is an app token."""
    if settings.slack_app_token is not None:
        return SocketMode(bot.client, secret_text(settings.slack_app_token))
    return HttpMode(secret_text(settings.slack_signing_secret))


async def _serve(
    settings: Settings, bot: Bot, transport: Transport, *, stop: Stop, say: Say
) -> None:
    """Answer until a signal asks to stop; then nothing new comes in any more."""
    readiness = Readiness(
        bot.current,
        bot.database,
        bot.trackers,
        oldest=bot.oldest,
        now=utc_now,
        is_connected=lambda: transport.is_connected,
    )
    application = web_application(is_ready=readiness.is_ready, slack=transport.route)
    host, port = settings.address
    async with listening(application, host=host, port=port) as (at, bound):
        base = f"http://{f'[{at}]' if ':' in at else at}:{bound}"
        async with ticking(bot.jobs, now=utc_now):
            await _until_asked(stop, _connected(bot, transport, base=base, say=say))


async def _connected(bot: Bot, transport: Transport, *, base: str, say: Say) -> None:
    app = bot.app(await known_identity(bot.client))
    acknowledge_first()
    await transport.serve(app, base=base, say=say)


async def _until_asked(stop: Stop, serving: Coroutine[object, object, None]) -> None:
    """Serve until somebody asks to stop; an error of it ends the waiting too."""
    serve, asked = asyncio.create_task(serving), asyncio.create_task(stop.asked())
    try:
        await asyncio.wait({serve, asked}, return_when=asyncio.FIRST_COMPLETED)
        if serve.done():
            serve.result()
            await asked
    finally:
        serve.cancel()
        asked.cancel()
        await asyncio.gather(serve, asked, return_exceptions=True)
