"""The bot's life: listen, read and connect at the same moment; at the end finish what was asked."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import structlog

from bot.insight.metrics import Metrics
from bot.jobs import ticking
from bot.logs import configure_logs, hold_back
from bot.serving.connecting import HttpMode, Say, SocketMode, Transport
from bot.serving.measured import MetricsPage
from bot.serving.pace import acknowledge_first
from bot.serving.starting import known_identity
from bot.serving.stopping import Stop
from bot.serving.wired import Bot, open_bot
from bot.settings.fields import Settings
from bot.settings.loading import load_serving_settings
from bot.settings.secrets import secrets_of
from bot.store.engine import database_url
from bot.store.marks import Marks
from bot.store.single import only_run
from bot.web import (
    GITHUB_PATH,
    METRICS_PATH,
    GitHubRoute,
    Marking,
    Readiness,
    Watched,
    listening,
    metrics_application,
    web_application,
)
from bot.wiring import secret_text, utc_now

DRAIN_SECONDS = 20.0
"""How long answers that are under way may take at the end; what stops services (systemd, Docker,
Kubernetes) gives ten to ninety seconds. They come sooner unless GitHub is slow."""

_METRICS_ADVICE = "Set metrics_host and metrics_port of [server] in the settings file."

_log = structlog.get_logger(__name__)


def run_bot(config: Path | None, say: Say, *, debug: bool = False) -> None:
    """Run until a signal asks to stop. `say` is told where the bot listens; `debug`: log more.

    Raises `UserError` when a setting is wrong or missing, Slack refuses a token, or the address
    cannot be listened on.
    """
    settings = load_serving_settings(config)
    hold_back(secrets_of(settings))
    configure_logs(debug=debug, usual=logging.INFO, form=settings.server.log)
    asyncio.run(_run(settings, say))


async def _run(settings: Settings, say: Say) -> None:
    asyncio.get_running_loop().set_exception_handler(_unheard)
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


def _github_route(settings: Settings, bot: Bot) -> GitHubRoute | None:
    """Where there is a secret to check webhooks by."""
    if settings.github_webhook_secret is None:
        return None
    return GitHubRoute(
        secret_text(settings.github_webhook_secret),
        Watched(bot.current, bot.trackers),
        Marking(Marks(bot.database), now=utc_now),
    )


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
    github = _github_route(settings, bot)
    application = web_application(
        is_ready=readiness.is_ready,
        slack=transport.route,
        github=github,
        on_answered=partial(_count_webhook, bot.metrics),
    )
    host, port = settings.address
    async with listening(application, host=host, port=port) as at:
        base = _base(*at)
        if github is not None:
            say(f"Listening for GitHub's webhooks at {base}{GITHUB_PATH}.")
        async with _scraped(settings, bot, transport, say=say), ticking(bot.jobs, now=utc_now):
            await stop.ends(_connected(bot, transport, base=base, say=say))


@asynccontextmanager
async def _scraped(
    settings: Settings, bot: Bot, transport: Transport, *, say: Say
) -> AsyncIterator[None]:
    """Serve the numbers, where the settings say at which port."""
    port = settings.server.metrics_port
    if port is None:
        yield
        return
    page = MetricsPage(
        bot.metrics,
        bot.current,
        bot.names,
        now=utc_now,
        is_connected=lambda: transport.is_connected,
    )
    application, host = metrics_application(page), settings.server.metrics_host
    async with listening(application, host=host, port=port, advice=_METRICS_ADVICE) as at:
        say(f"Metrics are at {_base(*at)}{METRICS_PATH}.")
        yield


def _count_webhook(metrics: Metrics, path: str, status: int) -> None:
    if path == GITHUB_PATH:
        metrics.webhook_answered(status)


def _base(host: str, port: int) -> str:
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def _unheard(_loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Something failed that nobody waited for. asyncio itself would log what the exception says,
    which may be what somebody wrote."""
    _log.error(
        "Something failed that nobody waited for",
        what=context.get("message"),
        exc_info=context.get("exception"),
    )


async def _connected(bot: Bot, transport: Transport, *, base: str, say: Say) -> None:
    app = bot.app(await known_identity(bot.client))
    acknowledge_first()
    await transport.serve(app, base=base, say=say)
