"""Everything that is served: `/healthz`, `/readyz` and, in HTTP mode, Slack's route."""

from collections.abc import Awaitable, Callable
from typing import Final, TypeAlias

from aiohttp import web

from bot.web.slack_route import SLACK_PATH, SlackRoute

HEALTH_PATH: Final = "/healthz"
READY_PATH: Final = "/readyz"

IsReady: TypeAlias = Callable[[], Awaitable[bool]]


def web_application(*, is_ready: IsReady, slack: SlackRoute | None) -> web.Application:
    """The routes; `slack`: `None` in Socket Mode. Who asks learns ok or not ok, and no more."""

    async def healthz(_request: web.Request) -> web.Response:
        return web.Response(text="ok\n")

    async def readyz(_request: web.Request) -> web.Response:
        if await is_ready():
            return web.Response(text="ok\n")
        return web.Response(status=503, text="not ready\n")

    application = web.Application()
    application.on_response_prepare.append(_say_no_versions)
    application.router.add_get(HEALTH_PATH, healthz)
    application.router.add_get(READY_PATH, readyz)
    if slack is not None:
        application.router.add_post(SLACK_PATH, slack.handle)
    return application


async def _say_no_versions(_request: web.Request, response: web.StreamResponse) -> None:
    response.headers.pop("Server", None)
