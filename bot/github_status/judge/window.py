"""The stretch of time that a digest tells of."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Window:
    """From `start`, included, to `end`, not included."""

    start: datetime
    end: datetime

    def holds(self, moment: datetime) -> bool:
        """It happened in the window."""
        return self.start <= moment < self.end
