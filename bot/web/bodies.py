"""Reading what somebody posts, with limits; a refusal has no words."""

import asyncio

from aiohttp import web


async def body_of(
    request: web.Request, *, most_bytes: int, slowest_seconds: float
) -> bytes | web.StreamResponse:
    """The body, as it was sent; or the answer to one that is compressed, too long or too slow."""
    if request.headers.get("Content-Encoding", "identity").lower() != "identity":
        return refused(400)  # neither Slack nor GitHub compresses: a false claim, or a bomb
    if (request.content_length or 0) > most_bytes:
        return refused(413)
    raw = bytearray()
    try:
        async with asyncio.timeout(slowest_seconds):
            async for chunk in request.content.iter_any():
                raw += chunk
                if len(raw) > most_bytes:
                    return refused(413)
    except TimeoutError:
        return refused(408)
    except web.RequestPayloadError:
        return refused(400)
    return bytes(raw)


def refused(status: int) -> web.Response:
    """An answer without words. The rest of a body that was refused is not waited for."""
    response = web.Response(status=status)
    response.force_close()
    return response
