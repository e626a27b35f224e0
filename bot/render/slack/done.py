"""What was done, as a message: in sentences, with a button that takes it back."""

from collections.abc import Sequence
from typing import Final

from bot.answers.answer import ActionId, Button
from bot.answers.doing import THE_CHANNEL
from bot.render.clean import clean
from bot.render.slack.drawing import blocks_of
from bot.render.slack.items import Item, Kind, button_items
from bot.render.slack.notification import notification_text
from bot.render.slack.pages import SlackMessage
from bot.render.slack.words import Words, mentioned, ours, shortened_words

_LINE: Final = 1000
"""Units of one sentence; names in it may be long."""


def done_message(
    lines: Sequence[str], *, change_id: int | None = None, channel: str = ""
) -> SlackMessage:
    """The sentences; `change_id`: what *Undo* takes back, `None` where nothing was changed.

    `channel`: the id of the one that a line which begins with "The channel" is about.
    """
    first, *rest = [Item(kind=Kind.TEXT, words=_words(line, channel)) for line in lines]
    undo = () if change_id is None else (Button(ActionId.UNDO, "Undo", str(change_id)),)
    return SlackMessage(
        text=notification_text(lines[0], rest),
        blocks=blocks_of((first, *rest, *button_items(undo))),
    )


def _words(line: str, channel: str) -> Words:
    text = clean(line).strip() or "…"
    if not channel or not text.startswith(THE_CHANNEL):
        return shortened_words((ours(text),), _LINE)
    named = mentioned(channel, THE_CHANNEL)
    return shortened_words((named, ours(text.removeprefix(THE_CHANNEL))), _LINE)
