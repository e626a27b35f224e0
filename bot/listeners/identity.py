"""Who the bot is in Slack: asked once, at the start."""

from dataclasses import dataclass

from slack_sdk.web.async_client import AsyncWebClient

from bot.errors import UserError
from bot.listeners.slack_calls import SlackRefused, called

_TOKEN_ERRORS = frozenset(
    {"invalid_auth", "not_authed", "account_inactive", "token_revoked", "token_expired"}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity:
    """The bot and its workspace."""

    team_id: str
    bot_id: str
    user_id: str
    """The bot as a user: what stands in a mention of it."""
    name: str = "nemorl-status"
    """How it is called there, to be invited."""


async def identity(client: AsyncWebClient) -> Identity:
    """Who the token belongs to.

    Raises `UserError` when Slack refuses the token, and a `Fault` when Slack does not answer.
    """
    try:
        said = await called(client.auth_test)
    except SlackRefused as error:
        if error.code not in _TOKEN_ERRORS:
            raise
        raise UserError(
            f"Slack refuses SLACK_BOT_TOKEN ({error.code}).",
            advice="Take the Bot User OAuth Token (xoxb-…) from “OAuth & Permissions” of the app.",
        ) from None
    return Identity(
        team_id=str(said.get("team_id", "")),
        bot_id=str(said.get("bot_id", "")),
        user_id=str(said.get("user_id", "")),
        name=str(said.get("user") or "nemorl-status"),
    )
