"""A browser before the page, without the page: what it asks of the playground over HTTP."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import aiohttp
from yarl import URL

from bot.demo.playground.server import served
from bot.demo.playground.stage import Stage
from bot.demo.slack import User

Json = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Visitor:
    """Somebody who knows the address."""

    stage: Stage
    url: str
    http: aiohttp.ClientSession

    async def get(self, path: str, **headers: str) -> tuple[int, Json]:
        """Status and JSON of what stands below the address; the path is sent as it is."""
        at = URL(self.url + path, encoded=True)
        async with self.http.get(at, headers=headers) as answer:
            return answer.status, await answer.json()

    async def post(self, body: object, **headers: str) -> tuple[int, Json]:
        """Status and JSON of something done."""
        async with self.http.post(f"{self.url}do", json=body, headers=headers) as answer:
            return answer.status, await answer.json()

    async def sees(self, user: User, **query: str) -> Json:
        """What this person sees."""
        async with self.http.get(f"{self.url}state", params={"as": user.id, **query}) as answer:
            assert answer.status == 200
            told: Json = await answer.json()
            return told

    async def does(self, user: User, do: str, **fields: Any) -> Json:
        """The answer to what this person does."""
        status, told = await self.post({"as": user.id, "do": do, **fields})
        assert status == 200, told
        return told

    async def until(self, user: User, holds: Callable[[Json], Any], **query: str) -> Json:
        """What the person sees as soon as this holds, looked for at each change of version."""
        async with asyncio.timeout(30), self.http.get(f"{self.url}changes") as stream:
            async for line in stream.content:
                if line.startswith(b"data:") and holds(told := await self.sees(user, **query)):
                    return told
        raise AssertionError("the stream has ended")


@asynccontextmanager
async def visiting(stage: Stage) -> AsyncIterator[Visitor]:
    """A visitor to the page of this stage."""
    async with served(stage) as url, aiohttp.ClientSession() as http:
        yield Visitor(stage=stage, url=url, http=http)


def messages(state: Json) -> list[Json]:
    """Those of the open conversation."""
    there: list[Json] = state["conversation"]["messages"]
    return there


def button(blocks: list[Json], text: str) -> Json:
    """Block, action and value of the one button with this text."""
    [found] = [
        {"block": block["block_id"], "action": one["action_id"], "value": one.get("value")}
        for block in blocks
        for one in [*block.get("elements", ()), block.get("accessory") or {}]
        if one.get("type") == "button" and one["text"]["text"] == text
    ]
    return found
