"""What our modals are made of. Names from an index or from Slack stand in plain text only."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from slack_sdk.models.blocks import (
    ActionsBlock,
    Block,
    ButtonElement,
    CheckboxesElement,
    ConfirmObject,
    ContextBlock,
    DividerBlock,
    HeaderBlock,
    InputBlock,
    InputInteractiveElement,
    MarkdownTextObject,
    Option,
    OptionGroup,
    PlainTextObject,
    RadioButtonsElement,
    RichTextBlock,
    RichTextElementParts,
    RichTextSectionElement,
    SectionBlock,
    StaticSelectElement,
)
from slack_sdk.models.views import View

from bot.answers.answer import ActionId
from bot.render.clean import clean
from bot.render.slack.form_ids import FieldId, FormButton, FormId
from bot.render.slack.limits import (
    BUTTON_LABEL,
    HEADER,
    PRIVATE_METADATA,
    TEXT_OBJECT,
    VIEW_BLOCKS,
    VIEW_TITLE,
)
from bot.render.slack.measure import escaped_units, shortened
from bot.render.slack.views import ViewJson

# https://docs.slack.dev/reference/block-kit/composition-objects/option-object
OPTION_TEXT: Final = 75
OPTION_DESCRIPTION: Final = 75
OPTION_VALUE: Final = 150

# https://docs.slack.dev/reference/block-kit/block-elements
OPTIONS: Final = 100
RADIOS: Final = 10

LABEL: Final = 200
"""Of a field; Slack takes 2000, which nobody reads."""

_HINT: Final = 1000


@dataclass(frozen=True, slots=True)
class Pick:
    """One thing that can be chosen. `value` is an id."""

    value: str
    label: str
    description: str = ""


@dataclass(frozen=True, slots=True)
class ModalButton:
    """A button of a modal."""

    action: FormButton | ActionId
    label: str
    value: str
    asks_first: str = ""
    """A sentence that has to be confirmed; empty: it is done at once."""


def form(
    title: str,
    blocks: Sequence[Block],
    *,
    callback: FormId | None = None,
    submit: str = "",
    metadata: str = "",
    close: str = "Close",
) -> ViewJson:
    """A modal. Raises `ValueError` for more than a view can hold: pages are the caller's."""
    if len(blocks) > VIEW_BLOCKS or escaped_units(metadata) > PRIVATE_METADATA:
        raise ValueError("more blocks or metadata than a view takes")
    view = View(
        type="modal",
        title=plain(title, VIEW_TITLE),
        submit=plain(submit, VIEW_TITLE) if submit else None,
        close=plain(close, VIEW_TITLE),
        callback_id=None if callback is None else callback.value,
        private_metadata=metadata or None,
        blocks=list(blocks),
    )
    return dict(view.to_dict())


def plain(text: str, most: int) -> PlainTextObject:
    """One line of text that Slack parses for nothing; never empty."""
    return PlainTextObject(text=shortened(clean(text).strip(), most) or "…", emoji=False)


def heading(text: str) -> Block:
    """A title inside a modal."""
    return HeaderBlock(text=plain(text, HEADER))


def divider() -> Block:
    """A line."""
    return DividerBlock()


