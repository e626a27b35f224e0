"""The mark that a message carries in Slack, so that it can be found again.

https://docs.slack.dev/messaging/message-metadata
"""

import hashlib
from collections.abc import Mapping
from typing import Any, Final

EVENT_TYPE: Final = "nemorl_status_message"

_DIGITS = 40
"""Of the hash, in hexadecimal: 160 bits."""


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
