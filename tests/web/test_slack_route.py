import asyncio
import gzip
import json
import logging
from collections.abc import Iterator

import pytest
import structlog
from slack_bolt.response import BoltResponse
from structlog.testing import LogCapture

from bot.web.guard import MOST_BYTES
from tests.web.requests import COMMAND, JSON, a_form, a_payload, signed
from tests.web.serving import Served, serving


@pytest.fixture
def log(caplog: pytest.LogCaptureFixture) -> Iterator[LogCapture]:
    """What is logged, by us and by everybody else at any level: never what was sent."""
    caplog.set_level(logging.DEBUG)
    capture = LogCapture()
    structlog.configure(processors=[capture])
    yield capture
    structlog.reset_defaults()
    told = repr(capture.entries) + caplog.text
    assert "hunter2" not in told


async def test_handle__a_command_reaches_bolt(log: LogCapture) -> None:
    raw = a_form()
    async with serving() as served:
        served.bolt.answers = [BoltResponse(status=200, body={"text": "Hello"})]
        async with served.session.post(served.url, data=raw, headers=signed(raw)) as response:
            said = await response.json()

    assert said == {"text": "Hello"}
    assert served.bolt.bodies == [COMMAND]


async def test_handle__a_repeated_event_says_so() -> None:
    raw = json.dumps({"type": "event_callback"}).encode()
    retry = {"X-Slack-Retry-Num": "2", "X-Slack-Retry-Reason": "http_timeout"}
    other = {"X-Slack-Bolt-Lazy-Only": "1", "Cookie": "a=b"}
    async with serving() as served:
        await served.post(raw, signed(raw, content_type=JSON) | retry | other)

    assert served.bolt.asked[0].headers == {
        "x-slack-retry-num": ["2"],
        "x-slack-retry-reason": ["http_timeout"],
    }


@pytest.mark.parametrize(
    ("raw", "changed", "status"),
    [
        (a_form(), {"X_Slack_Signature": "v0=0"}, 401),
        (a_form(), {"X_Slack_Signature": ""}, 401),
        (a_form(), {"X_Slack_Request_Timestamp": "1"}, 401),
        (a_form(), {"X_Slack_Request_Timestamp": ""}, 400),
        (a_form(), {"X_Slack_Request_Timestamp": "now"}, 400),
        (a_form(), {"X_Slack_Signature": "v0=é"}, 400),
        (b"text=\xff", {}, 400),
        (b"{", {}, 400),
        (b"[]", {"Content_Type": JSON}, 400),
        (b'{"a":' * 50_000, {}, 400),
        (a_payload("null"), {}, 400),
        (a_form(), {"Content_Encoding": "gzip"}, 400),
        (gzip.compress(a_form()), {"Content_Encoding": "gzip"}, 400),
        (gzip.compress(b"a" * 1_000_000), {"Content_Encoding": "deflate"}, 400),
        (b"text=" + b"a" * (MOST_BYTES - 5), {"X_Slack_Signature": "v0=0"}, 401),
        (b"text=" + b"a" * (MOST_BYTES - 4), {}, 413),
        (b"", {}, 400),
    ],
    ids=[
        "wrong signature",
        "no signature",
        "old",
        "no timestamp",
        "timestamp a word",
        "signature not ASCII",
        "not UTF-8",
        "broken JSON",
        "array",
        "nested",
        "payload null",
        "not gzip",
        "gzip",
        "not deflate",
        "a megabyte unsigned",
        "more than a megabyte",
        "empty",
    ],
)
async def test_handle__what_is_refused(
    raw: bytes, changed: dict[str, str], status: int, log: LogCapture
) -> None:
    """Bolt never sees it, nothing is logged, and the next request is answered."""
    async with serving() as served:
        assert await served.post(raw, signed(raw, **changed)) == status
        assert served.bolt.asked == []
        assert await served.post(a_form(), signed(a_form())) == 200

    assert log.entries == []


async def test_handle__a_megabyte_that_is_signed() -> None:
    raw = b"text=" + b"a" * (MOST_BYTES - 5)
    async with serving() as served:
        assert await served.post(raw, signed(raw)) == 200


