"""Buttons. Which there are is told by `ActionId`; what a press means, by `presses`."""

import re
from typing import Any

from slack_bolt.async_app import AsyncAck, AsyncApp

from bot.answers.answer import ActionId
from bot.listeners.presses import press_of, receive
from bot.listeners.reception import Reception
from bot.render.slack import PAGE

_ASKING = (ActionId.SHARE, ActionId.REFRESH, ActionId.ONLY_STALE, ActionId.ASK, PAGE)


def listen(app: AsyncApp, reception: Reception) -> None:
    """Listen to every button that we draw."""

    @app.action(named(*_ASKING))
    async def on_press(ack: AsyncAck, body: dict[str, Any]) -> None:
        await ack()
        receive(press_of(body), reception)

    @app.action(named(ActionId.OPEN_TRACKER))
    async def on_open(ack: AsyncAck) -> None:
        await ack()  # the link has opened by itself; Slack wants to be answered all the same


def named(*words: str) -> re.Pattern[str]:
    """The action ids of these buttons, however many of one kind a message has."""
    return re.compile(rf"\A(?:{'|'.join(map(re.escape, words))})(?:\..*)?\Z")
