"""The job that forgets what nobody needs any more, once a day."""

from datetime import datetime, timedelta
from typing import Protocol

import structlog

from bot.jobs.holding import Holder
from bot.store.incidents import Incident

EVERY = timedelta(days=1)

KEEP_CLAIMS = timedelta(days=60)
"""Longer than anything is begun again: a round lasts a week, an event comes again within hours."""

KEEP_MESSAGES = timedelta(days=2 * 365)
"""What a person was told is remembered as long: what has not moved for two years may be told
anew."""

KEEP_INCIDENTS = timedelta(days=60)
"""Where no maintainer is named, nobody is ever told of them."""

KEEP_DELIVERIES = timedelta(days=8)
"""GitHub sends one again for three days when asked to, an enterprise server for seven.
https://docs.github.com/en/webhooks/testing-and-troubleshooting-webhooks/redelivering-webhooks"""

_log = structlog.get_logger(__name__)


class ForgetsClaims(Protocol):
    """What of the stored claims is used here."""

    async def forget(self, *, before: datetime) -> int:
        """Forget what ended before this moment; how many. Raises `StoreFault`."""
        ...


class ForgetsMessages(Protocol):
    """What of the stored messages is used here."""

    async def prune(self, *, before: datetime) -> int:
        """Forget those that ended before this moment; how many. Raises `StoreFault`."""
        ...


class ForgetsIncidents(Protocol):
    """What of the stored incidents is used here; each may raise `StoreFault`."""

    async def untold(self) -> tuple[Incident, ...]:
        """What no note has told."""
        ...

    async def told(self, keys: list[str], *, until: datetime) -> None:
        """Forget these."""
        ...


class ForgetsDeliveries(Protocol):
    """What of the stored marks is used here."""

    async def forget(self, *, before: datetime) -> int:
        """Forget those that came before this moment; how many. Raises `StoreFault`."""
        ...


class Housekeeping:
    """Of several replicas one does it."""

    name = "housekeeping"

    def __init__(
        self,
        claims: ForgetsClaims,
        messages: ForgetsMessages,
        incidents: ForgetsIncidents,
        deliveries: ForgetsDeliveries,
        holder: Holder,
    ) -> None:
        """Forget in these."""
        self._claims = claims
        self._messages = messages
        self._incidents = incidents
        self._deliveries = deliveries
        self._holder = holder

    async def on_tick(self, now: datetime) -> None:
        """Forget, unless that was done today. Raises `StoreFault`."""
        async with self._holder.holding("housekeeping") as hold:
            if hold is None:
                return
            claims = await self._claims.forget(before=now - KEEP_CLAIMS)
            messages = await self._messages.prune(before=now - KEEP_MESSAGES)
            old = now - KEEP_INCIDENTS
            incidents = [i.key for i in await self._incidents.untold() if i.last_at <= old]
            await self._incidents.told(incidents, until=old)
            deliveries = await self._deliveries.forget(before=now - KEEP_DELIVERIES)
            hold.rests_until = now + EVERY
        if claims or messages or incidents or deliveries:
            _log.info(
                "Forgot",
                claims=claims,
                messages=messages,
                incidents=len(incidents),
                deliveries=deliveries,
            )

    async def close(self) -> None:
        """Nothing goes on."""
