"""`UNKNOWN`: the value of a fact that was not read. It is never the same as "there is none"."""

from enum import Enum
from typing import Final, TypeAlias, TypeVar

T = TypeVar("T")


class Unknown(Enum):
    """Is this fact known? The only member says no."""

    # A noncharacter, so that no text from GitHub can ever be read back as "unknown".
    UNKNOWN = "\ufdd0"

    def __bool__(self) -> bool:
        """Refuse to be a condition: unknown is neither true nor false."""
        raise TypeError("UNKNOWN is neither true nor false: compare with `is UNKNOWN` first")


UNKNOWN: Final = Unknown.UNKNOWN

Known: TypeAlias = Unknown | T
"""A fact that may not have been read: `Known[datetime | None]` is unknown, none, or a moment."""
