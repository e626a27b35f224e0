"""Tasks by key: each thing is done by one task at a time, and none holds up another."""

import asyncio
from collections.abc import Callable, Coroutine, Hashable


class UnderWay:
    """What is under way."""

    def __init__(self) -> None:
        """Nothing is."""
        self._tasks: dict[Hashable, asyncio.Task[None]] = {}

    def begin(self, key: Hashable, do: Callable[[], Coroutine[object, object, None]]) -> None:
        """Begin this, unless it is under way. `do` lets no exception out but cancellation."""
        if key in self._tasks:
            return
        task = asyncio.create_task(do())
        self._tasks[key] = task
        task.add_done_callback(lambda _done: self._tasks.pop(key, None))

    async def ended(self) -> None:
        """Wait until nothing is under way."""
        while self._tasks:
            await asyncio.wait(tuple(self._tasks.values()))

    async def close(self) -> None:
        """Cancel whatever is under way, and wait for it: what it sends must be recorded."""
        tasks = tuple(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
