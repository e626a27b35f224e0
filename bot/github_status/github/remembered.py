"""Remembers what was decoded: most pull requests are the same in the next reading.

Decoding is most of the work of a reading, and other people's answers wait for it.
"""

import marshal
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import blake2b
from typing import Any

from bot.github_status.facts.known import UNKNOWN
from bot.github_status.facts.pulls import Pull
from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Outcome, Reading
from bot.github_status.github.decode import decode_reading

MOST_KEPT = 4096
"""Rows; the one that was not asked for the longest goes first. The newest snapshots hold most of
them anyway."""

FORM = 2
"""Of marshal: from the third on, the same value may come in different bytes."""


@dataclass(frozen=True, slots=True)
class _Kept:
    mark: bytes
    reading: Reading


class Remembered:
    """The last reading of each ref, by what GitHub said. Lives as long as the client."""

    def __init__(self) -> None:
        """Nothing was read."""
        self._kept: OrderedDict[Ref, _Kept] = OrderedDict()

    def reading(self, ref: Ref, node: Mapping[str, Any], *, read_at: datetime) -> Reading:
        """What GitHub told about this ref, as `decode_reading` has it."""
        mark = blake2b(marshal.dumps(dict(node), FORM), digest_size=16).digest()
        kept = self._kept.get(ref)
        if kept is not None and kept.mark == mark:
            self._kept.move_to_end(ref)
            return replace(kept.reading, read_at=read_at)
        reading = decode_reading(ref, node, read_at=read_at)
        self._kept.pop(ref, None)
        if _is_timeless(reading, read_at):
            self._kept[ref] = _Kept(mark, reading)
            if len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        return reading


def _is_timeless(reading: Reading, read_at: datetime) -> bool:
    """It would be decoded to the same later on: no moment in it was cut to that of the reading."""
    if reading.outcome is not Outcome.READ:
        return False
    if not isinstance(reading.item, Pull) or reading.item.events is UNKNOWN:
        return True
    return all(event.at < read_at for event in reading.item.events)
