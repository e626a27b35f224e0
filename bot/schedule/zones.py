"""IANA time zones by their names."""

import difflib
from collections.abc import Mapping
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from bot.errors import UserError

_NO_PLACES = {"Factory", "localtime", "posixrules", "EST", "MST", "HST"}
"""Files of a zone database that say nothing, or something else on each machine; and those of the
last three names have no summer time, which hardly anybody means who writes them."""


def zone_named(name: str) -> ZoneInfo:
    """The IANA zone, without case; raises `UserError` with the nearest names when there is none."""
    known = _names().get(name.strip().casefold())
    if known is not None:
        return ZoneInfo(known)
    nearest = _nearest(name)
    meant = f"Did you mean {' or '.join(nearest)}? " if nearest else ""
    raise UserError(
        f"There is no time zone “{name.strip()}”.",
        advice=f"{meant}Write the name of a place, as America/Los_Angeles or Europe/London.",
    )


@cache
def _names() -> Mapping[str, str]:
    """Every zone by its folded name."""
    return {name.casefold(): name for name in sorted(available_timezones() - _NO_PLACES)}


def _nearest(asked: str) -> list[str]:
    """At most three zones, by their city or their whole name."""
    folded = "_".join(asked.casefold().split())
    cities = {key.rpartition("/")[2]: name for key, name in _names().items() if "/" in key}
    if folded in cities:
        return [cities[folded]]
    by_name = difflib.get_close_matches(folded, _names(), n=3, cutoff=0.75)
    by_city = difflib.get_close_matches(folded, cities, n=3, cutoff=0.75)
    found = [*(_names()[key] for key in by_name), *(cities[key] for key in by_city)]
    return list(dict.fromkeys(found))[:3]
