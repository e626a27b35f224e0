"""Forgetting a person: what is deleted, what stays, and why."""

from typing import Final, Protocol

from bot.listeners.recorded import links_of
from bot.listeners.subjects import LEFT, LINK, ROW_WISH, WISHES
from bot.store.audit import Audit, Change
from bot.store.left import LeftFindings
from bot.store.links import Links
from bot.store.messages import Messages
from bot.store.wishes import Wishes

THEIR_OWN: Final = frozenset({WISHES, ROW_WISH, LEFT})
"""Changes that say what somebody wanted for themself, or why they left something as it is."""


class KnowPeople(Protocol):
    """The subjects of the store that know people."""

    @property
    def wishes(self) -> Wishes: ...  # noqa: D102 -- as in the store
    @property
    def messages(self) -> Messages: ...  # noqa: D102
    @property
    def left(self) -> LeftFindings: ...  # noqa: D102
    @property
    def links(self) -> Links: ...  # noqa: D102
    @property
    def audit(self) -> Audit: ...  # noqa: D102


async def forget_person(stores: KnowPeople, person: str, *, is_in_settings: bool) -> None:
    """Whatever they wanted and were told, their link, and the words of what they changed.

    That they changed something, and when, stays; and so does who was given rights by whom. Whom the
    settings file links would be written to again: of them it is kept that they are not.
    """
    await stores.wishes.forget(person, stays_stopped=is_in_settings)
    await stores.messages.forget(person)
    await stores.left.forget(person)
    await stores.links.forget(person)
    theirs = await stores.audit.of_person(person)
    await stores.audit.empty([c.id for c in theirs if c.id is not None and _is_their_own(c)])


def _is_their_own(change: Change) -> bool:
    links = (*links_of(change.before), *links_of(change.after)) if change.what == LINK else ()
    made_for_oneself = bool(links) and not any(link.by_maintainer for link in links)
    return change.what in THEIR_OWN or made_for_oneself
