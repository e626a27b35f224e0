"""Serves a `SlackRoute` on loopback, with a stand-in for Bolt that says what it was asked."""

import asyncio
import io
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import aiohttp
from slack_bolt.request.async_request import AsyncBoltRequest
from slack_bolt.response import BoltResponse

from bot.web import SLACK_PATH, SlackRoute, listening, web_application
from tests.web.requests import SECRET


@dataclass
class StandIn:
    """Bolt, as far as the route sees it."""

    asked: list[AsyncBoltRequest] = field(default_factory=list)
    answers: list[BoltResponse | Exception] = field(default_factory=list)
    """What is answered next; then 200."""
    seconds: float = 0.0

    async def dispatch(self, request: AsyncBoltRequest) -> BoltResponse:
        """Answer."""
        self.asked.append(request)
        await asyncio.sleep(self.seconds)
        answer = self.answers.pop(0) if self.answers else BoltResponse(status=200, body="")
        if isinstance(answer, Exception):
            raise answer
        return answer

    @property
    def bodies(self) -> list[dict[str, Any]]:
        """What was asked."""
        return [request.body for request in self.asked]


@dataclass
class Served:
    """An address, and what stands behind it."""

    host: str
    port: int
    bolt: StandIn
    session: aiohttp.ClientSession

    @property
    def url(self) -> str:
        """Slack's route."""
        return f"http://{self.host}:{self.port}{SLACK_PATH}"

    async def post(self, raw: bytes, headers: dict[str, str]) -> int:
        """The status of the answer, which has no words of its own."""
        async with self.session.post(self.url, data=io.BytesIO(raw), headers=headers) as response:
            return response.status

    async def says(self, raw: bytes) -> bytes:
        """What a connection is answered that sends these very bytes; it ends when it is closed."""
        reader, writer = await asyncio.open_connection(self.host, self.port)
        writer.write(raw)
        try:
            async with asyncio.timeout(5):
                return await reader.read()
        finally:
            writer.close()


@asynccontextmanager
async def serving(
    *,
    is_open: bool = True,
    slowest_body_seconds: float = 5.0,
    idle_seconds: float = 75.0,
    most_connections: int = 400,
) -> AsyncIterator[Served]:
    """A route until the block ends."""
    bolt = StandIn()
    route = SlackRoute(SECRET, slowest_body_seconds=slowest_body_seconds)
    if is_open:
        route.open(bolt.dispatch)

    async def ready() -> bool:
        return route.is_open

    application = web_application(is_ready=ready, slack=route)
    server = listening(
        application,
        host="127.0.0.1",
        port=0,
        idle_seconds=idle_seconds,
        most_connections=most_connections,
    )
    async with (
        server as (host, port),
        aiohttp.ClientSession() as session,
    ):
        yield Served(host=host, port=port, bolt=bolt, session=session)
