"""The boundary with Slack's Web API: our calls in, our exceptions out."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import aiohttp
from slack_sdk.errors import SlackApiError, SlackClientError

from bot.errors import Fault

_ADVICE = {
    "missing_scope": "The app lacks a permission: install it again with the manifest.",
    "not_in_channel": "Invite the bot to the channel.",
    "channel_not_found": "Invite the bot to the channel.",
    "ratelimited": "Ask again in a minute.",
    "expired_trigger_id": "That took too long: press again.",
    "exchanged_trigger_id": "That took too long: press again.",
}


class SlackRefused(Fault):
    """Slack answered, and did not do it (`code`: its word for why)."""

    def __init__(self, method: str, code: str) -> None:
        """Keep the code."""
        super().__init__(f"Slack refused {method}: {code}.", advice=_ADVICE.get(code, ""))
        self.code = code


class SlackUncertain(Fault):
    """Slack did not answer, and may have done it or not."""

    def __init__(self, method: str) -> None:
        """Name what was called."""
        super().__init__(f"Slack did not answer to {method}.", advice="Ask again in a minute.")


async def called(method: Callable[..., Awaitable[Any]], **arguments: object) -> Mapping[str, Any]:
    """What this method of Slack's client answers. Raises `SlackRefused` or `SlackUncertain`.

    What Slack said may hold what somebody wrote, so that it is neither kept nor chained.
    """
    name = getattr(method, "__name__", "a call").replace("_", ".", 1)
    try:
        response = await method(**arguments)
    except SlackApiError as error:
        code = _code(error.response)
        raise (SlackUncertain(name) if code is None else SlackRefused(name, code)) from None
    except (SlackClientError, aiohttp.ClientError, TimeoutError, OSError):
        raise SlackUncertain(name) from None
    return response.data if isinstance(response.data, Mapping) else {}


def _code(response: Any) -> str | None:
    """Slack's word; `None` where it did not say one, as with a page instead of an answer."""
    data = getattr(response, "data", None)
    code = data.get("error") if isinstance(data, Mapping) else None
    if getattr(response, "status_code", 200) == 429:
        return "ratelimited"
    return code if isinstance(code, str) and code else None
