"""A message to the bot in their direct conversation: the same grammar, without a command.

https://docs.slack.dev/reference/events/message.im
"""

from typing import Any, Final

from slack_bolt.async_app import AsyncAck, AsyncApp

from bot.listeners.access import Sight
from bot.listeners.identity import Identity
from bot.listeners.payloads import Body, claim_key, text_at
from bot.listeners.places import Posted
from bot.listeners.reception import Reception, Visit
from bot.listeners.typed import question_text

WRITTEN: Final = ("", "file_share", "thread_broadcast", "me_message")
"""Subtypes of messages that somebody wrote: with a file, from a thread to all, with `/me`.
https://docs.slack.dev/reference/events/message"""


def listen(app: AsyncApp, reception: Reception, identity: Identity) -> None:
    """Listen to what people write in direct conversations."""

    @app.event("message", matchers=[is_a_question])
    async def on_message(ack: AsyncAck, body: dict[str, Any], event: dict[str, Any]) -> None:
        await ack()
        user, channel = text_at(event, "user"), text_at(event, "channel")
        spot = reception.spot(user=user, channel=channel, thread_ts=text_at(event, "thread_ts"))
        reception.receive(message_visit(body, event, bot=identity.user_id), Posted(spot))


async def is_a_question(event: dict[str, Any]) -> bool:
    """Written by a person, in a direct conversation; a changed or deleted message is none."""
    is_direct = text_at(event, "channel_type") == "im"
    subtype = text_at(event, "subtype")
    # A file without a word asks nothing.
    asks = subtype in WRITTEN and (not subtype or bool(text_at(event, "text").strip()))
    is_written = bool(text_at(event, "user")) and asks
    return is_direct and is_written and not text_at(event, "bot_id")


def message_visit(body: Body, event: Body, *, bot: str) -> Visit:
    """What was asked; a mention of the bot is not needed here and does no harm."""
    return Visit(
        key=claim_key(body),
        user=text_at(event, "user"),
        channel=text_at(event, "channel"),
        text=question_text(text_at(event, "text"), bot=bot),
        sight=Sight.DIRECT,
    )
