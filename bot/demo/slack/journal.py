"""What went over the wire, what must not have, and whether anything is still under way."""

import asyncio
import math
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from bot.demo.slack.refusals import JsonObject


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A call of the app's: a Web API method, or `response_url`."""

    method: str
    args: JsonObject = field(repr=False)
    # On the workspace's clock, and on the event loop's, in seconds.
    at: float
    loop_at: float
    seconds: float
    status: int
    # Slack's error, or the fault that was played; `None`: it worked.
    error: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """A delivery to the app: a command, an interaction or an event."""

    kind: str
    payload: JsonObject = field(repr=False)
    attempt: int
    # On the workspace's clock, and on the event loop's when it began, in seconds.
    at: float
    loop_at: float
    seconds: float
    # `None`: acknowledged in time.
    error: str | None


@dataclass(slots=True)
class Answered:
    """What is found out about a call while it is answered; see `Request`."""

    args: JsonObject = field(default_factory=dict)
    status: int = 0
    error: str | None = None


class Journal:
    """The log of a workspace, and the count of what is under way."""

    def __init__(self) -> None:
        """Begin empty."""
        self.requests: list[Request] = []
        self.sent: list[Sent] = []
        # Sentences: what the app did that no real Slack would put up with.
        self.violations: list[str] = []
        # Envelopes whose acknowledgement came after Slack had stopped waiting.
        self.late_acks: list[str] = []
        self.steps = 0
        # When each of what is under way began.
        self._under_way: list[float] = []

    @property
    def is_idle(self) -> bool:
        """Whether no request and no delivery is under way."""
        return not self._under_way

    @property
    def whole_before(self) -> float:
        """What began earlier, on the event loop's clock, is in the lists; infinite: everything."""
        return min(self._under_way, default=math.inf)

    @contextmanager
    def busy(self) -> Iterator[float]:
        """Count what happens inside as under way; given is when it began, by the event loop."""
        began_at = asyncio.get_running_loop().time()
        self._under_way.append(began_at)
        self.steps += 1
        try:
            yield began_at
        finally:
            self._under_way.remove(began_at)
            self.steps += 1

    @contextmanager
    def record(self, method: str, *, at: float) -> Iterator[Answered]:
        """Enter a call that is answered inside, at this moment of the workspace's clock; one that
        no answer is found for is left out.
        """
        with self.busy() as began_at:
            answered = Answered()
            yield answered
            self.requests.append(
                Request(
                    method=method,
                    args=answered.args,
                    at=at,
                    loop_at=began_at,
                    seconds=asyncio.get_running_loop().time() - began_at,
                    status=answered.status,
                    error=answered.error,
                )
            )

    def calls(self, method: str) -> list[Request]:
        """The calls of one method, in order."""
        return [request for request in self.requests if request.method == method]

    def accuse(self, sentence: str) -> None:
        """Record what the app did wrong, once."""
        if sentence not in self.violations:
            self.violations.append(sentence)
