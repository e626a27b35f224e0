"""Bolt's error listener: what nobody listens to, and what failed before a listener was reached.

What fails after the acknowledgement ends in `underway`.
"""

import traceback
from typing import Any

import structlog
from slack_bolt import BoltResponse
from slack_bolt.async_app import AsyncApp
from slack_bolt.error import BoltUnhandledRequestError

from bot.insight import request
from bot.listeners.payloads import Body, first_action, text_at
from bot.listeners.slack_rules import SlackRules

MOST_KINDS = 200
"""Kinds that are remembered as logged; ids come from outside."""

_LONGEST_NAME = 80

_log = structlog.get_logger(__name__)


def listen(app: AsyncApp, rules: SlackRules) -> None:
    """Acknowledge what nobody handles, and log each kind of it once."""
    logged: set[str] = set()

    @app.error
    async def on_error(error: Exception, body: dict[str, Any]) -> BoltResponse | None:
        if not isinstance(error, BoltUnhandledRequestError):
            log_failure(error)
            return None
        kind = kind_of(body)
        if kind not in logged and len(logged) < MOST_KINDS:
            logged.add(kind)
            _log.warning("Nobody listens to this; it was acknowledged", kind=kind)
        return acknowledged(body, rules)


def log_failure(error: Exception) -> None:
    """Its kind and place; its message may hold what somebody wrote."""
    where = "".join(traceback.format_tb(error.__traceback__))
    kind, reference = type(error).__name__, request.reference()
    _log.error("A request from Slack failed", kind=kind, reference=reference, where=where)


def kind_of(body: Body) -> str:
    """What it is, in ids that an app or Slack gave, never in what somebody wrote."""
    names = (
        text_at(body, "event", "type") or text_at(body, "type"),
        text_at(body, "event", "subtype"),
        text_at(body, "command"),
        text_at(first_action(body), "action_id") or text_at(body, "action_id"),
        text_at(body, "callback_id") or text_at(body, "view", "callback_id"),
    )
    return " ".join(name[:_LONGEST_NAME] for name in names if name) or "unknown"


def acknowledged(body: Body, rules: SlackRules) -> BoltResponse:
    """The answer that does no harm for each kind."""
    if text_at(body, "command"):
        text = f"This bot answers to {rules.command}."
        return BoltResponse(status=200, body={"response_type": "ephemeral", "text": text})
    if text_at(body, "type") == "block_suggestion":
        return BoltResponse(status=200, body={"options": []})
    return BoltResponse(status=200, body="")
