"""Which requests were taken already: a signed one could else be sent again for five minutes."""

from collections import OrderedDict
from collections.abc import Callable

KEEP_SECONDS = 2 * 5 * 60
"""A signature is good for five minutes before and after its timestamp."""

MOST_SIGNATURES = 50_000
"""Some megabytes; Slack sends at most 30,000 events an hour."""


class Replays:
    """Signatures of requests, as long as they could be sent again."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """The clock counts seconds and never goes back."""
        self._clock = clock
        self._taken: OrderedDict[str, float] = OrderedDict()

    def take(self, signature: str) -> bool:
        """Whether this is the first time."""
        now = self._clock()
        self._forget_until(now - KEEP_SECONDS)
        if signature in self._taken:
            return False
        self._taken[signature] = now
        return True

    def give_back(self, signature: str) -> None:
        """It was not answered as it should be: Slack may send it again."""
        self._taken.pop(signature, None)

    def _forget_until(self, moment: float) -> None:
        while self._taken:
            taken_at = next(iter(self._taken.values()))
            if taken_at > moment and len(self._taken) < MOST_SIGNATURES:
                return
            self._taken.popitem(last=False)
