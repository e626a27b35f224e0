import asyncio
from collections.abc import AsyncIterator, Mapping

import aiohttp
import pytest
from aiohttp import web
from yarl import URL

from bot.demo.github import fake_github
from bot.demo.guard import only_here


async def status(url: str | URL, headers: Mapping[str, str] | None = None) -> int:
    async with aiohttp.ClientSession() as session, session.get(url, headers=headers) as answer:
        if answer.status == 403:
            assert "says" in await answer.json()
        return answer.status


@pytest.fixture
async def port() -> AsyncIterator[int]:
    """Of something guarded that may be asked by one more name."""

    async def hello(_request: web.Request) -> web.Response:
        return web.Response(text="hello")

    app = web.Application(middlewares=[only_here({"demo.test:8080"})])
    app.router.add_get("/", hello)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    yield runner.addresses[0][1]
    await runner.cleanup()


@pytest.mark.parametrize(
    ("host", "origin", "answered"),
    [
        ("127.0.0.1:PORT", None, 200),
        ("LocalHost:PORT", None, 200),
        ("[::1]:PORT", None, 200),
        ("demo.test:8080", None, 200),
        ("127.0.0.1:PORT", "http://127.0.0.1:PORT", 200),
        ("demo.test:8080", "http://demo.test:8080", 200),
        ("evil.example:PORT", None, 403),
        ("127.0.0.1", None, 403),
        ("127.0.0.1:1", None, 403),
        ("127.0.0.1:PORT.evil.example", None, 403),
        ("", None, 403),
        ("127.0.0.1:PORT", "http://evil.example", 403),
        ("127.0.0.1:PORT", "http://localhost:PORT", 403),
        ("127.0.0.1:PORT", "https://127.0.0.1:PORT", 403),
        ("127.0.0.1:PORT", "http://127.0.0.1:1", 403),
        ("127.0.0.1:PORT", "null", 403),
        ("evil.example:PORT", "http://evil.example:PORT", 403),
    ],
)
async def test_guard__host_and_origin(
    port: int, host: str, origin: str | None, answered: int
) -> None:
    headers = {"Host": host.replace("PORT", str(port))}
    if origin is not None:
        headers["Origin"] = origin.replace("PORT", str(port))

    assert await status(f"http://127.0.0.1:{port}/", headers) == answered


@pytest.mark.parametrize(
    "hosts", [(), ("127.0.0.1:PORT", "evil.example"), ("127.0.0.1:PORT", "127.0.0.1:PORT")]
)
async def test_guard__no_host_or_several(port: int, hosts: tuple[str, ...]) -> None:
    lines = "".join(f"Host: {host}\r\n".replace("PORT", str(port)) for host in hosts)
    reader, writer = await asyncio.open_connection("127.0.0.1", port)

    writer.write(f"GET / HTTP/1.0\r\n{lines}\r\n".encode())
    answer = await reader.read()
    writer.close()

    assert b"hello" not in answer
    assert answer.split()[1] in (b"400", b"403")


@pytest.mark.parametrize("headers", [{"Host": "evil.example"}, {"Origin": "http://evil.example"}])
async def test_guard__github_and_unknown_paths_too(headers: dict[str, str]) -> None:
    async with fake_github() as gh:
        assert await status(f"{gh.url}/user", headers) == 403
        assert await status(f"{gh.url}/nowhere", headers) == 403
        assert not gh.requests
