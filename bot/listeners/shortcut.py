"""The message shortcut "Where is this tracked?": answered to the person who picked it, alone.

https://docs.slack.dev/interactivity/implementing-shortcuts
"""

from typing import Any, Final

from slack_bolt.async_app import AsyncAck, AsyncApp

from bot.listeners.payloads import Body, claim_key, mapping_at, text_at
from bot.listeners.places import Aside
from bot.listeners.reception import Reception, Visit
from bot.listeners.typed import refs_named

WHERE_TRACKED: Final = "where_tracked"
"""The shortcut's callback id, in the manifest too."""


def listen(app: AsyncApp, reception: Reception) -> None:
    """Listen to the shortcut."""

    @app.shortcut({"type": "message_action", "callback_id": WHERE_TRACKED})
    async def on_shortcut(ack: AsyncAck, body: dict[str, Any]) -> None:
        await ack()
        visit = shortcut_visit(body)
        url = text_at(body, "response_url")
        spot = reception.spot(user=visit.user, channel=visit.channel, url=url)
        refs, more = refs_named(mapping_at(body, "message"))
        reception.receive_tracked(visit, Aside(spot), refs=refs, more=more)


def shortcut_visit(body: Body) -> Visit:
    """Who picked it, and where."""
    return Visit(
        key=claim_key(body),
        user=text_at(body, "user", "id"),
        channel=text_at(body, "channel", "id"),
    )
