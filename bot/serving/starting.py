"""Asking Slack who the bot is, however long it takes until Slack answers."""

import asyncio

import structlog
from slack_sdk.web.async_client import AsyncWebClient

from bot.errors import Fault, UserError
from bot.listeners import Identity, identity
from bot.socket_mode.backoff import pause_seconds

_log = structlog.get_logger(__name__)


async def known_identity(client: AsyncWebClient) -> Identity:
    """Who the bot is.

    Raises `UserError` when the token is not a bot's, or Slack refuses it: trying again would not
    help. While Slack cannot be reached it is tried again, for as long as it takes.
    """
    failures = 0
    while True:
        try:
            found = await identity(client)
        except Fault as fault:
            failures += 1
            seconds = pause_seconds(failures)
            _log.warning(
                "Slack cannot be asked who this is; it is tried again",
                because=str(fault),
                in_seconds=round(seconds),
            )
            await asyncio.sleep(seconds)
        else:
            return _a_bots(found)


def _a_bots(found: Identity) -> Identity:
    """https://docs.slack.dev/reference/methods/auth.test: only a bot's token has a `bot_id`."""
    if not found.bot_id:
        raise UserError(
            "SLACK_BOT_TOKEN belongs to a person and not to a bot.",
            advice="Take the Bot User OAuth Token (xoxb-…) from “OAuth & Permissions” of the app.",
        )
    return found
