"""The alarm clock: one tick for all jobs. What is due on it is worked out by each of them."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from functools import partial

import structlog
from apscheduler.job import Job as Alarm
from apscheduler.schedulers.asyncio import AsyncIOScheduler

from bot.errors import NemorlStatusError
from bot.insight.request import within_request
from bot.jobs.due import TICK
from bot.jobs.job import Job
from bot.jobs.under_way import UnderWay

_log = structlog.get_logger(__name__)


@asynccontextmanager
async def ticking(
    jobs: Sequence[Job], *, now: Callable[[], datetime], every: timedelta = TICK
) -> AsyncIterator[None]:
    """Look at every job now, and then on every tick until the block ends."""
    rounds = UnderWay()

    def begin() -> None:
        for job in jobs:
            rounds.begin(job.name, partial(_one_round, job, now()))

    # A coroutine, since anything else would run in a thread.
    async def tick() -> None:
        begin()

    scheduler = AsyncIOScheduler(timezone=UTC)
    alarm = scheduler.add_job(
        tick,
        "interval",
        seconds=every.total_seconds(),
        # However late a tick is, it comes, and several that were missed come as one.
        coalesce=True,
        misfire_grace_time=None,
        max_instances=1,
    )
    begin()
    scheduler.start()
    watch = asyncio.create_task(_never_put_off(alarm, every))
    try:
        yield
    finally:
        watch.cancel()
        # A tick that is being run would be cut off by the end, which the scheduler calls an error.
        scheduler.pause()
        await asyncio.sleep(0)
        scheduler.shutdown(wait=False)
        await rounds.close()
        await asyncio.gather(*(job.close() for job in jobs))


async def _never_put_off(alarm: Alarm, every: timedelta) -> None:
    """See that the next tick is near: it has a time of day, and a clock that is set back by a day
    would put it off by a day."""
    while True:
        await asyncio.sleep(every.total_seconds())
        now = datetime.now(UTC)
        if alarm.next_run_time is not None and alarm.next_run_time - now > every:
            alarm.modify(next_run_time=now)


async def _one_round(job: Job, now: datetime) -> None:
    with within_request(f"{job.name}:{now.astimezone(UTC):%Y-%m-%dT%H:%MZ}"):
        try:
            await job.on_tick(now)
        except NemorlStatusError as error:
            _log.warning("A job failed; it is tried again", job=job.name, because=str(error))
        except Exception as error:  # noqa: BLE001 -- a process edge: the other jobs go on
            _log.error("A job failed by a mistake of ours", job=job.name, exc_info=error)
