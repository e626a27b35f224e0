"""Slack's pace: one message a second."""

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable


class Pacer:
    """Lets one message through at a time, `seconds` after the last."""

    def __init__(
        self,
        seconds: float = 1.0,
        *,
        monotonic: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """One a second for each channel is Slack's rule, several hundred a minute the workspace's:
        https://docs.slack.dev/apis/web-api/rate-limits . One a second over all keeps both."""
        self._seconds = seconds
        self._monotonic = monotonic
        self._sleep = sleep
        self._next_at = monotonic()
        self._repeating: deque[asyncio.Future[None]] = deque()
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._is_taken = False

    async def turn(self, *, again: bool = False, share: float = 1.0) -> None:
        """Wait for the next turn; in the order of asking.

        `again`: before everybody who waits, for what had its turn and has to be repeated.
        `share`: so many turns it takes up; more than one for what Slack allows less often.
        """
        line = self._repeating if again else self._waiting
        await self._line_up(line)
        while not await self._is_had(again=again, share=share):
            await self._line_up(line, first=True)

    def hold_off(self, seconds: float) -> None:
        """Slack asks everybody to wait: no turn before so many seconds have passed."""
        self._next_at = max(self._next_at, self._monotonic() + seconds)

    async def _is_had(self, *, again: bool, share: float) -> bool:
        """Wait for it, being the next; false when it goes to one that is repeated."""
        try:
            while (left := self._next_at - self._monotonic()) > 0:
                await self._sleep(left)
            if not again and any(not place.done() for place in self._repeating):
                return False
            self._next_at = self._monotonic() + share * self._seconds
            return True
        finally:
            self._pass_on()

    async def _line_up(self, line: deque[asyncio.Future[None]], *, first: bool = False) -> None:
        if not self._is_taken:
            self._is_taken = True
            return
        place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        line.insert(0 if first else len(line), place)
        try:
            await place
        except asyncio.CancelledError:
            if not place.cancelled():  # it was let in at the same moment
                self._pass_on()
            raise

    def _pass_on(self) -> None:
        for line in (self._repeating, self._waiting):
            while line:
                place = line.popleft()
                if not place.done():  # else it was cancelled, and waits no more
                    place.set_result(None)
                    return
        self._is_taken = False
