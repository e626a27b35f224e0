"""The guard in front of Bolt: is this request Slack's, and what does it say? Pure.

Plain Bolt answers malformed requests with 500 and a stack trace, logs the body where the signature
is wrong, and takes a command whose text has the word "payload" in it for an empty one. Here every
request is checked and read once, and Bolt is handed what it says.

https://docs.slack.dev/authentication/verifying-requests-from-slack
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Final, TypeAlias
from urllib.parse import parse_qsl

from slack_sdk.signature import Clock, SignatureVerifier

TIMESTAMP: Final = "X-Slack-Request-Timestamp"
SIGNATURE: Final = "X-Slack-Signature"

MOST_BYTES = 1024 * 1024
"""Of a body. The largest that Slack sends is a form with a view of 250 KB in it, which its encoding
makes three times as long."""

MOST_DEPTH = 100
"""How deep a payload may nest; blocks in a message in a view make about twenty."""

_MOST_FIELDS = 100
"""Of a form; a command has some fifteen."""

_LONGEST_PROBE = 1_000
"""Bytes of the unsigned probe of a certificate: `ssl_check=1` and a token."""

_SECONDS_SINCE_1970 = re.compile(r"[0-9]{1,12}", re.ASCII)

Body: TypeAlias = dict[str, Any]


class Refusal(IntEnum):
    """Why is this not taken? The value is the HTTP status."""

    MALFORMED = 400
    NOT_SIGNED = 401


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivery:
    """What Slack sent."""

    body: Body
    signature: str | None
    """The same for the very same request only; `None` for the probe of a certificate."""


class _Standing(Clock):
    """Slack's verifier asks a clock; this one shows the moment that it is told."""

    def __init__(self, now: float) -> None:
        self._now = now

    def now(self) -> float:
        return self._now


def delivery(
    raw: bytes, headers: Mapping[str, str], *, secret: str, now: float
) -> Delivery | Refusal:
    """What this request says, or why it is not taken; `now` in seconds since 1970.

    The signature is checked before the body is read, so that a stranger's is never parsed.
    """
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        return Refusal.MALFORMED
    if len(raw) <= _LONGEST_PROBE and _is_probe(text):
        return Delivery(body={"ssl_check": "1"}, signature=None)
    refusal = _signature_refusal(text, headers, secret=secret, now=now)
    if refusal is not None:
        return refusal
    body = _read(text, headers.get("Content-Type", ""))
    if body is None:
        return Refusal.MALFORMED
    return Delivery(body=body, signature=headers[SIGNATURE])


def _is_probe(text: str) -> bool:
    """https://docs.slack.dev/interactivity/implementing-slash-commands"""
    return ("ssl_check", "1") in parse_qsl(text) if "ssl_check" in text else False


def _signature_refusal(
    text: str, headers: Mapping[str, str], *, secret: str, now: float
) -> Refusal | None:
    timestamp, signature = headers.get(TIMESTAMP, ""), headers.get(SIGNATURE, "")
    # What is no number, or no ASCII, raises in the verifier.
    if not _SECONDS_SINCE_1970.fullmatch(timestamp) or not signature.isascii():
        return Refusal.MALFORMED
    verifier = SignatureVerifier(secret, clock=_Standing(now))
    return None if verifier.is_valid(text, timestamp, signature) else Refusal.NOT_SIGNED


def _read(text: str, content_type: str) -> Body | None:
    """The payload; `None` when there is none, or it is no object."""
    is_json = content_type.partition(";")[0].strip().lower() == "application/json"
    if is_json or text.startswith("{"):
        return _object(text)
    try:
        fields = dict(parse_qsl(text, keep_blank_values=True, max_num_fields=_MOST_FIELDS))
    except ValueError:
        return None
    payload = fields.get("payload")
    return (fields or None) if payload is None else _object(payload)


def _object(text: str) -> Body | None:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) and _is_shallow(found) else None


def _is_shallow(found: object) -> bool:
    """Whatever looks into it later may do so recursively."""
    level = [found]
    for _ in range(MOST_DEPTH):
        level = [inner for each in level for inner in _inside(each)]
        if not level:
            return True
    return False


def _inside(value: object) -> list[object]:
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []
