"""What a shape finds in a block."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.github_status.facts.index import Problem
from bot.github_status.index.blocks import Item


@dataclass(frozen=True, slots=True, kw_only=True)
class Shaped:
    """What may be rows, in their order, and who the block says answers for all around it."""

    line: int
    items: Sequence[Item]
    owners: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()
