"""What fails in a task that nobody waits for."""

import asyncio
import gc
import logging

import pytest
from structlog.testing import capture_logs

from bot.serving.run import _unheard


async def test_unheard__is_told_by_us_and_not_by_asyncio(caplog: pytest.LogCaptureFixture) -> None:
    async def fails() -> None:
        raise ValueError("a private title")

    loop = asyncio.get_running_loop()
    loop.set_exception_handler(_unheard)
    try:
        with capture_logs() as log, caplog.at_level(logging.DEBUG, logger="asyncio"):
            task = asyncio.create_task(fails())
            await asyncio.wait({task})
            del task
            gc.collect()
    finally:
        loop.set_exception_handler(None)

    [line] = log
    assert line["event"] == "Something failed that nobody waited for"
    assert line["what"] == "Task exception was never retrieved"
    assert isinstance(line["exc_info"], ValueError), "of which the log tells kind and place"
    assert not [r for r in caplog.records if "private title" in r.getMessage()]
