"""What a job is: something that is looked at on every tick."""

from datetime import datetime
from typing import Protocol


class Job(Protocol):
    """One job, with whatever it remembers from tick to tick."""

    @property
    def name(self) -> str:
        """For the log."""
        ...

    async def on_tick(self, now: datetime) -> None:
        """Begin what is due at this moment. Never called again before it has returned."""
        ...

    async def close(self) -> None:
        """End what was begun: sent is recorded, the rest is left to the next run."""
        ...
