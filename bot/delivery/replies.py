"""One call of Slack's Web API, and what can be concluded from how it ended."""

import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import aiohttp
from slack_sdk.errors import SlackApiError, SlackClientError

USUAL_WAIT_SECONDS: Final = 10.0
"""Where Slack asks to wait and does not say for how long."""

_UNCERTAIN = frozenset({"fatal_error", "internal_error", "service_unavailable", "request_timeout"})
"""These may have succeeded in part: https://docs.slack.dev/reference/methods/chat.postMessage"""

RATE_LIMITED: Final = "ratelimited"

_TOO_FAST = frozenset({RATE_LIMITED, "rate_limited"})

_NOT_CONNECTED = (aiohttp.ClientConnectorError, aiohttp.ClientHttpProxyError, aiohttp.InvalidURL)
"""No host of that name, no connection, no certificate: nothing was sent yet."""

NO_ANSWER = (
    SlackClientError,
    aiohttp.ClientError,
    TimeoutError,
    OSError,
    # The SDK trips over answers of another form: a list, a text, a charset that nobody knows.
    ValueError,
    LookupError,
    TypeError,
    AttributeError,
)
"""What the SDK raises where no answer came that it can read."""

_POINTER = re.compile(r"\[json-pointer:(/[\w/]{0,100})\]")
_WORD = re.compile(r"[\w:.,-]{1,100}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Done:
    """Slack did it."""

    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Refused:
    """Slack did not do it, for this reason (`code`)."""

    code: str
    needed: str = ""
    """The scope that is missing."""
    pointers: tuple[str, ...] = ()
    """Which parts of the message it is about."""


@dataclass(frozen=True, slots=True)
class Later:
    """Slack did not do it, and asks to come back after so many seconds."""

    seconds: float


@dataclass(frozen=True, slots=True)
class NotSent:
    """Slack was not reached."""


@dataclass(frozen=True, slots=True)
class Doubtful:
    """Slack may have done it or not."""


NoAnswer = Later | NotSent | Doubtful

Reply = Done | Refused | NoAnswer


async def asked(method: Callable[..., Awaitable[Any]], **arguments: object) -> Reply:
    """Call this method of Slack's client, once, and say how it ended. Raises nothing of Slack's.

    What Slack said may hold what somebody wrote, so that only words of its own are kept.
    """
    try:
        response = await method(**arguments)
    except SlackApiError as error:
        return _refusal(error.response)
    except _NOT_CONNECTED:
        return NotSent()
    except NO_ANSWER:
        return Doubtful()
    return Done(response.data) if isinstance(response.data, Mapping) else Doubtful()


def _refusal(response: Any) -> Reply:
    # Where the body could not be read, the SDK hands on aiohttp's response instead of its own.
    status = int(getattr(response, "status_code", 0) or getattr(response, "status", 0))
    data = getattr(response, "data", None)
    said = data if isinstance(data, Mapping) else {}
    code = said.get("error")
    if status == 429 or code in _TOO_FAST:
        return Later(_wait_seconds(response))
    if status >= 500 or not isinstance(code, str) or code in _UNCERTAIN:
        return Doubtful()
    return Refused(_word(code) or "unknown", _word(said.get("needed")), _pointers(said))


def _wait_seconds(response: Any) -> float:
    text = str((getattr(response, "headers", None) or {}).get("Retry-After", ""))
    is_number = text.isascii() and text.isdecimal() and len(text) < 7
    return float(max(1, int(text))) if is_number else USUAL_WAIT_SECONDS


def _word(value: object) -> str:
    return value if isinstance(value, str) and _WORD.fullmatch(value) else ""


def _pointers(said: Mapping[str, Any]) -> tuple[str, ...]:
    metadata = said.get("response_metadata")
    lines = metadata.get("messages") if isinstance(metadata, Mapping) else None
    if not isinstance(lines, list):
        return ()
    return tuple(found for line in lines[:20] for found in _POINTER.findall(str(line)))
