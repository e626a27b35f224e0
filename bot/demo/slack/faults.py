"""Faults on demand: for a method, a number of times, then never again."""

import enum
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from bot.demo.slack.refusals import JsonObject

# Nothing a fault waits for may last longer: nobody would wait for it.
LONGEST_SECONDS = 60.0


class FaultKind(enum.Enum):
    """What goes wrong with the answer, and does the call still take effect?"""

    REFUSED = "ok: false, no effect"
    RATE_LIMITED = "429 with Retry-After, no effect"
    HTML_500 = "500 with a page, no effect"
    HTML_500_AFTER = "500 with a page, after the effect"
    REFUSED_AFTER = "ok: false, after the effect"
    INVALID_JSON = "200 with half an answer, after the effect"
    RESET_BEFORE = "connection reset, no effect"
    RESET_AFTER = "connection reset, after the effect"
    TIMEOUT_AFTER = "no answer, after the effect"
    SLOW = "the right answer, late"


WITHOUT_EFFECT = (
    FaultKind.REFUSED,
    FaultKind.RATE_LIMITED,
    FaultKind.HTML_500,
    FaultKind.RESET_BEFORE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """One thing to go wrong, `times` times."""

    kind: FaultKind
    error: str = ""
    seconds: float = 0.0
    times: int = 1
    more: JsonObject = field(default_factory=dict)
    # Only calls with arguments for which this holds; `None`: any.
    when: Callable[[JsonObject], bool] | None = None

    def __post_init__(self) -> None:
        """Refuse what would last for ever."""
        # A Retry-After is only said, and may be hours.
        is_said = self.kind is FaultKind.RATE_LIMITED
        if not (is_said or 0 <= self.seconds <= LONGEST_SECONDS):
            raise ValueError(f"a fault lasts at most {LONGEST_SECONDS} s")


def refused(error: str, **more: object) -> Fault:
    """Slack answers `ok: false` with any error."""
    return Fault(kind=FaultKind.REFUSED, error=error, more=more)


def rate_limited(retry_after_seconds: int) -> Fault:
    """Slack answers 429 and says when to come back."""
    return Fault(kind=FaultKind.RATE_LIMITED, seconds=retry_after_seconds, error="ratelimited")


def html_500() -> Fault:
    """Slack answers 500 with a page instead of JSON."""
    return Fault(kind=FaultKind.HTML_500)


def html_500_after() -> Fault:
    """The call takes effect; Slack answers 500 all the same."""
    return Fault(kind=FaultKind.HTML_500_AFTER)


def refused_after(error: str) -> Fault:
    """The call takes effect; Slack answers `ok: false`, as it may with `fatal_error`."""
    return Fault(kind=FaultKind.REFUSED_AFTER, error=error)


def invalid_json() -> Fault:
    """The call takes effect, its answer arrives cut off."""
    return Fault(kind=FaultKind.INVALID_JSON)


def reset_before() -> Fault:
    """The connection breaks before anything happened."""
    return Fault(kind=FaultKind.RESET_BEFORE)


def reset_after() -> Fault:
    """The call takes effect, then the connection breaks: the ambiguous post."""
    return Fault(kind=FaultKind.RESET_AFTER)


def timeout_after(seconds: float) -> Fault:
    """The call takes effect, but no answer comes for so long; then the connection breaks."""
    return Fault(kind=FaultKind.TIMEOUT_AFTER, seconds=seconds)


def slow(seconds: float) -> Fault:
    """The call takes effect and is answered, after this time."""
    return Fault(kind=FaultKind.SLOW, seconds=seconds)


class Faults:
    """The faults that wait for their calls."""

    def __init__(self) -> None:
        """Begin with none."""
        self._waiting: dict[str, list[Fault]] = {}

    def add(self, method: str, *faults: Fault) -> None:
        """Queue faults for a method (`*`: any; `response_url`: posts there); they go in order."""
        self._waiting.setdefault(method, []).extend(faults)

    def take(self, method: str, args: JsonObject) -> Fault | None:
        """The fault that is due for this call, one use less."""
        for key in (method, "*"):
            queue = self._waiting.get(key, [])
            for number, fault in enumerate(queue):
                if fault.when is None or fault.when(args):
                    queue[number : number + 1] = (
                        [replace(fault, times=fault.times - 1)] if fault.times > 1 else []
                    )
                    return fault
        return None

    def clear(self) -> None:
        """Let go of every fault that still waits."""
        self._waiting.clear()

    def unused(self) -> list[str]:
        """A sentence for each fault that no call met."""
        return [
            f"a fault for {method} was never met: {fault.kind.value}"
            for method, queue in self._waiting.items()
            for fault in queue
        ]
