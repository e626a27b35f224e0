"""What the page is answered to something that was done."""

from collections.abc import Mapping

from bot.demo.slack import JsonObject


def done() -> JsonObject:
    """It was done."""
    return {"ok": True}


def not_done(
    says: str, *, error: str | None = None, errors: Mapping[str, str] | None = None
) -> JsonObject:
    """It was not, and why.

    `error`: Slack's word for it; `None`: Slack has none. `errors`: what stands below the fields of
    a form, by block.
    """
    return {"ok": False, "error": error, "says": says, "errors": dict(errors or {})}
