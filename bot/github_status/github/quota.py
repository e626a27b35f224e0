"""GitHub's limits: when they end, and waiting for that, as long as somebody waits for an answer.

https://docs.github.com/en/graphql/overview/rate-limits-and-query-limits-for-the-graphql-api
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Protocol, TypeAlias

from bot.errors import QuotaSpent

UNTOLD_WAIT_SECONDS = 60
"""GitHub asks for at least a minute where it does not say how long."""
SHORTEST_WAIT_SECONDS = 1
"""Clocks differ: a limit that has ended by ours may still hold."""
MOST_DOUBLINGS = 6


def utc_now() -> datetime:
    """The clock of the wiring."""
    return datetime.now(UTC)


OnWait: TypeAlias = Callable[[datetime], None]
"""Told until when a limit is waited for."""


def nobody_waits(_until: datetime) -> None:
    """Tell nobody."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Left:
    """What is left of a budget, as an answer said."""

    credential: str
    """Its kind, "token" or "app"."""
    installation: int | None
    """Of the App; `None`: a token's."""
    budget: str
    """"graphql" (points) or "core" (requests to REST)."""
    remaining: int


class Watches(Protocol):
    """Told of every request, to count them."""

    def answered(self, status: int) -> None:
        """GitHub answered with this HTTP status."""
        ...

    def unanswered(self, *, is_connected: bool) -> None:
        """There was no answer; `is_connected`: it took too long, broke off, or was too large."""
        ...

    def left(self, left: Left) -> None:
        """An answer said what is left."""
        ...


class NobodyWatches:
    """Counts nothing."""

    def answered(self, status: int) -> None:
        """Nothing."""

    def unanswered(self, *, is_connected: bool) -> None:
        """Nothing."""

    def left(self, left: Left) -> None:
        """Nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """How patient the client is, and the clock and sleep that it uses."""

    longest_wait_seconds: float = 60
    """For limits, in one question altogether; what would take longer fails and says until when."""
    timeout_seconds: float = 20
    """For one request. GitHub gives up after 10 s; a large answer needs some time on the way."""
    on_wait: OnWait = nobody_waits
    watch: Watches = field(default_factory=NobodyWatches)
    clock: Callable[[], datetime] = utc_now
    sleep: Callable[[float], Awaitable[object]] = asyncio.sleep


def limit_ends_at(headers: Mapping[str, str], *, now: datetime) -> datetime | None:
    """`retry-after` where it is given, else the reset of a spent budget; `None`: GitHub does not
    say.
    """
    told = _retry_after(headers.get("retry-after", ""), now)
    if told is None and headers.get("x-ratelimit-remaining") == "0":
        return reset_of(headers)
    return told


def remaining_of(headers: Mapping[str, str]) -> int | None:
    """What is left of the budget; `None` where the server does not say."""
    told = headers.get("x-ratelimit-remaining", "")
    return int(told) if told.isascii() and told.isdecimal() and len(told) < 10 else None


def reset_of(headers: Mapping[str, str]) -> datetime | None:
    """When the budget is renewed; `None` where the server does not say (limits are off by default
    on GHES).
    """
    return _from_epoch(headers.get("x-ratelimit-reset", ""))


class Patience:
    """How long one question has waited for limits. Waits at the same time count once."""

    def __init__(self, policy: Policy) -> None:
        """Nothing has been waited for."""
        self._left = timedelta(seconds=policy.longest_wait_seconds)
        self._until = datetime.min.replace(tzinfo=UTC)

    def grants(self, until: datetime, *, now: datetime) -> bool:
        """Waiting until then is still bearable; it is taken from what is left."""
        more = max(until - max(now, self._until), timedelta())
        if more > self._left:
            return False
        self._left -= more
        self._until = max(until, self._until)
        return True


class Gate:
    """Holds requests of one budget back while a limit lasts. Lives as long as the client."""

    def __init__(self, policy: Policy) -> None:
        """Open."""
        self._policy = policy
        self._closed_until: datetime | None = None
        self._untold = 0

    def close(self, until: datetime | None) -> None:
        """A limit was met that ends then; `None`: in a minute, and in twice as long each time after
        that.
        """
        now = self._policy.clock()
        if until is None:
            until = now + timedelta(seconds=UNTOLD_WAIT_SECONDS * 2**self._untold)
            self._untold = min(self._untold + 1, MOST_DOUBLINGS)
        soonest = now + timedelta(seconds=SHORTEST_WAIT_SECONDS)
        self._closed_until = max(until, soonest, self._closed_until or soonest)

    def heed(self, headers: Mapping[str, str]) -> None:
        """Look at the budget that an answer tells: a good answer may be the last one."""
        self._untold = 0
        if headers.get("x-ratelimit-remaining") == "0" and (reset := reset_of(headers)) is not None:
            self._closed_until = reset

    async def passed(self, patience: Patience) -> None:
        """Return when requests may be sent; raises `QuotaSpent` when that is too far away."""
        while (until := self._closed_until) is not None and until > (now := self._policy.clock()):
            if not patience.grants(until, now=now):
                raise quota_spent(until)
            self._policy.on_wait(until)
            await self._policy.sleep((until - now).total_seconds())


def quota_spent(until: datetime | None) -> QuotaSpent:
    """Says until when, if GitHub did."""
    when = "" if until is None else f" until {until.astimezone(UTC):%d %b %Y %H:%M:%S} UTC"
    return QuotaSpent(
        f"GitHub's limit for requests is used up{when}.",
        reset_at=until,
        advice="Ask again after that; fewer readings or a GitHub App leave more of the limit.",
    )


def _retry_after(value: str, now: datetime) -> datetime | None:
    """Seconds, or an HTTP date (https://www.rfc-editor.org/rfc/rfc9110#name-retry-after)."""
    if value.isascii() and value.strip().isdecimal():
        return _later(now, int(value))
    try:
        read = parsedate_to_datetime(value)
    except (ValueError, OverflowError):
        return None
    return read if read.tzinfo else read.replace(tzinfo=UTC)


def _later(now: datetime, seconds: int) -> datetime | None:
    try:
        return now + timedelta(seconds=seconds)
    except OverflowError:
        return None


def _from_epoch(value: str) -> datetime | None:
    try:
        return datetime.fromtimestamp(int(value), UTC)
    except (ValueError, OverflowError, OSError):
        return None
