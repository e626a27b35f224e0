"""Listening on an address, and saying what is wrong with one."""

import errno
import logging
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from aiohttp import web

from bot.errors import UserError

IDLE_SECONDS = 75.0
"""How long a connection may say nothing, or send its headers bit by bit. Longer than the minute
that reverse proxies keep theirs, so that none of them sends a request into a closing one."""

LINGERING_SECONDS = 1.0
"""How long the rest of a body that was refused is read and thrown away."""

FINISHING_SECONDS = 5.0
"""How long requests may still be answered when everything ends. Slack waits for three."""

_ADVICE = "Set [server] host and port in the settings file, or HOST and PORT."


@asynccontextmanager
async def listening(
    application: web.Application, *, host: str, port: int, idle_seconds: float = IDLE_SECONDS
) -> AsyncIterator[tuple[str, int]]:
    """Serve until the block ends; gives the address, with the port that was chosen for port 0.

    Raises `UserError` when nobody can listen there.
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
        shutdown_timeout=FINISHING_SECONDS,
    )
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, host, port).start()
        except OSError as error:
            raise _cannot(error, host, port) from error
        except OverflowError as error:
            raise UserError(f"{port} is no port.", advice=_ADVICE) from error
        yield runner.addresses[0][:2]
    finally:
        await runner.cleanup()


def _cannot(error: OSError, host: str, port: int) -> UserError:
    if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
        return UserError(f"This machine has no address {host}.", advice=_ADVICE)
    if error.errno == errno.EADDRINUSE:
        return UserError(
            f"Another process listens on {host}:{port}.",
            advice=f"End it (a second nemorl-status run?), or choose another port. {_ADVICE}",
        )
    if error.errno in (errno.EACCES, errno.EPERM):
        return UserError(
            f"This program may not listen on {host}:{port}.",
            advice=f"Ports below 1024 are for root. {_ADVICE}",
        )
    return UserError(f"Nobody can listen on {host}:{port}.", advice=_ADVICE)
