"""What a modal shows after it was submitted: what was done, with a way back; or why not."""

from collections.abc import Sequence

from slack_sdk.models.blocks import Block

from bot.answers.answer import ActionId
from bot.answers.doing import THE_CHANNEL
from bot.answers.spoken import notice_answer
from bot.errors import NemorlStatusError, NotAllowed
from bot.render.slack.forms import (
    ModalButton,
    buttons,
    form,
    is_channel,
    named_channel,
    whom_to_ask,
    words,
)
from bot.render.slack.views import ViewJson, modal


def done_view(
    title: str,
    lines: Sequence[str],
    *,
    change_id: int | None = None,
    undos: Sequence[tuple[str, int]] = (),
    channel: str = "",
) -> ViewJson:
    """What was done; `change_id`: what *Undo* takes back, or `undos`: what each of several does.

    `channel`: the id of the one that a line which begins with "The channel" is about.
    """
    blocks: list[Block] = [_line(line, channel) for line in lines]
    own = () if change_id is None else (("Undo", change_id),)
    blocks += [undo_button(label, number) for label, number in (*own, *undos)]
    return form(title, blocks)


def _line(line: str, channel: str) -> Block:
    if not line.startswith(THE_CHANNEL) or not is_channel(channel):
        return words(line)
    return named_channel(channel, line.removeprefix(THE_CHANNEL))


def undo_button(label: str, change_id: int) -> Block:
    """A row with a button that takes a change back."""
    return buttons([ModalButton(ActionId.UNDO, label, str(change_id))])


def fault_view(title: str, error: NemorlStatusError) -> ViewJson:
    """What happened, and what to do."""
    if isinstance(error, NotAllowed) and error.whom:
        return form(title, [words(str(error)), whom_to_ask(error.whom)])
    return modal(title, notice_answer(str(error), error.advice))
