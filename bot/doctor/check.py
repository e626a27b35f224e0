"""What a check says."""

import asyncio
from collections.abc import Awaitable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Generic, TypeVar

import structlog

from bot.errors import NemorlStatusError

CHECK_SECONDS: Final = 14.0
"""A check that takes longer has no answer. The one that it stands on may have taken as long: the
whole examination ends within half a minute, whoever does not answer."""

T = TypeVar("T")

_log = structlog.get_logger(__name__)


class Verdict(StrEnum):
    """Does it work?

    `WARNING`: what is set up works without it, or nobody can tell without sending something.
    """

    RIGHT = "right"
    WARNING = "warning"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One line."""

    name: str
    """What was looked at, in a word or three."""
    verdict: Verdict
    what: str
    """What was found, in a sentence; never a secret."""
    advice: str = ""
    """What to do; empty where nothing is to be done."""


@dataclass(frozen=True, slots=True)
class Looked(Generic[T]):
    """What a look brought."""

    found: T
    checks: tuple[Check, ...] = ()
    """Why nothing was found."""


def right(name: str, what: str) -> Check:
    """It works."""
    return Check(name=name, verdict=Verdict.RIGHT, what=what)


def warning(name: str, what: str, advice: str = "") -> Check:
    """It works without this, or nobody can tell."""
    return Check(name=name, verdict=Verdict.WARNING, what=what, advice=advice)


def wrong(name: str, what: str, advice: str) -> Check:
    """It does not work."""
    return Check(name=name, verdict=Verdict.WRONG, what=what, advice=advice)


def failed(name: str, error: NemorlStatusError, advice: str = "") -> Check:
    """It does not work, as this error says."""
    return wrong(name, str(error), error.advice or advice)


def not_checked(name: str, because: str) -> Check:
    """What it stands on is wrong, which another line says already."""
    return warning(name, f"Not checked, because {because}.")


def is_well(checks: Iterable[Check]) -> bool:
    """Nothing is wrong."""
    return all(check.verdict is not Verdict.WRONG for check in checks)


async def within_time(
    name: str, looking: Awaitable[T], *, otherwise: T, seconds: float | None = None
) -> Looked[T]:
    """What came of looking; where nothing did, a line that says so and what to go on with.

    One check that fails stops no other: neither time nor a mistake of ours. `seconds`: how long it
    may take; `None`: as every check.
    """
    limit = CHECK_SECONDS if seconds is None else seconds
    try:
        async with asyncio.timeout(limit):
            return Looked(await looking)
    except TimeoutError:
        what = f"There was no answer within {limit:.0f} seconds."
        return Looked(otherwise, (wrong(name, what, "Ask again; see whether the network works."),))
    except NemorlStatusError as error:
        return Looked(otherwise, (failed(name, error),))
    except Exception as error:  # noqa: BLE001 -- an edge: the other checks go on
        _log.error("A check failed by a mistake of ours", check=name, exc_info=error)
        what = f"Not checked, by a mistake of this program ({type(error).__name__})."
        return Looked(otherwise, (warning(name, what, "Please report it; --debug tells more."),))


def shortened_list(names: Sequence[str], *, most: int = 8) -> str:
    """ "Ana Souza, Bo Chen and 3 more"."""
    shown = ", ".join(names[:most])
    more = len(names) - most
    return f"{shown} and {more} more" if more > 0 else shown


def counted(count: int, thing: str, things: str = "") -> str:
    """ "1 row", "2 rows"."""
    return f"{count:,} {thing if count == 1 else things or f'{thing}s'}"
