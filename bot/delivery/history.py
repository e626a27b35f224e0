"""The mark that a message carries in Slack, and how a channel's history is searched for it.

https://docs.slack.dev/messaging/message-metadata
"""

import hashlib
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from slack_sdk.web.async_client import AsyncWebClient

from bot.delivery.replies import Done, Doubtful, NoAnswer, Refused, asked

EVENT_TYPE: Final = "nemorl_status_message"

_DIGITS = 40
"""Of the hash, in hexadecimal: 160 bits."""

CLOCKS_DIFFER_BY: Final = timedelta(minutes=10)
"""At most, Slack's and ours: so much earlier than it was begun a message may seem to stand."""

PAGE: Final = 200
"""Slack advises no more: https://docs.slack.dev/reference/methods/conversations.history"""

MOST_PAGES: Final = 25
"""A channel with more messages within minutes cannot be searched."""

TOO_LONG: Final = "history_too_long"
"""Our own code, beside Slack's."""


def mark(key: str) -> dict[str, Any]:
    """The metadata of the message with this key.

    Everybody in the workspace can read metadata, and keys name people: so it is only a hash.
    """
    return {"event_type": EVENT_TYPE, "event_payload": {"key": _hash(key)}}


def is_marked(message: object, key: str) -> bool:
    """Whether this message of a channel's history is the one with this key."""
    metadata = message.get("metadata") if isinstance(message, Mapping) else None
    if not isinstance(metadata, Mapping) or metadata.get("event_type") != EVENT_TYPE:
        return False
    payload = metadata.get("event_payload")
    return isinstance(payload, Mapping) and payload.get("key") == _hash(key)


def _hash(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()[:_DIGITS]


@dataclass(frozen=True, slots=True)
class Looked:
    """The history was read: the message's `ts`; `None`: it is not there."""

    ts: str | None


Sighting = Looked | Refused | NoAnswer


async def look_up(
    client: AsyncWebClient, key: str, *, channel: str, thread_ts: str | None, begun_at: datetime
) -> Sighting:
    """Where the message with this key stands, or why that cannot be seen now."""
    where: dict[str, Any] = {
        "channel": channel,
        "oldest": f"{(begun_at - CLOCKS_DIFFER_BY).timestamp():.6f}",
        "include_all_metadata": True,
        "limit": PAGE,
    }
    method: Callable[..., Awaitable[Any]] = client.conversations_history
    if thread_ts is not None:
        method, where["ts"] = client.conversations_replies, thread_ts
    cursor = ""
    for _ in range(MOST_PAGES):
        reply = await asked(method, **where, **({"cursor": cursor} if cursor else {}))
        if not isinstance(reply, Done):
            return reply
        messages = reply.data.get("messages")
        if not isinstance(messages, list):
            return Doubtful()
        for message in messages:
            if is_marked(message, key) and isinstance(message.get("ts"), str):
                return Looked(message["ts"])
        cursor = _next_cursor(reply.data)
        if not cursor:
            return Doubtful() if reply.data.get("has_more") is True else Looked(None)
    return Refused(TOO_LONG)


def _next_cursor(data: Mapping[str, Any]) -> str:
    metadata = data.get("response_metadata")
    cursor = metadata.get("next_cursor") if isinstance(metadata, Mapping) else None
    return cursor if isinstance(cursor, str) else ""
