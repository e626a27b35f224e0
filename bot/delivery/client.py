"""The client of Slack's Web API that posts what nobody asked for just now."""

import logging
from typing import Final

from slack_sdk.web.async_client import AsyncWebClient

SLACK_URL: Final = "https://slack.com/api/"

CALL_SECONDS: Final = 30
"""For one call, connecting included: after that nobody knows whether Slack did it."""


def delivery_client(
    token: str, *, url: str = SLACK_URL, call_seconds: int = CALL_SECONDS
) -> AsyncWebClient:
    """A client that never repeats a call by itself: what to repeat is for `Delivery` to decide.

    The SDK's default repeats a post after a dropped connection, which may then stand there twice.
    """
    # Below this level the SDK logs whole bodies.
    logger = logging.getLogger(__name__)
    logger.setLevel(logging.WARNING)
    return AsyncWebClient(
        token=token,
        base_url=url if url.endswith("/") else f"{url}/",
        timeout=call_seconds,
        retry_handlers=[],
        logger=logger,
    )
