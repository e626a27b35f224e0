"""What was changed and what that is about, as the audit keeps it: words without blanks, parted by
one."""

from typing import Final

from bot.store.wishes import RowWishKind

SUBSCRIPTION: Final = "subscription"
DEFAULT_TRACKER: Final = "default_tracker"
WISHES: Final = "wishes"
ROW_WISH: Final = "row_wish"
LINK: Final = "link"
LEFT: Final = "left"


def of_channel(channel: str, tracker_key: str) -> str:
    """Of a channel and a tracker."""
    return f"{channel} {tracker_key}"


def of_finding(tracker_key: str, kind: str, subject: str) -> str:
    """Of a finding of drift."""
    return f"{tracker_key} {kind} {subject}"


def of_row(kind: RowWishKind, person: str, tracker_key: str, ref: str) -> str:
    """Of a row and a person; a park is everybody's."""
    whose = "all" if kind is RowWishKind.PARK else person
    return f"{kind} {tracker_key} {ref} {whose}"
