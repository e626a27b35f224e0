"""The burn-up pictures of digests: one for each slot, however often its digest is tried.

Whatever fails here fails the picture only: the digest goes without it, and maintainers are told.
"""

from typing import Final, Protocol

from bot.delivery.pictures import PictureOf
from bot.errors import PictureFault, StoreFault
from bot.github_status.facts.snapshot import Snapshot
from bot.jobs.slots import DigestSlot
from bot.render.slack.picture import SlackPicture
from bot.schedule import judged_at

_KEPT_AT_MOST: Final = 50
"""Slots whose pictures are remembered, for as long as Slack asks a digest to wait."""

_WITHOUT: Final = "A digest went without its picture."


class BringsAny(Protocol):
    """What of `Pictures` is used here."""

    async def brought(self, wanted: PictureOf) -> SlackPicture:
        """The picture, in Slack. Raises `PictureFault` or `StoreFault`."""
        ...

    async def told(self, error: PictureFault | StoreFault, *, what: str) -> None:
        """Tell maintainers that something stands without its picture."""
        ...


class DigestPictures:
    """Pictures for digests."""

    def __init__(self, pictures: BringsAny) -> None:
        """These make them."""
        self._pictures = pictures
        self._made: dict[str, SlackPicture] = {}

    async def picture(self, slot: DigestSlot, snapshot: Snapshot) -> SlackPicture | None:
        """The picture of this slot, which ends with its reading; `None`: it goes without one."""
        made = self._made.get(slot.key)
        if made is not None:
            return made
        try:
            picture = await self._pictures.brought(_wanted(slot, snapshot))
        except (PictureFault, StoreFault) as error:
            await self._pictures.told(error, what=_WITHOUT)
            return None
        while len(self._made) >= _KEPT_AT_MOST:
            self._made.pop(next(iter(self._made)))
        self._made[slot.key] = picture
        return picture


def _wanted(slot: DigestSlot, snapshot: Snapshot) -> PictureOf:
    return PictureOf(
        name=slot.tracker.name,
        tracker=slot.tracker.ref,
        newest=snapshot,
        end=judged_at(slot.due.slot, as_of=snapshot.as_of),
        zone=slot.schedule.zone,
        audience=slot.audience,
    )
