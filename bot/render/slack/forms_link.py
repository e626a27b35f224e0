"""The modals in which people are linked: *Link owners* for maintainers, and "Is this you?"."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from slack_sdk.models.blocks import Block, PlainTextInputElement, UserSelectElement

from bot.render.slack.form_ids import FieldId, FormButton, FormId, field_of
from bot.render.slack.forms import (
    RADIOS,
    ModalButton,
    Pick,
    about_person,
    buttons,
    divider,
    field,
    form,
    plain,
    quiet,
    radios,
    words,
)
from bot.render.slack.forms_done import undo_button
from bot.render.slack.views import ViewJson

OWNERS_ON_A_PAGE: Final = 29
"""Each has three blocks at most, what stands around them twelve, and a view a hundred."""

NOBODY: Final = "-"
"""The value of "none of these"."""

LOGIN_CHARACTERS: Final = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnerRow:
    """One owner of the index."""

    key: str
    """Names the owner within the modal."""
    name: str
    """As the index writes it."""
    account: str = ""
    """The Slack id that is linked; empty: none is."""
    login: str = ""
    hint: str = ""
    """Which logins it may be, and why."""
    fixed: str = ""
    """A sentence where the settings file links the owner: then nothing can be changed here."""
    fixed_to: str = ""
    """The Slack id that this sentence ends with."""
    claimed_by: str = ""
    """The Slack id of somebody who linked themself, which a maintainer may confirm."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkForm:
    """One page of the modal."""

    rows: tuple[OwnerRow, ...]
    page: int
    pages: int
    first: int
    """The number of the first of these owners among all, from 1."""
    owners: int
    """How many there are in all."""
    metadata: str
    notes: tuple[str, ...] = ()
    saved: str = ""
    """What was saved of the page before."""
    saved_change: int | None = None
    """What *Undo* takes back of it."""


def link_view(said: LinkForm) -> ViewJson:
    """The modal."""
    is_last = said.page >= said.pages
    return form(
        "Link owners",
        tuple(_link_blocks(said)),
        callback=FormId.LINK,
        submit="Save" if is_last else "Save, next page",
        metadata=said.metadata,
        close="Close",
    )


def _link_blocks(said: LinkForm) -> Iterator[Block]:
    if said.saved:
        yield words(said.saved)
    if said.saved_change is not None:
        yield undo_button("Undo", said.saved_change)
    yield words(
        "Who is who: the bot writes to an owner only when their Slack account is linked. A link"
        " that you make also lets them park their rows."
    )
    for note in said.notes:
        yield quiet(note)
    if not said.rows:
        yield words("No owner stands in the index.")
    for row in said.rows:
        yield from _owner_blocks(row)
    if said.pages > 1:
        yield divider()
        yield from _pager(said)


def _owner_blocks(row: OwnerRow) -> Iterator[Block]:
    if row.fixed:
        if row.fixed_to:
            yield words(row.name)
            yield about_person(row.fixed, row.fixed_to, "")
        else:
            yield words(row.name, row.fixed)
        return
    account = UserSelectElement(
        action_id=field_of(FieldId.ACCOUNT, row.key),
        initial_user=row.account or None,
        placeholder=plain("Nobody", 150),
    )
    block_id = field_of(FieldId.ACCOUNT, row.key)
    yield field(block_id, row.name, account, optional=True)
    login = PlainTextInputElement(
        action_id=field_of(FieldId.LOGIN, row.key),
        initial_value=row.login or None,
        max_length=LOGIN_CHARACTERS,
    )
    block_id = field_of(FieldId.LOGIN, row.key)
    yield field(block_id, "GitHub login", login, hint=row.hint, optional=True)
    if row.claimed_by:
        yield about_person("", row.claimed_by, "says that this is them: choose them to confirm it.")


def _pager(said: LinkForm) -> Iterator[Block]:
    last = said.first + len(said.rows) - 1
    yield quiet(
        f"Owners {said.first} to {last} of {said.owners}."
        " What is not saved is lost when you turn the page."
    )
    turns = [("Previous page", said.page - 1), ("Next page", said.page + 1)]
    presses = [
        ModalButton(FormButton.TURN, label, str(page))
        for label, page in turns
        if 1 <= page <= said.pages
    ]
    for press in presses:
        yield buttons([press])


@dataclass(frozen=True, slots=True, kw_only=True)
class SelfLinkForm:
    """Who somebody may be, with nothing chosen for them."""

    names: tuple[Pick, ...]
    """Names of the index, best first; the evidence describes each."""
    logins: tuple[Pick, ...]


def self_link_view(said: SelfLinkForm) -> ViewJson:
    """The modal."""
    blocks: list[Block] = [
        words(
            "Choose only what is yours. The bot then writes to you when rows of yours need"
            " somebody; a link that you make yourself brings messages only; to park a row, a"
            " maintainer has to confirm it."
        )
    ]
    for field_id, label, picks in (
        (FieldId.NAME, "Your name in the tracking issue", said.names),
        (FieldId.LOGIN, "Your GitHub login", said.logins),
    ):
        if picks:
            shown = (*picks[: RADIOS - 1], Pick(NOBODY, "None of these"))
            blocks.append(field(field_id, label, radios(field_id, shown)))
            if len(picks) >= RADIOS:
                more = len(picks) - RADIOS + 1
                blocks.append(quiet(f"{more} more are less alike: ask a maintainer to link you."))
    return form(
        "Is this you?", blocks, callback=FormId.LINK_SELF, submit="This is me", close="Cancel"
    )
