"""One call of a Web API method: its arguments, as a method reads them."""

import json
from collections.abc import Callable
from dataclasses import dataclass

from bot.demo.slack.records import Channel
from bot.demo.slack.refusals import JsonObject, Refused
from bot.demo.slack.world import World


@dataclass(frozen=True, slots=True)
class Call:
    """Arguments from a form, a query or JSON; the first two know only strings."""

    world: World
    args: JsonObject

    def required(self, name: str) -> str:
        """A string that has to be there."""
        value = self.text(name)
        if not value:
            line = f"[ERROR] missing required field: {name}"
            raise Refused("invalid_arguments", messages=(line,))
        return value

    def text(self, name: str) -> str | None:
        """A string, or `None`."""
        value = self.args.get(name)
        if value is not None and not isinstance(value, str):
            line = f"[ERROR] must be a string [json-pointer:/{name}]"
            raise Refused("invalid_arguments", messages=(line,))
        return value

    def flag(self, name: str) -> bool | None:
        """A boolean, or `None` where none was given."""
        value = self.args.get(name)
        if value is None or isinstance(value, bool):
            return value
        if str(value).lower() in ("true", "1", "false", "0"):
            return str(value).lower() in ("true", "1")
        line = f"[ERROR] must be a boolean [json-pointer:/{name}]"
        raise Refused("invalid_arguments", messages=(line,))

    def number(self, name: str, default: int) -> int:
        """A whole number."""
        value = self.args.get(name, default)
        if not str(value).isdecimal():
            line = f"[ERROR] must be an integer [json-pointer:/{name}]"
            raise Refused("invalid_arguments", messages=(line,))
        return int(value)

    def json(self, name: str, *, error: str = "invalid_arguments") -> object:
        """JSON, as it is or as text; `error` is Slack's name for text that is none."""
        value = self.args.get(name)
        if not isinstance(value, str):
            return value
        try:
            return json.loads(value)
        except ValueError:
            raise Refused(error) from None

    def channel(self) -> Channel:
        """The channel that the call names, if the app may know of it."""
        channel = self.world.channel(self.text("channel") or "")
        bot = self.world.app.bot_user_id
        if channel.is_private and bot not in channel.members:
            raise Refused("channel_not_found")
        return channel

    def need_scope(self, scope: str) -> None:
        """Refuse the call unless the app was granted this scope."""
        granted = self.world.app.scopes
        if scope not in granted:
            provided = ",".join(sorted(granted))
            raise Refused("missing_scope", needed=scope, provided=provided)


@dataclass(frozen=True, slots=True, kw_only=True)
class Method:
    """A Web API method: its answer, its arguments, and what it takes to call it."""

    name: str
    answer: Callable[[Call], JsonObject]
    # Names of the arguments, apart; one that is not among them is a violation.
    args: str = ""
    scope: str | None = None
    per_minute: int
    # Which token it takes: "bot", "app" or none at all.
    token: str | None = "bot"


def page(entries: list[JsonObject], call: Call, key: str) -> JsonObject:
    """One page of a list, and the cursor of the next."""
    start = _cursor_start(call.text("cursor") or "")
    size = call.number("limit", 100)
    if not 1 <= size <= 999:
        raise Refused("invalid_limit")
    end = start + size
    cursor = f"from:{end}" if end < len(entries) else ""
    return {key: entries[start:end], "response_metadata": {"next_cursor": cursor}}


def _cursor_start(cursor: str) -> int:
    if not cursor:
        return 0
    word, _, number = cursor.partition(":")
    if word != "from" or not number.isdecimal():
        raise Refused("invalid_cursor")
    return int(number)
