"""A stage whose bot is not there: what people see and do, in no time."""

from typing import Any, cast

import yaml

from bot.demo.bundled import DEMO_NOW
from bot.demo.github import FakeGitHub
from bot.demo.playground.bundled_world import furnish
from bot.demo.playground.cast import cast_of
from bot.demo.playground.stage import Stage, moment_of
from bot.demo.slack import Channel, Clock, FakeSlack, Message, Timing, User, View, views
from bot.demo.slack.words import Parsed
from bot.manifest import manifest_text
from bot.serving.wired import Bot

BUTTON = {
    "type": "button",
    "action_id": "go",
    "value": "7",
    "text": {"type": "plain_text", "text": "Go"},
}


def option(value: str) -> dict[str, Any]:
    """One of a menu."""
    return {"text": {"type": "plain_text", "text": value.title()}, "value": value}


OVERFLOW = {"type": "overflow", "action_id": "more", "options": [option("a"), option("b")]}
BLOCKS: list[dict[str, Any]] = [
    {"type": "actions", "block_id": "row", "elements": [BUTTON, OVERFLOW]}
]


def field(kind: str, **more: Any) -> dict[str, Any]:
    """A field of a form; its block and its action are named for its kind."""
    return {
        "type": "input",
        "block_id": kind,
        "optional": True,
        "label": {"type": "plain_text", "text": "Field"},
        "element": {"type": kind, "action_id": kind, **more},
    }


FORM: dict[str, Any] = {
    "type": "modal",
    "title": {"type": "plain_text", "text": "Settings"},
    "submit": {"type": "plain_text", "text": "Save"},
    "blocks": [
        field("plain_text_input", max_length=20),
        field("static_select", options=[option("a"), option("b")]),
        field("checkboxes", options=[option("a"), option("b")]),
        field("timepicker"),
        field("datepicker"),
        field("users_select"),
        field("conversations_select"),
    ],
}


def deaf_stage() -> Stage:
    """Slack and GitHub of the demo; whatever is sent to the bot is answered `dispatch_failed`."""
    clock = Clock(DEMO_NOW)
    manifest = yaml.safe_load(manifest_text())
    timing = Timing(retry_seconds=())
    slack = FakeSlack(manifest, transport="socket", clock=clock, timing=timing)
    github = FakeGitHub()
    github.clock = lambda: moment_of(clock)
    furnish(github)
    stage = Stage(slack=slack, github=github, bot=cast(Bot, None), cast=cast_of(slack))
    for user, _ in stage.cast.actors:
        slack.dm(user)
    return stage


def posted(
    stage: Stage,
    channel: Channel,
    text: str,
    *,
    only: User | None = None,
    under: Message | None = None,
    broadcast: bool = False,
) -> Message:
    """A message of the bot's, with a button and a menu."""
    message = Message(
        ts=stage.slack.world.ids.ts(),
        channel=channel.id,
        user=stage.slack.bot.id,
        text=text,
        blocks=[dict(block) for block in BLOCKS],
        ephemeral_to=None if only is None else only.id,
        thread_ts=None if under is None else under.ts,
        is_broadcast=broadcast,
    )
    return stage.slack.world.add_message(message, parsed=Parsed())


def opened(stage: Stage, user: User) -> View:
    """A form before this person."""
    world = stage.slack.world
    return views.open_modal(world, world.new_trigger(user.id), FORM)
