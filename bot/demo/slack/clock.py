"""The time and the ids of the fake workspace: both injectable, both the same in every run."""

import time
from datetime import datetime


class Clock:
    """The workspace's clock: the machine's, or one that stands still until it is moved."""

    def __init__(self, at: datetime | None = None) -> None:
        """Start at `at` (aware) and stand still there; without it, run with the machine."""
        self._stopped_at = None if at is None else at.timestamp()
        self._moved_seconds = 0.0

    def now(self) -> float:
        """Seconds since 1970, UTC."""
        start = time.time() if self._stopped_at is None else self._stopped_at
        return start + self._moved_seconds

    def advance(self, seconds: float) -> None:
        """Let this many seconds pass at once."""
        if seconds < 0:
            raise ValueError("Slack's clock never goes back")
        self._moved_seconds += seconds


class Ids:
    """Ids and message timestamps: counted, never random, never the same twice."""

    def __init__(self, clock: Clock) -> None:
        """Count from one, with this clock for what carries a time."""
        self._clock = clock
        self._counts: dict[str, int] = {}
        self._last_second = 0

    def number(self, kind: str) -> int:
        """The next number of this kind, from 1."""
        self._counts[kind] = self._counts.get(kind, 0) + 1
        return self._counts[kind]

    def new(self, prefix: str) -> str:
        """The next id with this prefix, shaped as Slack shapes ids."""
        return f"{prefix}0{self.number(prefix):08d}"

    def ts(self) -> str:
        """The next message timestamp: the second, then a counter, so that it only ever grows."""
        self._last_second = max(self._last_second, int(self._clock.now()))
        return f"{self._last_second}.{self.number('ts'):06d}"

    def view_hash(self) -> str:
        """The next hash of a view."""
        return f"{int(self._clock.now())}.{self.number('hash'):08x}"
