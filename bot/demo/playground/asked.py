"""Reading what a page asks for: every field of a body that anybody may have written."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.demo.playground import sight
from bot.demo.playground.stage import Stage
from bot.demo.slack import Channel, Message, User, View

MOST_TEXT = 4_000
"""Characters of a message or a field; Slack cuts longer messages into several."""

_MOST_ID = 255
"""Characters of an id of a block or an action, as in Slack."""

_ID = re.compile(r"[A-Za-z0-9._-]{1,64}", re.ASCII)


class NotTaken(Exception):
    """This cannot be done. `error`: Slack's word for it; `None`: Slack has none."""

    def __init__(self, says: str, error: str | None = None) -> None:
        """Say to the person why."""
        super().__init__(says)
        self.says = says
        self.error = error


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A body, and on which stage it is asked for."""

    stage: Stage
    body: Mapping[str, Any]

    def text(self, key: str, *, most: int = MOST_TEXT) -> str:
        """The text of this field."""
        return text_of(self.body.get(key), key, most=most)

    def id(self, key: str) -> str:
        """The id in this field."""
        found = self.body.get(key)
        if not isinstance(found, str) or not _ID.fullmatch(found):
            raise NotTaken(f"The request's “{key}” is no id.")
        return found

    def has(self, key: str) -> bool:
        """Whether the field is there and not null."""
        return self.body.get(key) is not None

    def person(self) -> User:
        """As whom this is done."""
        found = sight.actor(self.stage, self.id("as"))
        if found is None:
            raise NotTaken("Nobody of the demo whom one can act as has this id.", "user_not_found")
        return found

    def conversation(self, user: User) -> Channel:
        """The conversation that is named, which the person is in."""
        found = sight.conversation(self.stage, user, self.id("conversation"))
        if found is None:
            raise NotTaken(f"{user.real_name} is in no such conversation.", "channel_not_found")
        return found

    def message(self, user: User, channel: Channel, key: str) -> Message:
        """The message of this conversation that the field names, as far as the person sees it."""
        found = sight.message(self.stage, user, channel, self.id(key))
        if found is None:
            raise NotTaken("That message is not there any more.", "message_not_found")
        return found

    def view(self, user: User, key: str = "view") -> View:
        """The modal or home that the field names, as far as it is before the person."""
        found = sight.view(self.stage, user, self.id(key))
        if found is None:
            raise NotTaken("That window is not open any more: it was closed.", "not_found")
        return found

    def place(self, user: User) -> Message | View:
        """The message or view in which something is pressed or chosen."""
        at = self.body.get("at")
        if not isinstance(at, dict):
            raise NotTaken("The request does not say where: “at” is missing.")
        there = Asked(stage=self.stage, body=at)
        if there.has("view"):
            return there.view(user)
        return there.message(user, there.conversation(user), "message")

    def element(self) -> tuple[str, str]:
        """The ids of the block and of the action in it."""
        return self.text("block", most=_MOST_ID), self.text("action", most=_MOST_ID)


def text_of(value: object, key: str, *, most: int = MOST_TEXT) -> str:
    """The value, if it is a text that can be sent."""
    if not isinstance(value, str):
        raise NotTaken(f"The request's “{key}” is no text.")
    if len(value) > most:
        raise NotTaken(
            f"This is too long: {len(value):,} characters, and at most {most:,} can be sent.",
            "msg_too_long",
        )
    if not value.isascii() and any("\ud800" <= mark <= "\udfff" for mark in value):
        raise NotTaken(f"The request's “{key}” holds half of a character.")
    return value
