"""What Slack delivers, read: the few fields that we need, empty where they are missing."""

from collections.abc import Mapping
from typing import Any, TypeAlias

Body: TypeAlias = Mapping[str, Any]
"""The body of a request, as Bolt parsed it."""


def text_at(body: Body, *path: str) -> str:
    """The text at this place; empty when there is none."""
    value: object = body
    for key in path:
        value = value.get(key) if isinstance(value, Mapping) else None
    return value if isinstance(value, str) else ""


def mapping_at(body: Body, *path: str) -> Body:
    """The object at this place; empty when there is none."""
    value: object = body
    for key in path:
        value = value.get(key) if isinstance(value, Mapping) else None
    return value if isinstance(value, Mapping) else {}


def flag_at(body: Body, *path: str) -> bool:
    """Whether there is a true value at this place."""
    *parents, last = path
    return mapping_at(body, *parents).get(last) is True


def first_action(body: Body) -> Body:
    """The pressed button."""
    actions = body.get("actions")
    first = actions[0] if isinstance(actions, list) and actions else None
    return first if isinstance(first, Mapping) else {}


def claim_key(body: Body) -> str:
    """What is the same in every delivery of the same thing, and only there; empty: nothing is."""
    for kind, value in (
        ("event", text_at(body, "event_id")),
        ("trigger", text_at(body, "trigger_id")),
        ("action", text_at(first_action(body), "action_ts") or text_at(body, "action_ts")),
    ):
        if value:
            return f"slack:{kind}:{value}"
    return ""
