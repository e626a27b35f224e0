"""The modals of a repair: which boxes, then exactly what is written."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from slack_sdk.models.blocks import (
    Block,
    CheckboxesElement,
    Option,
    RichTextBlock,
    RichTextElementParts,
    RichTextSectionElement,
)

from bot.answers.answer import ActionId
from bot.answers.parts import counted, plural
from bot.answers.spoken import notice_answer
from bot.github_status.repair import DiffLine
from bot.render.clean import clean
from bot.render.slack.form_ids import FieldId, FormId
from bot.render.slack.forms import (
    OPTION_DESCRIPTION,
    OPTION_TEXT,
    RADIOS,
    ModalButton,
    buttons,
    field,
    form,
    heading,
    plain,
    quiet,
    words,
)
from bot.render.slack.limits import LINK, VIEW_BYTES
from bot.render.slack.measure import escaped_units, shortened
from bot.render.slack.pages import SlackMessage
from bot.render.slack.repair_lines import WIDE, diff_blocks, preformatted, two_lines
from bot.render.slack.views import ViewJson, modal

TITLE: Final = "Repair the index"
UNDO_TITLE: Final = "Take back a repair"
SHOW: Final = "Show the changes"
WRITE: Final = "Write to GitHub"

BOXES_AT_MOST: Final = 70
"""Boxes in one modal: each has a block of its own, and each ten of them one with the choice."""

_WIDTHS: Final = (WIDE, 80, 40, 20)
"""Characters of a line in the confirmation, the first of these with which all of it fits."""

_EVIDENCE: Final = 400
"""Units of what speaks for one box: two or three sentences."""

_SURE = "Merged, and the box is empty"
_TO_JUDGE = "Perhaps: only a person can tell"


@dataclass(frozen=True, slots=True, kw_only=True)
class BoxRow:
    """A box that could be ticked."""

    at: int
    """By which it is told from the others of the same text."""
    label: str
    """Ref and title of its row."""
    ref: str
    """ "#2466"; empty for a row without one."""
    url: str
    """Where that leads; empty: nowhere."""
    evidence: str
    line: DiffLine
    is_sure: bool
    """Ticked unless somebody says no."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceForm:
    """What the first modal shows."""

    tracker: str
    """Its name and where."""
    rows: tuple[BoxRow, ...]
    """By place, at most `BOXES_AT_MOST`."""
    more: int = 0
    """Boxes that have no room."""
    hidden: int = 0
    """Boxes of rows that name something private."""
    as_of: str = ""
    """When the text was read."""
    note: str = ""
    """Why it is shown once more."""
    mark: str
    """Tells this text from others: Slack keeps what was chosen where a field has the same id."""
    metadata: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmForm:
    """What the second modal shows: exactly what would be written."""

    tracker: str
    boxes: int
    lines: tuple[DiffLine, ...]
    hidden: int = 0
    """Lines that name anything private."""
    note: str = ""
    is_undo: bool = False
    again: str = ""
    """The question whose boxes could be chosen anew; empty: there is nothing to choose."""
    metadata: str


def choice_view(shown: ChoiceForm) -> ViewJson:
    """Every box with what speaks for it and how its line would change; those that are sure are
    ticked. Where that is too much for a view, the last ones are counted."""
    view = _choice_view(shown)
    while _is_too_large(view) and len(shown.rows) > 1:
        kept = len(shown.rows) // 2
        more = shown.more + len(shown.rows) - kept
        shown = replace(shown, rows=shown.rows[:kept], more=more)
        view = _choice_view(shown)
    return view


def _choice_view(shown: ChoiceForm) -> ViewJson:
    sure = [row for row in shown.rows if row.is_sure]
    others = [row for row in shown.rows if not row.is_sure]
    blocks: list[Block] = [*([words(shown.note)] if shown.note else [])]
    blocks.append(words(_how_many(shown)))
    blocks += _group(_SURE, sure, f"{shown.mark}-sure")
    blocks += _group(_TO_JUDGE, others, f"{shown.mark}-perhaps")
    blocks += [quiet(line) for line in _left_out(shown)]
    submit = SHOW if shown.rows else ""
    callback = FormId.REPAIR_CHOOSE
    return form(
        TITLE,
        blocks,
        callback=callback,
        submit=submit,
        metadata=shown.metadata,
        close="Cancel" if submit else "Close",
    )


def confirm_view(shown: ConfirmForm) -> ViewJson:
    """The exact lines, and what happens to them; long ones are cut around what changes."""
    drawn = (_confirm_view(shown, width) for width in _WIDTHS)
    fitting = (view for view in drawn if not _is_too_large(view))
    return next(fitting, _confirm_view(shown, _WIDTHS[-1]))


