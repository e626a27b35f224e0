"""Keeps pages of others out of what listens on loopback: every browser of this machine reaches it,
and through a name of theirs that leads here (DNS rebinding) they could read its answers.
"""

from collections.abc import Awaitable, Callable, Collection, Iterator

from aiohttp import hdrs, web
from aiohttp.typedefs import Middleware

_LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
_DEFAULT_PORT = 80
_Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def only_here(hosts: Collection[str] = ()) -> Middleware:
    """Refuses (403, and JSON with `says`) what does not ask for this listener by a name of its own,
    and what a page from elsewhere asks.

    `hosts` are further names as a Host header has them, `name:port` in lower case.
    """

    @web.middleware
    async def guard(request: web.Request, handler: _Handler) -> web.StreamResponse:
        refused = _refused(request, hosts)
        return await handler(request) if refused is None else _says(refused)

    return guard


def _refused(request: web.Request, hosts: Collection[str]) -> str | None:
    """Why not; `None`: it may."""
    asked = [host.lower() for host in request.headers.getall(hdrs.HOST, ())]
    if len(asked) != 1 or asked[0] not in {*_own(request), *hosts}:
        return "This address answers only by its own name; open it exactly as it was printed."
    origins = request.headers.getall(hdrs.ORIGIN, ())
    if any(origin.lower() != f"http://{asked[0]}" for origin in origins):
        return "Pages from elsewhere may not ask here; open this address itself."
    return None


def _own(request: web.Request) -> Iterator[str]:
    """The names of where this request came in. A number leads nowhere but there, whoever gives it
    out."""
    address = None if request.transport is None else request.transport.get_extra_info("sockname")
    if address is None:
        return
    number = f"[{address[0]}]" if ":" in address[0] else address[0]
    for name in (*_LOOPBACK, number):
        yield f"{name}:{address[1]}"
        if address[1] == _DEFAULT_PORT:
            yield name


def _says(sentence: str) -> web.Response:
    return web.json_response({"says": sentence}, status=web.HTTPForbidden.status_code)
