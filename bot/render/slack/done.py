"""What was done, as a message: in sentences, with a button that takes it back."""

from collections.abc import Sequence
from typing import Final

from bot.answers.answer import ActionId, Button
from bot.render.clean import clean
from bot.render.slack.drawing import blocks_of
from bot.render.slack.items import Item, Kind, button_items
from bot.render.slack.notification import notification_text
from bot.render.slack.pages import SlackMessage
from bot.render.slack.words import Words, ours, shortened_words

_LINE: Final = 1000
"""Units of one sentence; names in it may be long."""


def done_message(lines: Sequence[str], *, change_id: int | None = None) -> SlackMessage:
    """The sentences; `change_id`: what *Undo* takes back, `None` where nothing was changed."""
    first, *rest = [Item(kind=Kind.TEXT, words=_words(line)) for line in lines]
    undo = () if change_id is None else (Button(ActionId.UNDO, "Undo", str(change_id)),)
    return SlackMessage(
        text=notification_text(lines[0], rest),
        blocks=blocks_of((first, *rest, *button_items(undo))),
    )


def _words(line: str) -> Words:
    return shortened_words((ours(clean(line).strip() or "…"),), _LINE)
