"""HTTP mode: signatures, probes and retries, as the real Bolt app judges them."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from aiohttp import web

from bot.demo.slack import (
    Channel,
    FakeSlack,
    Timing,
    User,
    fake_slack,
)
from bot.demo.slack.door_http import signed_headers
from tests.fakes.slack.bolt_app import bolt_app, running

QUICK = Timing(ack_seconds=1.0, retry_seconds=(0.0, 0.05, 0.05))


@pytest.fixture
async def slack() -> AsyncIterator[FakeSlack]:
    async with fake_slack(transport="http", timing=QUICK) as slack:
        yield slack


async def test_probes__answered_by_bolt(slack: FakeSlack) -> None:
    async with running(bolt_app(slack), slack):
        probe = await slack.probes_ssl()
        verified = await slack.verifies_url()

    assert (probe.status, verified.error) == (200, None)


@pytest.mark.parametrize(
    "headers",
    [
        {"X-Slack-Signature": "v0=00"},
        {"X-Slack-Request-Timestamp": "1"},
    ],
    ids=["wrong signature", "old timestamp"],
)
async def test_signature__refused_by_bolt(slack: FakeSlack, headers: dict[str, str]) -> None:
    async with running(bolt_app(slack), slack):
        receipt = await slack.sends_raw(b"command=%2Fexample", headers=headers)

    assert (receipt.status, receipt.error) == (401, "http_client_error")


def test_signature__is_that_of_the_documentation() -> None:
    """The example of https://docs.slack.dev/authentication/verifying-requests-from-slack."""
    body = (
        b"token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow"
        b"&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner"
        b"&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands"
        b"%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN"
        b"&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c"
    )

    headers = signed_headers(body, secret="8f742231b10e8888abcd99yyyzzz85a5", timestamp=1531420618)

    assert headers["X-Slack-Signature"] == (
        "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503"
    )


async def answering(
    slack: FakeSlack, statuses: list[int], seen: list[Any], **headers: str
) -> web.AppRunner:
    """A bare app that answers with these statuses, one after the other."""

    async def handle(request: web.Request) -> web.Response:
        seen.append(
            (
                request.headers.get("X-Slack-Retry-Num"),
                request.headers.get("X-Slack-Retry-Reason"),
            )
        )
        return web.Response(status=statuses.pop(0), headers=headers)

    application = web.Application()
    application.router.add_post("/", handle)
    runner = web.AppRunner(application, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    host, port = runner.addresses[0][:2]
    slack.connect_http(f"http://{host}:{port}/")
    return runner


async def test_events__repeated_three_times_with_number_and_reason(
    slack: FakeSlack, ada: User, room: Channel
) -> None:
    seen: list[Any] = []
    runner = await answering(slack, [500] * 4, seen)
    await slack.mentions(ada, room, "refit")
    await slack.until(lambda: len(slack.sent) == 4)
    await runner.cleanup()

    assert seen == [(None, None)] + [(str(n), "http_error") for n in (1, 2, 3)]


async def test_events__no_retry_on_request(slack: FakeSlack, ada: User, room: Channel) -> None:
    seen: list[Any] = []
    runner = await answering(slack, [500], seen, **{"X-Slack-No-Retry": "1"})
    await slack.mentions(ada, room, "refit")
    await slack.settled(quiet_seconds=0.2)
    await runner.cleanup()

    assert len(seen) == 1


@pytest.mark.parametrize(
    ("status", "error"),
    [(404, "http_client_error"), (500, "http_service_error"), (302, "http_client_error")],
    ids=["not found", "server error", "redirect"],
)
async def test_commands__never_repeated(
    slack: FakeSlack, ada: User, room: Channel, status: int, error: str
) -> None:
    seen: list[Any] = []
    runner = await answering(slack, [status], seen)
    outcome = await slack.types(ada, room, "/example")
    await slack.settled(quiet_seconds=0.2)
    await runner.cleanup()

    assert (outcome.error, len(seen)) == (error, 1)
