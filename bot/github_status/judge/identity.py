"""Which refs of two readings are the same pull request or issue: renames and transfers are
followed."""

from collections.abc import Iterable, Mapping

from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Reading


class Identities:
    """What the readings know of who is who."""

    def __init__(self, readings: Iterable[Reading]) -> None:
        """Learn from these; where two disagree, the later one is believed."""
        now_at: dict[Ref, Ref] = {}
        node_of: dict[Ref, str] = {}
        by_node: dict[str, Ref] = {}
        for reading in readings:
            if reading.item is None:
                continue
            now_at[reading.ref] = reading.item.ref
            if reading.item.node_id:
                node_of[reading.item.ref] = reading.item.node_id
                by_node[reading.item.node_id] = reading.item.ref
        self._now_at: Mapping[Ref, Ref] = now_at
        self._node_of: Mapping[Ref, str] = node_of
        self._by_node: Mapping[str, Ref] = by_node

    def of(self, ref: Ref) -> Ref:
        """The ref that stands for this one: where it is now, as far as that was read."""
        at = self._now_at.get(ref, ref)
        return self._by_node.get(self._node_of.get(at, ""), at)
