"""Everything that is served: `/healthz`, `/readyz`, in HTTP mode Slack's route, and with a secret
for its webhooks GitHub's."""

from collections.abc import Awaitable, Callable
from typing import Final, TypeAlias

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from bot.insight.request import within_request
from bot.web.github_route import GITHUB_PATH, GitHubRoute
from bot.web.slack_route import SLACK_PATH, SlackRoute

HEALTH_PATH: Final = "/healthz"
READY_PATH: Final = "/readyz"
METRICS_PATH: Final = "/metrics"

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
"""https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format"""

IsReady: TypeAlias = Callable[[], Awaitable[bool]]

OnAnswered: TypeAlias = Callable[[str, int], None]
"""Told of every request that a route answered: its path, and the status."""


def nobody_counts(_path: str, _status: int) -> None:
    """Count nothing."""


def web_application(
    *,
    is_ready: IsReady,
    slack: SlackRoute | None,
    github: GitHubRoute | None = None,
    on_answered: OnAnswered = nobody_counts,
) -> web.Application:
    """The routes; `slack`: `None` in Socket Mode; `github`: `None` without a secret.

    Who asks learns ok or not ok, and no more.
    """

    async def healthz(_request: web.Request) -> web.Response:
        return web.Response(text="ok\n")

    async def readyz(_request: web.Request) -> web.Response:
        if await is_ready():
            return web.Response(text="ok\n")
        return web.Response(status=503, text="not ready\n")

    application = web.Application(middlewares=[_requests(on_answered)])
    application.on_response_prepare.append(_say_no_versions)
    application.router.add_get(HEALTH_PATH, healthz)
    application.router.add_get(READY_PATH, readyz)
    if slack is not None:
        application.router.add_post(SLACK_PATH, slack.handle)
    if github is not None:
        application.router.add_post(GITHUB_PATH, github.handle)
    return application


def metrics_application(page: Callable[[], Awaitable[bytes]]) -> web.Application:
    """`/metrics` alone, for an address of its own: it tells more than a stranger should know."""

    async def metrics(_request: web.Request) -> web.Response:
        return web.Response(body=await page(), headers={"Content-Type": CONTENT_TYPE})

    application = web.Application()
    application.on_response_prepare.append(_say_no_versions)
    application.router.add_get(METRICS_PATH, metrics)
    return application


def _requests(on_answered: OnAnswered) -> Middleware:
    """Every request has an id."""

    @web.middleware
    async def within(request: web.Request, handler: Handler) -> web.StreamResponse:
        with within_request():
            response = await handler(request)
        on_answered(request.path, response.status)
        return response

    return within


async def _say_no_versions(_request: web.Request, response: web.StreamResponse) -> None:
    response.headers.pop("Server", None)
