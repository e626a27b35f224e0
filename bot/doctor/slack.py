"""Slack's tokens: whose they are, and whether Slack takes them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final, Protocol

from bot.delivery.replies import Later
from bot.doctor.check import Check, right, warning, wrong
from bot.doctor.slack_asking import Told

BOT_NAME: Final = "Slack token"
SOCKET_NAME: Final = "Slack app token"
SIGNING_NAME: Final = "Slack signing secret"

_BOT_ADVICE: Final = (
    "Take the Bot User OAuth Token (xoxb-…) from “OAuth & Permissions” of the app: SLACK_BOT_TOKEN."
)
_APP_ADVICE: Final = (
    "Make an App-Level Token (xapp-…) with the scope connections:write under “Basic Information”"
    " of the app: SLACK_APP_TOKEN."
)
_REACH: Final = (
    "See whether this machine can reach slack.com and trusts its certificate (SSL_CERT_FILE), then"
    " ask again."
)
_WAIT: Final = "Ask again in some minutes; something else may use this token."


class AsksWho(Protocol):
    """Slack, as far as tokens go."""

    async def who(self) -> Told:
        """Whose token it is."""
        ...

    async def socket(self, app_token: str) -> Told:
        """Whether a websocket may be opened."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What Slack said of the bot's token."""

    checks: tuple[Check, ...]
    told: Told | None = None
    """`None`: there is no token."""
    clock_off: timedelta | None = None
    """So far our clock is ahead of Slack's; `None`: it did not say."""

    @property
    def is_right(self) -> bool:
        """The bot can ask Slack."""
        return bool(self.told is not None and self.told.data.get("bot_id"))

    @property
    def team_id(self) -> str:
        """The workspace."""
        return str(self.told.data.get("team_id", "")) if self.told is not None else ""

    @property
    def bot_name(self) -> str:
        """How it is called there."""
        return str(self.told.data.get("user") or "nemorl-status") if self.told else "nemorl-status"


async def bot_known(slack: AsksWho | None, now: Callable[[], datetime]) -> Known:
    """Whose the bot's token is; `slack` is `None` where there is none, which is said elsewhere."""
    if slack is None:
        return Known(checks=())
    told = await slack.who()
    off = None if told.at is None else now() - told.at
    return Known(checks=(_bot_check(told),), told=told, clock_off=off)


def _bot_check(told: Told) -> Check:
    if told.no_answer:
        return _unanswered(BOT_NAME, told)
    if told.refusal:
        advice = _BOT_ADVICE if told.is_about_token else _REACH
        return wrong(BOT_NAME, f"Slack refuses SLACK_BOT_TOKEN ({told.refusal}).", advice)
    if not told.data.get("bot_id"):
        return wrong(BOT_NAME, "SLACK_BOT_TOKEN belongs to a person and not to a bot.", _BOT_ADVICE)
    return right(BOT_NAME, f"The bot is @{_word(told.data, 'user')} in {_word(told.data, 'team')}.")


async def transport_check(slack: AsksWho, app_token: str) -> Check:
    """Whether questions can come; `app_token` is empty in HTTP mode."""
    if not app_token:
        return warning(
            SIGNING_NAME,
            "HTTP mode: whether SLACK_SIGNING_SECRET is right shows with Slack's first request.",
            "Start the bot, and press Retry on the app's page, Event Subscriptions.",
        )
    told = await slack.socket(app_token)
    if told.no_answer:
        return _unanswered(SOCKET_NAME, told)
    if told.refusal:
        return wrong(SOCKET_NAME, f"Slack refuses SLACK_APP_TOKEN ({told.refusal}).", _APP_ADVICE)
    return right(SOCKET_NAME, "Socket Mode: a websocket may be opened.")


def _unanswered(name: str, told: Told) -> Check:
    advice = _WAIT if isinstance(told.reply, Later) else _REACH
    return wrong(name, f"{told.no_answer}.", advice)


def _word(data: Mapping[str, Any], key: str) -> str:
    return str(data.get(key) or "Slack")[:80]
