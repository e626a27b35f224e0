"""The boundary with Slack's Web API: our calls in, our exceptions out."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final, assert_never

from slack_sdk.http_retry import HttpRequest, HttpResponse, RetryState
from slack_sdk.http_retry.builtin_async_handlers import AsyncRateLimitErrorRetryHandler

from bot.delivery.replies import (
    RATE_LIMITED,
    Done,
    Doubtful,
    Later,
    NotSent,
    Refused,
    asked,
)
from bot.errors import Fault

LONGEST_WAIT_SECONDS: Final = 60
"""Nobody waits longer for an answer, and a `response_url` lives for thirty minutes."""

_ADVICE = {
    "missing_scope": "The app lacks a permission: install it again with the manifest.",
    "not_in_channel": "Invite the bot to the channel.",
    "channel_not_found": "Invite the bot to the channel.",
    RATE_LIMITED: "Ask again in a minute.",
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


class WaitsOnce(AsyncRateLimitErrorRetryHandler):
    """Repeats a call once when Slack asks to wait, and not for long.

    The SDK's own waits for whatever it is told, and fails where that is no number.
    """

    async def _can_retry_async(
        self,
        *,
        state: RetryState,
        request: HttpRequest,
        response: HttpResponse | None = None,
        error: Exception | None = None,
    ) -> bool:
        is_asked = await super()._can_retry_async(
            state=state, request=request, response=response, error=error
        )
        return is_asked and response is not None and _is_soon(response)


def _is_soon(response: HttpResponse) -> bool:
    said = [v for k, v in response.headers.items() if k.lower() == "retry-after"]
    seconds = said[0][0] if said and said[0] else "1"
    is_number = seconds.isascii() and seconds.isdecimal() and len(seconds) < 7
    return is_number and int(seconds) <= LONGEST_WAIT_SECONDS


async def called(method: Callable[..., Awaitable[Any]], **arguments: object) -> Mapping[str, Any]:
    """What this method of Slack's client answers. Raises `SlackRefused` or `SlackUncertain`.

    What Slack said may hold what somebody wrote, so that it is neither kept nor chained.
    """
    name = getattr(method, "__name__", "a call").replace("_", ".")
    reply = await asked(method, **arguments)
    match reply:
        case Done():
            return reply.data
        case Refused():
            raise SlackRefused(name, reply.code)
        case Later():
            raise SlackRefused(name, RATE_LIMITED)
        case NotSent() | Doubtful():
            raise SlackUncertain(name)
        case _:
            assert_never(reply)
