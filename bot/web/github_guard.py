"""Is this request GitHub's, and what is it about? Pure.

https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries
"""

import hashlib
import hmac
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from bot.web.github_notice import Notice, Payload, notice_of

SIGNATURE: Final = "X-Hub-Signature-256"
EVENT: Final = "X-GitHub-Event"
DELIVERY: Final = "X-GitHub-Delivery"

MOST_BYTES = 2 * 1024 * 1024
"""Of a body. GitHub sends up to 25 MB, but only of pushes and the like, which are not asked for:
a comment's event holds three texts of 65,536 characters, the issue's, its own and the one before,
and everything around them is short."""

_SIGNATURE = re.compile(r"sha256=[0-9a-f]{64}", re.ASCII)
_EVENT = re.compile(r"[a-z_]{1,64}", re.ASCII)
_DELIVERY = re.compile(r"[0-9A-Za-z-]{1,64}", re.ASCII)


class Refusal(IntEnum):
    """Why is this not taken? The value is the HTTP status."""

    MALFORMED = 400
    NOT_SIGNED = 401
    NO_JSON = 415


@dataclass(frozen=True, slots=True, kw_only=True)
class Webhook:
    """What GitHub told."""

    delivery_id: str
    """The same when it is sent again. It is not signed."""
    fingerprint: str
    """Of the signed body: the same under whatever id it is sent."""
    notice: Notice


def may_be_signed(headers: Mapping[str, str]) -> bool:
    """Whether it is worth reading the body: it says that it is signed."""
    return _SIGNATURE.fullmatch(headers.get(SIGNATURE, "")) is not None


def webhook(raw: bytes, headers: Mapping[str, str], *, secret: str) -> Webhook | Refusal:
    """What this request tells, or why it is not taken.

    The signature is checked first, so that nothing of a stranger's is parsed, and a stranger learns
    nothing but that.
    """
    if not may_be_signed(headers) or not _is_signed(raw, headers[SIGNATURE], secret=secret):
        return Refusal.NOT_SIGNED
    if headers.get("Content-Type", "").partition(";")[0].strip().lower() != "application/json":
        return Refusal.NO_JSON
    event, delivery_id = headers.get(EVENT, ""), headers.get(DELIVERY, "")
    if not _EVENT.fullmatch(event) or not _DELIVERY.fullmatch(delivery_id):
        return Refusal.MALFORMED
    payload = _object(raw)
    notice = None if payload is None else notice_of(event, payload)
    if notice is None:
        return Refusal.MALFORMED
    return Webhook(
        delivery_id=delivery_id, fingerprint=hashlib.sha256(raw).hexdigest(), notice=notice
    )


def _is_signed(raw: bytes, signature: str, *, secret: str) -> bool:
    right = hmac.new(secret.encode(), raw, hashlib.sha256).hexdigest()
    return hmac.compare_digest(f"sha256={right}", signature)


def _object(raw: bytes) -> Payload | None:
    try:
        found = json.loads(raw.decode("utf-8"))
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None
