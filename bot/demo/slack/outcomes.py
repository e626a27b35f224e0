"""What a person sees after doing something: whether the app took it, and what came of it."""

from dataclasses import dataclass, field

from bot.demo.slack.records import Message, View
from bot.demo.slack.refusals import JsonObject


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """What became of one delivery to the app."""

    # Slack's word for the failure, such as `operation_timeout`; `None`: acknowledged.
    error: str | None = None
    # What the app put into its acknowledgement, if anything.
    body: JsonObject = field(default_factory=dict)
    seconds: float = 0.0
    status: int | None = None
    # The app answered `x-slack-no-retry: 1`.
    no_retry: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What a command, a press, a submission or an event led to, up to its acknowledgement."""

    # Why it failed, in Slack's word: `operation_timeout`, `dispatch_failed`, or the fake's for
    # what never reached the app, such as `command_not_in_threads`. `None`: acknowledged.
    error: str | None = None
    body: JsonObject = field(default_factory=dict)
    # From delivery to acknowledgement.
    seconds: float = 0.0
    payload: JsonObject = field(default_factory=dict)
    # The message that the acknowledgement itself made.
    message: Message | None = None
    # After a submission: what stands under the fields, by block id.
    errors: dict[str, str] = field(default_factory=dict)
    # The modal that the person sees now.
    view: View | None = None

    @property
    def acked(self) -> bool:
        """Whether the app acknowledged in time."""
        return self.error is None

    @property
    def trigger_id(self) -> str:
        """The `trigger_id` that the app was given."""
        return str(self.payload["trigger_id"])

    @property
    def response_url(self) -> str:
        """The `response_url` that the app was given."""
        return str(self.payload["response_url"])


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """A message that a person wrote, and what became of the events that told of it."""

    message: Message
    # One for each event that the app is subscribed to; none: the app heard nothing.
    events: tuple[Outcome, ...] = ()
