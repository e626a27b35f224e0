"""The app's request URL: signed posts to it. https://docs.slack.dev/apis/events-api"""

import asyncio
import hashlib
import hmac
import json
import time
from collections.abc import Mapping
from urllib.parse import urlencode

import aiohttp

from bot.demo.slack.delivery import Parcel, Timing
from bot.demo.slack.outcomes import Receipt
from bot.demo.slack.refusals import JsonObject, Misuse

FORM = "application/x-www-form-urlencoded"


def signed_headers(
    body: bytes, *, secret: str, content_type: str = FORM, timestamp: int | None = None
) -> dict[str, str]:
    """The headers that prove a request to be Slack's; `timestamp` defaults to this second.

    https://docs.slack.dev/authentication/verifying-requests-from-slack
    """
    stamp = str(int(time.time()) if timestamp is None else timestamp)
    digest = hmac.new(secret.encode(), f"v0:{stamp}:".encode() + body, hashlib.sha256)
    return {
        "Content-Type": content_type,
        "User-Agent": "Slackbot 1.0 (+https://api.slack.com/robots)",
        "X-Slack-Request-Timestamp": stamp,
        "X-Slack-Signature": f"v0={digest.hexdigest()}",
    }


class HttpDoor:
    """Posts parcels to the app's request URL."""

    def __init__(self, secret: str, timing: Timing) -> None:
        """Sign with this secret; the URL comes with `connect`."""
        self._secret = secret
        self._timing = timing
        self._url: str | None = None
        self._session: aiohttp.ClientSession | None = None

    def connect(self, url: str) -> None:
        """Post to this URL from now on."""
        self._url = url

    async def carry(self, parcel: Parcel, *, attempt: int, reason: str) -> Receipt:
        """Post the parcel; any 2xx in time acknowledges it."""
        body, content_type = encoded(parcel)
        headers = signed_headers(body, secret=self._secret, content_type=content_type)
        if attempt:
            headers |= {"X-Slack-Retry-Num": str(attempt), "X-Slack-Retry-Reason": reason}
        return await self.send(body, headers)

    async def send(self, body: bytes, headers: Mapping[str, str]) -> Receipt:
        """Post raw bytes with raw headers, as a stranger might, and read the answer."""
        if self._url is None:
            raise Misuse("the app's URL is not known: call connect_http first")
        loop = asyncio.get_running_loop()
        started = loop.time()
        timeout = aiohttp.ClientTimeout(total=self._timing.ack_seconds)
        try:
            async with self._open_session().post(
                self._url, data=body, headers=headers, timeout=timeout, allow_redirects=False
            ) as response:
                raw = await response.read()
                seconds = loop.time() - started
                return _receipt(response, raw, seconds)
        except TimeoutError:
            return Receipt(error="operation_timeout", seconds=loop.time() - started)
        except aiohttp.ClientError:
            return Receipt(error="dispatch_failed", seconds=loop.time() - started)

    async def close(self) -> None:
        """Close the connections."""
        if self._session is not None:
            await self._session.close()

    def _open_session(self) -> aiohttp.ClientSession:
        if self._session is None:
            self._session = aiohttp.ClientSession()
        return self._session


def encoded(parcel: Parcel) -> tuple[bytes, str]:
    """The body and its content type: a form for commands and interactions, JSON for events."""
    if parcel.kind == "slash_commands":
        return urlencode(parcel.payload).encode(), FORM
    if parcel.kind == "interactive":
        return urlencode({"payload": json.dumps(parcel.payload)}).encode(), FORM
    return json.dumps(parcel.payload).encode(), "application/json"


def _receipt(response: aiohttp.ClientResponse, raw: bytes, seconds: float) -> Receipt:
    error = None
    if not 200 <= response.status < 300:
        error = "http_client_error" if response.status < 500 else "http_service_error"
    return Receipt(
        error=error,
        body={} if error else _answer(response.content_type, raw),
        seconds=seconds,
        status=response.status,
        no_retry=response.headers.get("X-Slack-No-Retry") == "1",
    )


def _answer(content_type: str, raw: bytes) -> JsonObject:
    if not raw:
        return {}
    if content_type == "application/json":
        answer = json.loads(raw)
        return answer if isinstance(answer, dict) else {}
    return {"text": raw.decode()}
