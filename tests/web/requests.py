"""Requests as Slack makes them, and as nobody should."""

import json
from typing import Any
from urllib.parse import urlencode

from bot.demo.slack.door_http import FORM, signed_headers

SECRET = "hunter2-signing-secret"
JSON = "application/json"

COMMAND: dict[str, Any] = {
    "command": "/nemorl-status",
    "text": "refit",
    "team_id": "T000000001",
    "user_id": "U000000001",
    "channel_id": "C000000001",
    "response_url": "https://hooks.slack.invalid/hunter2",
    "trigger_id": "1.2.hunter2",
}


def a_form(**fields: str) -> bytes:
    """A command's body."""
    return urlencode({**COMMAND, **fields}).encode()


def a_payload(payload: object) -> bytes:
    """An interaction's body."""
    text = payload if isinstance(payload, str) else json.dumps(payload)
    return urlencode({"payload": text}).encode()


def signed(
    raw: bytes, timestamp: int | None = None, /, *, content_type: str = FORM, **changed: str
) -> dict[str, str]:
    """Headers of Slack's; `changed` ones with `_` for `-`, an empty one left out."""
    headers = signed_headers(raw, secret=SECRET, content_type=content_type, timestamp=timestamp)
    changes = {name.replace("_", "-"): value for name, value in changed.items()}
    kept = {k: v for k, v in headers.items() if k.lower() not in {c.lower() for c in changes}}
    return kept | {k: v for k, v in changes.items() if v}
