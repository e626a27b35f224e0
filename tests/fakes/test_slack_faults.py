"""Faults on demand, as the real client meets them."""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Any

import aiohttp
import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.demo.slack import (
    Channel,
    Clock,
    FakeSlack,
    Fault,
    fake_slack,
    html_500,
    html_500_after,
    invalid_json,
    rate_limited,
    refused,
    refused_after,
    reset_after,
    reset_before,
    slow,
    timeout_after,
)

NOW = datetime(2026, 8, 24, 16, 0, tzinfo=UTC)


@pytest.fixture
async def slack() -> AsyncIterator[FakeSlack]:
    async with fake_slack(transport="http") as slack:
        yield slack


@pytest.fixture
def room(slack: FakeSlack) -> Channel:
    return slack.add_channel("room")


def a_client(slack: FakeSlack, **fields: Any) -> AsyncWebClient:
    given = {"retry_handlers": [], "timeout": 1, **fields}
    return AsyncWebClient(token=slack.bot_token, base_url=slack.api_url, **given)


FAULTS = {
    "refused": (refused("fatal_error"), SlackApiError, 0),
    "rate limited": (rate_limited(7), SlackApiError, 0),
    "a page": (html_500(), SlackApiError, 0),
    "a page after": (html_500_after(), SlackApiError, 1),
    "refused after": (refused_after("fatal_error"), SlackApiError, 1),
    "half an answer": (invalid_json(), SlackApiError, 1),
    "reset before": (reset_before(), aiohttp.ClientError, 0),
    "reset after": (reset_after(), aiohttp.ClientError, 1),
    "timeout after": (timeout_after(1.2), asyncio.TimeoutError, 1),
}


@pytest.mark.parametrize(("fault", "error", "effects"), FAULTS.values(), ids=FAULTS.keys())
async def test_fault__error_and_effect_and_then_never_again(
    slack: FakeSlack, room: Channel, fault: Fault, error: type[Exception], effects: int
) -> None:
    slack.fails("chat.postMessage", fault)
    client = a_client(slack)

    with pytest.raises(error):
        await client.chat_postMessage(channel=room.id, text="x")
    assert len(slack.messages(room)) == effects

    await client.chat_postMessage(channel=room.id, text="x")
    assert len(slack.messages(room)) == effects + 1


async def test_fault__rate_limited_says_when(slack: FakeSlack, room: Channel) -> None:
    slack.fails("chat.postMessage", rate_limited(7))

    with pytest.raises(SlackApiError) as caught:
        await a_client(slack).chat_postMessage(channel=room.id, text="x")

    assert caught.value.response.status_code == 429
    assert caught.value.response.headers["Retry-After"] == "7"


async def test_fault__reset_after_makes_the_default_client_post_twice(
    slack: FakeSlack, room: Channel
) -> None:
    """The trap that the fake has to have: the SDK repeats any call after a lost connection."""
    slack.fails("chat.postMessage", reset_after())
    client = AsyncWebClient(token=slack.bot_token, base_url=slack.api_url)

    await client.chat_postMessage(channel=room.id, text="x")

    assert len(slack.messages(room)) == 2


async def test_fault__slow(slack: FakeSlack, room: Channel) -> None:
    slack.fails("chat.postMessage", slow(0.2))

    await a_client(slack).chat_postMessage(channel=room.id, text="x")

    assert slack.calls("chat.postMessage")[0].seconds >= 0.2


async def test_fault__only_for_calls_that_match(slack: FakeSlack, room: Channel) -> None:
    fault = Fault(
        kind=refused("x").kind,
        error="internal_error",
        times=2,
        when=lambda args: "boom" in args["text"],
    )
    slack.fails("*", fault)
    client = a_client(slack)

    await client.chat_postMessage(channel=room.id, text="fine")
    for _ in range(2):
        with pytest.raises(SlackApiError, match="internal_error"):
            await client.chat_postMessage(channel=room.id, text="boom")
    await client.chat_postMessage(channel=room.id, text="boom")

    assert [m.text for m in slack.messages(room)] == ["fine", "boom"]


async def test_fault__never_met_fails_the_test() -> None:
    with pytest.raises(AssertionError, match=r"a fault for chat\.update was never met"):
        async with fake_slack() as slack:
            slack.fails("chat.update", html_500())


async def test_fault__waits_for_a_call_that_is_not_too_fast() -> None:
    async with fake_slack(
        transport="http", clock=Clock(at=NOW), enforces_rates=True, post_burst=1
    ) as slack:
        room, client = slack.add_channel("room"), a_client(slack)
        await client.chat_postMessage(channel=room.id, text="x")
        slack.fails("chat.postMessage", reset_after())

        with pytest.raises(SlackApiError, match="ratelimited"):
            await client.chat_postMessage(channel=room.id, text="x")
        slack.clock.advance(1)
        with pytest.raises(aiohttp.ClientError):
            await client.chat_postMessage(channel=room.id, text="x")

        assert len(slack.messages(room)) == 2


async def test_down__refuses_connections_until_it_is_back(slack: FakeSlack, room: Channel) -> None:
    client = a_client(slack)

    await slack.goes_down()
    with pytest.raises(aiohttp.ClientConnectorError):
        await client.chat_postMessage(channel=room.id, text="x")
    await slack.comes_back()
    await client.chat_postMessage(channel=room.id, text="x")

    assert len(slack.messages(room)) == 1


async def test_shows_late__in_the_history_and_in_threads(slack: FakeSlack, room: Channel) -> None:
    client = a_client(slack)
    parent = await client.chat_postMessage(channel=room.id, text="parent")
    slack.shows_late(1)
    await client.chat_postMessage(channel=room.id, text="late")
    await client.chat_postMessage(channel=room.id, text="reply", thread_ts=parent["ts"])

    found = []
    for _ in range(2):
        history = await client.conversations_history(channel=room.id)
        replies = await client.conversations_replies(channel=room.id, ts=parent["ts"])
        found.append([m["text"] for m in (*history["messages"], *replies["messages"])])

    assert found == [["parent", "parent"], ["late", "parent", "parent", "reply"]]


def test_fault__is_bounded() -> None:
    assert rate_limited(3600).seconds == 3600  # it is only said
    with pytest.raises(ValueError, match="at most 60"):
        slow(61)


async def test_until__says_what_was_called_last(slack: FakeSlack, room: Channel) -> None:
    await a_client(slack).chat_postMessage(channel=room.id, text="x")

    with pytest.raises(TimeoutError, match=r"chat\.postMessage: 200"):
        await slack.until(lambda: False, timeout=0.05)


async def test_settled__waits_for_a_slow_call(slack: FakeSlack, room: Channel) -> None:
    slack.fails("chat.postMessage", slow(0.3))
    task = asyncio.create_task(a_client(slack).chat_postMessage(channel=room.id, text="x"))

    await asyncio.sleep(0.05)
    with pytest.raises(TimeoutError, match="still busy"):
        await slack.settled(timeout=0.1)
    await slack.settled()

    assert len(slack.messages(room)) == 1
    await task