def _confirm_view(shown: ConfirmForm, width: int) -> ViewJson:
    blocks: list[Block] = [*([words(shown.note)] if shown.note else [])]
    blocks.append(words(*_what_happens(shown)))
    blocks += diff_blocks(two_lines(line, width=width) for line in shown.lines)
    if shown.hidden:
        lines, are = counted(shown.hidden, "line"), plural(shown.hidden, "is")
        blocks.append(quiet(f"{lines} of private rows {are} not shown here."))
    if shown.again:
        blocks.append(buttons([ModalButton(ActionId.REPAIR, "Choose others", shown.again)]))
    return form(
        UNDO_TITLE if shown.is_undo else TITLE,
        blocks,
        callback=FormId.REPAIR_WRITE,
        submit=WRITE,
        metadata=shown.metadata,
        close="Cancel",
    )


def waiting_view(what: str, *, is_undo: bool = False) -> ViewJson:
    """What stands there while something is done."""
    return modal(UNDO_TITLE if is_undo else TITLE, notice_answer(what))


def message_view(message: SlackMessage) -> ViewJson:
    """What would be said in a message, in the modal where it is waited for."""
    return modal(TITLE, notice_answer(message.text)) | {"blocks": list(message.blocks)}


def _is_too_large(view: ViewJson) -> bool:
    return len(json.dumps(view)) > VIEW_BYTES


def _how_many(shown: ChoiceForm) -> str:
    if not shown.rows:
        return f"There is no {'other ' if shown.hidden else ''}box of {shown.tracker} to tick."
    count = len(shown.rows) + shown.more
    what = f"{counted(count, 'box')} of {shown.tracker} can be ticked: choose which."
    return f"{what} Nothing is written before you confirm."


def _left_out(shown: ChoiceForm) -> Iterator[str]:
    if shown.more:
        yield (
            f"{shown.more} more {plural(shown.more, 'box')} {plural(shown.more, 'has')} no room"
            " here: repair these, then open this once more."
        )
    if shown.hidden:
        yield (
            f"{counted(shown.hidden, 'box')} of private rows {plural(shown.hidden, 'is')} not"
            " shown here."
        )
    if shown.as_of:
        yield (
            f"As of {shown.as_of}. Before anything is written the text is read again, and nothing"
            " is written where somebody edited it."
        )


def _group(title: str, rows: Sequence[BoxRow], mark: str) -> Iterator[Block]:
    """Ten boxes at a time, with what speaks for each below them."""
    if not rows:
        return
    yield heading(f"{title} ({len(rows)})")
    for number, start in enumerate(range(0, len(rows), RADIOS), start=1):
        some = rows[start : start + RADIOS]
        label = "Tick" if len(rows) <= RADIOS else f"Tick, {start + 1} to {start + len(some)}"
        yield field(_field_id(mark, number), label, _choice(mark, number, some), optional=True)
        yield from map(_why, some)


def _field_id(mark: str, number: int) -> str:
    return f"{FieldId.BOXES}.{mark}-{number}"


def _choice(mark: str, number: int, rows: Sequence[BoxRow]) -> CheckboxesElement:
    options = [_option(row) for row in rows]
    ticked = [option for option, row in zip(options, rows, strict=True) if row.is_sure]
    return CheckboxesElement(
        action_id=_field_id(mark, number), options=options, initial_options=ticked or None
    )


def _option(row: BoxRow) -> Option:
    return Option(
        value=str(row.at),
        text=plain(row.label, OPTION_TEXT),
        description=plain(_short_reason(row) or f"line {row.line.line}", OPTION_DESCRIPTION),
    )


def _short_reason(row: BoxRow) -> str:
    """Where it stands and what speaks for it, where that fits below the box; else empty."""
    words = clean(f"line {row.line.line} · {row.evidence}").strip()
    return words if row.evidence and escaped_units(words) <= OPTION_DESCRIPTION else ""


def _why(row: BoxRow) -> Block:
    """The ref with its link, what speaks for it unless that was said, and its line."""
    name = f"{row.ref}, line {row.line.line}" if row.ref else f"Line {row.line.line}"
    bold = RichTextElementParts.TextStyle(bold=True)
    named = (
        RichTextElementParts.Link(url=row.url, text=name, style=bold)
        if row.url and len(row.url) <= LINK
        else RichTextElementParts.Text(text=name, style=bold)
    )
    said = "" if _short_reason(row) else shortened(clean(row.evidence).strip(), _EVIDENCE)
    parts = [named, RichTextElementParts.Text(text=f" · {said}" if said else " ")]
    return RichTextBlock(
        elements=[RichTextSectionElement(elements=parts), preformatted(two_lines(row.line))]
    )


def _what_happens(shown: ConfirmForm) -> tuple[str, str]:
    boxes, is_one = counted(shown.boxes, "box"), shown.boxes == 1
    what = f"set back to what {'it was' if is_one else 'they were'}" if shown.is_undo else "ticked"
    return (
        f"{boxes} of {shown.tracker} will be {what}, in one edit. Only"
        f" {'this one character changes' if is_one else 'these characters change'}.",
        "Right before, the text is read again: where somebody edited it meanwhile, nothing is"
        " written.",
    )
