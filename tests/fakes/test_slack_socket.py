"""Socket Mode as the SDK's own client meets it, and as a bare websocket does."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.demo.slack import (
    Channel,
    FakeSlack,
    Timing,
    User,
    fake_slack,
)
from tests.fakes.slack.bolt_app import bolt_app, running

QUICK = Timing(ack_seconds=0.6, retry_seconds=(0.0, 0.05, 0.05))


@pytest.fixture
async def slack() -> AsyncIterator[FakeSlack]:
    async with fake_slack(transport="socket", timing=QUICK) as slack:
        yield slack


@pytest.fixture
async def session() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as session:
        yield session


async def connected(
    slack: FakeSlack, session: aiohttp.ClientSession
) -> aiohttp.ClientWebSocketResponse:
    """A bare websocket that has had its hello."""
    client = AsyncWebClient(base_url=slack.api_url)
    opened = await client.apps_connections_open(app_token=slack.app_token)
    socket = await session.ws_connect(str(opened["url"]), autoping=False)
    hello = await socket.receive_json()
    assert hello["type"] == "hello"
    assert hello["num_connections"] == slack.connections
    return socket


async def test_open__wants_the_app_token(slack: FakeSlack) -> None:
    client = AsyncWebClient(base_url=slack.api_url)

    with pytest.raises(SlackApiError, match="not_allowed_token_type"):
        await client.apps_connections_open(app_token=slack.bot_token)


async def test_open__ticket_is_good_once(slack: FakeSlack, session: aiohttp.ClientSession) -> None:
    client = AsyncWebClient(base_url=slack.api_url)
    url = str((await client.apps_connections_open(app_token=slack.app_token))["url"])
    first = await session.ws_connect(url)

    with pytest.raises(aiohttp.WSServerHandshakeError):
        await session.ws_connect(url)
    await first.close()


async def test_open__in_http_mode_refused() -> None:
    async with fake_slack(transport="http") as slack:
        client = AsyncWebClient(base_url=slack.api_url)
        with pytest.raises(SlackApiError, match="socket_mode_disabled"):
            await client.apps_connections_open(app_token=slack.app_token)


async def test_envelope__each_payload_to_one_of_the_sockets(
    slack: FakeSlack, session: aiohttp.ClientSession, ada: User, room: Channel
) -> None:
    sockets = [await connected(slack, session) for _ in range(2)]
    received: list[list[str]] = [[], []]

    async def acknowledge(number: int) -> None:
        async for message in sockets[number]:
            envelope = message.json()
            received[number].append(envelope["type"])
            await sockets[number].send_json({"envelope_id": envelope["envelope_id"]})

    tasks = [asyncio.create_task(acknowledge(number)) for number in range(2)]
    for _ in range(4):
        assert (await slack.types(ada, room, "/example")).acked
    for socket in sockets:
        await socket.close()
    await asyncio.gather(*tasks)

    assert [len(entries) for entries in received] == [2, 2]


async def test_envelope__an_eleventh_socket(
    slack: FakeSlack, session: aiohttp.ClientSession
) -> None:
    sockets = [await connected(slack, session) for _ in range(10)]
    client = AsyncWebClient(base_url=slack.api_url)
    opened = await client.apps_connections_open(app_token=slack.app_token)

    eleventh = await session.ws_connect(str(opened["url"]))
    goodbye = await eleventh.receive_json()

    assert (goodbye["type"], goodbye["reason"]) == ("disconnect", "too_many_websockets")
    assert slack.connections == 10
    for socket in [*sockets, eleventh]:
        await socket.close()


async def test_envelope__answers_only_where_accepted(
    slack: FakeSlack, session: aiohttp.ClientSession, ada: User, room: Channel
) -> None:
    socket = await connected(slack, session)
    task = asyncio.create_task(slack.mentions(ada, room, "refit"))
    envelope = await socket.receive_json()
    answer: dict[str, Any] = {"envelope_id": envelope["envelope_id"], "payload": {"text": "x"}}
    await socket.send_json(answer)
    await task

    assert envelope["accepts_response_payload"] is False
    assert slack.forgive() == ["an answer where none is accepted: event_callback"]
    await socket.close()


async def test_envelope__repeat_carries_its_number(
    slack: FakeSlack, session: aiohttp.ClientSession, ada: User, room: Channel
) -> None:
    socket = await connected(slack, session)
    await slack.mentions(ada, room, "refit")
    first, second = await socket.receive_json(), await socket.receive_json()
    await socket.send_json({"envelope_id": second["envelope_id"]})
    await slack.settled()

    assert (first["retry_attempt"], first["retry_reason"]) == (0, "")
    assert (second["retry_attempt"], second["retry_reason"]) == (1, "timeout")
    assert first["payload"]["event_id"] == second["payload"]["event_id"]
    await socket.close()


async def test_envelope__lost_with_its_socket_comes_again_unnumbered(
    slack: FakeSlack, session: aiohttp.ClientSession, ada: User, room: Channel
) -> None:
    """The trap of repeats: same envelope, retry_attempt 0."""
    socket = await connected(slack, session)
    task = asyncio.create_task(slack.mentions(ada, room, "refit"))
    first = await socket.receive_json()
    slack.drops_connections()
    another = await connected(slack, session)
    second = await another.receive_json()
    await another.send_json({"envelope_id": second["envelope_id"]})

    assert (await task).events[0].acked
    assert second == first
    await another.close()


async def test_acknowledgement__of_nothing_fails_the_test(
    slack: FakeSlack, session: aiohttp.ClientSession
) -> None:
    socket = await connected(slack, session)
    await socket.send_json({"envelope_id": "made-up"})
    await socket.send_str("no json")
    await slack.until(lambda: len(slack.violations) == 2)

    assert "of no envelope: made-up" in slack.forgive()[0]
    await socket.close()


async def test_pings__answered_until_silent(
    slack: FakeSlack, session: aiohttp.ClientSession, ada: User, room: Channel
) -> None:
    socket = await connected(slack, session)
    await socket.ping(b"one")
    pong = await socket.receive()
    slack.goes_silent()
    await socket.ping(b"two")

    assert (pong.type, pong.data) == (aiohttp.WSMsgType.PONG, b"one")
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(socket.receive(), 0.1)
    assert (await slack.types(ada, room, "/example")).error == "operation_timeout"
    await socket.close()


@pytest.mark.parametrize("reason", ["refresh_requested", "warning"])
async def test_disconnect__the_real_client_comes_back(
    slack: FakeSlack, ada: User, room: Channel, reason: Any
) -> None:
    app = bolt_app(slack)

    @app.command("/example")
    async def on_command(ack: Any) -> None:
        await ack()

    async with running(app, slack):
        await slack.disconnects(reason)
        await slack.until(lambda: len(slack.calls("apps.connections.open")) == 2)
        await slack.settled(quiet_seconds=0.3)
        outcome = await slack.types(ada, room, "/example")

    assert outcome.acked


async def test_drop__the_real_client_comes_back(slack: FakeSlack, ada: User, room: Channel) -> None:
    app = bolt_app(slack)

    @app.command("/example")
    async def on_command(ack: Any) -> None:
        await ack()

    async with running(app, slack):
        slack.drops_connections()
        away = await slack.types(ada, room, "/example")
        await slack.until(lambda: slack.connections == 1, timeout=10)
        outcome = await slack.types(ada, room, "/example")

    assert away.error == "dispatch_failed"
    assert outcome.acked
