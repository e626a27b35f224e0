"""Acting without a bot, and what is answered to it."""

from typing import Any

from bot.demo.playground.acts import act
from bot.demo.playground.stage import Stage

Json = dict[str, Any]


async def told(stage: Stage, **body: Any) -> Json:
    """The answer to what the owner does, unless `as` is told."""
    return await act(stage, {"as": stage.cast.owner.id, **body})


def refused(says: str, error: str | None = None) -> Json:
    """The answer to what cannot be done."""
    return {"ok": False, "error": error, "says": says, "errors": {}}
