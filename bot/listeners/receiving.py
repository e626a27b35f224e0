"""Bolt's app, in which every request of Slack's has an id of its own, whichever way it came."""

import time
from collections.abc import Callable
from typing import Any, TypeAlias

from slack_bolt.async_app import AsyncApp
from slack_bolt.request.async_request import AsyncBoltRequest
from slack_bolt.response import BoltResponse

from bot.insight.request import within_request

OnAcknowledged: TypeAlias = Callable[[float], None]
"""Told of every request, and after how many seconds it was acknowledged."""


class ReceivingApp(AsyncApp):
    """The app; what its listeners begin belongs to the request."""

    def __init__(self, *, on_acknowledged: OnAcknowledged, **given: Any) -> None:
        """As Bolt's."""
        self._on_acknowledged = on_acknowledged
        super().__init__(**given)

    async def async_dispatch(self, req: AsyncBoltRequest) -> BoltResponse:
        """Bolt's answer, which is the acknowledgement."""
        begun_at = time.perf_counter()
        with within_request():
            response = await super().async_dispatch(req)
        self._on_acknowledged(time.perf_counter() - begun_at)
        return response
