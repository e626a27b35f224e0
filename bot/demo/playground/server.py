"""The page's server, on loopback.

Everything lives below a random token, so that no other program of this machine finds it by chance.
"""

import hmac
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import asynccontextmanager
from typing import Final

from aiohttp import web
from aiohttp.typedefs import Middleware

from bot.demo.guard import only_here
from bot.demo.playground import routes
from bot.demo.playground.stage import Stage
from bot.web.server import listening

HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
        " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}
"""On every response."""

ADVICE: Final = (
    "Set PORT to another port and HOST to an address of this machine, or leave both out: any free"
    " port of 127.0.0.1 is taken then."
)

_UNKNOWN: Final = "There is nothing at this address: open the one that nemorl-status printed."
_EVERY_HOST: Final = ("0.0.0.0", "::", "")  # noqa: S104  # compared with, not listened on
_Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def page_application(stage: Stage, token: str, *, hosts: Collection[str] = ()) -> web.Application:
    """What answers the page of this stage, below `/token/`.

    `hosts`: other names than those of loopback under which it may be asked, as `only_here` has
    them; they may still be added to while it is served.
    """
    for user, _ in stage.cast.actors:
        stage.slack.dm(user)  # Slack shows the conversation with an app before it has a message
    page = routes.Page(stage)
    application = web.Application(middlewares=[only_here(hosts), _in_sentences, _by_token(token)])
    application.on_response_prepare.append(_with_headers)
    application.on_shutdown.append(page.end)
    application.router.add_routes(
        [
            web.get("/{token}/", routes.index),
            web.get("/{token}/page/{file:.+}", routes.static),
            web.get("/{token}/state", page.state),
            web.get("/{token}/changes", page.changes),
            web.post("/{token}/do", page.do),
            web.get("/{token}/traffic", page.entries),
            web.get("/{token}/traffic/{n}", page.payload),
            web.get("/{token}/files/{file}", page.picture),
            web.get("/{token}/index", page.tracking_issue),
        ]
    )
    return application


@asynccontextmanager
async def served(stage: Stage, *, host: str = "127.0.0.1", port: int = 0) -> AsyncIterator[str]:
    """Serve the page of this stage until the block ends; gives the address to open.

    `port`: 0 for any free one. Another host than loopback is listened on only where it is named.
    Raises `UserError` when nobody can listen there.
    """
    token = secrets.token_urlsafe(16)
    hosts: set[str] = set()
    application = page_application(stage, token, hosts=hosts)
    async with listening(application, host=host, port=port, advice=ADVICE) as (_, chosen):
        here = f"{_printed(host)}:{chosen}"
        hosts.add(here.lower())
        yield f"http://{here}/{token}/"


def _printed(host: str) -> str:
    if host in _EVERY_HOST:
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host


# Around every answer


def _by_token(token: str) -> Middleware:
    right = token.encode()

    @web.middleware
    async def checked(request: web.Request, handler: _Handler) -> web.StreamResponse:
        given = request.match_info.get("token", "").encode(errors="replace")
        if not hmac.compare_digest(given, right):
            raise web.HTTPNotFound
        return await handler(request)

    return checked


@web.middleware
async def _in_sentences(request: web.Request, handler: _Handler) -> web.StreamResponse:
    try:
        return await handler(request)
    except web.HTTPException as refusal:
        return routes.error(refusal.status, _UNKNOWN)


async def _with_headers(_request: web.Request, response: web.StreamResponse) -> None:
    response.headers.update(HEADERS)
