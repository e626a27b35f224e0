"""A picture in a message or in the App Home: an image block over what was uploaded to Slack.

https://docs.slack.dev/reference/block-kit/blocks/image-block
"""

from dataclasses import dataclass, replace
from typing import Final

from bot.render.slack.drawing import BlockJson
from bot.render.slack.limits import ALT_TEXT, MESSAGE_BLOCKS, VIEW_BLOCKS
from bot.render.slack.pages import SlackMessage
from bot.render.slack.views import ViewJson

_IMAGE: Final = "image"
_ENDS: Final = ("actions", "context", "divider")
"""Blocks that may end a message: how complete the reading is, and what to press."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SlackPicture:
    """A picture that Slack has."""

    file_id: str
    alt_text: str
    """The same in words, for whoever does not see it."""


def with_picture(message: SlackMessage, picture: SlackPicture) -> SlackMessage:
    """The message with the picture above what ends it; as it is where there is no room."""
    blocks = message.blocks
    if len(blocks) >= MESSAGE_BLOCKS:
        return message
    end = len(blocks)
    while end > 1 and blocks[end - 1]["type"] in _ENDS:
        end -= 1
    return replace(message, blocks=(*blocks[:end], _image(picture), *blocks[end:]))


def home_with_picture(view: ViewJson, picture: SlackPicture) -> ViewJson:
    """The App Home with the picture below everything; as it is where there is no room."""
    blocks = [*view["blocks"], {"type": "divider"}, _image(picture)]
    return view if len(blocks) > VIEW_BLOCKS else {**view, "blocks": blocks}


def has_picture(message: SlackMessage) -> bool:
    """Whether one stands in it."""
    return any(_is_picture(block) for block in message.blocks)


def without_picture(message: SlackMessage) -> SlackMessage:
    """The message without it."""
    blocks = tuple(block for block in message.blocks if not _is_picture(block))
    return replace(message, blocks=blocks)


def alt_text(words: str) -> str:
    """The words, as many as Slack takes."""
    return words if len(words) <= ALT_TEXT else f"{words[: ALT_TEXT - 1]}…"


def _image(picture: SlackPicture) -> BlockJson:
    return {
        "type": _IMAGE,
        "slack_file": {"id": picture.file_id},
        "alt_text": alt_text(picture.alt_text),
    }


def _is_picture(block: BlockJson) -> bool:
    return block["type"] == _IMAGE and "slack_file" in block
