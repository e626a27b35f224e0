"""*Undo*: a change is taken back, once, by who made it or by a maintainer."""

from typing import Final

from bot.errors import UserError
from bot.listeners.office import Counter, Office, stored
from bot.listeners.recorded import row_wish_of
from bot.listeners.row_wishing import took_back_not_mine
from bot.listeners.subjects import DEFAULT_TRACKER, LEFT, LINK, ROW_WISH, SUBSCRIPTION, WISHES
from bot.store.audit import Change
from bot.store.wishes import RowWishKind

TITLE: Final = "Undo"

_SAID: Final = {
    SUBSCRIPTION: "The digest of the channel is as it was.",
    DEFAULT_TRACKER: "The tracker that is meant in the channel is as it was.",
    WISHES: "Messages to you are as they were.",
    ROW_WISH: "What you answered about the row is taken back.",
    LINK: "The links are as they were.",
    LEFT: "The finding stands as it did before.",
}

_LONGEST_ID: Final = 18
"""Digits: what fits into the database's number."""


async def undo(office: Office, counter: Counter, value: str) -> str:
    """Take the change of this id back; gives what to say. Raises `UserError` where it cannot be."""
    user = counter.caller.user
    change_id = change_id_of(value)
    if change_id is None:
        raise UserError("That change is not known any more.", advice="Ask “settings”.")
    maintains = office.is_maintainer(user)
    change = await stored(office.changing.undo(change_id, by=user, is_maintainer=maintains))
    await _tell_maintainers(office, change)
    return f"Undone. {_SAID.get(change.what, 'It is as it was.')}"


def change_id_of(value: str) -> int | None:
    """The id that a button names; `None`: it can be none of ours."""
    is_id = value.isascii() and value.isdecimal() and len(value) <= _LONGEST_ID
    return int(value) if is_id else None


async def _tell_maintainers(office: Office, change: Change) -> None:
    if change.what != ROW_WISH or change.after is None:
        return
    wish = row_wish_of(change.after)
    if wish.kind is RowWishKind.NOT_MINE:
        row = (wish.tracker_key, wish.ref)
        await stored(took_back_not_mine(office, user=wish.person, value=row))
