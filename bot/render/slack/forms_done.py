"""What a modal shows after it was submitted: what was done, with a way back; or why not."""

from collections.abc import Sequence

from slack_sdk.models.blocks import Block

from bot.answers.answer import ActionId
from bot.answers.spoken import notice_answer
from bot.errors import NemorlStatusError
from bot.render.slack.forms import ModalButton, buttons, form, words
from bot.render.slack.views import ViewJson, modal


def done_view(
    title: str,
    lines: Sequence[str],
    *,
    change_id: int | None = None,
    undos: Sequence[tuple[str, int]] = (),
) -> ViewJson:
    """What was done; `change_id`: what *Undo* takes back, or `undos`: what each of several does."""
    blocks: list[Block] = [words(line) for line in lines]
    own = () if change_id is None else (("Undo", change_id),)
    blocks += [undo_button(label, number) for label, number in (*own, *undos)]
    return form(title, blocks)


def undo_button(label: str, change_id: int) -> Block:
    """A row with a button that takes a change back."""
    return buttons([ModalButton(ActionId.UNDO, label, str(change_id))])


def fault_view(title: str, error: NemorlStatusError) -> ViewJson:
    """What happened, and what to do."""
    return modal(title, notice_answer(str(error), error.advice))
