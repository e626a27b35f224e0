"""The alarm clock: one tick for all jobs. What is due on it is worked out by each of them."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta

import structlog
from apscheduler.schedulers.asyncio import AsyncIOScheduler

from bot.jobs.due import TICK
from bot.jobs.job import Ground, Job, JobKind
from bot.jobs.refresh import REFRESH

JOBS: tuple[JobKind, ...] = (REFRESH,)

_log = structlog.get_logger(__name__)


@asynccontextmanager
async def ticking(
    ground: Ground,
    *,
    now: Callable[[], datetime],
    jobs: Sequence[JobKind] = JOBS,
    every: timedelta = TICK,
) -> AsyncIterator[None]:
    """Look at every job now, and then on every tick until the block ends."""
    made = [(kind.name, kind.on(ground)) for kind in jobs]

    # A coroutine, since anything else would run in a thread.
    async def tick() -> None:
        _tick(made, now())

    scheduler = AsyncIOScheduler(timezone=UTC)
    scheduler.add_job(
        tick,
        "interval",
        seconds=every.total_seconds(),
        # However late a tick is, it comes, and several that were missed come as one.
        coalesce=True,
        misfire_grace_time=None,
        max_instances=1,
    )
    _tick(made, now())
    scheduler.start()
    try:
        yield
    finally:
        scheduler.shutdown(wait=False)


def _tick(jobs: Sequence[tuple[str, Job]], now: datetime) -> None:
    for name, job in jobs:
        try:
            job.on_tick(now)
        except Exception as error:  # noqa: BLE001 -- a process edge: the other jobs go on
            _log.error("A job failed by a mistake of ours", job=name, exc_info=error)
