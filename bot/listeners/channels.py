"""Channels that Slack gives another id, as when they become shared: their settings go along.

https://docs.slack.dev/reference/events/channel_id_changed
"""

from typing import Any

import structlog
from slack_bolt.async_app import AsyncAck, AsyncApp

from bot.errors import StoreFault
from bot.listeners.office import Office, stored
from bot.listeners.payloads import text_at

_log = structlog.get_logger(__name__)


def listen(app: AsyncApp, office: Office) -> None:
    """Listen to channels' new ids."""

    @app.event("channel_id_changed")
    async def on_new_id(ack: AsyncAck, event: dict[str, Any]) -> None:
        await ack()
        old, new = text_at(event, "old_channel_id"), text_at(event, "new_channel_id")
        office.settling.begin(move(office, old, new))


async def move(office: Office, old: str, new: str) -> None:
    """Digests and the default tracker of the old id are the new one's."""
    if not old or not new:
        return
    try:
        await stored(office.changing.stores.subscriptions.move_channel(old, new))
    except StoreFault as fault:
        _log.warning("What a channel has set could not follow its new id", because=str(fault))
