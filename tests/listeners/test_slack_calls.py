import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest
from aiohttp import web

from bot.demo.slack import (
    FakeSlack,
    html_500,
    invalid_json,
    rate_limited,
    refused,
    reset_before,
)
from bot.demo.slack import Fault as SlackFault
from bot.errors import Fault, UserError
from bot.listeners import identity, slack_client
from bot.listeners.response_url import _code, delete_original
from bot.listeners.slack_calls import SlackRefused, SlackUncertain, called


@asynccontextmanager
async def a_server(
    answers: Callable[[web.Request], Awaitable[web.StreamResponse]],
) -> AsyncIterator[str]:
    """Something that answers every request in this way; its address."""
    application = web.Application()
    application.router.add_route("*", "/{path:.*}", answers)
    runner = web.AppRunner(application)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        yield f"http://127.0.0.1:{runner.addresses[0][1]}/"
    finally:
        await runner.cleanup()


@pytest.mark.parametrize(
    ("status", "body", "code"),
    [
        (200, "ok", None),
        (200, '{"ok":true}', None),
        (200, "", None),
        (200, '{"ok":false,"error":"used_url"}', "used_url"),
        (404, '{"ok":false,"error":"expired_url"}', "expired_url"),
        (404, "used_url", "used_url"),
        (404, "something that somebody wrote", "status_404"),
        (400, '["x"]', "status_400"),
        (400, '{"ok":false,"error":"hello <@U1>"}', "status_400"),
    ],
)
def test_response_url__what_slack_answers(status: int, body: str, code: str | None) -> None:
    assert _code(status, body) == code


@pytest.mark.parametrize(
    ("fault", "kind", "words"),
    [
        (refused("missing_scope"), SlackRefused, "missing_scope"),
        (refused("internal_error"), SlackUncertain, "did not answer"),
        (html_500(), SlackUncertain, "did not answer"),
        (invalid_json(), SlackUncertain, "did not answer"),
        (reset_before(), SlackUncertain, "did not answer"),
    ],
    ids=["refused", "perhaps done", "500", "half an answer", "reset"],
)
async def test_called__our_exceptions_only(
    socket: FakeSlack, fault: SlackFault, kind: type[Fault], words: str
) -> None:
    client = slack_client(socket.bot_token, url=socket.api_url)
    ada = socket.add_user("ada")
    socket.fails("chat.postMessage", fault)

    with pytest.raises(kind, match=words) as caught:
        await called(client.chat_postMessage, channel=ada.id, text="swordfish")

    assert "swordfish" not in str(caught.value)
    assert caught.value.__cause__ is None
    assert len(socket.calls("chat.postMessage")) == 1


async def test_called__names_the_method_as_slack_does(socket: FakeSlack) -> None:
    client = slack_client(socket.bot_token, url=socket.api_url)
    socket.fails("apps.connections.open", refused("method_deprecated"))

    with pytest.raises(SlackRefused, match=r"refused apps\.connections\.open: "):
        await called(client.apps_connections_open, app_token=socket.app_token)


async def test_called__waits_once_when_slack_asks_to(socket: FakeSlack) -> None:
    client = slack_client(socket.bot_token, url=socket.api_url)
    ada = socket.add_user("ada")
    socket.fails("users.info", rate_limited(0))

    said = await called(client.users_info, user=ada.id)

    assert said["user"]["id"] == ada.id


async def test_identity(socket: FakeSlack) -> None:
    who = await identity(slack_client(socket.bot_token, url=socket.api_url.rstrip("/")))

    assert who.user_id == socket.bot.id
    assert who.team_id == socket.bot.team_id


@pytest.mark.parametrize("error", ["invalid_auth", "account_inactive", "token_revoked"])
async def test_identity__a_token_that_slack_refuses(socket: FakeSlack, error: str) -> None:
    await socket.revokes_token(error)

    with pytest.raises(UserError, match="SLACK_BOT_TOKEN"):
        await identity(slack_client(socket.bot_token, url=socket.api_url))


async def test_identity__slack_does_not_answer(socket: FakeSlack) -> None:
    with pytest.raises(Fault):
        await identity(slack_client("xoxb-1", url="http://127.0.0.1:9/api/"))


@pytest.mark.parametrize("wait", ["86400", "9" * 5000, "-1", "Wed, 21 Oct 2026 07:28:00 GMT", ""])
async def test_calls__do_not_wait_for_long(wait: str) -> None:
    asked = 0

    async def refuses(_request: web.Request) -> web.Response:
        nonlocal asked
        asked += 1
        return web.json_response({"ok": False}, status=429, headers={"Retry-After": wait})

    async with a_server(refuses) as url:
        async with asyncio.timeout(5):
            with pytest.raises(SlackRefused, match="ratelimited"):
                await called(slack_client("xoxb-1", url=url).users_info, user="U1")
            with pytest.raises(SlackRefused, match="status_429"):
                await delete_original(slack_client("xoxb-1", url=url), url)

    assert asked == 2


async def test_calls__an_answer_that_is_no_text() -> None:
    async def answers(_request: web.Request) -> web.Response:
        return web.Response(status=502, body=b'{"\xff\xfe', content_type="application/json")

    async with a_server(answers) as url:
        with pytest.raises(SlackUncertain):
            await called(slack_client("xoxb-1", url=url).users_info, user="U1")
        with pytest.raises(SlackUncertain):
            await delete_original(slack_client("xoxb-1", url=url), url)
