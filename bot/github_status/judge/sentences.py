"""Small words of sentences, for the judge's evidence and for answers."""

from collections.abc import Iterable
from datetime import UTC, datetime

# Not `%b`: that depends on the locale of the process.
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def day_text(at: datetime, *, with_year: bool = True) -> str:
    """ "19 Jul 2026", or "19 Jul"; in the zone of the moment."""
    year = f" {at.year}" if with_year else ""
    return f"{at.day} {_MONTHS[at.month - 1]}{year}"


def moment_text(at: datetime) -> str:
    """ "22 Aug 2026, 22:40 UTC"."""
    at = at.astimezone(UTC)
    return f"{day_text(at)}, {at:%H:%M} UTC"


def listed(names: Iterable[str]) -> str:
    """ "a", "a and b", "a, b and c"; empty without any."""
    *most, last = tuple(names) or ("",)
    return f"{', '.join(most)} and {last}" if most else last
