"""`/github/webhook`: one delivery of GitHub's → the guard → trackers marked for reading."""

import asyncio
from typing import Final

import structlog
from aiohttp import web

from bot.errors import StoreFault
from bot.github_status.reader import tracker_key
from bot.store.marks import Delivery
from bot.web.bodies import body_of, refused
from bot.web.github_guard import MOST_BYTES, Refusal, Webhook, may_be_signed, webhook
from bot.web.marking import Marking
from bot.web.watched import Watched

GITHUB_PATH: Final = "/github/webhook"

SLOWEST_BODY_SECONDS = 5.0

STORE_PATIENCE_SECONDS = 4.0
"""GitHub gives up after ten seconds, reading of the body included.
https://docs.github.com/en/webhooks/using-webhooks/handling-failed-webhook-deliveries"""

_log = structlog.get_logger(__name__)


class GitHubRoute:
    """What GitHub posts. It only says which tracker to read; nothing of it is logged.

    The answers are the same whether or not a tracker is marked: 202, without a word.
    """

    def __init__(
        self,
        secret: str,
        watched: Watched,
        marking: Marking,
        *,
        slowest_body_seconds: float = SLOWEST_BODY_SECONDS,
        store_patience_seconds: float = STORE_PATIENCE_SECONDS,
    ) -> None:
        """Deliveries are signed with this secret."""
        self._secret = secret
        self._watched = watched
        self._marking = marking
        self._slowest_body_seconds = slowest_body_seconds
        self._store_patience_seconds = store_patience_seconds

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Answer one request."""
        if not may_be_signed(request.headers):
            return refused(Refusal.NOT_SIGNED)
        raw = await body_of(
            request, most_bytes=MOST_BYTES, slowest_seconds=self._slowest_body_seconds
        )
        if isinstance(raw, web.StreamResponse):
            return raw
        found = webhook(raw, request.headers, secret=self._secret)
        if isinstance(found, Refusal):
            return refused(found)
        try:
            async with asyncio.timeout(self._store_patience_seconds):
                await self._mark(found)
        except (StoreFault, TimeoutError) as fault:
            because = str(fault) or "the store takes too long"
            _log.warning("A webhook could not be stored; polling goes on", because=because)
            return refused(503)
        except Exception as error:  # noqa: BLE001 -- a process edge: nobody above would answer
            # Its words and its traceback may hold what somebody sent.
            _log.error("A webhook failed by a mistake of ours", kind=type(error).__name__)
            return refused(500)
        return web.Response(status=202)

    async def _mark(self, found: Webhook) -> None:
        touched = await self._watched.touched_by(found.notice)
        if not touched:
            return
        await self._marking.mark(
            Delivery(
                id=found.delivery_id,
                fingerprint=found.fingerprint,
                tracker_keys=tuple(map(tracker_key, touched)),
            )
        )
