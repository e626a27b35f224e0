"""Calls of the Web API without a wire. For tests only."""

from typing import Any

from bot.demo.slack import Channel, FakeSlack, User
from bot.demo.slack.refusals import JsonObject


def call(slack: FakeSlack, method: str, **args: Any) -> JsonObject:
    """What Slack answers to the bot."""
    return slack.api.answer(method, args, slack.bot_token)


def post(slack: FakeSlack, room: Channel, blocks: object, **more: Any) -> JsonObject:
    """A message with these blocks."""
    return call(slack, "chat.postMessage", channel=room.id, text="t", blocks=blocks, **more)


def open_view(slack: FakeSlack, user: User, view: JsonObject) -> JsonObject:
    """A modal for this person."""
    trigger_id = slack.world.new_trigger(user.id)
    return call(slack, "views.open", trigger_id=trigger_id, view=view)
