"""Errands: what is done for somebody rather than answered. Each leads to its own room."""

from dataclasses import replace
from typing import Final

import structlog

from bot.answers.own_settings import OwnSettings
from bot.commands import Asked
from bot.commands.digest import DigestErrand
from bot.commands.link import LinkErrand
from bot.commands.settings import SettingsErrand
from bot.commands.snooze import SnoozeErrand
from bot.commands.subscribe import SubscribeErrand
from bot.commands.unsubscribe import UnsubscribeErrand
from bot.errors import NemorlStatusError, StoreFault
from bot.listeners.channel_settings import open_settings, pause_of
from bot.listeners.linking import open_link_owners
from bot.listeners.office import Counter, Office, stored
from bot.listeners.previewing import Previews
from bot.listeners.repair.flow import CarriesOut, Repairs
from bot.listeners.repair.scene import ReadsNow
from bot.listeners.self_linking import open_self_link
from bot.listeners.subscribing import open_subscribe, unsubscribe
from bot.listeners.wishing import snooze
from bot.render.slack.forms_done import fault_view

TITLE: Final = "Not done"

BRIEFLY_SECONDS: Final = 0.5
"""For what is asked of the store before a modal is opened: a trigger lives for three seconds."""

_log = structlog.get_logger(__name__)


class Errands:
    """Does what was asked for."""

    def __init__(
        self,
        office: Office,
        previews: Previews,
        *,
        current: ReadsNow,
        carries_out: CarriesOut | None = None,
    ) -> None:
        """Work with this office; `carries_out`: repairs, `None`: the index is never changed."""
        self.office = office
        self._previews = previews
        self.repairs = Repairs(
            office=office,
            current=current,
            carries_out=carries_out,
            default_tracker=self.default_tracker,
        )

    async def default_tracker(self, channel: str) -> str | None:
        """What the tracker is called that is meant in this channel; `None`: none is set.

        Questions are answered without it where the store is not there.
        """
        asked = self.office.changing.stores.subscriptions.default_tracker(channel)
        try:
            known = await stored(asked, seconds=BRIEFLY_SECONDS)
        except StoreFault as fault:
            _log.warning("The tracker of a channel is not known", because=str(fault))
            return None
        tracker = None if known is None else self.office.tracker_of(known)
        return None if tracker is None else tracker.name

    async def own_settings(self, user: str) -> OwnSettings:
        """How somebody is written to, for their Home."""
        link = self.office.changing.book.current.with_slack(user)
        own = OwnSettings(
            is_linked=link is not None,
            is_self_made=link is not None and not link.gives_rights,
        )
        try:
            wishes = await stored(self.office.changing.stores.wishes.of_person(user))
        except StoreFault as fault:
            _log.warning("Somebody's settings are not known", because=str(fault))
            return replace(own, is_known=False)
        return replace(
            own,
            is_stopped=wishes.stopped,
            only_changes=wishes.only_changes,
            wants_own=wishes.wants_own,
            snoozed_until=pause_of(wishes, now=self.office.changing.now()),
        )

    async def run(self, asked: Asked, counter: Counter) -> None:
        """Do it. What fails is raised where there is no modal open, and shown in it else."""
        try:
            await self._run(asked, counter)
        except NemorlStatusError as error:
            if not counter.is_open and not counter.caller.is_view:
                raise
            await counter.show(fault_view(TITLE, error))

    async def _run(self, asked: Asked, counter: Counter) -> None:
        tracker = asked.tracker_name
        match asked.question:
            case DigestErrand():
                await self._previews.show(self.office, counter, tracker=tracker)
            case SettingsErrand():
                await open_settings(self.office, counter)
            case LinkErrand(only_me=only_me):
                await self._link(counter, only_me=only_me)
            case SubscribeErrand():
                await open_subscribe(self.office, counter, tracker=tracker)
            case UnsubscribeErrand():
                await unsubscribe(self.office, counter, tracker=tracker)
            case SnoozeErrand(pause=pause):
                await snooze(self.office, counter, pause)

    async def _link(self, counter: Counter, *, only_me: bool) -> None:
        if self.office.is_maintainer(counter.caller.user) and not only_me:
            await open_link_owners(self.office, counter)
        else:
            await open_self_link(self.office, counter)
