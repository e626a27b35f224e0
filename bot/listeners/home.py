"""The App Home: published whenever somebody opens it.

https://docs.slack.dev/reference/events/app_home_opened
"""

from typing import Any

from slack_bolt.async_app import AsyncAck, AsyncApp

from bot.listeners.payloads import Body, claim_key, text_at
from bot.listeners.reception import Reception, Visit
from bot.listeners.view_places import Home


def listen(app: AsyncApp, reception: Reception) -> None:
    """Listen to the Home tab being opened."""

    @app.event("app_home_opened", matchers=[is_home_tab])
    async def on_home(ack: AsyncAck, body: dict[str, Any], event: dict[str, Any]) -> None:
        await ack()
        user, view_hash = text_at(event, "user"), text_at(event, "view", "hash")
        home = Home(reception.client, user=user, view_hash=view_hash)
        reception.receive_home(home_visit(body, event), home)


async def is_home_tab(event: dict[str, Any]) -> bool:
    """The event comes for the messages tab too."""
    return text_at(event, "tab") == "home"


def home_visit(body: Body, event: Body) -> Visit:
    """Who opened it."""
    return Visit(key=claim_key(body), user=text_at(event, "user"))
