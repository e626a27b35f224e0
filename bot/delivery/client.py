"""Clients of Slack's Web API that stay with Slack, and the one that posts what nobody asked for."""

import logging
from typing import Any, Final

from slack_sdk.web.async_client import AsyncWebClient

SLACK_URL: Final = "https://slack.com/api/"

CALL_SECONDS: Final = 30
"""For one call, connecting included: after that nobody knows whether Slack did it."""


class SlackClient(AsyncWebClient):
    """Follows no redirect: Slack answers where it is asked.

    The SDK goes wherever an answer sends it, and takes the message along.
    """

    async def _request(
        self, *, http_verb: str, api_url: str, req_args: dict[str, Any]
    ) -> dict[str, Any]:
        stays = {**req_args, "allow_redirects": False}
        return await super()._request(http_verb=http_verb, api_url=api_url, req_args=stays)


def delivery_client(
    token: str, *, url: str = SLACK_URL, call_seconds: int = CALL_SECONDS
) -> SlackClient:
    """A client that never repeats a call by itself: what to repeat is for `Delivery` to decide.

    The SDK's default repeats a post after a dropped connection, which may then stand there twice.
    """
    # Below this level the SDK logs whole bodies.
    logger = logging.getLogger(__name__)
    logger.setLevel(logging.WARNING)
    return SlackClient(
        token=token,
        base_url=url if url.endswith("/") else f"{url}/",
        timeout=call_seconds,
        retry_handlers=[],
        logger=logger,
    )
