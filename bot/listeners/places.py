"""Where replies go. Each place knows how to replace what it printed, or that it cannot.

A place is used for one question only, and by one task.
"""

from dataclasses import dataclass
from typing import Protocol

import structlog
from slack_sdk.web.async_client import AsyncWebClient

from bot.errors import Fault
from bot.listeners import response_url
from bot.listeners.asks import Reply, Stage
from bot.listeners.slack_calls import SlackRefused, called
from bot.render.slack import EPHEMERAL, POST, UPDATE, SlackMessage, error_message

_NOT_THERE = frozenset({"message_not_found", "cant_update_message", "edit_window_closed"})

_log = structlog.get_logger(__name__)


class Place(Protocol):
    """Somewhere to answer."""

    async def say(self, reply: Reply[SlackMessage]) -> None:
        """Print the reply, in the place of the one before where that can be."""
        ...

    async def tell(self, message: SlackMessage) -> None:
        """Tell the asker alone that something is not as it should be."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """Where in Slack, and who asked there."""

    client: AsyncWebClient
    user: str
    channel: str = ""
    url: str = ""
    """The `response_url`; empty without one."""
    thread_ts: str = ""
    may_follow: bool = True
    """What the asker sees here they may see in their conversation with the bot too."""


class Aside:
    """To the asker alone. Nothing that is printed this way can be replaced from here."""

    def __init__(self, spot: Spot) -> None:
        """The channel, the person, and the `response_url` where there is one."""
        self._spot = spot

    async def say(self, reply: Reply[SlackMessage]) -> None:
        """One more message."""
        await self.tell(reply.drawn if reply.added is None else reply.added)

    async def tell(self, message: SlackMessage) -> None:
        """By `response_url` or ephemeral in the channel, else directly.

        A second copy for one pair of eyes is better than none, so it goes on after any failure.
        """
        # `response_url` knows no threads for messages that only one person sees.
        in_thread = bool(self._spot.thread_ts)
        ways = (self._ephemeral, self._by_url) if in_thread else (self._by_url, self._ephemeral)
        for way in ways:
            try:
                await way(message)
            except Fault as fault:
                _log.info("An answer takes another way", because=str(fault))
            else:
                return
        await posted(self._spot.client, self._spot.user, self._followed(message))

    async def _by_url(self, message: SlackMessage) -> None:
        how = {"response_type": "ephemeral", "replace_original": False}
        await response_url.respond(self._spot.client, self._spot.url, message, **how)

    async def _ephemeral(self, message: SlackMessage) -> None:
        spot = self._spot
        await called(
            spot.client.chat_postEphemeral,
            channel=spot.channel,
            user=spot.user,
            **_content(message),
            **EPHEMERAL,
            **({"thread_ts": spot.thread_ts} if spot.thread_ts else {}),
        )

    def _followed(self, message: SlackMessage) -> SlackMessage:
        if self._spot.may_follow:
            return message
        return error_message(
            "Your answer could not be shown in the channel any more.", "Ask there again."
        )


class Pressed:
    """The message whose button was pressed: every reply replaces it."""

    def __init__(self, spot: Spot, *, ts: str, is_ephemeral: bool) -> None:
        """`ts`: of the message."""
        self._spot = spot
        self._ts = ts
        self._is_ephemeral = is_ephemeral
        self._aside = Aside(spot)

    async def say(self, reply: Reply[SlackMessage]) -> None:
        """Replace the message; one that cannot be replaced is answered beside it."""
        try:
            await self._replace(reply.drawn)
        except SlackRefused as refused:
            _log.info("A message cannot be replaced", because=str(refused))
            await self._otherwise(reply)

    async def tell(self, message: SlackMessage) -> None:
        """Beside the message, which stays."""
        await self._aside.tell(message)

    async def _replace(self, message: SlackMessage) -> None:
        how = {"replace_original": True}
        await response_url.respond(self._spot.client, self._spot.url, message, **how)

    async def _otherwise(self, reply: Reply[SlackMessage]) -> None:
        """Messages that only one person sees can be changed by `response_url` alone."""
        if self._is_ephemeral:
            await self._aside.say(reply)
            return
        spot = self._spot
        try:
            await _updated(spot.client, spot.channel, self._ts, reply.drawn)
        except SlackRefused:
            await self._aside.tell(
                error_message("This message can no longer be changed.", "Ask again for a new one.")
            )


class Posted:
    """A message of the bot's in a thread or a direct conversation, which it can change."""

    def __init__(self, spot: Spot) -> None:
        """The channel, and the thread in it where there is one."""
        self._spot = spot
        self._ts = ""

    async def say(self, reply: Reply[SlackMessage]) -> None:
        """Post once; later replies take its place, unless somebody has removed it."""
        if self._ts and await self._is_replaced(reply.drawn):
            return
        spot = self._spot
        self._ts = await posted(spot.client, spot.channel, reply.drawn, thread_ts=spot.thread_ts)

    async def _is_replaced(self, message: SlackMessage) -> bool:
        try:
            await _updated(self._spot.client, self._spot.channel, self._ts, message)
        except SlackRefused as refused:
            if refused.code not in _NOT_THERE:
                raise
            return False
        return True

    async def tell(self, message: SlackMessage) -> None:
        """To the asker alone; in a conversation with the bot that is a plain message."""
        await Aside(self._spot).tell(message)


class Shared:
    """In the channel, for everybody there; the message that only the asker saw goes."""

    def __init__(self, spot: Spot) -> None:
        """The channel, and the thread in it where there is one."""
        self._spot = spot

    async def say(self, reply: Reply[SlackMessage]) -> None:
        """Post the final reply for everybody.

        It is not repeated when Slack does not say whether it took it.
        """
        if reply.stage is not Stage.FINAL:
            return
        spot = self._spot
        how = {
            "response_type": "in_channel",
            "replace_original": False,
            **({"thread_ts": spot.thread_ts} if spot.thread_ts else {}),
        }
        try:
            await response_url.respond(spot.client, spot.url, reply.drawn, **how)
        except SlackRefused as refused:
            _log.info("A shared answer takes another way", because=str(refused))
            await posted(spot.client, spot.channel, reply.drawn, thread_ts=spot.thread_ts)
        await self._delete_own()

    async def tell(self, message: SlackMessage) -> None:
        """To the asker alone."""
        await Aside(self._spot).tell(message)

    async def _delete_own(self) -> None:
        try:
            await response_url.delete_original(self._spot.client, self._spot.url)
        except Fault as fault:
            _log.info("A shared answer stands twice for its asker", because=str(fault))


async def posted(
    client: AsyncWebClient, channel: str, message: SlackMessage, *, thread_ts: str = ""
) -> str:
    """The `ts` of the new message. `channel`: a user's id stands for the conversation with them."""
    thread = {"thread_ts": thread_ts} if thread_ts else {}
    content = _content(message)
    said = await called(client.chat_postMessage, channel=channel, **content, **POST, **thread)
    return str(said.get("ts", ""))


async def _updated(client: AsyncWebClient, channel: str, ts: str, message: SlackMessage) -> None:
    await called(client.chat_update, channel=channel, ts=ts, **_content(message), **UPDATE)


def _content(message: SlackMessage) -> dict[str, object]:
    return {"text": message.text, "blocks": list(message.blocks)}
