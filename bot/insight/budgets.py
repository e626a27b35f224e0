"""What is left of several budgets of one kind: an App has one for each installation."""

from collections.abc import Hashable


class Budgets:
    """What each was last said to have left."""

    def __init__(self) -> None:
        """Nothing was said."""
        self._left: dict[tuple[str, str], dict[Hashable, int]] = {}

    def lowest(self, credential: str, budget: str, holder: Hashable, *, remaining: int) -> int:
        """The lowest of this kind, now that this one has so much left."""
        holders = self._left.setdefault((credential, budget), {})
        holders[holder] = remaining
        return min(holders.values())
