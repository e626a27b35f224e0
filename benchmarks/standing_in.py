"""The stand-in for GitHub as those see it who ask it: an address, and how often it was asked."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiohttp

from benchmarks.processes import announced

FIRST = 100_001
"""The number of the first pull request that a tracker lists."""


@asynccontextmanager
async def standing_in(latency_seconds: float) -> AsyncIterator[str]:
    """Its address, while the process lasts."""
    async with announced("benchmarks.github_stand_in", str(latency_seconds)) as port:
        yield f"http://127.0.0.1:{port}"


async def requests_of(url: str) -> int:
    """How many requests there were so far."""
    async with aiohttp.ClientSession() as session, session.get(f"{url}/requests") as response:
        return int(await response.text())
