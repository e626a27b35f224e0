"""What a stranger may cost the server, over raw sockets: bytes, seconds, connections."""

import asyncio
from contextlib import suppress

import pytest

from bot.web.server import MOST_HEADERS, MOST_LINE_BYTES
from tests.web.requests import a_form, signed
from tests.web.serving import Served, serving

SLACK = b"POST /slack/events HTTP/1.1\r\nHost: x\r\n"
HEALTH = b"GET /healthz HTTP/1.1\r\nHost: x\r\n"
LONG = b"a" * (MOST_LINE_BYTES + 1)


@pytest.mark.parametrize(
    "raw",
    [
        b"GET /" + LONG + b" HTTP/1.1\r\n\r\n",
        b"GET /" + LONG * 20,
        HEALTH + b"X-Long: " + LONG + b"\r\n\r\n",
        HEALTH + LONG + b": x\r\n\r\n",
        HEALTH + b"X-Long: " + LONG * 20,
        HEALTH + b"".join(b"X-%d: 1\r\n" % n for n in range(MOST_HEADERS + 1)) + b"\r\n",
    ],
    ids=[
        "a long address",
        "an endless address",
        "a long header",
        "a long name of a header",
        "an endless header",
        "too many headers",
    ],
)
async def test_headers__longer_than_any_sender_s(raw: bytes) -> None:
    async with serving() as served:
        said = await served.says(raw)

        assert said.split(b"\r\n", 1)[0].split()[1] == b"400"
        assert len(said) < 1_000
        assert await served.post(a_form(), signed(a_form())) == 200


async def _dribbled(served: Served, start: bytes, drop: bytes, *, pause: float = 0.02) -> float:
    """Seconds until the connection is closed that sends a little now and then."""
    loop = asyncio.get_running_loop()
    reader, writer = await asyncio.open_connection(served.host, served.port)
    begun = loop.time()

    async def drip() -> None:
        writer.write(start)
        while True:
            await asyncio.sleep(pause)
            writer.write(drop)
            await writer.drain()

    dripping = asyncio.create_task(drip())
    try:
        async with asyncio.timeout(5):
            with suppress(ConnectionError):
                await reader.read()
            return loop.time() - begun
    finally:
        dripping.cancel()
        with suppress(asyncio.CancelledError, ConnectionError):
            await dripping
        writer.close()


@pytest.mark.parametrize(
    ("start", "drop"),
    [
        (SLACK, b"X-A: b\r\n"),
        (SLACK + b"X-A: ", b"b"),
        (SLACK + b"Content-Length: 1000\r\n\r\n", b"a"),
        (SLACK + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\na\r\n"),
        (HEALTH + b"Content-Length: 1000\r\n\r\n", b"a"),
        (b"", b""),
    ],
    ids=["headers", "one header", "a body", "a body in chunks", "a body nobody reads", "nothing"],
)
async def test_dribble__ends_however_often_something_comes(start: bytes, drop: bytes) -> None:
    async with serving(idle_seconds=0.3, slowest_body_seconds=0.3) as served:
        took = await _dribbled(served, start, drop)

    assert took < 3, "that of a body counts the second for the rest of it"


async def test_keep_alive__ends_when_nothing_more_is_asked() -> None:
    async with serving(idle_seconds=0.2) as served:
        said = await served.says((HEALTH + b"\r\n") * 2)

    assert said.count(b"HTTP/1.1 200 OK") == 2


async def test_connections__the_longest_standing_makes_room() -> None:
    """Slack is answered, however many others hold on."""
    async with serving(most_connections=3) as served:
        held = [await asyncio.open_connection(served.host, served.port) for _ in range(3)]
        for _, writer in held:
            writer.write(SLACK)

        assert await served.post(a_form(), signed(a_form())) == 200

        async with asyncio.timeout(5):
            with suppress(ConnectionError):
                assert await held[0][0].read() == b""
        for _, writer in held:
            writer.close()
        assert not held[2][0].at_eof()


async def test_connections__who_never_reads_makes_room() -> None:
    """Answers are kept for them until nothing more fits; closing politely would wait for ever."""
    async with serving(most_connections=1) as served:
        reader, writer = await asyncio.open_connection(served.host, served.port, limit=2**26)
        for _ in range(200):
            writer.write((HEALTH + b"\r\n") * 100)
            with suppress(TimeoutError):
                await asyncio.wait_for(writer.drain(), 0.01)

        assert await served.post(a_form(), signed(a_form())) == 200
        with pytest.raises(ConnectionError):
            await asyncio.wait_for(reader.readuntil(b"never said"), 5)
        writer.close()


async def test_requests__one_that_says_two_lengths_is_refused() -> None:
    """A proxy and we could else disagree where the next request begins."""
    raw = SLACK + b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + HEALTH
    async with serving() as served:
        said = await served.says(raw + b"\r\n")

    assert said.split(b"\r\n", 1)[0].split()[1] == b"400"
    assert said.count(b"HTTP/1.") == 1
