"""The Bolt app, for both transports: made here, and given its listeners.

https://docs.slack.dev/tools/bolt-python
"""

import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from slack_bolt.async_app import AsyncApp
from slack_bolt.authorization import AuthorizeResult
from slack_sdk.web.async_client import AsyncWebClient

from bot.delivery.client import SlackClient
from bot.listeners import (
    buttons,
    channels,
    direct_messages,
    errors,
    forms,
    home,
    mentions,
    row_presses,
    shortcut,
    slash_command,
)
from bot.listeners.access import Access
from bot.listeners.claims import Claims
from bot.listeners.desk import Desk
from bot.listeners.errands import Errands
from bot.listeners.home_pictures import HomePictures
from bot.listeners.identity import Identity
from bot.listeners.receiving import OnAcknowledged, ReceivingApp
from bot.listeners.reception import Reception
from bot.listeners.repair import presses as repair_presses
from bot.listeners.slack_calls import WaitsOnce
from bot.listeners.slack_rules import SlackRules
from bot.listeners.underway import Underway

SLACK_URL: Final = "https://slack.com/api/"

TIMEOUT_SECONDS: Final = 15
"""For one call of Slack's Web API: answers take less than one."""

_READ_BY_BOLT = (
    "SLACK_BOT_TOKEN",
    "SLACK_SIGNING_SECRET",
    "SLACK_CLIENT_ID",
    "SLACK_CLIENT_SECRET",
    "SLACK_VERIFICATION_TOKEN",
)


def slack_client(token: str, *, url: str = SLACK_URL) -> SlackClient:
    """The client of Slack's Web API, here and in Bolt.

    It repeats a call when Slack asks to wait, and only then: the SDK's default repeats a post
    after a dropped connection, which may then stand there twice.
    """
    _quiet_logs()
    return SlackClient(
        token=token,
        base_url=url if url.endswith("/") else f"{url}/",
        timeout=TIMEOUT_SECONDS,
        retry_handlers=[WaitsOnce(max_retry_count=1)],
    )


def build_app(
    client: AsyncWebClient,
    *,
    identity: Identity,
    desk: Desk,
    access: Access,
    rules: SlackRules,
    underway: Underway,
    claims: Claims,
    signing_secret: str = "",
    errands: Errands | None = None,
    home_pictures: HomePictures | None = None,
    on_acknowledged: OnAcknowledged = lambda _seconds: None,
) -> AsyncApp:
    """The app with every listener. Without a signing secret it takes nothing over HTTP, and without
    errands nothing can be set; `home_pictures`: `None` where the App Home shows none."""
    app = _bolt(client, identity, signing_secret, on_acknowledged)
    reception = Reception(client, desk, access, underway, claims, errands, home_pictures)
    slash_command.listen(app, reception, rules)
    mentions.listen(app, reception, identity)
    direct_messages.listen(app, reception, identity)
    buttons.listen(app, reception)
    shortcut.listen(app, reception)
    home.listen(app, reception)
    if errands is not None:
        channels.listen(app, errands.office)
        forms.listen(app, reception, errands.office)
        row_presses.listen(app, reception, errands.office)
        repair_presses.listen(app, reception, errands.repairs)
    errors.listen(app, rules)
    return app


def _bolt(
    client: AsyncWebClient,
    identity: Identity,
    signing_secret: str,
    on_acknowledged: OnAcknowledged,
) -> AsyncApp:
    async def authorize() -> AuthorizeResult:
        """Known from the start: Bolt would ask Slack before it acknowledges the first request."""
        return AuthorizeResult(
            enterprise_id=None,
            team_id=identity.team_id,
            bot_id=identity.bot_id,
            bot_user_id=identity.user_id,
            bot_token=client.token,
        )

    with _unread_environment():
        return ReceivingApp(
            on_acknowledged=on_acknowledged,
            name="nemorl-status",
            logger=_quiet_logs(),
            client=client,
            authorize=authorize,
            signing_secret=signing_secret,
            request_verification_enabled=True,
            raise_error_for_unhandled_request=True,
        )


def _quiet_logs() -> logging.Logger:
    """Bolt's logger. Below these levels Bolt and the SDK log whole bodies, with their secrets."""
    logging.getLogger("slack_sdk").setLevel(logging.WARNING)
    logger = logging.getLogger("slack_bolt")
    logger.setLevel(logging.ERROR)
    return logger


@contextmanager
def _unread_environment() -> Iterator[None]:
    """Hide what Bolt reads by itself: a client id and secret would switch on its own OAuth."""
    hidden = {name: os.environ.pop(name) for name in _READ_BY_BOLT if name in os.environ}
    try:
        yield
    finally:
        os.environ.update(hidden)
