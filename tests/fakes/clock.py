"""A clock that moves only when somebody sleeps on it."""

import asyncio
from datetime import UTC, datetime, timedelta


class Clock:
    """Call it for the moment; `sleep` moves it and returns at once."""

    def __init__(self, now: datetime | None = None) -> None:
        self.now = now or datetime.now(UTC)
        self.slept: list[float] = []

    def __call__(self) -> datetime:
        return self.now

    def move(self, seconds: float) -> None:
        """Let time pass."""
        self.now += timedelta(seconds=seconds)

    async def sleep(self, seconds: float) -> None:
        """Pass the time without waiting."""
        self.slept.append(seconds)
        self.move(seconds)
        await asyncio.sleep(0)
