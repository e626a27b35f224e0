"""Bodies as they come over the wire: packed, packed twice, endless, broken off."""

import gzip
import tracemalloc
import zlib
from collections.abc import AsyncIterator

import httpx
import pytest

from bot.github_status.github.transport import HEADERS
from bot.github_status.github.unpacking import unpacked

MOST = 100_000
TEXT = b"0123456789" * 1_000
BOMB = gzip.compress(b"a" * 50_000_000)


class _Parts(httpx.AsyncByteStream):
    def __init__(self, raw: bytes, size: int) -> None:
        self._raw, self._size = raw, size

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for start in range(0, len(self._raw), self._size):
            yield self._raw[start : start + self._size]


async def _read(raw: bytes, encoding: str | None, *, size: int = 65_536) -> bytes | None:
    headers = {} if encoding is None else {"Content-Encoding": encoding}
    response = httpx.Response(200, headers=headers, stream=_Parts(raw, size))
    return await unpacked(response, most_bytes=MOST)


@pytest.mark.parametrize("size", [1, 1_000, 65_536])
@pytest.mark.parametrize(
    ("raw", "encoding"),
    [(TEXT, None), (TEXT, "identity"), (gzip.compress(TEXT), "gzip"), (b"", "gzip")],
    ids=["plain", "said to be plain", "packed", "nothing, packed"],
)
async def test_unpacked__the_text(raw: bytes, encoding: str | None, size: int) -> None:
    assert await _read(raw, encoding, size=size) == (TEXT if raw else b"")


@pytest.mark.parametrize(
    ("raw", "encoding"), [(b"a" * (MOST + 1), None), (BOMB, "gzip")], ids=["plain", "a bomb"]
)
async def test_unpacked__no_more_than_there_is_room_for(raw: bytes, encoding: str | None) -> None:
    tracemalloc.start()
    try:
        assert await _read(raw, encoding) is None
        assert tracemalloc.get_traced_memory()[1] < 10 * MOST
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    ("raw", "encoding"),
    [
        (gzip.compress(BOMB), "gzip, gzip"),
        (zlib.compress(TEXT), "deflate"),
        (TEXT, "br"),
        (TEXT, "gzip"),
        (gzip.compress(TEXT)[:-9], "gzip"),
    ],
    ids=["a bomb in a bomb", "not asked for", "unknown", "not packed", "broken off"],
)
async def test_unpacked__what_was_not_asked_for(raw: bytes, encoding: str) -> None:
    with pytest.raises(httpx.DecodingError):
        await _read(raw, encoding)


def test_headers__ask_for_what_can_be_unpacked() -> None:
    assert HEADERS["Accept-Encoding"] == "gzip"
