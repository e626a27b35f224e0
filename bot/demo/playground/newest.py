"""A book that does not grow without end."""

from typing import TypeVar

from bot.demo.github import FakeGitHub
from bot.demo.slack import FakeSlack

MOST_KEPT = 2_000
"""Of each book, in a demo that is left open: some megabytes."""
_LATER_FORGOTTEN = 200
"""So many at once are forgotten, so that each new entry changes how many there are."""

T = TypeVar("T")


class Newest(list[T]):
    """A list to append to, of which at least the newest `most` entries are kept."""

    def __init__(self, *, most: int) -> None:
        """Begin empty."""
        super().__init__()
        self._most = most

    def append(self, entry: T, /) -> None:
        """Add it, and forget the oldest where there are too many."""
        super().append(entry)
        if len(self) > self._most + _LATER_FORGOTTEN:
            del self[: len(self) - self._most]


def keep_newest(slack: FakeSlack, github: FakeGitHub, *, most: int = MOST_KEPT) -> None:
    """From now on only the newest of what went over the wire; the books are begun anew."""
    slack.journal.requests = Newest(most=most)
    slack.journal.sent = Newest(most=most)
    github.requests = Newest(most=most)
