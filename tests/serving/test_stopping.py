"""Whatever is served ends when a signal asks, and at once."""

import asyncio
import os
import signal

import pytest

from bot.serving.stopping import Stop


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT], ids=["SIGTERM", "SIGINT"])
async def test_ends__when_a_signal_asks_also_while_it_begins(number: signal.Signals) -> None:
    stop, was_ended = Stop(), asyncio.Event()
    stop.listen()

    async def begins() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            was_ended.set()

    ending = asyncio.create_task(stop.ends(begins()))
    await asyncio.sleep(0)
    os.kill(os.getpid(), number)
    async with asyncio.timeout(5):
        await ending

    assert was_ended.is_set()


async def test_ends__with_the_error_of_what_is_served() -> None:
    async def fails() -> None:
        raise OSError("no place")

    with pytest.raises(OSError, match="no place"):
        await Stop().ends(fails())
