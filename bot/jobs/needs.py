"""What jobs need of other rooms, as far as they use it. Verbs of the store raise `StoreFault`."""

from datetime import datetime
from typing import Protocol

from bot.delivery import Delivered, Outgoing
from bot.github_status.current import Reading
from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Snapshot
from bot.jobs.slots import DigestSlot
from bot.render.slack.picture import SlackPicture
from bot.store.digests import DigestRecord, DigestState


class ReadsNow(Protocol):
    """What of `Current` is used here."""

    async def caught_up(self, tracker: Ref) -> Snapshot | None:
        """The newest snapshot, whoever read it."""
        ...

    def reading(self, tracker: Ref) -> Reading:
        """A new reading; its result is never an exception."""
        ...


class KeepsSlots(Protocol):
    """What of the stored digests is used here."""

    async def opened(self, channel: str, tracker_key: str, slot: datetime) -> DigestRecord:
        """The record of this slot."""
        ...

    async def decide(self, record: DigestRecord) -> DigestRecord:
        """What was decided for it, by whomever."""
        ...

    async def end(self, record: DigestRecord, state: DigestState) -> None:
        """How it ended."""
        ...

    async def last_sent(
        self, channel: str, tracker_key: str, *, until: datetime | None = None
    ) -> DigestRecord | None:
        """The newest that was sent, of those up to this moment."""
        ...

    async def settled(self, channel: str, tracker_key: str) -> frozenset[datetime]:
        """Slots that ended unsent."""
        ...


class Sends(Protocol):
    """What of the delivery is used here."""

    async def send_once(self, out: Outgoing) -> Delivered:
        """Send, unless that was done before."""
        ...


class BringsPictures(Protocol):
    """What of the pictures of digests is used here."""

    async def picture(self, slot: DigestSlot, snapshot: Snapshot) -> SlackPicture | None:
        """The picture of this slot; `None`: it goes without one."""
        ...


class NotesIncidents(Protocol):
    """What of the stored incidents is used here."""

    async def note(self, key: str, said: str, *, now: datetime) -> None:
        """Tell maintainers in their next note."""
        ...
