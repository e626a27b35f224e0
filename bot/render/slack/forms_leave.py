"""The modals in which a finding of drift is picked, and left as it is."""

from collections.abc import Sequence
from dataclasses import dataclass

from slack_sdk.models.blocks import Block, PlainTextInputElement

from bot.answers.parts import counted, plural
from bot.render.slack.form_ids import FieldId, FormId
from bot.render.slack.forms import Pick, field, form, grouped_menu, quiet, words
from bot.render.slack.views import ViewJson


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveForm:
    """What stands in the modal."""

    about: str
    """What the finding is about, in one line."""
    evidence: str
    """Sentences: what the index says, and what GitHub says."""
    metadata: str
    """Which finding it is, and what its evidence was."""
    why_at_most: int
    """Characters of a reason."""


def leave_view(said: LeaveForm, *, title: str) -> ViewJson:
    """The modal."""
    why = PlainTextInputElement(
        action_id=FieldId.WHY.value, multiline=True, max_length=said.why_at_most
    )
    return form(
        title,
        [
            words(said.about),
            words(said.evidence),
            field(
                FieldId.WHY.value,
                "Why",
                why,
                hint="Whoever asks about drift sees it, with your name, or reads an export.",
                optional=True,
            ),
            quiet(
                "It does not count any more, anywhere, until its evidence changes. Nothing is"
                " changed on GitHub."
            ),
        ],
        callback=FormId.LEAVE,
        submit="Leave as is",
        metadata=said.metadata,
        close="Cancel",
    )


def pick_view(
    groups: Sequence[tuple[str, Sequence[Pick]]], *, title: str, metadata: str, more: int = 0
) -> ViewJson:
    """The modal in which one of many findings is picked, by kind. `more`: those without room."""
    menu = grouped_menu(FieldId.FINDING, groups, "")
    blocks: list[Block] = [field(FieldId.FINDING.value, "Finding", menu)]
    if more:
        blocks.append(
            quiet(
                f"{counted(more, 'more finding')} {plural(more, 'has')} no room here. Ask “drift”"
                " with the name of a workstream: where it has few, each has a menu of its own."
            )
        )
    return form(
        title,
        blocks,
        callback=FormId.LEAVE_ONE,
        submit="Next",
        metadata=metadata,
        close="Cancel",
    )
