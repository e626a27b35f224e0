"""Looks for a message in a channel's history, or in a thread, by its mark."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from slack_sdk.web.async_client import AsyncWebClient

from bot.delivery.marks import is_marked
from bot.delivery.replies import Done, Doubtful, NoAnswer, Refused, asked

CLOCKS_DIFFER_BY: Final = timedelta(minutes=10)
"""At most, Slack's and ours: so much earlier than it was begun a message may seem to stand."""

PAGE: Final = 200
"""Slack advises no more: https://docs.slack.dev/reference/methods/conversations.history"""

MOST_PAGES: Final = 25
"""A channel with more messages within minutes cannot be searched."""

TOO_LONG: Final = "history_too_long"
"""Our own code, beside Slack's."""


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
