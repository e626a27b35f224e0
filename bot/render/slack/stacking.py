"""Which items make one block together, and how much room they take."""

from collections.abc import Iterable

from bot.render.slack.escape import is_inert
from bot.render.slack.items import Item, Kind
from bot.render.slack.limits import RICH_TEXT, RICH_TEXT_ELEMENTS, TEXT_OBJECT

_RICH = (Kind.NAME, Kind.TEXT, Kind.BULLET, Kind.CODE)


class Stack:
    """Items one after the other, each in the block of the one before it or in a new one."""

    def __init__(self, items: Iterable[Item] = ()) -> None:
        """Put these on it."""
        self.units = 0
        self.rows = 0
        self._groups: list[list[Item]] = []
        self._group_units = 0
        self._group_words = 0
        for item in items:
            self.add(item)

    @property
    def items(self) -> tuple[Item, ...]:
        """What was put on it, in order."""
        return tuple(item for group in self._groups for item in group)

    @property
    def groups(self) -> tuple[tuple[Item, ...], ...]:
        """The items of each block."""
        return tuple(map(tuple, self._groups))

    def blocks_with(self, item: Item) -> int:
        """How many blocks there were with this item, too."""
        return len(self._groups) + (not self._joins(item))

    def add(self, item: Item) -> None:
        """Put the item on it."""
        if not self._joins(item):
            self._groups.append([])
            self._group_units = self._group_words = 0
        self._groups[-1].append(item)
        self.units += item.units
        self.rows += item.is_row
        self._group_units += item.units
        self._group_words += len(item.words) + 1

    def _joins(self, item: Item) -> bool:
        """Whether the item goes into the newest block."""
        if not self._groups or item.apart:
            return False
        last = self._groups[-1][-1]
        if item.kind is Kind.QUIET:
            both = last.kind is Kind.QUIET and is_marked_up(item) and is_marked_up(last)
            return both and self._fits(item, TEXT_OBJECT)
        return item.kind in _RICH and last.kind in _RICH and self._fits(item, RICH_TEXT)

    def _fits(self, item: Item, most: int) -> bool:
        words = self._group_words + len(item.words) + 1
        return self._group_units + item.units <= most and words <= RICH_TEXT_ELEMENTS


def is_marked_up(item: Item) -> bool:
    """Whether it can be one text of mrkdwn: nothing in it that mrkdwn would change."""
    return all(is_inert(word.text) and not word.code for word in item.words if word.is_bare)


def units_in(items: Iterable[Item]) -> int:
    """The items' length, as Slack may count it."""
    return sum(item.units for item in items)


def blocks_in(items: Iterable[Item]) -> int:
    """How many blocks the items make."""
    return len(Stack(items).groups)
