"""Whom this process contacts: every address of a socket, and every name that is looked up."""

import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

LOOPBACK = "127.0.0.1"

_noting: list[set[str]] = []
_is_hooked = False


@contextmanager
def noted() -> Iterator[set[str]]:
    """The hosts that are contacted until the block ends."""
    global _is_hooked  # noqa: PLW0603 -- a hook of Python's can never be taken away
    if not _is_hooked:
        sys.addaudithook(_note)
        _is_hooked = True
    hosts: set[str] = set()
    _noting.append(hosts)
    try:
        yield hosts
    finally:
        _noting.remove(hosts)


def _note(event: str, args: tuple[Any, ...]) -> None:
    if not _noting or not event.startswith("socket."):
        return
    if event in ("socket.connect", "socket.sendto", "socket.sendmsg"):
        # What is connected already, and what stays in this machine's kernel, has no host.
        if args[1] is None or args[0].family == socket.AF_UNIX:
            return
        host = args[1][0]
    elif event in ("socket.getaddrinfo", "socket.gethostbyname"):
        host = args[0]
    else:
        return
    for hosts in _noting:
        hosts.add(str(host))
