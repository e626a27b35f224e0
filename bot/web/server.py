"""Listening on an address, with limits for who comes, and saying what is wrong with an address."""

import asyncio
import errno
import logging
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from aiohttp import web

from bot.errors import UserError

IDLE_SECONDS = 75.0
"""How long a connection may say nothing, or send its headers bit by bit. Longer than the minute
that reverse proxies keep theirs, so that none of them sends a request into a closing one."""

MOST_CONNECTIONS = 400
"""At once. Slack, GitHub and a proxy keep some tens; a process often may open 1,024 files."""

MOST_LINE_BYTES = 8_190
"""Of the first line, and of each header; Slack's and GitHub's have some hundred."""

MOST_HEADERS = 100
"""Slack and GitHub send some fifteen, and a proxy adds its own."""

LINGERING_SECONDS = 1.0
"""How long the rest of a body that was refused is read and thrown away."""

FINISHING_SECONDS = 5.0
"""How long requests may still be answered when everything ends. Slack waits for three."""

ADVICE: Final = "Set [server] host and port in the settings file, or HOST and PORT."


@asynccontextmanager
async def listening(
    application: web.Application,
    *,
    host: str,
    port: int,
    idle_seconds: float = IDLE_SECONDS,
    most_connections: int = MOST_CONNECTIONS,
    advice: str = ADVICE,
) -> AsyncIterator[tuple[str, int]]:
    """Serve until the block ends; gives the address, with the port that was chosen for port 0.

    Raises `UserError`, with this advice, when nobody can listen there.
    """
    # What aiohttp logs of a malformed request holds what somebody sent.
    logging.getLogger("aiohttp.server").setLevel(logging.CRITICAL)
    runner = web.AppRunner(
        application,
        access_log=None,
        auto_decompress=False,
        handle_signals=False,
        keepalive_timeout=idle_seconds,
        lingering_time=LINGERING_SECONDS,
        max_field_size=MOST_LINE_BYTES,
        max_headers=MOST_HEADERS,
        max_line_size=MOST_LINE_BYTES,
        shutdown_timeout=FINISHING_SECONDS,
    )
    await runner.setup()
    try:
        server = await _bound(_Doorway(runner, most_connections), host, port, advice)
        try:
            yield server.sockets[0].getsockname()[:2]
        finally:
            server.close()
    finally:
        await runner.cleanup()


class _Doorway:
    """Lets everybody in, and shows the longest-standing out where there are too many.

    Whoever is served in time is among the newest; who dribbles, or never reads what is answered,
    is not. Refusing the newest would let a few hundred of those keep Slack out.
    """

    def __init__(self, runner: web.AppRunner, most: int) -> None:
        self._runner = runner
        self._most = most

    def __call__(self) -> asyncio.Protocol:
        """What answers a new connection."""
        server = self._runner.server
        if server is None:
            raise RuntimeError("nobody serves any more")
        there = [one.transport for one in server.connections if one.transport is not None]
        for oldest in there[: max(0, len(there) + 1 - self._most)]:
            oldest.abort()  # to close it would wait until what is answered was read
        return server()


async def _bound(doorway: _Doorway, host: str, port: int, advice: str) -> asyncio.Server:
    try:
        return await asyncio.get_running_loop().create_server(doorway, host, port)
    except OSError as error:
        raise _cannot(error, host, port, advice) from error
    except OverflowError as error:
        raise UserError(f"{port} is no port.", advice=advice) from error


def _cannot(error: OSError, host: str, port: int, advice: str) -> UserError:
    if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
        return UserError(f"This machine has no address {host}.", advice=advice)
    if error.errno == errno.EADDRINUSE:
        return UserError(
            f"Another process listens on {host}:{port}.",
            advice=f"End it (a second nemorl-status run?), or choose another port. {advice}",
        )
    if error.errno in (errno.EACCES, errno.EPERM):
        return UserError(
            f"This program may not listen on {host}:{port}.",
            advice=f"Ports below 1024 are for root. {advice}",
        )
    return UserError(f"Nobody can listen on {host}:{port}.", advice=advice)
