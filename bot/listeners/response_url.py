"""Posts to a `response_url`: five uses, thirty minutes, and an answer that has to be looked at.

https://docs.slack.dev/interactivity/handling-user-interaction
"""

import json
from collections.abc import Mapping
from typing import Final
from urllib.parse import urlsplit

import aiohttp
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.webhook.async_client import AsyncWebhookClient

from bot.delivery.replies import NO_ANSWER
from bot.listeners.slack_calls import SlackRefused, SlackUncertain, WaitsOnce
from bot.render.slack import RESPONSE, SlackMessage

METHOD: Final = "response_url"

_HOOKS: Final = frozenset({"https://hooks.slack.com", "https://hooks.slack-gov.com"})

_KNOWN_CODES = frozenset({"used_url", "expired_url", "no_active_hooks", "invalid_blocks"})


async def respond(client: AsyncWebClient, url: str, message: SlackMessage, **how: object) -> None:
    """Post the message there; `how` says whether it replaces something and who sees it.

    Raises `SlackRefused` or `SlackUncertain`.
    """
    body = {"text": message.text, "blocks": list(message.blocks), **RESPONSE, **how}
    await _sent(client, url, body)


async def delete_original(client: AsyncWebClient, url: str) -> None:
    """Remove the message that was pressed. Raises `SlackRefused` or `SlackUncertain`."""
    await _sent(client, url, {"delete_original": True})


async def _sent(client: AsyncWebClient, url: str, body: Mapping[str, object]) -> None:
    if not url:
        raise SlackRefused(METHOD, "no_url")
    if not _is_slacks(url, client.base_url):
        raise SlackRefused(METHOD, "another_host")
    # Bolt's own `respond` repeats a post after a dropped connection, perhaps for a second time.
    try:
        async with _session(client) as session:
            webhook = AsyncWebhookClient(
                url,
                ssl=client.ssl,
                proxy=client.proxy,
                session=session,
                retry_handlers=[WaitsOnce(max_retry_count=1)],
            )
            response = await webhook.send_dict(dict(body))
    except NO_ANSWER:
        raise SlackUncertain(METHOD) from None
    if response.status_code >= 500:
        raise SlackUncertain(METHOD)
    code = _code(response.status_code, response.body)
    if code is not None:
        raise SlackRefused(METHOD, code)


def _is_slacks(url: str, api_url: str) -> bool:
    """Whether an answer may be posted there: to Slack's hooks, or beside the API of the settings.

    Only Slack can sign a request; this holds even where its secret was stolen.
    """
    try:
        at, api = urlsplit(url), urlsplit(api_url)
    except ValueError:
        return False
    origin = f"{at.scheme}://{at.netloc}"
    return origin in _HOOKS or origin == f"{api.scheme}://{api.netloc}"


def _session(client: AsyncWebClient) -> aiohttp.ClientSession:
    """For one post, that is not sent on to anywhere else."""
    stays = aiohttp.TraceConfig()
    stays.on_request_redirect.append(_refuse)
    return aiohttp.ClientSession(
        timeout=aiohttp.ClientTimeout(total=client.timeout),
        trust_env=client.trust_env_in_session,
        trace_configs=[stays],
    )


async def _refuse(
    _session: object, _context: object, redirect: aiohttp.TraceRequestRedirectParams
) -> None:
    redirect.response.close()
    raise aiohttp.ClientError("Slack sends this on to another address")


def _code(status: int, body: str) -> str | None:
    """Slack's word for why not; `None` when it took it. Some refusals come with status 200."""
    try:
        said = json.loads(body)
    except ValueError:
        said = None
    error = said.get("error") if isinstance(said, dict) else None
    if status == 200 and not (isinstance(said, dict) and said.get("ok") is False):
        return None
    code = error if isinstance(error, str) else body.strip()
    return code if code in _KNOWN_CODES else f"status_{status}"
