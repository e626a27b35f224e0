"""How fast a burst of GitHub's webhooks is answered.

    python -m benchmarks webhooks

A thousand signed deliveries about one tracker, over so many connections at once, to a server in a
process of its own with a SQLite file.
"""

import asyncio
import sys
import tempfile
import time
from statistics import median, quantiles

import aiohttp

from benchmarks.figures import Figure
from benchmarks.processes import announced
from bot.serving.pace import acknowledge_first
from bot.store.engine import Database, database_url
from bot.store.marks import Marks
from bot.web import GITHUB_PATH
from tests.web.webhooks import KEY, an_event, headers, raw, taking

DELIVERIES = 1000
CONNECTIONS = 20
WARM_UP = 50

HOW = """\
A thousand signed deliveries about one tracker over twenty connections at once, to the bot's route
with a SQLite file: taken means that the tracker is marked for reading on disk."""

MOST_P99_SECONDS = 1.0
"""GitHub waits for ten."""


async def _serve(url: str) -> None:
    """Take deliveries until somebody ends this process."""
    database = Database(database_url(url))
    async with taking(Marks(database)) as door:
        acknowledge_first()
        sys.stdout.write(f"{door.port}\n")
        sys.stdout.flush()
        await asyncio.Event().wait()


async def _burst(port: int, count: int) -> list[float]:
    """How many seconds each took that was taken."""
    bodies = iter([raw(an_event()) for _ in range(count)])
    seconds = []

    async def deliver(session: aiohttp.ClientSession) -> None:
        for body in bodies:
            sent, begun = headers(body), time.perf_counter()
            url = f"http://127.0.0.1:{port}{GITHUB_PATH}"
            async with session.post(url, data=body, headers=sent) as response:
                if response.status == 202:
                    seconds.append(time.perf_counter() - begun)

    async with aiohttp.ClientSession() as session:
        await asyncio.gather(*(deliver(session) for _ in range(CONNECTIONS)))
    return seconds


async def measured() -> tuple[list[float], float, int]:
    """Seconds of each delivery, of all of them, and how many marks there were."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite+aiosqlite:///{folder}/bench.db"
        async with announced("benchmarks.webhooks", url) as port:
            await _burst(port, WARM_UP)
            begun = time.perf_counter()
            each = await _burst(port, DELIVERIES)
            took = time.perf_counter() - begun
        database = Database(database_url(url))
        dirty = await Marks(database).dirty(KEY)
        await database.close()
    return each, took, dirty.count if dirty else 0


def figures() -> list[Figure]:
    """Measure."""
    each, took, marks = asyncio.run(measured())
    p99 = quantiles(each, n=100)[98]
    lost = max(DELIVERIES - len(each), DELIVERIES + WARM_UP - marks)
    return [
        Figure(
            what="Taking a webhook, 99th percentile",
            ours=f"{p99 * 1000:.1f} ms (median {median(each) * 1000:.1f} ms)",
            other=f"{MOST_P99_SECONDS:.0f} s, a tenth of GitHub's patience",
            ratio=p99 / MOST_P99_SECONDS,
            most=1.0,
        ),
        Figure(
            what="Webhooks lost in the burst",
            ours=f"{lost}",
            other=f"{DELIVERIES} within {took:.1f} s",
            ratio=lost / DELIVERIES,
            most=0.0,
        ),
    ]


if __name__ == "__main__":
    asyncio.run(_serve(sys.argv[1]))
