"""Plays a fault over HTTP."""

import asyncio

from aiohttp import web

from bot.demo.github.faults import Fault


async def played(fault: Fault, request: web.Request) -> web.StreamResponse:
    """What is answered instead of the right answer, if anything."""
    await asyncio.sleep(fault.after_seconds)
    if fault.reset:
        _cut(request)
        return web.Response()
    content = fault.body.encode()
    headers = {
        "Content-Type": fault.content_type,
        "X-GitHub-Request-Id": "FAKE:fault",
        **fault.headers,
    }
    if fault.cut_at is None:
        return web.Response(status=fault.status, body=content, headers=headers)
    response = web.StreamResponse(status=fault.status, headers=headers)
    response.content_length = len(content)
    await response.prepare(request)
    await response.write(content[: fault.cut_at])
    _cut(request)
    return response


def _cut(request: web.Request) -> None:
    if request.transport is not None:
        request.transport.abort()
