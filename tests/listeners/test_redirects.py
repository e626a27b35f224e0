"""No token and no message follows a redirect, and no answer goes to another host than Slack's."""

from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest
from aiohttp import web
from slack_sdk.web.async_client import AsyncWebClient

from bot.delivery.client import delivery_client
from bot.delivery.replies import Doubtful, asked
from bot.errors import Fault
from bot.listeners import slack_client
from bot.listeners.response_url import delete_original, respond
from bot.listeners.slack_calls import SlackRefused, SlackUncertain, called
from bot.render.slack import SlackMessage
from bot.socket_mode.bolt_socket import _address
from tests.listeners.test_slack_calls import a_server

TOKEN = "xoxb-hunter2"
MESSAGE = SlackMessage(text="swordfish", blocks=())

Calls = Callable[[AsyncWebClient, str], Awaitable[object]]

CALLS: dict[str, Calls] = {
    "post": lambda client, _: called(client.chat_postMessage, channel="C01", text="swordfish"),
    "read": lambda client, _: called(client.users_info, user="U01"),
    "websocket": lambda client, _: _address(client, "xapp-hunter2"),
    "response_url": lambda client, base: respond(client, f"{base}hooks/hunter2", MESSAGE),
    "delete": lambda client, base: delete_original(client, f"{base}hooks/hunter2"),
}


async def _gone_along(calls: Calls, status: int, *, kind: type[Fault]) -> list[str]:
    """What arrives at another host when Slack sends us there."""
    arrived: list[str] = []

    async def listens(request: web.Request) -> web.StreamResponse:
        arrived.append(f"{request.method} {request.path_qs} {dict(request.headers)}")
        return web.json_response({"ok": True, "url": "wss://example.com"})

    async with a_server(listens) as other:

        async def sends_on(_request: web.Request) -> web.StreamResponse:
            return web.Response(status=status, headers={"Location": f"{other}listens"})

        async with a_server(sends_on) as base:
            client = slack_client(TOKEN, url=f"{base}api/")
            with pytest.raises(kind) as caught:
                await calls(client, base)

    assert "hunter2" not in f"{caught.value}"
    return arrived


@pytest.mark.parametrize("calls", CALLS.values(), ids=CALLS)
@pytest.mark.parametrize("status", [302, 307])
async def test_redirect__is_not_followed(calls: Calls, status: int) -> None:
    assert await _gone_along(calls, status, kind=Fault) == []


async def test_redirect__of_what_is_posted_unasked() -> None:
    """Whether it was done is not known, so that it is looked for and never sent again."""

    async def sends_on(_request: web.Request) -> web.StreamResponse:
        return web.Response(status=308, headers={"Location": "http://127.0.0.1:9/"})

    async with a_server(sends_on) as base:
        client = delivery_client(TOKEN, url=f"{base}api/")

        assert isinstance(await asked(client.chat_postMessage, channel="C1", text="x"), Doubtful)


@pytest.mark.parametrize(
    "url",
    [
        "https://evil.dev/commands/1/2/3",
        "https://hooks.slack.com.evil.dev/commands/1/2/3",
        "https://hooks.slack.com@evil.dev/commands/1/2/3",
        "https://hooks.slack.com:444/commands/1/2/3",
        "http://hooks.slack.com/commands/1/2/3",
        "http://169.254.169.254/latest",
        "//hooks.slack.com/x",
        "https://[x",
        "file:///etc/passwd",
    ],
)
async def test_response_url__of_another_host_is_refused(url: str) -> None:
    with pytest.raises(SlackRefused) as caught:
        await respond(slack_client(TOKEN), url, MESSAGE)

    assert caught.value.code == "another_host"


@pytest.mark.parametrize("host", ["hooks.slack.com", "hooks.slack-gov.com", "slack.example.com"])
async def test_response_url__of_slack_s_own_hosts(host: str) -> None:
    """Nothing listens at the proxy, so that nothing of this test gets anywhere."""
    client = slack_client(TOKEN, url="https://slack.example.com/api/")
    client.proxy = "http://127.0.0.1:9"

    with pytest.raises(SlackUncertain):
        await respond(client, f"https://{host}/commands/1/2/3", replace(MESSAGE, text="x"))
