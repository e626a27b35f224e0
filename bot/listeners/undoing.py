"""*Undo*: a change is taken back, once, by who made it or by a maintainer."""

from typing import Final

from bot.errors import UserError
from bot.listeners.changing import DEFAULT_TRACKER, LINK, ROW_WISH, SUBSCRIPTION, WISHES
from bot.listeners.office import Counter, Office, stored
from bot.listeners.recorded import row_wish_of
from bot.listeners.row_wishing import took_back_not_mine
from bot.store.audit import Change
from bot.store.wishes import RowWishKind

TITLE: Final = "Undo"

_SAID: Final = {
    SUBSCRIPTION: "The digest of the channel is as it was.",
    DEFAULT_TRACKER: "The tracker that is meant in the channel is as it was.",
    WISHES: "Messages to you are as they were.",
    ROW_WISH: "What you answered about the row is taken back.",
    LINK: "The links are as they were.",
}

_LONGEST_ID: Final = 18


async def undo(office: Office, counter: Counter, value: str) -> str:
    """Take the change of this id back; gives what to say. Raises `UserError` where it cannot be."""
    user = counter.caller.user
    if not value.isascii() or not value.isdecimal() or len(value) > _LONGEST_ID:
        raise UserError("That change is not known any more.", advice="Ask “settings”.")
    maintains = office.is_maintainer(user)
    change = await stored(office.changing.undo(int(value), by=user, is_maintainer=maintains))
    await _tell_maintainers(office, change)
    return f"Undone. {_SAID.get(change.what, 'It is as it was.')}"


async def _tell_maintainers(office: Office, change: Change) -> None:
    if change.what != ROW_WISH or change.after is None:
        return
    wish = row_wish_of(change.after)
    if wish.kind is RowWishKind.NOT_MINE:
        row = (wish.tracker_key, wish.ref)
        await stored(took_back_not_mine(office, user=wish.person, value=row))
