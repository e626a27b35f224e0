"""One websocket of the real SDK, on the fake Slack."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from slack_bolt.async_app import AsyncAck, AsyncApp

from bot.demo.slack import (
    FakeSlack,
    Timing,
    fake_slack,
    html_500,
    refused,
)
from bot.errors import Fault, UserError
from bot.listeners import slack_client
from bot.listeners.slack_calls import SlackRefused
from bot.socket_mode import bolt_socket, open_socket
from tests.fakes.slack.bolt_app import bolt_app


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bolt_socket, "PING_SECONDS", 0.1)
    monkeypatch.setattr(bolt_socket, "CONNECTING_SECONDS", 0.5)
    monkeypatch.setattr(bolt_socket, "CLOSING_SECONDS", 0.2)


@pytest.fixture
async def slack() -> AsyncIterator[FakeSlack]:
    async with fake_slack(timing=Timing(ack_seconds=1.0)) as slack:
        yield slack


def _listening(slack: FakeSlack, *, seconds: float = 0.0) -> AsyncApp:
    app = bolt_app(slack)

    @app.command("/example")
    async def on_command(ack: AsyncAck) -> None:
        await asyncio.sleep(seconds)
        await ack("Hello")

    return app


async def _open(slack: FakeSlack, app: AsyncApp) -> bolt_socket.BoltSocket:
    client = slack_client(slack.bot_token, url=slack.api_url)
    return await open_socket(app, client, slack.app_token)


async def test_open_socket__commands_arrive(slack: FakeSlack) -> None:
    ada = slack.add_user("ada")
    room = slack.add_channel("room", members=[ada])
    socket = await _open(slack, _listening(slack))

    outcome = await slack.types(ada, room, "/example")

    assert outcome.body == {"text": "Hello"}
    assert not socket.is_broken()
    await socket.close()
    assert socket.is_broken()
    assert slack.connections == 0


async def test_signs__change_with_every_pong_and_message(slack: FakeSlack) -> None:
    socket = await _open(slack, _listening(slack))

    seen = []
    for _ in range(3):
        await asyncio.sleep(0.3)
        seen.append(socket.signs())
    await socket.close()

    assert len(set(seen)) == 3


async def test_signs__stand_still_on_a_silent_connection(
    slack: FakeSlack, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the SDK does not notice, which is what the watchdog is for."""
    socket = await _open(slack, _listening(slack))
    handler = socket._handler
    monkeypatch.setattr(handler.client, "connect_to_new_endpoint", _nothing)
    await asyncio.sleep(0.3)

    slack.goes_silent()
    await asyncio.sleep(0.3)
    seen = socket.signs()
    await asyncio.sleep(0.4)

    assert socket.signs()[0] == seen[0]  # type: ignore[index]  # messages, then pongs
    await socket.close()


async def _nothing(force: bool = False) -> None:
    """Does not connect."""


async def test_close__first_lets_what_came_be_acknowledged(slack: FakeSlack) -> None:
    ada = slack.add_user("ada")
    room = slack.add_channel("room", members=[ada])
    socket = await _open(slack, _listening(slack, seconds=0.2))

    typing = asyncio.create_task(slack.types(ada, room, "/example"))
    await asyncio.sleep(0.1)
    await socket.close()

    assert (await typing).acked


@pytest.mark.parametrize("error", ["invalid_auth", "missing_scope", "not_allowed_token_type"])
async def test_open_socket__a_token_that_slack_refuses(slack: FakeSlack, error: str) -> None:
    slack.fails("apps.connections.open", refused(error))

    with pytest.raises(UserError, match=f"SLACK_APP_TOKEN \\({error}\\)"):
        await _open(slack, _listening(slack))


async def test_open_socket__slack_fails(slack: FakeSlack) -> None:
    slack.fails("apps.connections.open", html_500(), refused("method_deprecated"))

    with pytest.raises(Fault):
        await _open(slack, _listening(slack))
    with pytest.raises(SlackRefused):
        await _open(slack, _listening(slack))


async def test_open_socket__no_websocket_behind_the_address(
    slack: FakeSlack, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def address(*_anything: object) -> str:
        return slack.api_url.replace("http", "ws")

    monkeypatch.setattr(bolt_socket, "_address", address)

    with pytest.raises(Fault, match=r"Slack's websocket does not answer\."):
        await _open(slack, _listening(slack))
