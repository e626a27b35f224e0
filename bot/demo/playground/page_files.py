"""What the page itself consists of, and pictures: bytes with their kind, and nothing by chance."""

import re
from pathlib import Path
from typing import Final

PAGE: Final = Path(__file__).parent / "page"

_KINDS: Final = {
    "html": "text/html",
    "css": "text/css",
    "js": "text/javascript",
    "svg": "image/svg+xml",
    "woff2": "font/woff2",
}
"""By suffix; nothing else is given out."""

_NAME = re.compile(r"([A-Za-z0-9_-]+/){0,3}[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)+", re.ASCII)
"""No part of it is empty or begins with a point, so that it leads out of no folder."""

_PICTURES: Final = {
    b"\x89PNG\r\n\x1a\n": "image/png",
    b"\xff\xd8\xff": "image/jpeg",
    b"GIF8": "image/gif",
}
"""By the bytes with which they begin."""


def page_file(name: str, folder: Path = PAGE) -> tuple[bytes, str] | None:
    """Bytes and media type of this file of the page; `None`: it has none of that name."""
    kind = _KINDS.get(name.rpartition(".")[2])
    path = folder / name
    if kind is None or not _NAME.fullmatch(name):
        return None
    try:
        return path.read_bytes(), kind
    except OSError:  # there is none, or a name that no file could have
        return None


def picture_kind(content: bytes) -> str | None:
    """The media type that these bytes begin like; `None`: they are no picture."""
    return next((kind for start, kind in _PICTURES.items() if content.startswith(start)), None)
