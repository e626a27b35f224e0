"""A mention of the bot in a channel: answered in its thread, for everybody there.

https://docs.slack.dev/reference/events/app_mention
"""

from typing import Any

from slack_bolt.async_app import AsyncAck, AsyncApp

from bot.listeners.access import Sight
from bot.listeners.identity import Identity
from bot.listeners.payloads import Body, claim_key, text_at
from bot.listeners.places import Posted
from bot.listeners.reception import Reception, Visit
from bot.listeners.typed import question_text


def listen(app: AsyncApp, reception: Reception, identity: Identity) -> None:
    """Listen to mentions by people."""

    @app.event("app_mention", matchers=[is_by_a_person])
    async def on_mention(ack: AsyncAck, body: dict[str, Any], event: dict[str, Any]) -> None:
        await ack()
        user, channel = text_at(event, "user"), text_at(event, "channel")
        thread_ts = text_at(event, "thread_ts") or text_at(event, "ts")
        spot = reception.spot(user=user, channel=channel, thread_ts=thread_ts)
        reception.receive(mention_visit(body, event, bot=identity.user_id), Posted(spot))


async def is_by_a_person(event: dict[str, Any]) -> bool:
    """Not by a bot or a workflow, and no news about a message."""
    return not text_at(event, "bot_id") and bool(text_at(event, "user"))


def mention_visit(body: Body, event: Body, *, bot: str) -> Visit:
    """What was asked beside the mention."""
    return Visit(
        key=claim_key(body),
        user=text_at(event, "user"),
        channel=text_at(event, "channel"),
        text=question_text(text_at(event, "text"), bot=bot),
        sight=Sight.CHANNEL,
    )
