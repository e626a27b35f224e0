"""What waits for its request: faults, and what others do meanwhile."""

from collections.abc import Callable
from dataclasses import dataclass

from bot.demo.github.books import Seen
from bot.demo.github.faults import Fault


@dataclass
class Hook:
    """Something that happens around the `nth` request whose query has these words."""

    containing: str
    does: Callable[[], object]
    nth: int
    is_after: bool

    def happens(self, seen: Seen, *, is_after: bool) -> None:
        """Do it where its moment has come."""
        if self.is_after is not is_after or self.containing not in seen.query:
            return
        self.nth -= 1
        if self.nth == 0:
            self.does()


@dataclass
class Planned:
    """A fault that waits for its request."""

    fault: Fault
    matches: Callable[[Seen], bool]
    times: int | None
