"""Signals: the first asks the bot to stop, the second does not ask."""

import asyncio
import os
import signal
from collections.abc import Coroutine

import structlog

_SIGNALS = (signal.SIGTERM, signal.SIGINT)

_log = structlog.get_logger(__name__)


class Stop:
    """Set once the process is asked to stop."""

    def __init__(self) -> None:
        """Nobody has asked yet."""
        self._asked = asyncio.Event()

    def listen(self) -> None:
        """Hear signals from now on, in the running loop."""
        loop = asyncio.get_running_loop()
        for number in _SIGNALS:
            loop.add_signal_handler(number, self._hear, number)

    async def asked(self) -> None:
        """Wait until somebody asks."""
        await self._asked.wait()

    async def ends(self, serving: Coroutine[object, object, None]) -> None:
        """Serve until somebody asks; an error of it ends the waiting too."""
        serve, asked = asyncio.create_task(serving), asyncio.create_task(self.asked())
        try:
            await asyncio.wait({serve, asked}, return_when=asyncio.FIRST_COMPLETED)
            if serve.done():
                serve.result()
                await asked
        finally:
            serve.cancel()
            asked.cancel()
            await asyncio.gather(serve, asked, return_exceptions=True)

    def _hear(self, number: signal.Signals) -> None:
        if not self._asked.is_set():
            _log.info("Stopping; what is under way is finished", signal=number.name)
            self._asked.set()
            return
        # As if nobody had ever listened: at once, and with the exit status that tells why.
        loop = asyncio.get_running_loop()
        loop.remove_signal_handler(number)
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