def words(*lines: str, button: ModalButton | None = None) -> Block:
    """Some sentences, each in its line."""
    kept = [shortened(clean(line).strip(), TEXT_OBJECT // max(1, len(lines)) - 1) for line in lines]
    text = PlainTextObject(text="\n".join(filter(None, kept)) or "…", emoji=False)
    return SectionBlock(text=text, accessory=None if button is None else _element(button))


def quiet(*lines: str) -> Block:
    """The same, small and grey."""
    text = "\n".join(clean(line).strip() for line in lines)
    return ContextBlock(
        elements=[PlainTextObject(text=shortened(text, TEXT_OBJECT) or "…", emoji=False)]
    )


def about_channel(before: str, channel: str, after: str) -> Block:
    """A sentence of ours that names a channel by its id."""
    text = f"{before} <#{channel}> {after}" if is_channel(channel) else f"{before} {after}"
    return SectionBlock(text=MarkdownTextObject(text=text.strip(), verbatim=True))


def named_channel(channel: str, after: str) -> Block:
    """The same, where other names stand in what is said: nothing but the channel is drawn."""
    text = shortened(clean(after), TEXT_OBJECT) or "…"
    parts = [RichTextElementParts.Channel(channel_id=channel), RichTextElementParts.Text(text=text)]
    return RichTextBlock(elements=[RichTextSectionElement(elements=parts)])


def about_person(before: str, user: str, after: str) -> Block:
    """A small sentence of ours that names somebody by their Slack id; a modal pings nobody."""
    text = f"{before} {f'<@{user}>' if _is_person(user) else 'Somebody'} {after}"
    return ContextBlock(elements=[MarkdownTextObject(text=text.strip(), verbatim=True)])


def whom_to_ask(people: Sequence[str]) -> Block:
    """Who may do it, by their Slack ids."""
    known = [f"<@{person}>" for person in people if _is_person(person)]
    return SectionBlock(
        text=MarkdownTextObject(text=f"Ask one: {', '.join(known)}.", verbatim=True)
    )


def _is_person(user: str) -> bool:
    return user[:1] in ("U", "W") and user.isascii() and user.isalnum()


def is_channel(channel: str) -> bool:
    """It has the shape of a channel's id, so that it may stand in markup."""
    return channel[:1] in ("C", "G") and channel.isascii() and channel.isalnum()


def buttons(shown: Iterable[ModalButton]) -> Block:
    """A row of buttons, of which each does something else."""
    return ActionsBlock(elements=[_element(button) for button in shown])


def _element(button: ModalButton) -> ButtonElement:
    """One button."""
    confirm = None
    if button.asks_first:
        confirm = ConfirmObject(
            title=plain("Are you sure?", 100),
            text=plain(button.asks_first, 300),
            confirm=plain(button.label, 30),
            deny=plain("Cancel", 30),
        )
    return ButtonElement(
        text=plain(button.label, BUTTON_LABEL),
        action_id=button.action.value,
        value=button.value,
        confirm=confirm,
    )


def field(
    block_id: str,
    label: str,
    element: InputInteractiveElement,
    *,
    hint: str = "",
    optional: bool = False,
) -> Block:
    """An input with its label; its element has the same id."""
    return InputBlock(
        block_id=block_id,
        label=plain(label, LABEL),
        element=element,
        hint=plain(hint, _HINT) if hint else None,
        optional=optional,
    )


def menu(
    field_id: FieldId, picks: Sequence[Pick], chosen: str | None = None
) -> StaticSelectElement:
    """A menu of at most a hundred things; `chosen`: the value of one of them."""
    options = [_option(pick) for pick in picks[:OPTIONS]]
    return StaticSelectElement(
        action_id=field_id.value, options=options, initial_option=_with_value(options, chosen)
    )


def grouped_menu(
    field_id: FieldId, groups: Sequence[tuple[str, Sequence[Pick]]], chosen: str
) -> StaticSelectElement:
    """A menu of more things, in groups of at most a hundred each."""
    drawn = [(label, [_option(pick) for pick in picks[:OPTIONS]]) for label, picks in groups]
    every = [option for _, options in drawn for option in options]
    return StaticSelectElement(
        action_id=field_id.value,
        option_groups=[
            OptionGroup(label=plain(label, OPTION_TEXT), options=options)
            for label, options in drawn
        ],
        initial_option=_with_value(every, chosen),
    )


def radios(
    field_id: FieldId, picks: Sequence[Pick], chosen: str | None = None
) -> RadioButtonsElement:
    """One of at most ten things."""
    options = [_option(pick) for pick in picks[:RADIOS]]
    return RadioButtonsElement(
        action_id=field_id.value, options=options, initial_option=_with_value(options, chosen)
    )


def checkboxes(
    field_id: FieldId, picks: Sequence[Pick], chosen: Iterable[str]
) -> CheckboxesElement:
    """Some of at most ten things."""
    wanted = set(chosen)
    options = [_option(pick) for pick in picks[:RADIOS]]
    ticked = [option for option in options if option.value in wanted]
    return CheckboxesElement(
        action_id=field_id.value, options=options, initial_options=ticked or None
    )


def _option(pick: Pick) -> Option:
    if len(pick.value) > OPTION_VALUE:
        raise ValueError("the value of an option is longer than Slack takes")
    description = pick.description
    return Option(
        value=pick.value,
        text=plain(pick.label, OPTION_TEXT),
        description=plain(description, OPTION_DESCRIPTION) if description else None,
    )


def _with_value(options: Sequence[Option], value: str | None) -> Option | None:
    return next((option for option in options if option.value == value), None)
