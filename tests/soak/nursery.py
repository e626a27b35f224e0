"""Processes that can be killed, and are there within milliseconds: forks of one that has imported
everything and done nothing."""

import asyncio
import time
from multiprocessing import get_context
from multiprocessing.context import ForkServerProcess

from tests.soak.process import run
from tests.soak.scene import Start

_CONTEXT = get_context("forkserver")
_CONTEXT.set_forkserver_preload(["pytest", "tests.soak.process"])


class Child:
    """One process."""

    def __init__(self, process: ForkServerProcess) -> None:
        self._process = process

    @property
    def is_alive(self) -> bool:
        """Whether it runs."""
        return self._process.is_alive()

    async def killed(self) -> None:
        """End it with SIGKILL: it can do nothing about it."""
        self._process.kill()
        await self.ended()

    async def ended(self, *, seconds: float = 60) -> int:
        """Wait for its end; gives its exit status, negative for a signal."""
        end = time.monotonic() + seconds
        while self._process.is_alive():
            if time.monotonic() > end:
                self._process.kill()
                raise TimeoutError(f"it did not end within {seconds} s")
            await asyncio.sleep(0.005)
        self._process.join()
        status = self._process.exitcode
        assert status is not None
        return status


def started(start: Start) -> Child:
    """A process that has just begun."""
    process = _CONTEXT.Process(target=run, args=(start,), daemon=True)
    process.start()
    return Child(process)
