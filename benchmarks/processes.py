"""Processes beside the one that measures: started, known by what they say first, ended."""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

LONGEST_START_SECONDS = 60


@asynccontextmanager
async def announced(module: str, *words: str) -> AsyncIterator[int]:
    """Run a module that prints its port once it serves, for as long as the block lasts."""
    async with started(module, *words) as process:
        yield await announced_port(process)


@asynccontextmanager
async def started(module: str, *words: str) -> AsyncIterator[asyncio.subprocess.Process]:
    """Run a module of this project."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", module, *words), stdout=asyncio.subprocess.PIPE
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()


async def announced_port(process: asyncio.subprocess.Process) -> int:
    """What it says first; raises `ValueError` when it ends without a word."""
    if process.stdout is None:
        raise ValueError("its output is not read")
    return int(await asyncio.wait_for(process.stdout.readline(), LONGEST_START_SECONDS))