async def test_handle__too_much_without_saying_how_much() -> None:
    async def chunks() -> object:
        for _ in range(MOST_BYTES // 65_536 + 1):
            yield b"a" * 65_536

    async with (
        serving() as served,
        served.session.post(served.url, data=chunks(), headers=signed(b"")) as response,
    ):
        assert response.status == 413
    assert served.bolt.asked == []


async def test_handle__the_probe_of_a_certificate() -> None:
    async with serving() as served:
        assert await served.post(b"ssl_check=1&token=hunter2", {}) == 200

    assert served.bolt.asked == []


async def test_handle__the_very_same_request_again() -> None:
    raw = a_form()
    headers = signed(raw)
    async with serving() as served:
        assert [await served.post(raw, headers) for _ in range(3)] == [200, 200, 200]

    assert len(served.bolt.asked) == 1


async def test_handle__the_very_same_request_at_the_same_time() -> None:
    raw = a_form()
    headers = signed(raw)
    async with serving() as served:
        served.bolt.seconds = 0.1
        assert await asyncio.gather(*(served.post(raw, headers) for _ in range(3))) == [200] * 3

    assert len(served.bolt.asked) == 1


async def test_handle__the_same_request_after_a_failure() -> None:
    raw = a_form()
    headers = signed(raw)
    async with serving() as served:
        served.bolt.answers = [BoltResponse(status=404, body="")]
        assert await served.post(raw, headers) == 404
        assert await served.post(raw, headers) == 200

    assert len(served.bolt.asked) == 2


async def test_handle__signed_anew_it_is_another_request() -> None:
    """As Slack repeats an event; what is done twice is then told by its id."""
    raw = a_form()
    headers = signed(raw)
    later = signed(raw, int(headers["X-Slack-Request-Timestamp"]) + 1)
    async with serving() as served:
        await served.post(raw, headers)
        await served.post(raw, later)

    assert len(served.bolt.asked) == 2


async def test_handle__a_mistake_of_ours(log: LogCapture) -> None:
    raw = a_form()
    async with serving() as served:
        served.bolt.answers = [ValueError("hunter2")]
        assert await served.post(raw, signed(raw)) == 500
        assert await served.post(raw, signed(raw)) == 200

    [entry] = log.entries
    assert entry["event"] == "A request of Slack's failed by a mistake of ours"
    assert entry["kind"] == "ValueError"


async def test_handle__before_anybody_listens() -> None:
    raw = a_form()
    async with serving(is_open=False) as served:
        assert await served.post(raw, signed(raw)) == 503
        assert await served.post(raw, signed(raw, X_Slack_Signature="v0=0")) == 401


async def _status(served: Served, raw: bytes) -> bytes:
    return (await served.says(raw)).split(b"\r\n", 1)[0]


async def test_handle__a_body_that_comes_too_slowly() -> None:
    head = b"POST /slack/events HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n"
    async with serving(slowest_body_seconds=0.1) as served:
        assert await _status(served, head + b"text=a") == b"HTTP/1.1 408 Request Timeout"


async def test_listening__headers_that_come_too_slowly() -> None:
    async with serving(idle_seconds=0.2) as served:
        assert await served.says(b"POST /slack/events HTTP/1.1\r\nHost: x\r\n") == b""


async def test_listening__no_http_at_all(log: LogCapture) -> None:
    async with serving() as served:
        said = await _status(served, b"hunter2 \x00\xff\r\n\r\n")

    assert said.startswith(b"HTTP/1.0 400")


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/slack/events", 405),
        ("PUT", "/slack/events", 405),
        ("POST", "/slack/events/", 404),
        ("POST", "/healthz", 405),
        ("GET", "/", 404),
        ("GET", "/metrics", 404),
    ],
)
async def test_routes__others(method: str, path: str, status: int) -> None:
    async with serving() as served:
        url = f"http://{served.host}:{served.port}{path}"
        async with served.session.request(method, url) as response:
            assert response.status == status
            assert "Server" not in response.headers
