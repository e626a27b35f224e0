"""What the fake refuses, and the shape of the JSON it speaks.

Refused     Slack would answer `ok: false`; goes back over the wire
Misuse      somebody is to do what no person in Slack can do; raised at whoever asks for it
"""

from typing import Any

# What Slack sends and takes. The fake works on it as it comes off the wire: modelling it again
# would hide exactly the mistakes that it is there to find.
JsonObject = dict[str, Any]


class Refused(Exception):
    """Slack answers `ok: false` with `error`, and perhaps says more."""

    def __init__(self, error: str, *, messages: tuple[str, ...] = (), **more: object) -> None:
        """Name Slack's error, the lines of `response_metadata.messages`, and further fields."""
        super().__init__(error, *messages)
        self.error = error
        self.messages = messages
        self.more = more

    def as_json(self) -> JsonObject:
        """The body that goes back."""
        body: JsonObject = {"ok": False, "error": self.error, **self.more}
        if self.messages:
            body["response_metadata"] = {"messages": list(self.messages)}
        return body


class Misuse(Exception):
    """Something is asked for that nobody could do in Slack."""
