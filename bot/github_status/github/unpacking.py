"""Reading an answer's body, unpacked, and no more of it than there is room for."""

import zlib

import httpx

ENCODING = "gzip"
"""The only one that is asked for. httpx would take any, and several on top of each other, and
unpacks as much as there is in whatever comes at once: a thousand times as much for each of them."""


async def unpacked(response: httpx.Response, *, most_bytes: int) -> bytes | None:
    """The whole body; `None` when it is larger than this. Raises `httpx.HTTPError`."""
    if response.is_stream_consumed:  # a transport in memory has read and unpacked it already
        return response.content if len(response.content) <= most_bytes else None
    packed = _is_packed(response)
    unpacks = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16) if packed else None
    received = bytearray()
    async for part in response.aiter_raw():
        room = most_bytes + 1 - len(received)
        received += part if unpacks is None else _some(unpacks, part, room)
        if len(received) > most_bytes:
            return None
    if unpacks is not None and received and not unpacks.eof:
        raise httpx.DecodingError("a packed answer without its end")
    return bytes(received)


def _is_packed(response: httpx.Response) -> bool:
    encoding: str = response.headers.get("Content-Encoding", "identity").strip().lower()
    if encoding not in ("identity", ENCODING):
        raise httpx.DecodingError("an answer that is packed otherwise than it was asked for")
    return encoding == ENCODING


def _some(unpacks: "zlib._Decompress", part: bytes, room: int) -> bytes:
    try:
        return unpacks.decompress(part, room)
    except zlib.error as error:
        raise httpx.DecodingError("an answer that cannot be unpacked") from error
