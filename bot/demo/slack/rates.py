"""Rate limits: per method and minute, and one post a second and channel after a short burst.

https://docs.slack.dev/apis/web-api/rate-limits
"""

import math
from collections import defaultdict, deque

from bot.demo.slack import limits
from bot.demo.slack.clock import Clock


class Rates:
    """What was called when, on the workspace's clock, so that a moved clock frees it again."""

    def __init__(self, clock: Clock) -> None:
        """Begin with nothing used."""
        self._clock = clock
        # Posts to one channel at once, before the rule of one a second holds.
        self.post_burst = limits.POST_BURST
        self._calls: dict[str, deque[float]] = defaultdict(deque)
        self._posts: dict[str, tuple[float, float]] = {}

    def wait_seconds(self, method: str, *, per_minute: int, channel: str | None) -> int:
        """Whole seconds to wait before this call is allowed; 0 allows and counts it.

        `channel` is given for chat.postMessage only.
        """
        now = self._clock.now()
        calls = self._calls[method]
        while calls and calls[0] <= now - 60:
            calls.popleft()
        if len(calls) >= per_minute:
            return max(1, math.ceil(calls[0] + 60 - now))
        if channel is not None:
            tokens = self._tokens(channel, now)
            if tokens < 1:
                return max(1, math.ceil((1 - tokens) / limits.POSTS_PER_SECOND_AND_CHANNEL))
            self._posts[channel] = (tokens - 1, now)
        calls.append(now)
        return 0

    def _tokens(self, channel: str, now: float) -> float:
        tokens, at = self._posts.get(channel, (float(self.post_burst), now))
        return min(self.post_burst, tokens + (now - at) * limits.POSTS_PER_SECOND_AND_CHANNEL)
