"""Marking trackers for reading: what comes in a burst is stored together."""

import asyncio
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Protocol

from bot.store.marks import Delivery

MOST_AT_ONCE = 250
"""Deliveries in one transaction: some tens of milliseconds."""


class MarksDirty(Protocol):
    """What of the stored marks is used here."""

    async def mark_dirty(self, deliveries: Sequence[Delivery], *, now: datetime) -> None:
        """Mark what these are about; raises `StoreFault`, and then nothing is marked."""
        ...


class Marking:
    """One transaction at a time; whoever comes meanwhile waits for the next, and shares it.

    A thousand deliveries of one burst would else wait for each other, transaction by transaction.
    """

    def __init__(self, marks: MarksDirty, *, now: Callable[[], datetime]) -> None:
        """Store here."""
        self._marks = marks
        self._now = now
        self._waiting: list[tuple[Delivery, asyncio.Future[None]]] = []
        self._writing: asyncio.Task[None] | None = None

    async def mark(self, delivery: Delivery) -> None:
        """Return once it is stored; raises `StoreFault`, and then it is not."""
        stored: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((delivery, stored))
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write())
        await stored

    async def _write(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting[:MOST_AT_ONCE], self._waiting[MOST_AT_ONCE:]
            try:
                await self._marks.mark_dirty([delivery for delivery, _ in batch], now=self._now())
            except Exception as error:  # noqa: BLE001 -- whoever waits for it is told, not this task
                _end(batch, error)
            else:
                _end(batch, None)


def _end(batch: Sequence[tuple[Delivery, asyncio.Future[None]]], error: Exception | None) -> None:
    for _, stored in batch:
        if stored.done():  # nobody waits any more
            continue
        if error is None:
            stored.set_result(None)
        else:
            stored.set_exception(error)
