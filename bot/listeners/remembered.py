"""A memory with an end: by time and by number."""

from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Remembered(Generic[K, V]):
    """Values that are forgotten after a while, the oldest first where there are too many."""

    def __init__(self, *, keep_seconds: float, most: int, clock: Callable[[], float]) -> None:
        """Keep at most so many, each for so long; `clock` counts seconds and never goes back."""
        self._keep_seconds = keep_seconds
        self._most = most
        self._clock = clock
        self._kept: OrderedDict[K, tuple[float, V]] = OrderedDict()

    def get(self, key: K) -> V | None:
        """What is remembered; `None` for nothing."""
        self._forget()
        found = self._kept.get(key)
        return None if found is None else found[1]

    def put(self, key: K, value: V) -> None:
        """Remember this from now on."""
        self._kept.pop(key, None)
        self._kept[key] = (self._clock() + self._keep_seconds, value)
        self._forget()

    def forget(self, key: K) -> None:
        """Remember this no longer."""
        self._kept.pop(key, None)

    def __len__(self) -> int:
        """How many are remembered."""
        return len(self._kept)

    def _forget(self) -> None:
        now = self._clock()
        while self._kept:
            key, (until, _) = next(iter(self._kept.items()))
            if until > now and len(self._kept) <= self._most:
                return
            del self._kept[key]
