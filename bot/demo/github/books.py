"""What was asked of the fake, and what is left of its budgets."""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any


@dataclass
class Seen:
    """One request as it arrived, and the status it was answered with."""

    method: str
    path: str
    at: datetime
    """On the clock of this GitHub."""
    loop_at: float
    """On the event loop's clock, in seconds."""
    query: str = ""
    variables: Mapping[str, Any] = field(default_factory=dict)
    token: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    status: int = 0
    """0: there was no answer (yet)."""
    seconds: float | None = None
    """How long it took; `None`: it is under way."""

    def asks_for(self, number: int) -> bool:
        """The query, or the path, names this issue or pull request number."""
        return f"number: {number})" in self.query or self.path.endswith(f"/issues/{number}")


@dataclass
class Quota:
    """One budget of an hour."""

    limit: int = 5000
    used: int = 0
    reset_epoch: int = field(default_factory=lambda: int(time.time()) + 3600)

    @property
    def remaining(self) -> int:
        """What is left."""
        return max(0, self.limit - self.used)
